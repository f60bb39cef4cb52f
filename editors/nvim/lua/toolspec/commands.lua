-- `:Toolspec`, and the commands that the server's lenses and actions call.
local M = {}

local drawing = require('toolspec.drawing')
local page = require('toolspec.page')
local server = require('toolspec.server')

local function say(message, level)
  vim.notify('toolspec: ' .. message, level or vim.log.levels.INFO)
end

---What the command line tool said went wrong.
local function said_by_tool(done)
  return (vim.trim(done.stderr):gsub('^toolspec: ', ''))
end

---Runs the command line tool, then goes on in the main loop.
local function with_tool(arguments, go_on)
  local command = vim.list_extend(require('toolspec').tool(), arguments)
  local missing = require('toolspec').missing(command)
  if missing then
    say(missing, vim.log.levels.ERROR)
    return
  end
  local ran, problem = pcall(vim.system, command, { text = true }, vim.schedule_wrap(go_on))
  if not ran then
    say(tostring(problem), vim.log.levels.ERROR)
  end
end

---Asks the server to do one of its commands.
local function ask(client, command, arguments, buffer, go_on)
  local request = { command = command, arguments = arguments }
  local function answered(problem, result)
    if problem then
      say(problem.message, vim.log.levels.ERROR)
    elseif go_on then
      go_on(result)
    end
  end
  if vim.lsp.config then
    client:request('workspace/executeCommand', request, answered, buffer)
  else
    client.request('workspace/executeCommand', request, answered, buffer)
  end
end

---How long ago something was, in its largest unit; both in seconds since 1970.
local function ago(then_s, now_s)
  local seconds = math.max(0, math.floor(now_s - then_s))
  for _, unit in ipairs({ { 86400, 'd' }, { 3600, 'h' }, { 60, 'min' } }) do
    if seconds >= unit[1] then
      return ('%d %s ago'):format(math.floor(seconds / unit[1]), unit[2])
    end
  end
  return ('%d s ago'):format(seconds)
end

-- What the server takes for the newest trace, whichever that is.
local NEWEST = { id = 'newest' }

---A trace in the list to choose from: whether it is chosen, its score, name, calls, age and path.
local function trace_line(trace, case, now_s)
  if trace == NEWEST then
    return '  the newest trace, always'
  end
  local mark = vim.tbl_contains(trace.chosenFor, case or vim.NIL) and '*' or ' '
  -- A score short of 1 must not look like 1.
  local score = type(trace.score) == 'number' and math.min(trace.score, trace.score < 1 and 0.99 or 1)
  local shown = score and ('%s %.2f'):format(trace.passed and '✓' or '✗', score) or '? ----'
  local calls = ('%d call%s'):format(trace.callCount, trace.callCount == 1 and '' or 's')
  local path = vim.fn.fnamemodify(trace.path, ':~:.')
  local name = type(trace.name) == 'string' and trace.name or vim.fs.basename(trace.path)
  return table.concat({ mark .. ' ' .. shown, name, calls, ago(trace.mtime / 1000, now_s), path }, '  ')
end

