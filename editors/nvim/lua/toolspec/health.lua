-- `:checkhealth toolspec`: can the server start, does it run, and who colours the text.
local M = {}

local health = vim.health

local function check_neovim()
  health.start('Neovim')
  if vim.fn.has('nvim-0.10') == 0 then
    health.error('Neovim 0.10 or later is needed')
  elseif vim.lsp.config then
    health.ok('the server is started by vim.lsp.enable')
  else
    health.ok('the server is started by vim.lsp.start (Neovim 0.10)')
  end
end

local function check_tool()
  health.start('Server')
  local tool = require('toolspec').tool()
  if vim.fn.executable(tool[1]) == 0 then
    health.error(('`%s` is not executable'):format(tool[1]), {
      'Install it: pipx install . in a copy of the repository',
      "Or say where it is: vim.g.toolspec = { cmd = { '/path/to/toolspec', 'lsp' } }",
    })
    return
  end
  local command = vim.list_extend(vim.deepcopy(tool), { '--version' })
  local done = vim.system(command, { text = true }):wait(10000)
  if done.code ~= 0 then
    -- A server may run all the same: not every command that starts one is one of the command line tool.
    local say = #require('toolspec.server').clients() > 0 and health.warn or health.error
    say(('`%s` ends with %d'):format(table.concat(command, ' '), done.code), { done.stderr or '' })
  else
    health.ok(('%s: %s'):format(vim.fn.exepath(tool[1]), vim.trim(done.stdout)))
  end
end

local function check_clients()
  local clients = require('toolspec.server').clients()
  if #clients == 0 then
    health.info('no server is running: open a .toolspec file')
  end
  for _, client in ipairs(clients) do
    local buffers = vim.tbl_count(client.attached_buffers)
    health.ok(('server %d runs for %d buffers, root %s'):format(client.id, buffers, client.config.root_dir or 'none'))
  end
  health.info('log: ' .. require('toolspec.server').log_path())
end

local function check_highlighting()
  health.start('Highlighting')
  local parser = require('toolspec.parser').path()
  if not parser then
    health.warn('no tree-sitter parser: syntax/toolspec.vim colours instead', { 'Build it: :Toolspec parser' })
    return
  end
  local ok, problem = pcall(vim.treesitter.query.get, 'toolspec', 'highlights')
  if ok then
    health.ok('tree-sitter parser ' .. parser)
  else
    health.error('the parser and the queries do not fit', { tostring(problem), 'Build it again: :Toolspec parser' })
  end
end

function M.check()
  check_neovim()
  check_tool()
  check_clients()
  check_highlighting()
end

return M
