"""Words on a terminal: one verb is one file in `commands`, one output form one file in `render`.

The rest of the folder is what they share. Only this floor prints, reads the environment and knows
of exit statuses.
"""
