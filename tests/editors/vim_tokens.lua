-- Write the runs of syntax groups in each row of the files of a list: a line of JSON for each file.
local list, syntax, answer = vim.env.LIST, vim.env.SYNTAX, vim.env.ANSWER
local out = {}
for path in io.lines(list) do
  vim.cmd.edit(vim.fn.fnameescape(path))
  vim.treesitter.stop()
  vim.cmd 'syntax clear'
  vim.b.current_syntax = nil
  vim.cmd.source(syntax)
  local rows = {}
  for row = 1, vim.api.nvim_buf_line_count(0) do
    local runs, last, begin = {}, '', 1
    local text = vim.fn.getline(row)
    for column = 1, #text + 1 do
      local name = column <= #text and vim.fn.synIDattr(vim.fn.synID(row, column, 1), 'name') or ''
      if name ~= last then
        if last ~= '' then
          runs[#runs + 1] = { begin - 1, column - 1, last }
        end
        last, begin = name, column
      end
    end
    rows[row] = runs
  end
  out[#out + 1] = vim.json.encode(rows)
end
vim.fn.writefile(out, answer)
vim.cmd 'quitall!'
