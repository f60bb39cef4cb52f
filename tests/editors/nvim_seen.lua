-- What the checks in Neovim look at, and how they wait for it.
local function wait_for(what, condition, ms)
  assert(vim.wait(ms or 10000, condition, 5), 'never seen: ' .. what)
end

---What the plugin says to the user meanwhile.
local function said_by(body)
  local said = {}
  local notify, once = vim.notify, vim.notify_once
  vim.notify = function(message)
    said[#said + 1] = message
  end
  vim.notify_once = vim.notify
  local ok, problem = pcall(body, said)
  vim.notify, vim.notify_once = notify, once
  assert(ok, problem)
  return said
end

local function line_of(text)
  for row, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then
      return row, column - 1, line
    end
  end
  error('not in the file: ' .. text)
end

local function request(method, params, ms)
  local answers, problem = vim.lsp.buf_request_sync(0, method, params, ms or 5000)
  assert(answers, problem)
  for _, answer in pairs(answers) do
    assert(not answer.err, vim.inspect(answer.err))
    return answer.result
  end
  error('nobody answers ' .. method)
end

local function position_params(row, column)
  vim.api.nvim_win_set_cursor(0, { row, column })
  local client = vim.lsp.get_clients({ name = 'toolspec' })[1]
  return vim.lsp.util.make_position_params(0, client.offset_encoding)
end

-- The scores that stand on the screen, by their line.
local function hint_texts()
  vim.cmd.redraw()
  local texts = {}
  local namespace = vim.api.nvim_get_namespaces()['toolspec.scores']
  for _, mark in ipairs(namespace and vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true }) or {}) do
    texts[mark[2] + 1] = mark[4].virt_text[2][1]
  end
  return texts
end

-- The highlight group of the score on a line.
local function hint_group(row)
  local namespace = vim.api.nvim_get_namespaces()['toolspec.scores']
  local mark = vim.api.nvim_buf_get_extmarks(0, namespace, { row - 1, 0 }, { row - 1, -1 }, { details = true })[1]
  return mark and mark[4].virt_text[2][2]
end

local function wait_for_hint(row, pattern, ms)
  wait_for(('a hint like %s on line %d, but %s'):format(pattern, row, vim.inspect(hint_texts())), function()
    return (hint_texts()[row] or ''):match(pattern) ~= nil
  end, ms)
end

-- Spoils and mends a rule's score, and asserts that it was shown within a second: the best of three, since the
-- machine may be busy with something else.
local function assert_follows(row, spoil, mend)
  local best = math.huge
  for _ = 1, 3 do
    local began = vim.uv.hrtime()
    spoil()
    wait_for_hint(row, '✗ 0%.00', 8000)
    best = math.min(best, (vim.uv.hrtime() - began) / 1e6)
    mend()
    wait_for_hint(row, '✓ 1%.00', 8000)
    if best < 1000 then
      return
    end
  end
  error(best .. ' ms')
end

local function captures(row, column)
  return vim.tbl_map(function(capture)
    return capture.capture
  end, vim.treesitter.get_captures_at_pos(0, row - 1, column))
end

-- How texts are indented while they are typed.
local corpus = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)) .. '/corpus/'
local indented = vim.split(vim.fn.readblob(corpus .. 'indented.toolspec'), '\n\n', { trimempty = true })

return {
  indented = indented,
  wait_for = wait_for,
  said_by = said_by,
  line_of = line_of,
  request = request,
  position_params = position_params,
  wait_for_hint = wait_for_hint,
  hint_texts = hint_texts,
  hint_group = hint_group,
  assert_follows = assert_follows,
  captures = captures,
}
