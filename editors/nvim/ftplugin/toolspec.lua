-- Settings of a buffer with a spec.
if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = true

vim.bo.commentstring = '# %s'
vim.bo.comments = ':##,:#'
vim.opt_local.formatoptions:append('ro')
vim.opt_local.formatoptions:remove('t')
vim.bo.shiftwidth = 2
vim.bo.softtabstop = 2
vim.bo.expandtab = true
-- One word is one tool: names hold these characters too. Few hold a colon, which comes after every argument.
vim.opt_local.iskeyword:append({ '.', '-', '/', '*', '@-@' })
vim.bo.indentexpr = "v:lua.require'toolspec.indent'.of(v:lnum)"
vim.bo.indentkeys = '0},0],0>,0),o,O,!^F'

-- Without the parser, `syntax/toolspec.vim` colours the buffer.
require('toolspec.parser').start(vim.api.nvim_get_current_buf())

vim.b.undo_ftplugin =
  'setlocal commentstring< comments< formatoptions< shiftwidth< softtabstop< expandtab< iskeyword< indentexpr< indentkeys<'
  .. ' | call v:lua.vim.treesitter.stop()'

require('toolspec.server').opened(vim.api.nvim_get_current_buf())
