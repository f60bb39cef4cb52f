-- Without the tree-sitter parser: colours by the syntax file, and the parser once it is built.
local check, seen = ...
local line_of, said_by = seen.line_of, seen.said_by

check('syntax_without_the_parser', function()
  assert(not vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()])
  local function group(text, after)
    local row, column = line_of(text)
    return vim.fn.synIDattr(vim.fn.synID(row, column + 1 + (after or 0), true), 'name')
  end
  local wanted = {
    { 'order: find', 0, 'toolspecFirst' },
    { 'find_customer -> get_order ->', 0, 'toolspecName' },
    { '# What', 0, 'toolspecComment' },
    { '"trace.json"', 1, 'toolspecString' },
    { '@lookup', 1, 'toolspecReference' },
    { '/^get_/', 1, 'toolspecRegex' },
    { 'weight 2', 0, 'toolspecLater' },
    { 'weight 2', 7, 'toolspecNumber' },
    { 'subset <to', 0, 'toolspecLater' },
    { 'order_id: "A', 0, 'toolspecKey' },
    { 'days: 30', 0, 'toolspecKey' },
    { 'strict: k', 0, 'toolspecMode' },
    { 'subset strict :', 0, 'toolspecMode' },
    { 'must: must', 0, 'toolspecKey' },
    { 'must k', 0, 'toolspecMust' },
    { 'deeper', 0, 'toolspecKey' },
    { 'count in_a_case', 0, 'toolspecFirst' },
    { 'in_a_case', 0, 'toolspecName' },
  }
  vim.api.nvim_buf_set_lines(0, -1, -1, false, {
    'order strict: k -> l',
    'args subset strict : k <must: must, must k: {', '  deeper: 1', '}>',
    'case "a" {', '  count in_a_case = 1', '}',
  })
  for _, item in ipairs(wanted) do
    local name = group(item[1], item[2])
    assert(name == item[3], ('%s is %s, not %s'):format(item[1], name, item[3]))
  end
end)
check('a_parser_that_was_built_is_used_at_once', function()
  local buffer, active = vim.api.nvim_get_current_buf(), vim.treesitter.highlighter.active
  local said = said_by(function()
    vim.cmd('Toolspec parser')
  end)[1]
  assert(active[buffer] and said:find('from now on'), said)
  vim.cmd('new | setfiletype toolspec')
  assert(active[vim.api.nvim_get_current_buf()], 'not for another file')
  vim.cmd('bwipeout! | checkhealth toolspec')
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  vim.cmd('bwipeout!')
  assert(text:find('tree%-sitter parser .*toolspec%.so'), text)
end)
