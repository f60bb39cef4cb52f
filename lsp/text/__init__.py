"""Text for the editor: types of answers, wording, and escaping of untrusted text."""
