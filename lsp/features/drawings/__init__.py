"""Traces and scores as pictures, for views of an editor and as text."""
