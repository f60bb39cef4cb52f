-- The server's Markdown as lines for a window: links as their text alone, for what is hidden of a line takes room in it,
-- and nothing escaped, for this window would only show the backslashes.
local M = {}

---@class toolspec.Link
---@field row integer the line, from 1
---@field from integer its first byte in the line, from 0
---@field to integer the byte after it
---@field uri string
---@field path string?
---@field line integer? the line in that file

---Where the code that begins at a run of backticks ends: at the next run that is as long.
local function code_end(line, from, ticks)
  local at = from + #ticks
  while true do
    local first, last = line:find('`+', at)
    if not first then
      return nil
    elseif last - first + 1 == #ticks then
      return last
    end
    at = last + 1
  end
end

---The text and target of a link, and where the line goes on; nothing where none begins here.
local function link_at(line, from)
  local label, at = {}, from + 1
  while at <= #line and line:sub(at, at) ~= ']' do
    if line:match('^\\%p', at) then
      at = at + 1
    end
    label[#label + 1] = line:sub(at, at)
    at = at + 1
  end
  local target, after = line:match('^%]%(([^)%s]*)%)()', at)
  if target then
    return table.concat(label), target, after
  end
end

---@param line string
---@param row integer
---@param links toolspec.Link[] gets those of the line
---@return string
local function read_line(line, row, links)
  local shown, at, width = {}, 1, 0
  local function show(text)
    shown[#shown + 1] = text
    width = width + #text
  end
  while at <= #line do
    local ticks = line:match('^`+', at)
    local last = ticks and code_end(line, at, ticks)
    local label, target, after
    if line:sub(at, at) == '[' then
      label, target, after = link_at(line, at)
    end
    if ticks then
      show(line:sub(at, last or at + #ticks - 1))
      at = (last or at + #ticks - 1) + 1
    elseif label then
      local file, number = target:match('^(file:[^#]*)#?L?(%d*)')
      links[#links + 1] = {
        row = row,
        from = width,
        to = width + #label,
        uri = target,
        path = file and vim.uri_to_fname(file),
        line = tonumber(number),
      }
      show(label)
      at = after
    else
      local escaped = line:match('^\\(%p)', at)
      show(escaped or line:sub(at, at))
      at = at + (escaped and 2 or 1)
    end
  end
  return table.concat(shown)
end

---@param markdown string
---@param before string[]? lines that come first, as they are
---@return string[] lines
---@return toolspec.Link[]
function M.read(markdown, before)
  local lines, links, fence = vim.deepcopy(before or {}), {}, nil
  for _, line in ipairs(vim.split(markdown, '\n')) do
    local ticks = line:match('^(```+)')
    if fence or ticks then
      lines[#lines + 1] = line
      fence = not fence and ticks or (ticks ~= fence and fence or nil)
    else
      lines[#lines + 1] = read_line(line, #lines + 1, links)
    end
  end
  return lines, links
end

---The place in a file that a line leads to: by its first link, or the one under the cursor.
---@param links toolspec.Link[]
---@param row integer from 1
---@param column integer from 0
---@return toolspec.Link?
function M.leading(links, row, column)
  local first
  for _, link in ipairs(links) do
    if link.row == row and link.path and link.line then
      if column >= link.from and column < link.to then
        return link
      end
      first = first or link
    end
  end
  return first
end

return M
