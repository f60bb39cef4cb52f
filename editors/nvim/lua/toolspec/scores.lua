-- Scores at the ends of rules. The server sends them as inlay hints; Neovim would draw them all in one colour, and
-- leave them beside a text that has changed until the server has answered. So they are drawn here: each in the
-- colour of its status, and gone as soon as their rule is edited.
local M = {}

local NAMESPACE = vim.api.nvim_create_namespace('toolspec.scores')
local HIGHLIGHTS = {
  ToolspecPass = 'DiagnosticOk',
  ToolspecFail = 'DiagnosticError',
  ToolspecUnknown = 'DiagnosticInfo',
  ToolspecError = 'DiagnosticError',
  ToolspecStale = 'NonText',
  -- Tools are events to the server: after a function some plugins would write brackets.
  ['@lsp.type.event.toolspec'] = '@function',
}
local OF_SIGN = { ['✓'] = 'ToolspecPass', ['✗'] = 'ToolspecFail', ['?'] = 'ToolspecUnknown', ['!'] = 'ToolspecError' }
-- Lines above and below the window that are asked for too: scrolling a little shows what is known.
local AROUND = 30

local RULES = {
  'order', 'sequence', 'count', 'args', 'output', 'require', 'forbid', 'only', 'each', 'limit', 'answer', 'any',
}
-- Lines that begin so may change the scores of other rules, and so may those that open or close a block.
local SHARED = { 'tool', 'tools', 'traces', 'use', 'value', 'case' }

---@class toolspec.Scores
---@field client integer
---@field lines string[] the text at the last change
---@field first integer the first line that was asked for, from 0
---@field last integer the last one
---@type table<integer, toolspec.Scores>
local states = {}

local function set_highlights()
  for name, link in pairs(HIGHLIGHTS) do
    vim.api.nvim_set_hl(0, name, { default = true, link = link })
  end
end

local function lines_of(buffer)
  return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end

local function begins_rule(line)
  local word = line:match('^%s*(%l+)%f[^%w_]')
  return word and vim.tbl_contains(RULES, word)
end

---Whether a line is one that other rules may depend on: a name, a case, the traces.
local function is_shared(line)
  local word = line:match('^%s*(%l+)%f[^%w_]')
  local is_block = line:match('^%s*}') or line:match('{%s*$') or line:match('{%s*#.*$')
  return is_block ~= nil or (word and vim.tbl_contains(SHARED, word)) or false
end

local function goes_on(line)
  local word = line and line:match('^%s*(%l+)%f[^%w_]')
  if word and (word == 'any' or not vim.tbl_contains(RULES, word)) and line:match('{%s*#?[^{]*$') then
    return false -- it opens a block
  end
  local code = line and line:gsub('%s+#.*$', ''):gsub('%s+$', '') or ''
  return not code:match('^%s*#') and (code:match('[,|:&(<%[{]$') or code:match('%->$') or code:match('%sor$')) ~= nil
end

---Whether the rule that ends on the line `last` begins no earlier than on the line `first`, from 0.
local function begins_within(lines, first, last)
  for row = last, first, -1 do
    if begins_rule(lines[row + 1] or '') and not goes_on(lines[row]) then
      return true
    end
  end
  return false
end

local function virt_text(label, highlight)
  return { { '  ' }, { label, highlight } }
end

---The mark of a line, so that what is read again replaces it.
local function set_mark(buffer, row, label, highlight)
  vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, row, 0, {
    virt_text = virt_text(label, highlight),
    virt_text_pos = 'eol',
    hl_mode = 'combine',
    priority = 100,
  })
end

---Takes the scores away whose text is another now; those that may be others are dimmed.
local function follow(buffer, first, last_old, last_new)
  local state = states[buffer]
  local before = state.lines
  local lines = lines_of(buffer)
  state.lines = lines
  local function any(test)
    for row = first, last_old - 1 do
      if test(before[row + 1] or '') then
        return true
      end
    end
    for row = first, last_new - 1 do
      if test(lines[row + 1] or '') then
        return true
      end
    end
    return false
  end
  local has_code = any(function(line)
    return line:match('^%s*[^%s#]') ~= nil
  end)
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, NAMESPACE, { first, 0 }, { last_new, 0 }, {})) do
    if mark[2] < last_new then
      vim.api.nvim_buf_del_extmark(buffer, NAMESPACE, mark[1])
    end
  end
  if has_code or goes_on(lines[first]) then
    local next = vim.api.nvim_buf_get_extmarks(buffer, NAMESPACE, { last_new, 0 }, -1, { limit = 1 })[1]
    if next and not begins_within(lines, last_new, next[2]) then
      vim.api.nvim_buf_del_extmark(buffer, NAMESPACE, next[1])
    end
  end
  if any(is_shared) then
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, NAMESPACE, 0, -1, { details = true })) do
      vim.api.nvim_buf_del_extmark(buffer, NAMESPACE, mark[1])
      set_mark(buffer, mark[2], mark[4].virt_text[2][1], 'ToolspecStale')
    end
  end
