"""The language: text in, specs and problems out. `toolspec.dsl.specs` is the way in."""
