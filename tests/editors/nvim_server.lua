-- What the server shows: scores, findings, reasons, fixes.
local check, seen = ...
local wait_for, line_of, request = seen.wait_for, seen.line_of, seen.request
local position_params, wait_for_hint = seen.position_params, seen.wait_for_hint
local assert_follows, said_by = seen.assert_follows, seen.said_by

local failing = line_of('sequence: request_approval')
local failing_end = line_of('as "refund after approval"')
local passing = line_of('require send_email final')

check('the_server_attaches', function()
  wait_for('a client', function()
    local client = vim.lsp.get_clients({ name = 'toolspec', bufnr = 0 })[1]
    return client and client.initialized
  end, 20000)
end)
check('scores_are_at_the_ends_of_rules', function()
  wait_for_hint(passing, '✓ 1%.00', 20000)
  wait_for_hint(failing_end, '✗ 0%.00')
end)
check('a_pass_and_a_fail_have_highlight_groups_of_their_own', function()
  assert(seen.hint_group(passing) == 'ToolspecPass', seen.hint_group(passing))
  assert(seen.hint_group(failing_end) == 'ToolspecFail', seen.hint_group(failing_end))
  local function color(name)
    return vim.api.nvim_get_hl(0, { name = name, link = false }).fg
  end
  assert(color('ToolspecPass') and color('ToolspecPass') ~= color('ToolspecFail'))
  vim.cmd.colorscheme('habamax')
  assert(color('ToolspecPass') and color('ToolspecPass') ~= color('ToolspecFail'), 'lost with the colours')
  vim.cmd.colorscheme('default')
end)
check('no_score_stands_beside_a_text_that_is_not_its_own', function()
  -- Looked at in the same turn as the edit: nothing the server says can have come meanwhile.
  local before = seen.hint_texts()
  assert(before[passing]:match('✓ 1%.00') and before[failing_end]:match('✗ 0%.00'))
  local began = vim.uv.hrtime()
  vim.api.nvim_buf_set_lines(0, passing - 1, passing, false, { 'require find_customer final' })
  local took_ms = (vim.uv.hrtime() - began) / 1e6
  local now = seen.hint_texts()
  assert(now[passing] == nil, now[passing])
  assert(now[failing_end] == before[failing_end], 'a rule that was not edited lost its score')
  assert(took_ms < 50, took_ms .. ' ms')
  wait_for_hint(passing, '✗ 0%.00')
  -- The first line of a rule of two: the score stands beside the second.
  local _, _, text = line_of('sequence: request_approval')
  vim.api.nvim_buf_set_lines(0, failing - 1, failing, false, { (text:gsub('A%-1042', 'A-1')) })
  assert(seen.hint_texts()[failing_end] == nil, seen.hint_texts()[failing_end])
  vim.api.nvim_buf_set_lines(0, failing - 1, failing, false, { text })
  vim.api.nvim_buf_set_lines(0, passing - 1, passing, false, { 'require send_email final' })
  wait_for_hint(passing, '✓ 1%.00')
  wait_for_hint(failing_end, '✗ 0%.00')
  -- A name that other rules may use: their scores are dimmed until the server has said them again.
  local named, _, tool = line_of('tool @lookup')
  vim.api.nvim_buf_set_lines(0, named - 1, named, false, { tool .. ' | x' })
  assert(seen.hint_group(passing) == 'ToolspecStale', seen.hint_group(passing))
  vim.api.nvim_buf_set_lines(0, named - 1, named, false, { tool })
  wait_for('the scores again', function()
    return seen.hint_group(passing) == 'ToolspecPass'
  end)
  -- Lines above move the scores along with their rules.
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { '', '# more' })
  assert(seen.hint_texts()[passing + 2]:match('✓ 1%.00'), vim.inspect(seen.hint_texts()))
  vim.api.nvim_buf_set_lines(0, 0, 2, false, {})
  wait_for_hint(passing, '✓ 1%.00')
