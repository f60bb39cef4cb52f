-- A window with a page of text.
local M = {}

local markdown = require('toolspec.markdown')

local NAMESPACE = vim.api.nvim_create_namespace('toolspec.links')

---The links of each page, by its buffer.
---@type table<integer, toolspec.Link[]>
local linked = {}

---Shows a file in the current window. One that is open is not read again, as `:edit` would do: that
---takes its scores away until the server has answered anew.
---@param path string
---@param row integer
function M.go_to(path, row)
  local buffer = vim.fn.bufadd(path)
  vim.bo[buffer].buflisted = true
  vim.cmd.buffer(buffer)
  pcall(vim.api.nvim_win_set_cursor, 0, { row, 0 })
end

---Goes to the place that the line under the cursor links to, in a window that is not the page's.
local function follow()
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local link = markdown.leading(linked[vim.api.nvim_get_current_buf()] or {}, row, column)
  if not link then
    vim.notify('toolspec: this line names no call', vim.log.levels.INFO)
    return
  end
  vim.cmd('wincmd p')
  M.go_to(link.path, link.line)
end

---Underlines the links of a page.
local function draw_links(buffer, links)
  linked[buffer] = links
  vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, 0, -1)
  for _, link in ipairs(links) do
    vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, link.row - 1, link.from, {
      end_col = link.to,
      hl_group = 'Underlined',
    })
  end
end

---Shows text in a window of its own, which `q` closes. The next page of that name takes its place.
---@param name string
---@param lines string[]
---@param filetype string? that of the text where it is no Markdown: its lines are then not wrapped
---@param links toolspec.Link[]?
---@return integer buffer
function M.show(name, lines, filetype, links)
  local title = 'toolspec://' .. name
  local buffer = vim.fn.bufnr(title)
  if buffer < 0 then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, title)
    vim.bo[buffer].bufhidden = 'wipe'
    vim.api.nvim_create_autocmd('BufWipeout', {
      buffer = buffer,
      callback = function()
        linked[buffer] = nil
      end,
    })
    vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, nowait = true })
    vim.keymap.set('n', '<CR>', follow, { buffer = buffer, nowait = true, desc = 'Go to the call' })
  end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  draw_links(buffer, links or {})
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
