-- The rules of a spec on all its traces, drawn by the server: what fails most comes first.
local M = {}

local NAMESPACE = vim.api.nvim_create_namespace('toolspec.matrix')
local OF_SIGN = { ['✓'] = 'ToolspecPass', ['✗'] = 'ToolspecFail', ['!'] = 'ToolspecError', ['?'] = 'ToolspecUnknown' }

---Colours the signs of a line: of a rule those before its count, of a trace the one before its score.
local function highlight(buffer, row, line)
  local is_rule = type(line.line) == 'number'
  if not is_rule and type(line.trace) ~= 'string' then
    return
  end
  local last = is_rule and (line.text:find('  ', 1, true) or #line.text) or math.min(12, #line.text)
  for sign, group in pairs(OF_SIGN) do
    local from = 1
    while true do
      local at, to = line.text:find(sign, from, true)
      if not at or at > last then
        break
      end
      vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, row, at - 1, { end_col = to, hl_group = group })
      from = to + 1
    end
  end
end

---Shows a matrix. Enter goes to the rule on the line, or scores against the trace on it; `q` closes.
---@param found table what the server answered
---@param window integer the window of the spec
---@param choose fun(trace: string) scores the spec against a trace
function M.show(found, window, choose)
  local lines = vim.tbl_map(function(line)
    return line.text
  end, found.lines)
  local buffer = require('toolspec.page').show('matrix', lines, 'toolspecmatrix')
  vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, 0, -1)
  for row, line in ipairs(found.lines) do
    highlight(buffer, row - 1, line)
  end
  vim.keymap.set('n', '<CR>', function()
    local line = found.lines[vim.api.nvim_win_get_cursor(0)[1]]
    if not line or not vim.api.nvim_win_is_valid(window) then
      return
    end
    if type(line.line) == 'number' then
      vim.api.nvim_set_current_win(window)
      local path = type(line.file) == 'string' and line.file or vim.uri_to_fname(found.uri)
      require('toolspec.page').go_to(path, line.line)
    elseif type(line.trace) == 'string' then
      choose(line.trace)
      vim.api.nvim_set_current_win(window)
    end
  end, { buffer = buffer, nowait = true, desc = 'Go to the rule, or score against the trace' })
end

return M