local function choose_trace(buffer, case)
  local client = server.client(buffer)
  if not client then
    return
  end
  local uri = vim.uri_from_bufnr(buffer)
  local function listed(problem, traces)
    if problem or not traces or #traces == 0 then
      say(problem and problem.message or 'no traces are known to this file', vim.log.levels.WARN)
      return
    end
    traces[#traces + 1] = NEWEST
    vim.ui.select(traces, {
      prompt = case and ('Score case %s against:'):format(case) or 'Score against:',
      kind = 'toolspec.trace',
      format_item = function(trace)
        return trace_line(trace, case, os.time())
      end,
    }, function(trace)
      if trace then
        ask(client, 'toolspec.chooseTrace', { uri, case or vim.NIL, trace.id }, buffer, function()
          require('toolspec.chosen').remember(uri, case, trace ~= NEWEST and trace.id or nil)
        end)
      end
    end)
  end
  if vim.lsp.config then
    client:request('toolspec/traces', { uri = uri, calls = false }, listed, buffer)
  else
    client.request('toolspec/traces', { uri = uri, calls = false }, listed, buffer)
  end
end

---Asks for a page of text, and shows it, under its title where it would not say itself what it is about.
local function show_page(name, buffer, command, arguments, titled)
  local client = server.client(buffer)
  if client then
    ask(client, command, arguments, buffer, function(result)
      if type(result) == 'table' and result.markdown then
        local title = titled and { '# ' .. result.title, '' } or {}
        local lines, links = require('toolspec.markdown').read(result.markdown, title)
        page.show(name, lines, nil, links)
      else
        say('nothing was scored here')
      end
    end)
  end
end

---The name of the case that a line opens, without its quotes.
local function case_opened(line)
  local from = line:match('^%s*case%s*()"')
  local to = from
  while to do
    to = line:find('"', to + 1, true)
    local read, name = pcall(vim.json.decode, to and line:sub(from, to) or '')
    if read then
      return name
    end
  end
end

local function cases_here()
  local cases = {}
  for _, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    cases[#cases + 1] = case_opened(line)
  end
  return cases
end

---Goes on with the case that is named, or with none where nothing is; tells the user where there is none of
---that name. A name may hold spaces, so all that was typed is one: as it stands, in quotes or escaped.
local function with_case(arguments, typed, go_on)
  if typed == '' then
    go_on(nil)
    return
  end
  local cases = cases_here()
  for _, name in ipairs({ typed, typed:match('^"(.*)"$') or typed, table.concat(arguments, ' ') }) do
    if vim.tbl_contains(cases, name) then
      go_on(name)
      return
    end
  end
  local known = #cases == 0 and 'it has no cases' or 'its cases are ' .. table.concat(cases, ', ')
  say(('this file has no case %s: %s'):format(typed, known), vim.log.levels.ERROR)
end

local actions = {}

---The files that were named. As in other commands `%` is this one, and `*` what is there.
local function expanded(arguments)
  local paths = {}
  for _, path in ipairs(arguments) do
    local found = vim.uv.fs_stat(path) and {} or vim.fn.expand(path, false, true)
    vim.list_extend(paths, #found > 0 and found or { path })
  end
  return paths
end

---Judges the file, or what is named, as the command line does, and lists what did not pass.
function actions.check(arguments)
  local paths = expanded(#arguments > 0 and arguments or { vim.api.nvim_buf_get_name(0) })
  if vim.tbl_contains(paths, '') then
    say('this text is in no file yet: write it first', vim.log.levels.ERROR)
    return
  end
  if vim.bo.modified then
    say('the file is checked as it was last written', vim.log.levels.WARN)
  end
  local folder = vim.fn.getcwd()
  with_tool(vim.list_extend({ 'check', '--format', 'json' }, paths), function(done)
    local read, report = pcall(vim.json.decode, done.stdout)
    if not read then
      say(said_by_tool(done), vim.log.levels.ERROR)
      return
    end
    local reports = require('toolspec.report')
    vim.fn.setqflist({}, ' ', { title = 'toolspec check', items = reports.quickfix_items(report, folder) })
    say(reports.summary(report))
  end)
end

---Chooses the trace that the file, or one case of it, is scored against.
function actions.trace(arguments, typed)
  with_case(arguments, typed, function(case)
    choose_trace(vim.api.nvim_get_current_buf(), case)
  end)
end

---Says why the rule under the cursor scored as it did.
function actions.why()
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  show_page('why', vim.api.nvim_get_current_buf(), 'toolspec.showJustification', { vim.uri_from_bufnr(0), line })
end

---Draws what the rule under the cursor made of a trace (`show`), or of two (`compare`).
local function draw_rule(method, nothing, how)
  local window = vim.api.nvim_get_current_win()
  local line = vim.api.nvim_win_get_cursor(window)[1] - 1
  drawing.ask(method, { line = line }, nothing, function(found, client)
    require('toolspec.timeline')[how](found, window, client)
  end)
end

---Shows the trace call by call.
function actions.timeline()
  draw_rule('toolspec/timeline', 'there is no trace to show', 'show')
end

---Shows the trace beside another one, on which the rule has another status if there is one.
function actions.compare()
  draw_rule('toolspec/compare', 'there are no two traces to compare', 'compare')
end

---Shows all rules on all traces, what fails most first.
function actions.matrix()
  local buffer, window = vim.api.nvim_get_current_buf(), vim.api.nvim_get_current_win()
  drawing.ask('toolspec/matrix', {}, 'this spec has no scores', function(found, client)
    require('toolspec.matrix').show(found, window, function(trace)
      local uri = vim.uri_from_bufnr(buffer)
      ask(client, 'toolspec.chooseTrace', { uri, vim.NIL, trace }, buffer, function()
        require('toolspec.chosen').remember(uri, nil, trace)
      end)
    end)
  end)
end

---Scores the file, or one case of it, on every trace it has; what did not pass is in the quickfix list.
function actions.run(arguments, typed)
  local buffer = vim.api.nvim_get_current_buf()
  with_case(arguments, typed, function(case)
    drawing.ask('toolspec/matrix', {}, 'this spec has no scores', function(found)
      local path = vim.api.nvim_buf_get_name(buffer)
      local items, left_out = require('toolspec.report').matrix_items(found, path, case)
      vim.fn.setqflist({}, ' ', { title = 'toolspec run', items = items })
      if #items > 0 then
        local more = left_out > 0 and (' and %d more'):format(left_out) or ''
        say(('%d result%s%s did not pass, see :copen'):format(#items, #items == 1 and '' or 's', more))
      end
    end)
    show_page('run', buffer, 'toolspec.runAllTraces', { vim.uri_from_bufnr(buffer), case or vim.NIL }, true)
  end)
end

---The codes of problems. That of a rule which did not pass is its status, and has no page.
local function codes_here(line)
  local codes = {}
  for _, problem in ipairs(vim.diagnostic.get(0, line and { lnum = line } or nil)) do
    local code = tostring(problem.code)
    if code:match('^TS%d+$') and not vim.tbl_contains(codes, code) then
      codes[#codes + 1] = code
    end
  end
  table.sort(codes)
  return codes
end

---Prints the page of a problem: the one named, or the one on this line.
function actions.explain(arguments)
  local code = arguments[1] or codes_here(vim.api.nvim_win_get_cursor(0)[1] - 1)[1]
  if not code then
    say('there is no problem on this line; :Toolspec why says how its rule scored')
    return
  end
  with_tool({ 'explain', code }, function(done)
    if done.code ~= 0 then
      say(said_by_tool(done), vim.log.levels.ERROR)
    else
      page.show('explain', vim.split(vim.trim(done.stdout), '\n'))
    end
  end)
end

---Takes the scores of this file away, or shows them again.
function actions.scores()
  local buffer = vim.api.nvim_get_current_buf()
  local scores = require('toolspec.scores')
  if scores.is_shown(buffer) then
    scores.detach(buffer)
    return
  end
  local client = server.client(buffer)
  if client then
    scores.attach(client, buffer)
  end
end

function actions.restart()
  server.restart()
end

function actions.log()
  vim.cmd.tabedit(vim.fn.fnameescape(server.log_path()))
end

---Builds the tree-sitter parser.
function actions.parser()
  local built, message = require('toolspec.parser').build()
  say(message, not built and vim.log.levels.ERROR or nil)
end

---The commands that lenses and code actions carry, done here rather than by the server alone.
M.from_server = {
  ['toolspec.chooseTrace'] = function(command, context)
    local given = command.arguments or {}
    local id = given[3]
    if id == nil or id == vim.NIL then
      choose_trace(context.bufnr, given[2] ~= vim.NIL and given[2] or nil)
    else
      ask(server.client(context.bufnr), command.command, given, context.bufnr)
    end
  end,
  ['toolspec.showJustification'] = function(command, context)
    show_page('why', context.bufnr, command.command, command.arguments)
  end,
  ['toolspec.runAllTraces'] = function(command, context)
    show_page('run', context.bufnr, command.command, command.arguments, true)
  end,
}

function M.run(given)
  local name, arguments = given.fargs[1] or 'check', vim.list_slice(given.fargs, 2)
  if not actions[name] then
    say(('there is no command %s: %s'):format(name, table.concat(M.names(), ', ')), vim.log.levels.ERROR)
    return
  end
  actions[name](arguments, given.args:match('^%s*%S+%s*(.-)%s*$') or '')
end

---@return string[]
function M.names()
  local names = vim.tbl_keys(actions)
  table.sort(names)
  return names
end

---Completes a case's name after the part of it before `lead`, the last word.
local function complete_case(lead, typed)
  local plain = typed:gsub('\\(.)', '%1')
  local offered = {}
  for _, name in ipairs(cases_here()) do
    if vim.startswith(name, plain) then
      offered[#offered + 1] = lead .. name:sub(#plain + 1)
    end
  end
  return offered
end

---Completes a path, with what stands in it for more than itself escaped.
local function complete_path(lead)
  return vim.tbl_map(function(path)
    return (path:gsub('[ \\]', '\\%0'))
  end, vim.fn.getcompletion((lead:gsub('\\(.)', '%1')), 'file'))
end

---@param lead string the part of the word that is there
---@param line string the whole command line, where modifiers such as `silent` may stand before the command
---@return string[]
function M.complete(lead, line)
  local action, typed = (line:match('^%U*%u%a*!?%s+(.*)$') or ''):match('^(%S+)%s+(.*)$')
  local offered = {}
  if not action then
    offered = M.names()
  elseif action == 'trace' or action == 'run' then
    return complete_case(lead, typed)
  elseif action == 'check' then
    return complete_path(lead)
  elseif action == 'explain' then
    offered = codes_here()
  end
  return vim.tbl_filter(function(word)
    return vim.startswith(word, lead)
  end, offered)
end

return M
