-- What the plugin's commands do: justification, timeline, matrix, traces, run, restart, comparison.
local check, seen = ...
local wait_for, line_of, request = seen.wait_for, seen.line_of, seen.request
local position_params, wait_for_hint = seen.position_params, seen.wait_for_hint
local assert_follows, said_by = seen.assert_follows, seen.said_by

local failing = line_of('sequence: request_approval')
local failing_end = line_of('as "refund after approval"')
local passing = line_of('require send_email final')

wait_for_hint(passing, '✓ 1%.00', 20000)
check('why_shows_the_justification', function()
  local windows = #vim.api.nvim_list_wins()
  vim.api.nvim_win_set_cursor(0, { failing, 0 })
  vim.cmd('Toolspec why')
  wait_for('a window', function()
    return #vim.api.nvim_list_wins() > windows
  end)
  assert(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'):find('issue_refund'))
  assert(vim.wo.conceallevel == 2 and vim.wo.concealcursor:find('n'), 'the fence under the cursor is seen')
  assert(vim.api.nvim_buf_get_name(0) == 'toolspec://why', vim.api.nvim_buf_get_name(0))
  -- Enter goes to the call that a line names, in its file, and leaves the page open.
  assert(vim.fn.search('\\<line 188\\>') > 0)
  assert(not vim.api.nvim_get_current_line():find('file:', 1, true), vim.api.nvim_get_current_line())
  vim.api.nvim_feedkeys(vim.keycode('<CR>'), 'x', false)
  assert(vim.api.nvim_buf_get_name(0):match('trace%.json$'), vim.api.nvim_buf_get_name(0))
  assert(vim.api.nvim_win_get_cursor(0)[1] == 188, vim.api.nvim_win_get_cursor(0)[1])
  vim.cmd('buffer refunds.toolspec')
  vim.cmd('wincmd p')
  vim.cmd('wincmd p')
  vim.api.nvim_win_set_cursor(0, { passing, 0 })
  vim.cmd('Toolspec why')
  wait_for('the other rule in the same window', function()
    local shown = vim.api.nvim_buf_get_lines(vim.fn.bufnr('toolspec://why'), 0, -1, false)
    return table.concat(shown, '\n'):find('require send_email final')
  end)
  assert(#vim.api.nvim_list_wins() == windows + 1)
  vim.cmd('close')
end)
check('the_timeline_shows_what_the_rule_made_of_each_call', function()
  vim.api.nvim_win_set_cursor(0, { failing, 0 })
  local spec = vim.api.nvim_get_current_win()
  vim.cmd('Toolspec timeline')
  wait_for('the timeline', function()
    return vim.api.nvim_buf_get_name(0) == 'toolspec://timeline'
  end)
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  assert(lines[1]:match('^sequence: request_approval'), lines[1])
  assert(lines[2]:match('^✗ 0%.00'), lines[2])
  local namespace = vim.api.nvim_get_namespaces()['toolspec.timeline']
  local groups = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
    groups[mark[4].hl_group] = lines[mark[2] + 1]:sub(mark[3] + 1, mark[4].end_col)
  end
  assert(groups.ToolspecMissing == '✗', vim.inspect(groups))
  -- Enter goes to the call in its file, in the window of the spec.
  local row
  for at, line in ipairs(lines) do
    row = row or line:match('^ *1 ') and at
  end
  vim.api.nvim_win_set_cursor(0, { assert(row, vim.inspect(lines)), 0 })
  vim.api.nvim_feedkeys(vim.keycode('<CR>'), 'x', false)
  wait_for('the file of the trace', function()
    return vim.api.nvim_buf_get_name(0):match('%.json$')
  end)
  assert(vim.api.nvim_get_current_win() == spec)
  -- The cursor is on the call's arguments, not where the call begins.
  local text = vim.api.nvim_get_current_line():sub(vim.api.nvim_win_get_cursor(0)[2] + 1)
  assert(text:sub(1, 4) == '"{\\"', text)
  vim.cmd('buffer refunds.toolspec')
  vim.cmd('bwipeout toolspec://timeline')
end)
check('the_matrix_shows_all_rules_on_all_traces', function()
  local spec = vim.api.nvim_get_current_win()
  vim.cmd('Toolspec matrix')
  wait_for('the matrix', function()
    return vim.api.nvim_buf_get_name(0) == 'toolspec://matrix'
  end)
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  assert(lines[1] == '12 rules on 1 trace: 0 pass, score 0.92', lines[1])
  assert(lines[4]:match('^ ✗  0 of 1  sequence: request_approval'), lines[4])
  local namespace = vim.api.nvim_get_namespaces()['toolspec.matrix']
  local groups = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
    groups[mark[2] + 1] = mark[4].hl_group
  end
  assert(groups[4] == 'ToolspecFail' and groups[5] == 'ToolspecPass', vim.inspect(groups))
  assert(groups[#lines] == 'ToolspecFail', vim.inspect(groups))
  vim.api.nvim_win_set_cursor(0, { 4, 0 })
  vim.api.nvim_feedkeys(vim.keycode('<CR>'), 'x', false)
  assert(vim.api.nvim_get_current_win() == spec)
  assert(vim.api.nvim_win_get_cursor(0)[1] == failing, vim.api.nvim_win_get_cursor(0)[1])
  assert(seen.hint_texts()[failing_end]:match('✗ 0%.00'), 'the spec was read again, and its scores are gone')
  vim.cmd('bwipeout toolspec://matrix')
end)
check('a_trace_is_chosen', function()
  local asked
  local select = vim.ui.select
  vim.ui.select = function(traces, options, choose)
    asked = options.format_item(traces[1])
    choose(traces[1])
  end
  vim.cmd('Toolspec trace')
  wait_for('the choice', function()
    return asked ~= nil
  end)
  vim.ui.select = select
  assert(asked:find('^%* ✗ 0%.92  .*calls.* ago'), asked)
  wait_for_hint(failing_end, '✗ 0%.00')
end)
check('a_status_line_shows_what_check_counts', function()
  local function status()
    return require('toolspec').status()
  end
  wait_for('the result, not ' .. status(), function()
    return status():match('^✗ 1 of 12 · ')
  end)
  vim.o.statusline = "%{%v:lua.require'toolspec'.status()%}"
  assert(vim.api.nvim_eval_statusline(vim.o.statusline, {}).str == status())
  -- While the server has not answered, it is the result of an earlier text.
  local _, _, text = line_of('require send_email final')
  vim.api.nvim_buf_set_lines(0, passing - 1, passing, false, { 'forbid send_email' })
  assert(status():match('^%(✗ 1 of 12'), status())
  wait_for('the new result', function()
    return status():match('^✗ 2 of 12 · ')
  end)
  vim.api.nvim_buf_set_lines(0, passing - 1, passing, false, { text })
  wait_for_hint(passing, '✓ 1%.00')
  vim.cmd('new')
  assert(status() == '', status())
  vim.cmd('close')
end)
check('a_chosen_trace_is_kept_for_the_next_time', function()
  local chosen, uri = require('toolspec.chosen'), vim.uri_from_bufnr(0)
  local kept = chosen.of(uri)
  assert(#kept == 1 and kept[1].case == nil and kept[1].trace:match('trace%.json'), vim.inspect(kept))
  chosen.remember(uri, 'a case', 'b.json')
  assert(#chosen.of(uri) == 2)
  chosen.remember(uri, 'a case', nil)
  assert(#chosen.of(uri) == 1)
  vim.fn.writefile({ 'not JSON' }, chosen.path())
  assert(#chosen.of(uri) == 0)
end)
check('run_fills_the_quickfix_list', function()
  local said = said_by(function(said)
    vim.cmd('Toolspec run')
    wait_for('the sentence', function()
      return #said > 0
    end)
  end)
  assert(said[1] == 'toolspec: 1 result did not pass, see :copen', vim.inspect(said))
  local item = vim.fn.getqflist()[1]
  assert(item.lnum == failing and item.type == 'W', vim.inspect(item))
  assert(item.text:find('fail (score 0.00): sequence: request_approval', 1, true), item.text)
  assert(vim.endswith(vim.api.nvim_buf_get_name(item.bufnr), 'refunds.toolspec'))
  wait_for('the page', function()
    return vim.fn.bufnr('toolspec://run') > 0
  end)
  vim.cmd('bwipeout toolspec://run')
end)
check('a_case_whose_name_holds_spaces_is_run_and_given_a_trace', function()
  local last = vim.api.nvim_buf_line_count(0)
  local lines = { 'case "tokyo" {', '  forbid a', '}', 'case "tokyo forecast" {', '  forbid b', '}' }
  vim.api.nvim_buf_set_lines(0, last, last, false, lines)
  for _, typed in ipairs({ 'tokyo forecast', 'tokyo\\ forecast', '"tokyo forecast"' }) do
    local windows = #vim.api.nvim_list_wins()
    vim.cmd('Toolspec run ' .. typed)
    wait_for('a window', function()
      return #vim.api.nvim_list_wins() > windows
    end)
    local shown = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    vim.cmd('close')
    assert(shown:find('Case tokyo forecast', 1, true) and shown:find('no trace of this name'), shown)
  end
  local asked
  local select = vim.ui.select
  vim.ui.select = function(_, options)
    asked = options.prompt
  end
  vim.cmd('Toolspec trace tokyo forecast')
  wait_for('the choice', function()
    return asked ~= nil
  end)
  vim.ui.select = select
  vim.api.nvim_buf_set_lines(0, last, -1, false, {})
  assert(asked:find('tokyo forecast'), asked)
end)
local function restart()
  local old = vim.lsp.get_clients({ name = 'toolspec' })[1].id
  vim.cmd('Toolspec restart')
  local client
  wait_for('another client', function()
    client = vim.lsp.get_clients({ name = 'toolspec', bufnr = 0 })[1]
    return client and client.id ~= old and client.initialized
  end, 20000)
  return client
end
check('the_server_restarts', function()
  restart()
  wait_for_hint(failing_end, '✗ 0%.00', 20000)
end)
check('a_text_in_no_file_is_said_to_be_none', function()
  local said = said_by(function(said)
    vim.cmd('new | setfiletype toolspec')
    wait_for('the word', function()
      return #said > 0
    end)
    vim.cmd('bwipeout!')
  end)
  assert(said[1]:find('in no file yet'), said[1])
end)
check('a_restart_keeps_the_users_configuration', function()
  if not vim.lsp.config then
    return
  end
  local attached = 0
  local folder = vim.fs.dirname(vim.api.nvim_buf_get_name(0))
  vim.lsp.config('toolspec', {
    settings = { toolspec = { maxLines = 4000 } },
    root_markers = { 'refunds.toolspec' },
    on_attach = function()
      attached = attached + 1
    end,
  })
  local client = restart()
  assert(client.config.settings.toolspec.maxLines == 4000, vim.inspect(client.config.settings))
  assert(client.root_dir == folder, client.root_dir)
  wait_for('on_attach', function()
    return attached == 1
  end)
  vim.lsp.config('toolspec', {
    root_dir = function(_, go_on)
      go_on(vim.fs.dirname(folder))
    end,
  })
  client = restart()
  assert(client.root_dir == vim.fs.dirname(folder), client.root_dir)
  vim.g.toolspec = vim.tbl_extend('force', vim.g.toolspec, { settings = { maxTraces = 7 } })
  local settings = restart().config.settings.toolspec
  assert(settings.maxTraces == 7 and settings.maxLines == 4000, vim.inspect(settings))
end)
check('the_shown_trace_is_compared_with_another_one', function()
  local spec, folder = vim.api.nvim_get_current_buf(), vim.fs.dirname(vim.api.nvim_buf_get_name(0))
  local other = folder .. '/other.json'
  vim.fn.writefile(vim.fn.readfile(folder .. '/trace.json'), other)
  local row = vim.fn.search('^traces', 'nw')
  local named = vim.api.nvim_buf_get_lines(spec, row - 1, row, true)
  vim.api.nvim_buf_set_lines(spec, row - 1, row, true, { 'traces "trace.json", "other.json"' })
  vim.api.nvim_win_set_cursor(0, { failing, 0 })
  -- Until the other trace is read there is nothing to compare with.
  wait_for('the comparison', function()
    if vim.api.nvim_buf_get_name(0) == 'toolspec://compare' then
      return true
    end
    vim.cmd('Toolspec compare')
    vim.wait(300, function()
      return vim.api.nvim_buf_get_name(0) == 'toolspec://compare'
    end)
  end)
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  assert(lines[1]:match('^sequence: request_approval'), lines[1])
  assert(lines[2]:match('^  left   ✗ 0%.00'), lines[2])
  assert(lines[3]:match('^  right'), lines[3])
  assert(lines[#lines]:match('a difference for the rule$'), lines[#lines])
  vim.cmd('bwipeout toolspec://compare')
  vim.api.nvim_buf_set_lines(spec, row - 1, row, true, named)
  vim.bo[spec].modified = false
  vim.fn.delete(other)
end)
