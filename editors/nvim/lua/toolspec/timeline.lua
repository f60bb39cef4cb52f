-- A trace as a picture, drawn by the server: what the rule under the cursor made of each call.
local M = {}

local NAMESPACE = vim.api.nvim_create_namespace('toolspec.timeline')
local HIGHLIGHTS = {
  ToolspecTaken = 'DiagnosticOk',
  ToolspecMissing = 'DiagnosticError',
  ToolspecForbidden = 'DiagnosticError',
  ToolspecExtra = 'DiagnosticWarn',
  ToolspecOpen = 'DiagnosticInfo',
}
local OF_PART = {
  taken = 'ToolspecTaken',
  missing = 'ToolspecMissing',
  forbidden = 'ToolspecForbidden',
  extra = 'ToolspecExtra',
  open = 'ToolspecOpen',
}
local SIGNS = { '✓', '✗', '+', '?', '!' }

---Colours the sign of a line, or all of a line without one.
local function highlight(buffer, row, line)
  local group = OF_PART[line.part]
  if not group then
    return
  end
  local from, to = 0, #line.text
  for _, sign in ipairs(SIGNS) do
    local at = line.text:find(sign, 1, true)
    if at and at < 16 then
      from, to = at - 1, at - 1 + #sign
      break
    end
  end
  vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, row, from, { end_col = to, hl_group = group })
end

---Opens a call's arguments in its trace's file, in the window the timeline was asked for from.
---@param client table the server's client
---@param trace string
---@param call integer
---@param window integer
local function open_call(client, trace, call, window)
  local function answered(_, place)
    if type(place) ~= 'table' then
      vim.notify('toolspec: where this call is in its file is not known', vim.log.levels.WARN)
      return
    end
    if vim.api.nvim_win_is_valid(window) then
      vim.api.nvim_set_current_win(window)
    end
    vim.lsp.util.show_document(place, client.offset_encoding, { focus = true, reuse_win = false })
  end
  local params = { trace = trace, call = call }
  if vim.lsp.config then
    client:request('toolspec/callText', params, answered)
  else
    client.request('toolspec/callText', params, answered)
  end
end

---Shows what the server has drawn. Enter goes to the call on the line, `q` closes.
---@param name string the page's name
---@param found table what the server answered
---@param of fun(line: table): string the trace whose call a line shows
---@param window integer the window of the spec
---@param client table the server's client
local function show(name, found, of, window, client)
  for group, link in pairs(HIGHLIGHTS) do
    vim.api.nvim_set_hl(0, group, { default = true, link = link })
  end
  local lines = vim.tbl_map(function(line)
    return line.text
  end, found.lines)
  local buffer = require('toolspec.page').show(name, lines, 'toolspectimeline')
  vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, 0, -1)
  local first
  for row, line in ipairs(found.lines) do
    highlight(buffer, row - 1, line)
    if not first and line.part ~= '' and type(line.call) == 'number' and line.part ~= 'taken' then
      first = row
    end
  end
  if first then
    vim.api.nvim_win_set_cursor(0, { first, 0 })
  end
  vim.keymap.set('n', '<CR>', function()
    local line = found.lines[vim.api.nvim_win_get_cursor(0)[1]]
    if line and type(line.call) == 'number' then
      open_call(client, of(line), line.call, window)
    end
  end, { buffer = buffer, nowait = true, desc = 'Go to the call' })
end

---Shows a timeline.
---@param found table what the server answered
---@param window integer the window of the spec
---@param client table the server's client
function M.show(found, window, client)
  show('timeline', found, function()
    return found.trace
  end, window, client)
end

---Shows two traces side by side.
---@param found table what the server answered
---@param window integer the window of the spec
---@param client table the server's client
function M.compare(found, window, client)
  show('compare', found, function(line)
    return found.traces[line.side == 'left' and 1 or 2]
  end, window, client)
end

return M