end)
check('the_reason_is_not_said_twice_on_a_line', function()
  -- Neovim 0.10 shows findings at the ends of lines by itself.
  local before = vim.diagnostic.config().virtual_text
  vim.diagnostic.config({ virtual_text = false })
  require('toolspec.scores').ask(vim.api.nvim_get_current_buf())
  wait_for_hint(failing_end, '✗ 0%.00%s+%S')
  vim.diagnostic.config({ virtual_text = true })
  require('toolspec.scores').ask(vim.api.nvim_get_current_buf())
  wait_for('the number alone', function()
    return seen.hint_texts()[failing_end] == '✗ 0.00'
  end)
  vim.diagnostic.config({ virtual_text = before })
end)
check('scores_are_taken_away_and_shown_again_by_a_command', function()
  vim.cmd('Toolspec scores')
  assert(next(seen.hint_texts()) == nil)
  vim.cmd('Toolspec scores')
  wait_for_hint(passing, '✓ 1%.00')
end)
check('capabilities_that_are_set_for_all_servers_are_kept', function()
  if not vim.lsp.config then
    return
  end
  local client = vim.lsp.get_clients({ name = 'toolspec' })[1]
  local document = client.capabilities.textDocument
  assert(document.completion.completionItem.snippetSupport == false, 'ours are in the place of the user\'s')
  assert(document.foldingRange.lineFoldingOnly == true, vim.inspect(document.foldingRange))
  assert(document.hover and client.capabilities.workspace.diagnostics.refreshSupport, 'Neovim\'s own are lost')
end)
check('a_failing_rule_is_a_warning', function()
  wait_for('the diagnostic', function()
    -- On the entry that found no call, which stands in the rule's second line.
    return #vim.diagnostic.get(0, { lnum = failing_end - 1 }) > 0
  end)
  assert(#vim.diagnostic.get(0, { lnum = failing - 1 }) == 0)
  assert(#vim.diagnostic.get(0, { lnum = passing - 1 }) == 0)
end)
check('hover_says_why', function()
  local result = request('textDocument/hover', position_params(failing, 2))
  local text = result.contents.value
  assert(text:find('request_approval') and text:find('0'), text)
  assert(not text:find('\\', 1, true), text)
end)
check('tools_complete_from_the_trace', function()
  local row, column = line_of('require send_email final')
  local result = request('textDocument/completion', position_params(row, column + #'require send'))
  local labels = vim.tbl_map(function(item)
    return item.label
  end, result.items or result)
  assert(vim.tbl_contains(labels, 'send_email'), vim.inspect(labels))
end)
check('code_after_an_emoji_is_marked_in_the_right_place', function()
  local last = vim.api.nvim_buf_line_count(0)
  local line = 'order: "🙂 日本" -> nowhere -> (bad)'
  vim.api.nvim_buf_set_lines(0, last, last, false, { line })
  wait_for('the diagnostic', function()
    local found = vim.diagnostic.get(0, { lnum = last, severity = vim.diagnostic.severity.ERROR })
    return #found > 0 and found[1].col == line:find('(', 1, true) - 1
  end)
  vim.api.nvim_buf_set_lines(0, last, last + 1, false, {})
end)
check('a_quick_fix_is_applied', function()
  local last = vim.api.nvim_buf_line_count(0)
  vim.api.nvim_buf_set_lines(0, last, last, false, { 'requires send_email' })
  wait_for('the diagnostic', function()
    return #vim.diagnostic.get(0, { lnum = last }) > 0
  end)
  vim.api.nvim_win_set_cursor(0, { last + 1, 2 })
  vim.lsp.buf.code_action({
    apply = true,
    context = { only = { 'quickfix' }, diagnostics = {} },
    filter = function(action)
      return action.title:lower():find('require') ~= nil
    end,
  })
  wait_for('the fixed line, not ' .. vim.api.nvim_buf_get_lines(0, last, last + 1, false)[1], function()
    return vim.api.nvim_buf_get_lines(0, last, last + 1, false)[1] == 'require send_email'
  end)
  vim.api.nvim_buf_set_lines(0, last, last + 1, false, {})
end)
check('a_score_follows_an_edit_of_the_spec', function()
  local function write(rule)
    vim.api.nvim_buf_set_lines(0, passing - 1, passing, false, { rule })
  end
  assert_follows(passing, function()
    write('require find_customer final')
  end, function()
    write('require send_email final')
  end)
end)
check('a_score_follows_an_edit_of_the_trace', function()
  local path = vim.fs.dirname(vim.api.nvim_buf_get_name(0)) .. '/trace.json'
  local file = assert(io.open(path))
  local text = file:read('a')
  file:close()
  local function write(new)
    local out = assert(io.open(path, 'w'))
    out:write(new)
    out:close()
  end
  assert_follows(passing, function()
    write((text:gsub('send_email', 'send_letter')))
  end, function()
    write(text)
  end)
end)
