"""Mola's chess for MicroPython. Programs use the module `sunfish`; this is what it stands on."""
