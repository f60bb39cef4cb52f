-- The result of a spec on its shown trace, for a status line. The server sends it whenever it changes.
local M = {}

---@class toolspec.Status
---@field version integer the version of the text that it belongs to
---@field text string such as `✗ 3 of 11 · deleted_account`
---@field state string
---@type table<string, toolspec.Status>
local statuses = {}

---Takes what the server says of a spec.
function M.take(_, status)
  if type(status) == 'table' and type(status.uri) == 'string' then
    statuses[status.uri] = status
    vim.cmd.redrawstatus({ bang = true })
  end
  return vim.NIL
end

---What to show for a buffer: "" for what is not a spec, in brackets while it is the result of an earlier text.
---A status line takes what follows a percent sign for its own, so each is doubled.
---@param buffer? integer
---@return string
function M.text(buffer)
  buffer = buffer or vim.api.nvim_get_current_buf()
  if vim.bo[buffer].filetype ~= 'toolspec' then
    return ''
  end
  local status = statuses[vim.uri_from_bufnr(buffer)]
  if not status or #require('toolspec.server').clients(buffer) == 0 then
    return ''
  end
  local text = status.text:gsub('%%', '%%%%')
  local version = vim.lsp.util.buf_versions[buffer]
  local is_stale = status.state == 'stale' or (version and type(status.version) == 'number' and status.version < version)
  return is_stale and '(' .. text .. ')' or text
end

return M
