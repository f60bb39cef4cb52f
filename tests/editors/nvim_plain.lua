-- What works without the server: colours, indentation, commands.
local check, seen = ...
local wait_for, line_of, captures, said_by = seen.wait_for, seen.line_of, seen.captures, seen.said_by

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
check('a_comment_goes_on_in_the_next_line', function()
  vim.cmd('new | setfiletype toolspec')
  vim.api.nvim_feedkeys('i## a\nb' .. vim.keycode('<Esc>') .. 'oc' .. vim.keycode('<Esc>'), 'tx', false)
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  vim.cmd('bwipeout!')
  assert(vim.deep_equal(lines, { '## a', '## b', '## c' }), vim.inspect(lines))
end)
check('commands_complete', function()
  local offered = vim.fn.getcompletion('Toolspec ', 'cmdline')
  for _, name in ipairs({ 'check', 'compare', 'explain', 'log', 'parser', 'restart', 'run', 'scores', 'timeline', 'trace', 'why' }) do
    assert(vim.tbl_contains(offered, name), vim.inspect(offered))
  end
  for _, modifier in ipairs({ '', 'silent ', 'tab ', 'silent! 3vertical ' }) do
    assert(vim.deep_equal(vim.fn.getcompletion(modifier .. 'Toolspec res', 'cmdline'), { 'restart' }), modifier)
  end
end)
check('paths_complete_though_they_hold_spaces', function()
  vim.fn.mkdir('with space/inner', 'p')
  local function offered(typed)
    return vim.fn.getcompletion('Toolspec check ' .. typed, 'cmdline')
  end
  local all = { offered('with'), offered('with\\ space/in'), offered('refunds.toolspec wi') }
  local escaped = 'with\\ space/'
  assert(vim.deep_equal(all, { { escaped }, { escaped .. 'inner/' }, { escaped } }), vim.inspect(all))
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
  local said = said_by(function()
    vim.cmd('Toolspec run nowhere')
    vim.cmd('new | setfiletype toolspec')
    vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'case "tokyo forecast" {', '}', 'case "tokyo" {', '}' })
    vim.cmd('Toolspec trace tokyo fore')
    vim.cmd('bwipeout!')
  end)
  assert(vim.deep_equal(said, {
    'toolspec: this file has no case nowhere: it has no cases',
    'toolspec: this file has no case tokyo fore: its cases are tokyo forecast, tokyo',
  }), vim.inspect(said))
