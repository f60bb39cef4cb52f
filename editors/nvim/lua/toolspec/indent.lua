-- How deep a line of a spec is indented: as the rule above, deeper where that goes on or opens a bracket.
local M = {}

-- The text of a line without what could be mistaken for a sign: strings, arrows, comparisons, comments.
-- A `#` in a regex is rare, and costs no more than an indentation.
local function code(row)
  local line = vim.fn.getline(row)
  line = line:gsub('"[^"]*"', '""'):gsub('%s#.*$', ''):gsub('^#.*$', '')
  return (line:gsub('%->', '|'):gsub('[<>]=', '='):gsub('[<>]%s*%d', '='):gsub('%s+$', ''))
end

local function opens_case(text)
  return text:match('^%s*case%f[%A].*{$') ~= nil
end

local function asks_for_more(text)
  return text:match('[,|<%[{]$') ~= nil and not opens_case(text)
end

local function open_brackets(text)
  local depth = 0
  for sign in text:gmatch('[<>%[%]{}]') do
    depth = depth + (sign:match('[<%[{]') and 1 or -1)
  end
  return depth
end

---@param row integer counted from 1
---@return integer
function M.of(row)
  local above = vim.fn.prevnonblank(row - 1)
  if above == 0 then
    return 0
  end
  local step = vim.fn.shiftwidth()
  local closing = vim.fn.getline(row):match('^%s*[}%]>]') and step or 0
  local text = code(above)
  if opens_case(text) then
    return vim.fn.indent(above) + step - closing
  end
  -- The rule's first line, and how many brackets are open where the line above ends.
  local first, depth = above, open_brackets(text)
  local before = vim.fn.prevnonblank(first - 1)
  while before > 0 and asks_for_more(code(before)) do
    first, depth = before, depth + open_brackets(code(before))
    before = vim.fn.prevnonblank(first - 1)
  end
  local indent
  if depth > 0 then
    indent = vim.fn.indent(above) + (text:match('[<%[{]$') and step or 0)
  else
    indent = vim.fn.indent(first) + (asks_for_more(text) and step or 0)
  end
  return math.max(0, indent - closing)
end

return M
