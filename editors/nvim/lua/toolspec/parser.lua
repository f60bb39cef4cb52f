-- The tree-sitter parser: whether Neovim finds it, and building it where there is a C compiler.
local M = {}

---Where it is built: in the user's data folder, where Neovim looks for it.
local function target()
  return vim.fn.stdpath('data') .. '/site/parser/toolspec.so'
end

---Where it stands until it is whole. Not beside it: Neovim takes any file there that begins with its name.
local function part_of_it()
  local folder = vim.fn.stdpath('data') .. '/site'
  vim.fn.mkdir(folder .. '/parser', 'p')
  return ('%s/toolspec-parser-%d.part'):format(folder, vim.uv.os_getpid())
end

---@return string? path of the parser that would be used
function M.path()
  local found = vim.api.nvim_get_runtime_file('parser/toolspec.*', false)[1]
  -- A folder that was not there when Neovim started is not searched.
  return found or (vim.uv.fs_stat(target()) and target()) or nil
end

---The folder of the grammar beside this plugin, or nil where the plugin was taken out of its repository.
local function grammar()
  local here = debug.getinfo(1, 'S').source:sub(2)
  local folder = vim.fs.normalize(vim.fn.fnamemodify(here, ':p:h:h:h:h') .. '/tree-sitter-toolspec')
  return vim.uv.fs_stat(folder .. '/src/parser.c') and folder or nil
end

local function compiler()
  return vim.env.CC or 'cc'
end

---The command that builds the parser into `part`.
local function command(folder, part)
  local source = folder .. '/src'
  local words = { compiler(), '-shared', '-fPIC', '-Os', '-I' .. source }
  return vim.list_extend(words, { source .. '/parser.c', source .. '/scanner.c', '-o', part })
end

---Takes a parser that was just built into use, and colours open specs by it.
---@return string message
local function take(part)
  local was_loaded = pcall(vim.treesitter.language.inspect, 'toolspec')
  local library = target()
  -- One that is in use must not be written over.
  vim.uv.fs_rename(part, library)
  if was_loaded then
    return ('the parser is in %s; the old one is used until Neovim starts again'):format(library)
  end
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == 'toolspec' then
      M.start(buffer)
    end
  end
  return ('the parser is in %s, and colours specs from now on'):format(library)
end

---Builds the parser, and colours open specs by it.
---@return boolean built
---@return string message
function M.build()
  local folder = grammar()
  if not folder then
    return false, 'the grammar (editors/tree-sitter-toolspec) is not beside the plugin'
  end
  local part = part_of_it()
  local ran, done = pcall(function()
    return vim.system(command(folder, part), { text = true }):wait()
  end)
  if not ran or done.code ~= 0 then
    return false, 'no parser was built: ' .. (ran and done.stderr or tostring(done))
  end
  return true, take(part)
end

local is_building = false

---Builds the parser beside what else is done, where there is none and it can be: plugin managers build nothing
---for a plugin in a folder of the user's own. Where it cannot be, `syntax/toolspec.vim` colours the text.
local function build_beside()
  local folder = grammar()
  if is_building or not folder or vim.fn.executable(compiler()) == 0 then
    return
  end
  is_building = true
  local part = part_of_it()
  pcall(vim.system, command(folder, part), { text = true }, vim.schedule_wrap(function(done)
    if done.code == 0 then
      take(part)
    end
  end))
end

---Colours a buffer by the parser, if there is one.
function M.start(buffer)
  local path = M.path()
  if path and pcall(vim.treesitter.language.add, 'toolspec', { path = path }) then
    pcall(vim.treesitter.start, buffer, 'toolspec')
  elseif not path and require('toolspec').options().build_parser then
    build_beside()
  end
end

return M
