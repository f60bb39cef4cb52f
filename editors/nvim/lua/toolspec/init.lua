-- The plugin's options. They are read when they are needed, so `setup` may come before or after the start.
local M = {}

---@class toolspec.Options
---@field cmd string[] how the server is started
---@field autostart boolean whether specs start it when they are opened
---@field inlay_hints boolean whether scores are shown at the ends of rules
---@field code_lens boolean whether the line above a file or case says how it does over all traces
---@field build_parser boolean whether the tree-sitter parser is built where it is missing and a C compiler is there
---@field settings table the server's settings, such as `{ traces = { 'runs/*.json' } }`

---@type toolspec.Options
local defaults = {
  cmd = { 'toolspec', 'lsp' },
  autostart = true,
  inlay_hints = true,
  code_lens = false,
  build_parser = true,
  settings = {},
}

---What is wrong with the value of an option, or nothing.
local function fault(name, value)
  local wanted = type(defaults[name])
  if name == 'cmd' then
    local is_list = type(value) == 'table' and vim.islist(value) and #value > 0
    for _, word in ipairs(is_list and value or {}) do
      is_list = is_list and type(word) == 'string'
    end
    return not is_list and "takes a list of words, such as { 'toolspec', 'lsp' }" or nil
  end
  if type(value) ~= wanted then
    return wanted == 'boolean' and 'takes true or false' or 'takes a table'
  end
end

---The options that can be used of those given, and what is wrong with each of the others.
local function sorted_out(given)
  if type(given) ~= 'table' then
    return {}, { ('vim.g.toolspec takes a table of options, not %s'):format(vim.inspect(given)) }
  end
  local usable, faults = {}, {}
  for name, value in vim.spairs(given) do
    local problem
    if defaults[name] == nil then
      local names = vim.tbl_keys(defaults)
      table.sort(names)
      problem = 'is not an option: there are ' .. table.concat(names, ', ')
    else
      problem = fault(name, value)
    end
    if problem then
      local shown = vim.inspect(value, { newline = ' ', indent = '' })
      faults[#faults + 1] = ('the option %s = %s %s'):format(tostring(name), shown, problem)
    else
      usable[name] = value
    end
  end
  return usable, faults
end

---The options that can be used of those given. Of each of the others the user is told, once.
local function usable(given)
  local found, faults = sorted_out(given)
  for _, problem in ipairs(faults) do
    vim.notify_once(('toolspec: %s: see :help toolspec-options'):format(problem), vim.log.levels.ERROR)
  end
  return found
end

---What is wrong with `vim.g.toolspec`, in sentences.
---@return string[]
function M.faults()
  local given = vim.g.toolspec
  if given == nil then
    return {}
  end
  local _, faults = sorted_out(given)
  return faults
end

---@return toolspec.Options
function M.options()
  local given = vim.g.toolspec
  local options = vim.tbl_extend('force', defaults, given ~= nil and usable(given) or {})
  return vim.deepcopy(options)
end

---Sets options, as `vim.g.toolspec` does. Calling it is not needed.
---@param options? table
function M.setup(options)
  local before = type(vim.g.toolspec) == 'table' and vim.g.toolspec or {}
  vim.g.toolspec = vim.tbl_extend('force', before, options ~= nil and usable(options) or {})
end

---The command line tool: what stands before the word that makes it a server.
---@return string[]
function M.tool()
  local cmd = M.options().cmd
  for at = #cmd, 1, -1 do
    if cmd[at] == 'lsp' then
      return vim.list_slice(cmd, 1, at - 1)
    end
  end
  return vim.deepcopy(cmd)
end

---The result of a spec on its shown trace, as `toolspec check` counts: `✗ 3 of 11 · deleted_account`.
---For a status line: `%{%v:lua.require'toolspec'.status()%}`, or a component of a status line's plugin.
---@param buffer? integer the current one without it
---@return string
function M.status(buffer)
  return require('toolspec.status').text(buffer)
end

---What to tell the user where a command's program is not there.
---@param command string[]
---@return string?
function M.missing(command)
  if vim.fn.executable(command[1]) == 0 then
    return ('`%s` is not executable, see :checkhealth toolspec'):format(command[1])
  end
end

return M
