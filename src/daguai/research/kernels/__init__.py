"""Deals stepped in batches, over arrays; compiled when a batch is first made.

They are built from the parts of ``daguai.kernels`` and kept beside them, but apart: nobody who only
plays waits for them.
"""
