-- Runs inside headless Neovim, with the plugin loaded and `spec` the file to open: does what a user does, and
-- writes what each check found to a file. `TOOLSPEC_CHECKS` is `plain` (no server), `fallback` or `server`.

local results, order = {}, {}

local function check(name, body)
  local began = vim.uv.hrtime()
  local ok, problem = xpcall(body, debug.traceback)
  results[name] = { ok = ok, problem = ok and vim.NIL or tostring(problem), ms = (vim.uv.hrtime() - began) / 1e6 }
  order[#order + 1] = name
end

local seen = dofile(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)) .. '/nvim_seen.lua')
local wait_for, line_of, request, position_params = seen.wait_for, seen.line_of, seen.request, seen.position_params
local wait_for_hint, assert_follows, captures = seen.wait_for_hint, seen.assert_follows, seen.captures

local checks = {}

function checks.plain()
  check('filetype', function()
    assert(vim.bo.filetype == 'toolspec', vim.bo.filetype)
    assert(vim.bo.commentstring == '# %s')
  end)
  check('tree_sitter_highlighting', function()
    assert(vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()], 'not started')
    vim.treesitter.get_parser(0):parse(true)
    local row, column = line_of('order: find_customer')
    assert(vim.tbl_contains(captures(row, column), 'keyword'), vim.inspect(captures(row, column)))
    assert(vim.tbl_contains(captures(row, column + 8), 'function'))
    for _, kind in ipairs({ 'highlights', 'folds', 'indents', 'injections', 'locals' }) do
      assert(vim.treesitter.query.get('toolspec', kind), kind)
    end
  end)
  check('colours_go_with_the_file_type', function()
    vim.cmd('new | setfiletype toolspec')
    local active, buffer = vim.treesitter.highlighter.active, vim.api.nvim_get_current_buf()
    assert(active[buffer], 'not started')
    vim.bo.filetype = 'text'
    assert(not active[buffer], 'not stopped')
    vim.cmd('bwipeout!')
  end)
  check('a_word_is_a_whole_name', function()
    vim.cmd('new | setfiletype toolspec')
    vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'order: fs/read.file-x -> b', 'count: a <id: 1> = 1' })
    vim.api.nvim_win_set_cursor(0, { 1, 10 })
    assert(vim.fn.expand('<cword>') == 'fs/read.file-x', vim.fn.expand('<cword>'))
    for _, column in ipairs({ 10, 0 }) do
      vim.api.nvim_win_set_cursor(0, { 2, column })
      vim.cmd('normal! cwargs')
    end
    assert(vim.api.nvim_buf_get_lines(0, 1, 2, false)[1] == 'args: a <args: 1> = 1')
    vim.cmd('bwipeout!')
  end)
  check('indenting', function()
    local function typed(text)
      vim.cmd('new | setfiletype toolspec | setlocal formatoptions=')
      vim.api.nvim_feedkeys('i' .. text .. vim.keycode('<Esc>'), 'tx', false)
      local actual = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
      vim.cmd('bwipeout!')
      return actual
    end
    for _, expected in ipairs(seen.indented) do
      local actual = typed((expected:gsub('\n +', '\n')))
      assert(actual == expected, actual)
    end
  end)
  check('commands_complete', function()
    local offered = vim.fn.getcompletion('Toolspec ', 'cmdline')
    for _, name in ipairs({ 'check', 'explain', 'log', 'parser', 'restart', 'run', 'trace', 'why' }) do
      assert(vim.tbl_contains(offered, name), vim.inspect(offered))
    end
    assert(vim.deep_equal(vim.fn.getcompletion('Toolspec res', 'cmdline'), { 'restart' }))
  end)
  check('cases_complete_though_their_names_hold_spaces', function()
    vim.cmd('new | setfiletype toolspec')
    vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'case "tokyo forecast" {', '}', '  case "a \\"b\\" c" { # "d"', '}' })
    local function offered(typed)
      return vim.fn.getcompletion('Toolspec ' .. typed, 'cmdline')
    end
    local all = { offered('trace '), offered('run to'), offered('run tokyo fo'), offered('trace tokyo\\ fo') }
    vim.cmd('bwipeout!')
    local expected = { { 'tokyo forecast', 'a "b" c' }, { 'tokyo forecast' }, { 'forecast' }, { 'tokyo\\ forecast' } }
    assert(vim.deep_equal(all, expected), vim.inspect(all))
  end)
  check('a_case_that_is_not_there_is_said', function()
    local said = {}
    local notify = vim.notify
    vim.notify = function(message)
      said[#said + 1] = message
    end
    vim.cmd('Toolspec run nowhere')
    vim.cmd('new | setfiletype toolspec')
    vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'case "tokyo forecast" {', '}', 'case "tokyo" {', '}' })
    vim.cmd('Toolspec trace tokyo fore')
    vim.cmd('bwipeout!')
    vim.notify = notify
    assert(vim.deep_equal(said, {
      'toolspec: this file has no case nowhere: it has no cases',
      'toolspec: this file has no case tokyo fore: its cases are tokyo forecast, tokyo',
    }), vim.inspect(said))
  end)
  check('check_fills_the_quickfix_list', function()
    vim.cmd('Toolspec check')
    wait_for('a line of the quickfix list', function()
      return #vim.fn.getqflist() > 0
    end, 30000)
    local row = line_of('sequence: request_approval')
    local item = vim.fn.getqflist()[1]
    assert(item.lnum == row and item.type == 'W', vim.inspect(item))
  end)
  check('explain_shows_a_page', function()
    local windows = #vim.api.nvim_list_wins()
    vim.cmd('Toolspec explain forbid')
    wait_for('a window', function()
      return #vim.api.nvim_list_wins() > windows
    end, 30000)
    assert(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'):find('forbid'))
    vim.cmd('close')
  end)
  check('checkhealth', function()
    vim.cmd('checkhealth toolspec')
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    vim.cmd('bwipeout!')
    assert(not text:find('ERROR'), text)
    assert(text:find('tree%-sitter parser'), text)
  end)
  check('help', function()
    vim.cmd('helptags ' .. vim.env.TOOLSPEC_PLUGIN_COPY .. '/doc')
    vim.cmd('help :Toolspec')
    assert(vim.bo.buftype == 'help')
    vim.cmd('close')
  end)
end

function checks.fallback()
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
    local buffer, said = vim.api.nvim_get_current_buf(), nil
    local notify = vim.notify
    vim.notify = function(message)
      said = message
    end
    vim.cmd('Toolspec parser')
    vim.notify = notify
    local active = vim.treesitter.highlighter.active
    assert(active[buffer] and said:find('from now on'), said)
    vim.cmd('new | setfiletype toolspec')
    assert(active[vim.api.nvim_get_current_buf()], 'not for another file')
    vim.cmd('bwipeout! | checkhealth toolspec')
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    vim.cmd('bwipeout!')
    assert(text:find('tree%-sitter parser .*toolspec%.so'), text)
  end)
