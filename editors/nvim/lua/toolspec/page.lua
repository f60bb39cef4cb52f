-- A window with a page of text.
local M = {}

---Takes away the backslashes that keep text from traces from being Markdown: this window renders none of it,
---so they would only be seen.
---@param markdown string
---@return string[]
function M.readable(markdown)
  local lines, fenced = {}, false
  for _, line in ipairs(vim.split(markdown, '\n')) do
    fenced = fenced ~= (line:match('^```') ~= nil)
    if not fenced then
      local pieces = vim.split(line, '`')
      for at = 1, #pieces, 2 do
        pieces[at] = pieces[at]:gsub('\\(%p)', '%1')
      end
      line = table.concat(pieces, '`')
    end
    lines[#lines + 1] = line
  end
  return lines
end

---The place that a link on a line leads to: the first, or the one under the cursor.
---@param line string
---@param column integer from 1
---@return string? path
---@return integer? row
function M.linked(line, column)
  local path, row
  for from, target, to in line:gmatch('()%[[^%]]*%]%(([^)]*)%)()') do
    local uri, number = target:match('^(file:[^#]*)#L(%d+)')
    if uri and (not path or (column >= from and column < to)) then
      path, row = vim.uri_to_fname(uri), tonumber(number)
    end
  end
  return path, row
end

---Shows a file in the current window. One that is open is not read again, as `:edit` would do: that
---takes its scores away until the server has answered anew.
---@param path string
---@param row integer
---@param column integer? from 0
function M.go_to(path, row, column)
  local buffer = vim.fn.bufadd(path)
  vim.bo[buffer].buflisted = true
  vim.cmd.buffer(buffer)
  pcall(vim.api.nvim_win_set_cursor, 0, { row, column or 0 })
end

---Goes to the place that the line under the cursor links to, in a window that is not the page's.
local function follow()
  local line, at = vim.api.nvim_get_current_line(), vim.api.nvim_win_get_cursor(0)
  local path, row = M.linked(line, at[2] + 1)
  if not path then
    vim.notify('toolspec: this line names no call', vim.log.levels.INFO)
    return
  end
  vim.cmd('wincmd p')
  M.go_to(path, row)
end

---Shows text in a window of its own, which `q` closes. The next page of that name takes its place.
---@param name string
---@param lines string[]
---@param filetype string? that of the text where it is no Markdown: its lines are then not wrapped
---@return integer buffer
function M.show(name, lines, filetype)
  local title = 'toolspec://' .. name
  local buffer = vim.fn.bufnr(title)
  if buffer < 0 then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, title)
    vim.bo[buffer].bufhidden = 'wipe'
    vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, nowait = true })
    vim.keymap.set('n', '<CR>', follow, { buffer = buffer, nowait = true, desc = 'Go to the call' })
  end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].filetype = filetype or 'markdown'
  local window = vim.fn.bufwinid(buffer)
  if window < 0 then
    vim.cmd('botright split')
    window = vim.api.nvim_get_current_win()
    vim.api.nvim_win_set_buf(window, buffer)
  end
  vim.api.nvim_set_current_win(window)
  vim.api.nvim_win_set_cursor(window, { 1, 0 })
  vim.wo.number, vim.wo.relativenumber, vim.wo.signcolumn = false, false, 'no'
  vim.wo.conceallevel, vim.wo.concealcursor = 2, 'nc'
  vim.wo.wrap, vim.wo.linebreak = filetype == nil, true
  vim.api.nvim_win_set_height(window, math.min(#lines + 1, math.floor(vim.o.lines / 2)))
  return buffer
end

return M
