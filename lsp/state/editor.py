"""What the editor can do, read off the abilities it announces."""

from __future__ import annotations

from lsprotocol import types


class Editor:
    """The abilities this server asks about; each is false until an editor announces it."""

    def __init__(
        self, capabilities: types.ClientCapabilities | None = None, name: str = ""
    ) -> None:
        workspace = capabilities.workspace if capabilities else None
        document = capabilities.text_document if capabilities else None
        window = capabilities.window if capabilities else None
        edits = workspace.workspace_edit if workspace else None
        self.versioned_edits = bool(edits and edits.document_changes)
        self.pull = bool(document and document.diagnostic)
        # Told to ask again, Neovim 0.12 asks only for the findings of the whole workspace where a
        # server has these, and takes none of them for a buffer whose findings it asked for before.
        self.asks_all_or_one = name == "Neovim"
        self.status = False
        self.suggest_again = ""
        """The editor's own command that opens the list of completions; "" where it names none."""
        self.configuration = bool(workspace and workspace.configuration)
        self.refresh_hints = bool(
            workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support
        )
        self.refresh_diagnostics = bool(
            workspace and workspace.diagnostics and workspace.diagnostics.refresh_support
        )
        self.refresh_lenses = bool(
            workspace and workspace.code_lens and workspace.code_lens.refresh_support
        )
        self.apply_edit = bool(workspace and workspace.apply_edit)
        actions = document.code_action if document else None
        self.action_literals = bool(actions and actions.code_action_literal_support)
        outline = document.document_symbol if document else None
        self.nested_symbols = bool(outline and outline.hierarchical_document_symbol_support)
        changes = workspace.did_change_configuration if workspace else None
        self.registers_configuration = bool(changes and changes.dynamic_registration)
        watched = workspace.did_change_watched_files if workspace else None
        self.watch = bool(watched and watched.dynamic_registration)
        self.progress = bool(window and window.work_done_progress)
        self.show_document = bool(window and window.show_document and window.show_document.support)
