-- How deep a line of a spec is indented: as the one above, deeper where that goes on or opens a bracket.
local M = {}

local function code(line)
  -- A `#` in a string or regex is rare at a line's end; what matters here is the last sign.
  return (line:gsub('%s#.*$', ''):gsub('^#.*$', ''):gsub('%s+$', ''))
end

local function asks_for_more(line)
  return line:match('[,|<%[{]$') ~= nil or line:match('%->$') ~= nil
end

---@param row integer counted from 1
---@return integer
function M.of(row)
  local above = vim.fn.prevnonblank(row - 1)
  if above == 0 then
    return 0
  end
  local indent = vim.fn.indent(above)
  local text = code(vim.fn.getline(above))
  local before = vim.fn.prevnonblank(above - 1)
  local went_on = before > 0 and asks_for_more(code(vim.fn.getline(before)))
  local opens = text:match('[<%[{]$') ~= nil
  if opens or (asks_for_more(text) and not went_on) then
    indent = indent + vim.fn.shiftwidth()
  elseif went_on and not asks_for_more(text) and not code(vim.fn.getline(before)):match('[<%[{]$') then
    -- The rule ended on a line that it went on to: the next is a rule of its own.
    indent = indent - vim.fn.shiftwidth()
  end
  if vim.fn.getline(row):match('^%s*[}%]>]') then
    indent = indent - vim.fn.shiftwidth()
  end
  return math.max(0, indent)
end

return M
