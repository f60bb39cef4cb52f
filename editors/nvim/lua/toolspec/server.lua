-- Starting the server, and what a buffer shows of it.
local M = {}

local scores = require('toolspec.scores')

local NAME = 'toolspec'
local ROOT_MARKERS = { 'toolspec.toml', 'pyproject.toml', '.git' }

-- 0.11 knows `vim.lsp.config` and `vim.lsp.enable`; before, each buffer starts the server itself.
local is_configured = vim.lsp.config ~= nil

local function request(client, method, params, buffer, handler)
  if is_configured then
    client:request(method, params, handler, buffer)
  else
    client.request(method, params, handler, buffer)
  end
end

---Pulls the diagnostics of open specs again: a score changed without the text. Neovim 0.10 has no answer to
---this request, and 0.12's pulls those of the workspace and then leaves open buffers as they are.
local function refresh_diagnostics(problem, result, context)
  local own = vim.lsp.handlers['workspace/diagnostic/refresh']
  if own then
    own(problem, result, context)
  end
  local client = vim.lsp.get_client_by_id(context.client_id)
  local provider = client and client.server_capabilities.diagnosticProvider
  for buffer in pairs(provider and client.attached_buffers or {}) do
    if vim.api.nvim_buf_is_loaded(buffer) then
      local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, identifier = provider.identifier }
      request(client, 'textDocument/diagnostic', params, buffer)
    end
  end
  return vim.NIL
end

---What the server is told this editor can do, beside what Neovim says of itself. What the user has set for all
---servers stays: from 0.11 on Neovim puts these on top of that.
local function capabilities()
  local own = {
    -- What the server has to show comes back as text too, and a window of our own closes more easily.
    window = { showDocument = { support = false } },
    workspace = { diagnostics = { refreshSupport = true } },
  }
  if is_configured then
    return own
  end
  return vim.tbl_deep_extend('force', vim.lsp.protocol.make_client_capabilities(), own)
end

function M.config()
  local options = require('toolspec').options()
  -- Where a line ends with its findings, `scores` leaves the reason out again.
  local settings = vim.tbl_deep_extend('keep', options.settings, { inlayHints = { reason = true }, status = true })
  return {
    capabilities = capabilities(),
    handlers = {
      ['workspace/diagnostic/refresh'] = refresh_diagnostics,
      ['workspace/inlayHint/refresh'] = options.inlay_hints and scores.refresh or nil,
      ['toolspec/status'] = require('toolspec.status').take,
      ['toolspec/tracesChanged'] = function()
        return vim.NIL
      end,
    },
    name = NAME,
    cmd = options.cmd,
    filetypes = { 'toolspec' },
    root_markers = ROOT_MARKERS,
    init_options = settings,
    settings = { toolspec = settings },
    commands = require('toolspec.commands').from_server,
  }
end

---@return vim.lsp.Client[]
function M.clients(buffer)
  return vim.lsp.get_clients({ name = NAME, bufnr = buffer })
end

---The server of a buffer, or nothing and a word to the user.
---@return vim.lsp.Client?
function M.client(buffer)
  local client = M.clients(buffer)[1]
  if not client then
    vim.notify('toolspec: no server is running for this buffer, see :checkhealth toolspec', vim.log.levels.WARN)
  end
  return client
end

---Chooses what was chosen for this spec before, though its traces may not have been read yet.
local function choose_again(client, buffer)
  local uri = vim.uri_from_bufnr(buffer)
  for _, one in ipairs(require('toolspec.chosen').of(uri)) do
    local arguments = { uri, one.case or vim.NIL, one.trace, { remembered = true } }
    request(client, 'workspace/executeCommand', { command = 'toolspec.chooseTrace', arguments = arguments }, buffer, function()
      return vim.NIL
    end)
  end
end

