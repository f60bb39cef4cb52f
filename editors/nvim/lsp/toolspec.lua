-- The server for `vim.lsp.enable('toolspec')`, Neovim 0.11 and later.
return require('toolspec.server').config()
