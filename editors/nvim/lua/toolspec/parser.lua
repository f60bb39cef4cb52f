-- The tree-sitter parser: whether Neovim finds it, and building it where there is a C compiler.
local M = {}

---Where it is built: in the user's data folder, where Neovim looks for it.
local function target()
  return vim.fn.stdpath('data') .. '/site/parser/toolspec.so'
end

---@return string? path of the parser that would be used
function M.path()
  local found = vim.api.nvim_get_runtime_file('parser/toolspec.*', false)[1]
  -- A folder that was not there when Neovim started is not searched.
  return found or (vim.uv.fs_stat(target()) and target()) or nil
end

---Colours a buffer by the parser, if there is one.
function M.start(buffer)
  local path = M.path()
  if path and pcall(vim.treesitter.language.add, 'toolspec', { path = path }) then
    pcall(vim.treesitter.start, buffer, 'toolspec')
  end
end

---The folder of the grammar beside this plugin, or nil where the plugin was taken out of its repository.
local function grammar()
  local here = debug.getinfo(1, 'S').source:sub(2)
  local folder = vim.fs.normalize(vim.fn.fnamemodify(here, ':p:h:h:h:h') .. '/tree-sitter-toolspec')
  return vim.uv.fs_stat(folder .. '/src/parser.c') and folder or nil
end

---Builds the parser, and colours open specs by it.
---@return boolean built
---@return string message
function M.build()
  local folder = grammar()
  if not folder then
    return false, 'the grammar (editors/tree-sitter-toolspec) is not beside the plugin'
  end
  local was_loaded = pcall(vim.treesitter.language.inspect, 'toolspec')
  local library, part = target(), target() .. '.part'
  vim.fn.mkdir(vim.fs.dirname(library), 'p')
  local source = folder .. '/src'
  local command = { vim.env.CC or 'cc', '-shared', '-fPIC', '-Os', '-I' .. source }
  vim.list_extend(command, { source .. '/parser.c', source .. '/scanner.c', '-o', part })
  local ran, done = pcall(function()
    return vim.system(command, { text = true }):wait()
  end)
  if not ran or done.code ~= 0 then
    return false, 'no parser was built: ' .. (ran and done.stderr or tostring(done))
  end
  -- One that is in use must not be written over.
  vim.uv.fs_rename(part, library)
  if was_loaded then
    return true, ('the parser is in %s; the old one is used until Neovim starts again'):format(library)
  end
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == 'toolspec' then
      M.start(buffer)
    end
  end
  return true, ('the parser is in %s, and colours specs from now on'):format(library)
end

return M
