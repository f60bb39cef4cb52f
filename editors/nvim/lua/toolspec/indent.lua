-- How deep a line of a spec is indented: as the rule above, or deeper where that goes on, as the formatter does.
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

local FIRSTS = {
  order = true, sequence = true, count = true, args = true, output = true, require = true, forbid = true,
  tool = true, traces = true, case = true,
}

local function asks_for_more(text)
  if text:match('[,|&:<%[{(]$') then
    return not opens_case(text)
  end
  -- After a keyword or a sign, `or` is the name of a tool.
  local before, word = text:match('^(.-)([^%s|,&:(]+)%s+or$')
  return word ~= nil and not (before:match('^%s*$') and FIRSTS[word])
end

-- The nearest line above with more than a comment.
local function above(row)
  repeat
    row = vim.fn.prevnonblank(row - 1)
  until row == 0 or not vim.fn.getline(row):match('^%s*#')
  return row
end

local OPENS, CLOSES = '[<%[{(]', '[>%]})]'

---How many brackets are open at the end of the lines from `first` to `last`.
local function depth(first, last)
  local open = 0
  for row = first, last do
    for sign in code(row):gmatch('[<>%[%]{}()]') do
      open = math.max(0, open + (sign:match(OPENS) and 1 or -1))
    end
  end
  return open
end

---How many brackets a line closes that it does not open.
local function closed_in(row)
  local open, closed = 0, 0
  for sign in code(row):gmatch('[<>%[%]{}()]') do
    if sign:match(OPENS) then
      open = open + 1
    elseif open > 0 then
      open = open - 1
    else
      closed = closed + 1
    end
  end
  return closed
end

---The first line of the rule that the line `last` belongs to.
local function first_of(last)
  local first, closed = last, closed_in(last)
  local before = above(first)
  while before > 0 and (asks_for_more(code(before)) or (closed > 0 and not opens_case(code(before)))) do
    first = before
    closed = math.max(0, closed - depth(first, first)) + closed_in(first)
    before = above(first)
  end
  return first
end

---A rule goes on deeper by this, as the formatter writes it, however many brackets are open.
local HANGING = 4

---@param row integer counted from 1
---@return integer
function M.of(row)
  local last = above(row)
  if last == 0 then
    return 0
  end
  local closes = vim.fn.getline(row):match('^%s*' .. CLOSES) ~= nil
  local text = code(last)
  if opens_case(text) then
    return vim.fn.indent(last) + (closes and 0 or vim.fn.shiftwidth())
  end
  local first = text:match('^%s*}$') and last or first_of(last)
  local base, open = vim.fn.indent(first), depth(first, last)
  if open == 0 and not asks_for_more(text) then
    return closes and math.max(0, base - vim.fn.shiftwidth()) or base
  end
  if closes and open == 1 then
    return base
  end
  -- It goes on as deep as its last line, where that is the user's own doing.
  local goes_on = first < last and not text:match('^%s*' .. CLOSES)
  return goes_on and math.max(base + 1, vim.fn.indent(last)) or base + HANGING
end

return M
