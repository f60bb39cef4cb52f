"""What the editor supports, from the capabilities it announces."""

from __future__ import annotations

from lsprotocol import types


class Editor:
    """The capabilities that matter to this server; false unless the editor announces them."""

    def __init__(
        self, capabilities: types.ClientCapabilities | None = None, name: str = ""
    ) -> None:
        workspace = capabilities.workspace if capabilities else None
        document = capabilities.text_document if capabilities else None
        window = capabilities.window if capabilities else None
        edits = workspace.workspace_edit if workspace else None
        self.versioned_edits = bool(edits and edits.document_changes)
        self.pull = bool(document and document.diagnostic)
        # After a refresh request Neovim 0.12 pulls only the workspace's diagnostics if the server
        # offers them, and then ignores them for buffers whose diagnostics it has pulled before.
        self.asks_all_or_one = name == "Neovim"
        self.status = False
        self.suggest_again = ""
        """The editor's command that opens the list of completions; "" if it names none."""
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
