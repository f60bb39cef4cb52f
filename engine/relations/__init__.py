"""How calls and messages relate: which other call, in which direction, and how near.

`related` says where the other one is, `near` how far away it may be, `partners` finds the calls
that a phrase means by the values that its `$names` stand for, and `demand` is what `each` asks.
"""
