"""Programs that show how to use daguai; see docs/research.md."""