local function attached(args)
  local client = vim.lsp.get_client_by_id(args.data.client_id)
  if not client or client.name ~= NAME then
    return
  end
  if vim.api.nvim_buf_get_name(args.buf) == '' then
    vim.notify('toolspec: this text is in no file yet: write it, and its rules are scored', vim.log.levels.INFO)
  end
  choose_again(client, args.buf)
  local options = require('toolspec').options()
  if options.inlay_hints then
    scores.attach(client, args.buf)
  end
  if options.code_lens then
    if vim.lsp.codelens.enable then
      vim.lsp.codelens.enable(true, { bufnr = args.buf })
    else
      vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'TextChanged' }, {
        buffer = args.buf,
        callback = function()
          vim.lsp.codelens.refresh({ bufnr = args.buf })
        end,
      })
    end
  end
end

---Shows what a server says, whoever starts it.
function M.listen()
  local group = vim.api.nvim_create_augroup('toolspec', {})
  vim.api.nvim_create_autocmd('LspAttach', { group = group, callback = attached })
  scores.listen(group)
end

---Lets specs start the server when they are opened.
function M.enable()
  M.autostart = true
  if is_configured then
    vim.lsp.enable(NAME)
  end
end

---Starts the server for a buffer as `vim.lsp.enable` would: with what the user configured.
local function start_configured(buffer)
  local config = vim.deepcopy(vim.lsp.config[NAME])
  local function go_on(root)
    config.root_dir = root
    vim.lsp.start(config, { bufnr = buffer, reuse_client = config.reuse_client })
  end
  if type(config.root_dir) == 'function' then
    config.root_dir(buffer, vim.schedule_wrap(go_on))
  else
    go_on(config.root_dir or vim.fs.root(buffer, config.root_markers or {}))
  end
end

local function start(buffer)
  if is_configured then
    start_configured(buffer)
    return
  end
  local config = M.config()
  config.root_dir = vim.fs.root(buffer, ROOT_MARKERS) or vim.fs.dirname(vim.api.nvim_buf_get_name(buffer))
  vim.lsp.start(config, { bufnr = buffer })
end

---What to tell the user where the server's program is not there. Who starts it by a function knows himself.
local function missing()
  local cmd = is_configured and vim.lsp.config[NAME].cmd or require('toolspec').options().cmd
  return type(cmd) == 'table' and require('toolspec').missing(cmd) or nil
end

---A buffer became a spec.
function M.opened(buffer)
  if not M.autostart or vim.bo[buffer].buftype ~= '' then
    return
  end
  local problem = missing()
  if problem then
    vim.notify_once('toolspec: ' .. problem, vim.log.levels.WARN)
  elseif not is_configured then
    start(buffer)
  end
end

---Stops the server and starts it again for the buffers that had it; starts it for this buffer where none ran.
function M.restart()
  if is_configured then
    -- Options are read anew.
    vim.lsp.config(NAME, {})
  end
  local problem = missing()
  if problem then
    vim.notify('toolspec: ' .. problem, vim.log.levels.ERROR)
    return
  end
  local buffers = {}
  for _, client in ipairs(M.clients()) do
    vim.list_extend(buffers, vim.tbl_keys(client.attached_buffers))
    if is_configured then
      client:stop(true)
    else
      client.stop(true)
    end
  end
  if #buffers == 0 then
    buffers = { vim.api.nvim_get_current_buf() }
    if vim.bo.filetype ~= 'toolspec' then
      vim.notify('toolspec: no server is running, and this is not a spec to start one for', vim.log.levels.WARN)
      return
    end
  end
  -- The old one must be gone, or the new buffers would be given to it.
  vim.wait(2000, function()
    return #M.clients() == 0
  end, 20)
  for _, buffer in ipairs(buffers) do
    if vim.api.nvim_buf_is_valid(buffer) and vim.bo[buffer].filetype == 'toolspec' then
      start(buffer)
    end
  end
end

---Where the client writes what the server says on standard error.
---@return string
function M.log_path()
  if vim.lsp.log and vim.lsp.log.get_filename then
    return vim.lsp.log.get_filename()
  end
  return vim.lsp.get_log_path()
end

return M
