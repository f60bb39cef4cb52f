-- How deep a line of a spec is indented: as the rule above, deeper where that goes on or opens a bracket.
local M = {}

-- The text of a line without what could be mistaken for a sign: strings, regexes, arrows, comparisons, comments.
local function code(row)
  local line = vim.fn.getline(row)
  line = line:gsub('\\.', ''):gsub('"[^"]*"', '""'):gsub('([%s|,<=%[])/[^/]*/', '%1//')
  line = line:gsub('%s#.*$', ''):gsub('^#.*$', '')
  return (line:gsub('%->', '|'):gsub('[<>]=', '='):gsub('[<>]%s*%d', '='):gsub('%s+$', ''))
end

local function opens_case(text)
  return text:match('^%s*case%f[%A].*{$') ~= nil
end

local function asks_for_more(text)
  return text:match('[,|<%[{]$') ~= nil and not opens_case(text)
end

-- The nearest line above with more than a comment.
local function above(row)
  repeat
    row = vim.fn.prevnonblank(row - 1)
  until row == 0 or not vim.fn.getline(row):match('^%s*#')
  return row
end

---Reads a line from its end, with the brackets that were closed behind it and not opened yet.
---@return integer closed how many are so before the line
---@return boolean opens whether the line opens one that nothing closes
local function brackets(text, closed)
  for sign in text:reverse():gmatch('[<>%[%]{}]') do
    if sign:match('[>%]}]') then
      closed = closed + 1
    elseif closed == 0 then
      return 0, true
    else
      closed = closed - 1
    end
  end
  return closed, false
end

---@param row integer counted from 1
---@return integer
function M.of(row)
  local last = above(row)
  if last == 0 then
    return 0
  end
  local step = vim.fn.shiftwidth()
  local closing = vim.fn.getline(row):match('^%s*[}%]>]') and step or 0
  local text = code(last)
  if opens_case(text) then
    return vim.fn.indent(last) + step - closing
  end
  -- Up to the line that opened the bracket this one stands in, else to the first of the rule.
  local first = last
  local closed, opens = brackets(text, 0)
  local is_even = closed == 0 and not opens
  local before = above(first)
  while not opens and before > 0 and (closed > 0 or asks_for_more(code(before))) do
    first = before
    closed, opens = brackets(code(first), closed)
    before = above(first)
  end
  local goes_on = opens or asks_for_more(text)
  local indent = vim.fn.indent(first) + (goes_on and step or 0)
  if goes_on and is_even and first < last then
    -- A list goes on where its last line stands, however deep that is.
    indent = math.max(indent, vim.fn.indent(last))
  end
  return math.max(0, indent - closing)
end

return M
