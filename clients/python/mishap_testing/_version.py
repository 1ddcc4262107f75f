"""The version of this library, which is that of the Mishap it belongs to."""

__version__ = "0.1.0.dev0"
