"""The game server: tables over sockets, a log that loses nothing, and the pages (see docs)."""
