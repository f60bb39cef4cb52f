"""Texts the editor is shown: their types, their words, and how text from strangers is made safe."""
