-- Without the tree-sitter parser, and with a C compiler: it is built when the first spec is opened.
local check, seen = ...

check('the_parser_is_built_where_it_is_missing', function()
  local active, buffer = vim.treesitter.highlighter.active, vim.api.nvim_get_current_buf()
  seen.wait_for('colours by the parser', function()
    return active[buffer] ~= nil
  end)
  assert(vim.uv.fs_stat(vim.fn.stdpath('data') .. '/site/parser/toolspec.so'))
end)
