-- What the server draws as lines of text: timelines, comparisons, matrices.
local M = {}

local server = require('toolspec.server')

---Asks the server for a drawing as wide as the editor, and goes on with the answer.
function M.ask(method, params, nothing, go_on)
  local buffer = vim.api.nvim_get_current_buf()
  local client = server.client(buffer)
  if not client then
    return
  end
  local function answered(problem, found)
    if problem then
      vim.notify('toolspec: ' .. problem.message, vim.log.levels.ERROR)
    elseif type(found) ~= 'table' then
      vim.notify('toolspec: ' .. nothing, vim.log.levels.WARN)
    else
      go_on(found, client)
    end
  end
  local asked = vim.tbl_extend('error', params, {
    uri = vim.uri_from_bufnr(buffer),
    text = true,
    width = vim.o.columns - 1,
  })
  if vim.lsp.config then
    client:request(method, asked, answered, buffer)
  else
    client.request(method, asked, answered, buffer)
  end
end

return M
