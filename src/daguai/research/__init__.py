"""For researchers: one encoding of the game, and environments made of it.

- ``daguai.research.pettingzoo``: an AEC environment for PettingZoo;
- ``daguai.research.openspiel``: a game for OpenSpiel, ``python_daguai``;
- ``daguai.research.batch``: thousands of deals stepped together, no Python in the loop.

All three number actions as ``actions`` does and lay observations out as ``layout`` says;
docs/research.md has the tables. What other suites need comes with ``pip install daguai[research]``;
encoding and the batched engine need nothing more than a player has.
"""
