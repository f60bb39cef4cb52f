-- The tree-sitter parser: whether Neovim finds it, and building it where there is a C compiler.
local M = {}

---@return string? path of the parser that would be used
function M.path()
  return vim.api.nvim_get_runtime_file('parser/toolspec.*', false)[1]
end

---The folder of the grammar beside this plugin, or nil where the plugin was taken out of its repository.
local function grammar()
  local here = debug.getinfo(1, 'S').source:sub(2)
  local folder = vim.fs.normalize(vim.fn.fnamemodify(here, ':p:h:h:h:h') .. '/tree-sitter-toolspec')
  return vim.uv.fs_stat(folder .. '/src/parser.c') and folder or nil
end

---Builds the parser into the user's data folder, where Neovim looks for it.
---@return boolean built
---@return string message
function M.build()
  local folder = grammar()
  if not folder then
    return false, 'the grammar (editors/tree-sitter-toolspec) is not beside the plugin'
  end
  local target = vim.fn.stdpath('data') .. '/site/parser'
  vim.fn.mkdir(target, 'p')
  local source, library = folder .. '/src', target .. '/toolspec.so'
  local command = { vim.env.CC or 'cc', '-shared', '-fPIC', '-Os', '-I' .. source }
  vim.list_extend(command, { source .. '/parser.c', source .. '/scanner.c', '-o', library })
  local ran, done = pcall(function()
    return vim.system(command, { text = true }):wait()
  end)
  if not ran or done.code ~= 0 then
    return false, 'no parser was built: ' .. (ran and done.stderr or tostring(done))
  end
  return true, library
end

return M
