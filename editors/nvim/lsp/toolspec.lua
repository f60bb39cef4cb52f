-- The server for `vim.lsp.enable('toolspec')`, Neovim 0.11 and later. Copied into the folder `lsp` of a configuration
-- without the plugin, it is a configuration by itself, in the layout of nvim-lspconfig.
local found, server = pcall(require, 'toolspec.server')
if found then
  return server.config()
end
return {
  cmd = { 'toolspec', 'lsp' },
  filetypes = { 'toolspec' },
  root_markers = { 'toolspec.toml', 'pyproject.toml', '.git' },
}