end

function checks.server()
  local failing = line_of('sequence: request_approval')
  local failing_end = line_of('as "approval first"')
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
  check('a_failing_rule_is_a_warning', function()
    wait_for('the diagnostic', function()
      return #vim.diagnostic.get(0, { lnum = failing - 1 }) > 0
    end)
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
  check('why_shows_the_justification', function()
    local windows = #vim.api.nvim_list_wins()
    vim.api.nvim_win_set_cursor(0, { failing, 0 })
    vim.cmd('Toolspec why')
    wait_for('a window', function()
      return #vim.api.nvim_list_wins() > windows
    end)
    assert(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'):find('issue_refund'))
    assert(vim.wo.conceallevel == 2 and vim.wo.concealcursor:find('n'), 'the fence under the cursor is seen')
    vim.cmd('close')
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
    assert(asked:find('calls'), asked)
    wait_for_hint(failing_end, '✗ 0%.00')
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
end

local ran, problem = xpcall(function()
  -- All lines of the file are on the screen.
  vim.o.lines = 60
  vim.cmd.edit(vim.env.TOOLSPEC_SPEC)
  checks[vim.env.TOOLSPEC_CHECKS]()
end, debug.traceback)
local out = assert(io.open(vim.env.TOOLSPEC_RESULTS, 'w'))
out:write(vim.json.encode({ results = results, problem = ran and vim.NIL or problem }))
out:close()
-- Without this an error would leave a headless Neovim running for ever.
vim.cmd('cquit ' .. (ran and 0 or 1))
