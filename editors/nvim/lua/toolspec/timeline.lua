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

---Opens a call's place in its trace, in the window the timeline was asked for from.
local function open_call(found, call, window)
  for _, row in ipairs(found.rows) do
    if row.row == 'call' and row.call == call and type(row.line) == 'number' then
      if vim.api.nvim_win_is_valid(window) then
        vim.api.nvim_set_current_win(window)
      end
      local column = type(row.column) == 'number' and row.column - 1 or 0
      require('toolspec.page').go_to(found.path, row.line, column)
      return
    end
  end
  vim.notify('toolspec: where this call is in its file is not known', vim.log.levels.WARN)
end

---Shows what the server has drawn. Enter goes to the call on the line, `q` closes.
---@param name string the page's name
---@param found table what the server answered
---@param of fun(line: table): table the timeline whose call a line shows
---@param window integer the window of the spec
local function show(name, found, of, window)
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
      open_call(of(line), line.call, window)
    end
  end, { buffer = buffer, nowait = true, desc = 'Go to the call' })
end

---Shows a timeline.
---@param found table what the server answered
---@param window integer the window of the spec
function M.show(found, window)
  show('timeline', found, function()
    return found
  end, window)
end

---Shows two traces side by side.
---@param found table what the server answered
---@param window integer the window of the spec
function M.compare(found, window)
  show('compare', found, function(line)
    return found[line.side]
  end, window)
end

return M
