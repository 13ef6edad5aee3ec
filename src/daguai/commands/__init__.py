"""The commands of ``daguai``, one module each; what they need is loaded when they run."""
