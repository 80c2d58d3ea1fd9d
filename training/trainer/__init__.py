"""Trains Mola's network on games that Mola played. See ../README.md."""