end

---Where the reason stands at the end of the line already, by the diagnostic, it is not said a second time.
local function shown(label)
  local config = vim.diagnostic.config() or {}
  return config.virtual_text and label:match('^%S+ %S+') or label
end

local function draw(buffer, first, last, hints)
  local count = vim.api.nvim_buf_line_count(buffer)
  vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, first, last + 1)
  for _, hint in ipairs(hints) do
    local row = hint.position.line
    if row >= first and row <= last and row < count then
      local label = hint.label
      if type(label) == 'table' then
        label = table.concat(vim.tbl_map(function(part)
          return part.value
        end, label))
      end
      set_mark(buffer, row, shown(label), OF_SIGN[vim.fn.strcharpart(label, 0, 1)] or 'ToolspecUnknown')
    end
  end
end

---The lines that windows show of a buffer, and some around them; nothing where none shows it.
local function in_view(buffer)
  local first, last
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    local info = vim.fn.getwininfo(window)[1]
    first = math.min(first or info.topline, info.topline)
    last = math.max(last or info.botline, info.botline)
  end
  if first then
    local count = vim.api.nvim_buf_line_count(buffer)
    return math.max(0, first - 1 - AROUND), math.min(count, last + AROUND) - 1
  end
end

---Asks for the scores in view.
function M.ask(buffer)
  local state = states[buffer]
  local client = state and vim.lsp.get_client_by_id(state.client)
  local first, last = in_view(buffer)
  if not client or not first then
    return
  end
  state.first, state.last = first, last
  local tick = vim.api.nvim_buf_get_changedtick(buffer)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    range = { start = { line = first, character = 0 }, ['end'] = { line = last + 1, character = 0 } },
  }
  local function answered(problem, hints)
    local is_current = vim.api.nvim_buf_is_loaded(buffer) and vim.api.nvim_buf_get_changedtick(buffer) == tick
    if not problem and is_current and states[buffer] == state then
      draw(buffer, first, last, hints or {})
    end
  end
  if vim.lsp.config then
    client:request('textDocument/inlayHint', params, answered, buffer)
  else
    client.request('textDocument/inlayHint', params, answered, buffer)
  end
end

---Shows a buffer's scores, from a client that is attached to it.
function M.attach(client, buffer)
  set_highlights()
  local is_new = not states[buffer]
  states[buffer] = { client = client.id, lines = lines_of(buffer), first = 0, last = -1 }
  -- Neovim itself is left no hints to draw beside these.
  client.server_capabilities.inlayHintProvider = nil
  if is_new then
    vim.api.nvim_buf_attach(buffer, false, {
      on_lines = function(_, _, _, first, last_old, last_new)
        if not states[buffer] then
          return true
        end
        follow(buffer, first, last_old, last_new)
      end,
      on_reload = function()
        if states[buffer] then
          states[buffer].lines = lines_of(buffer)
          vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, 0, -1)
        end
      end,
      on_detach = function()
        states[buffer] = nil
      end,
    })
  end
  M.ask(buffer)
end

---Takes a buffer's scores away.
function M.detach(buffer)
  states[buffer] = nil
  if vim.api.nvim_buf_is_valid(buffer) then
    vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, 0, -1)
  end
end

---Whether a buffer's scores are shown.
function M.is_shown(buffer)
  return states[buffer] ~= nil
end

---The server's word that scores have changed though no text has.
function M.refresh(_, _, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  for buffer in pairs(client and client.attached_buffers or {}) do
    M.ask(buffer)
  end
  return vim.NIL
end

---Follows edits, windows and servers that go.
function M.listen(group)
  vim.api.nvim_create_autocmd('LspNotify', {
    group = group,
    callback = function(args)
      local state = states[args.buf]
      local method = args.data.method
      if state and state.client == args.data.client_id and method == 'textDocument/didChange' then
        M.ask(args.buf)
      end
    end,
  })
  vim.api.nvim_create_autocmd({ 'WinScrolled', 'BufWinEnter' }, {
    group = group,
    callback = function()
      for buffer, state in pairs(states) do
        local first, last = in_view(buffer)
        if first and (first + AROUND / 2 < state.first or last - AROUND / 2 > state.last) then
          M.ask(buffer)
        end
      end
    end,
  })
  vim.api.nvim_create_autocmd('LspDetach', {
    group = group,
    callback = function(args)
      if states[args.buf] and states[args.buf].client == args.data.client_id then
        M.detach(args.buf)
      end
    end,
  })
  vim.api.nvim_create_autocmd('ColorScheme', { group = group, callback = set_highlights })
end

return M
