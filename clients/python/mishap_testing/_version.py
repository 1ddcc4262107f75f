"""The version of this library, which is that of the Mishap it belongs to."""

__version__ = "0.2.0.dev0"
