"""Load the protocol's 554 classes so that they do not each hold the whole module's names.

attrs copies the namespace of a class's module into the globals of the methods it writes, if the
module is in `sys.modules`, "so that `typing.get_type_hints(CLS.__init__)` resolves string types".
For lsprotocol these are 554 copies of up to 700 names: 10 of the 55 MB an idle server holds, and 12
to 30 ms of each start, the more the busier the machine's memory is. Nobody asks for those hints:
cattrs reads the classes' own. So the module is entered there once it is complete.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec, module_from_spec
from typing import Final

_PACKAGE: Final = "lsprotocol"
_NAME: Final = f"{_PACKAGE}.types"


def load_message_types() -> None:
    """Import `lsprotocol.types`, unless it is imported already."""
    spec = None if _NAME in sys.modules else find_spec(_NAME)
    if spec is None or spec.loader is None:
        return
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception:
        return  # the ordinary import, by whoever is next, does without this or says what is wrong
    sys.modules[_NAME] = module
    vars(sys.modules[_PACKAGE])["types"] = module