end)
check('what_is_not_there_is_said', function()
  local options = vim.g.toolspec
  local once = said_by(function()
    vim.g.toolspec = { cmd = { 'nonexist', 'lsp' } }
    vim.cmd('Toolspec check')
    require('toolspec.server').autostart = true
    vim.cmd('new | setfiletype toolspec | bwipeout!')
    require('toolspec.server').autostart = false
  end)
  vim.g.toolspec = options
  local missing = 'toolspec: `nonexist` is not executable, see :checkhealth toolspec'
  assert(vim.deep_equal(once, { missing, missing }), vim.inspect(once))
  local said = said_by(function()
    if vim.lsp.config then
      vim.lsp.config('toolspec', {})
    end
    vim.cmd('new')
    vim.cmd('Toolspec check')
    vim.cmd('Toolspec restart')
    vim.cmd('bwipeout!')
  end)
  assert(said[1]:find('no file yet') and said[2]:find('not a spec'), vim.inspect(said))
end)
check('options_that_cannot_be_are_said_and_left_out', function()
  local before = vim.g.toolspec
  local function said_of(options)
    vim.g.toolspec = options
    local said = said_by(function()
      local found = require('toolspec').options()
      assert(vim.deep_equal(found.cmd, { 'toolspec', 'lsp' }) and found.inlay_hints == true, vim.inspect(found))
    end)
    vim.g.toolspec = before
    assert(#said == 1, vim.inspect(said))
    return (said[1]:gsub(': see :help toolspec%-options$', ''))
  end
  local expected = {
    ["toolspec: the option cmd = \"toolspec lsp\" takes a list of words, such as { 'toolspec', 'lsp' }"] = {
      cmd = 'toolspec lsp',
    },
    ['toolspec: the option inlay_hints = "yes" takes true or false'] = { inlay_hints = 'yes' },
    ['toolspec: the option settings = 5 takes a table'] = { settings = 5 },
    ['toolspec: the option inlay_hint = true is not an option: there are autostart, build_parser, cmd, code_lens, '
      .. 'inlay_hints, settings'] = { inlay_hint = true },
    ['toolspec: vim.g.toolspec takes a table of options, not "x"'] = 'x',
  }
  for said, options in pairs(expected) do
    local actual = said_of(options)
    assert(actual == said, actual)
  end
end)
check('the_command_line_tool_is_what_stands_before_lsp', function()
  local options = vim.g.toolspec
  vim.g.toolspec = { cmd = { 'toolspec', 'lsp', '--log-level', 'debug' } }
  local tool = require('toolspec').tool()
  vim.g.toolspec = options
  assert(vim.deep_equal(tool, { 'toolspec' }), vim.inspect(tool))
end)
check('scores_are_shown_whoever_starts_the_server', function()
  assert(not require('toolspec').options().autostart)
  assert(#vim.api.nvim_get_autocmds({ event = 'LspAttach', group = 'toolspec' }) == 1)
end)
check('problems_are_in_the_quickfix_list', function()
  vim.fn.writefile({ '', 'forbd rm' }, 'bad.toolspec')
  local said = said_by(function(said)
    vim.cmd('Toolspec check bad.*')
    wait_for('the sentence', function()
      return #said > 0
    end, 30000)
  end)
  assert(vim.deep_equal(said, { 'toolspec: nothing was judged; 1 problem, see :copen' }), vim.inspect(said))
  local item = vim.fn.getqflist()[1]
  assert(item.lnum == 2 and item.col == 1 and item.type == 'E', vim.inspect(item))
  assert(vim.endswith(vim.api.nvim_buf_get_name(item.bufnr), '/bad.toolspec'))
  assert(item.text:find('^TS102: `forbd` is not a keyword'), item.text)
end)
check('check_fills_the_quickfix_list', function()
  local said = said_by(function(said)
    vim.cmd('Toolspec check %')
    wait_for('the sentence', function()
      return #said > 0
    end, 30000)
  end)
  assert(vim.deep_equal(said, { 'toolspec: not passed: score 0.92 over 1 trace' }), vim.inspect(said))
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
check('explain_knows_problems_and_words_of_the_language', function()
  local namespace = vim.api.nvim_create_namespace('test')
  vim.diagnostic.set(namespace, 0, { { lnum = 0, col = 0, message = 'failed', code = 'fail' } })
  local offered = vim.fn.getcompletion('Toolspec explain ', 'cmdline')
  local said = said_by(function(said)
    vim.cmd('1 | Toolspec explain')
    vim.cmd('Toolspec explain nonsense')
    wait_for('both answers', function()
      return #said == 2
    end, 30000)
  end)
  vim.diagnostic.reset(namespace)
  assert(#offered == 0, vim.inspect(offered))
  assert(said[1]:find('^toolspec: there is no problem on this line'), said[1])
  assert(said[2]:find('^toolspec: nothing to explain'), said[2])
end)
check('checkhealth', function()
  vim.cmd('checkhealth toolspec')
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  vim.cmd('bwipeout!')
  assert(not text:find('ERROR'), text)
  assert(text:find('tree%-sitter parser'), text)
end)
check('checkhealth_names_every_mistake', function()
  local before, chosen = vim.g.toolspec, require('toolspec.chosen').path()
  vim.g.toolspec = { cmd = { 'no-such-program' }, inlay_hint = true, settings = 5 }
  vim.fn.mkdir(vim.fs.dirname(chosen), 'p')
  vim.fn.writefile({ 'no JSON' }, chosen)
  said_by(function()
    vim.cmd('checkhealth toolspec')
  end)
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  vim.cmd('bwipeout!')
  vim.fn.delete(chosen)
  vim.g.toolspec = before
  for _, said in ipairs({
    'the option inlay_hint = true is not an option',
    'the option settings = 5 takes a table',
    '`no-such-program` is not executable',
    'chosen.json holds no list',
    'no server runs for refunds.toolspec',
  }) do
    assert(text:find(said, 1, true), said .. ' is not in ' .. text)
  end
end)
check('a_line_leads_to_the_call_that_it_names', function()
  local markdown = require('toolspec.markdown')
  local line = '- call 4 `pay` [line 188](file:///w/a%20b.json#L188), [line 2](file:///w/c.json#L2)'
  local lines, links = markdown.read('a\\_b\n' .. line .. '\nno [link](https://example.com) here')
  assert(vim.deep_equal(lines, { 'a_b', '- call 4 `pay` line 188, line 2', 'no link here' }), vim.inspect(lines))
  local function leads(row, column)
    local link = markdown.leading(links, row, column)
    return link and { link.path, link.line }
  end
  assert(vim.deep_equal(leads(2, 0), { '/w/a b.json', 188 }), vim.inspect(links))
  assert(vim.deep_equal(leads(2, #lines[2] - 1), { '/w/c.json', 2 }))
  assert(leads(3, 4) == nil and leads(1, 0) == nil)
end)
check('text_of_a_trace_becomes_no_link', function()
  local read = require('toolspec.markdown').read
  for _, text in ipairs({
    '`[x](file:///etc/passwd#L1)`',
    '`` a`[x](file:///etc/passwd#L1) ``',
    '\\[x](file:///etc/passwd#L1)',
    '```\n[x](file:///etc/passwd#L1)\n```',
    '````\n```\n[x](file:///etc/passwd#L1)\n````',
  }) do
    local lines, links = read(text)
    assert(#links == 0, text .. vim.inspect(links))
    assert(table.concat(lines, '\n'):find('[x](file:///etc/passwd#L1)', 1, true), text)
  end
end)
check('help', function()
  vim.cmd('helptags ' .. vim.env.TOOLSPEC_PLUGIN_COPY .. '/doc')
  vim.cmd('help :Toolspec')
  assert(vim.bo.buftype == 'help')
  vim.cmd('close')
  local topics = { 'toolspec.setup()', 'toolspec.status()', 'toolspec-lspconfig', 'hl-ToolspecStale' }
  for _, name in ipairs(require('toolspec.commands').names()) do
    topics[#topics + 1] = ':Toolspec-' .. name
  end
  for name in pairs(require('toolspec').options()) do
    topics[#topics + 1] = 'toolspec-option-' .. name
  end
  for _, topic in ipairs(topics) do
    assert(vim.tbl_contains(vim.fn.getcompletion(topic, 'help'), topic), topic .. ' has no tag')
  end
end)
