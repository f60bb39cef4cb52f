-- The plugin's options. They are read when they are needed, so `setup` may come before or after the start.
local M = {}

---@class toolspec.Options
---@field cmd string[] how the server is started
---@field autostart boolean whether specs start it when they are opened
---@field inlay_hints boolean whether scores are shown at the ends of rules
---@field code_lens boolean whether the line above a file or case says how it does over all traces
---@field settings table the server's settings, such as `{ traces = { 'runs/*.json' } }`

---@type toolspec.Options
local defaults = {
  cmd = { 'toolspec', 'lsp' },
  autostart = true,
  inlay_hints = true,
  code_lens = false,
  settings = {},
}

---@return toolspec.Options
function M.options()
  return vim.tbl_deep_extend('force', defaults, vim.g.toolspec or {})
end

---Sets options, as `vim.g.toolspec` does. Calling it is not needed.
---@param options? table
function M.setup(options)
  vim.g.toolspec = vim.tbl_deep_extend('force', vim.g.toolspec or {}, options or {})
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

---What to tell the user where a command's program is not there.
---@param command string[]
---@return string?
function M.missing(command)
  if vim.fn.executable(command[1]) == 0 then
    return ('`%s` is not executable, see :checkhealth toolspec'):format(command[1])
  end
end

return M
