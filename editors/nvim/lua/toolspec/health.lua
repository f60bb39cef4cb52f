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

local function check_options()
  health.start('Options and files')
  local faults = require('toolspec').faults()
  for _, problem in ipairs(faults) do
    health.error(problem, { ':help toolspec-options' })
  end
  if #faults == 0 then
    health.ok('every option in vim.g.toolspec can be used')
  end
  local copies = vim.api.nvim_get_runtime_file('lua/toolspec/init.lua', true)
  if #copies > 1 then
    health.warn('the plugin is on the runtime path more than once', copies)
  end
  if #vim.fn.getcompletion('toolspec-options', 'help') == 0 then
    health.warn('`:help toolspec` finds nothing', { ':helptags ALL' })
  end
  local problem = require('toolspec.chosen').problem()
  if problem then
    health.warn('the traces chosen before are forgotten: ' .. problem)
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
  if not vim.tbl_contains(require('toolspec').options().cmd, 'lsp') then
    health.warn('the option cmd does not say `lsp`, the word that starts the server')
  end
end

---Specs that are open, and have no server or several.
local function check_buffers()
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == 'toolspec' and vim.bo[buffer].buftype == '' then
      local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':~:.')
      local servers = vim.tbl_filter(function(client)
        return client.name:find('toolspec', 1, true) ~= nil
      end, vim.lsp.get_clients({ bufnr = buffer }))
      if name == '' then
        health.warn('a spec is in no file yet: it is scored when it is written')
      elseif #servers == 0 then
        health.warn(('no server runs for %s'):format(name), { 'Start it: :Toolspec restart' })
      elseif #servers > 1 then
        health.warn(('%d servers run for %s: it is enabled twice'):format(#servers, name))
      end
    end
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
  check_buffers()
  health.info('log: ' .. require('toolspec.server').log_path())
end

local function check_highlighting()
  health.start('Highlighting')
  local parser = require('toolspec.parser').path()
  if not parser then
    local advice = { 'Build it: :Toolspec parser' }
    if vim.fn.executable(vim.env.CC or 'cc') == 0 then
      advice = { ('Install a C compiler: `%s` is not executable'):format(vim.env.CC or 'cc'), advice[1] }
    end
    health.warn('no tree-sitter parser: syntax/toolspec.vim colours instead', advice)
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
  check_options()
  check_tool()
  check_clients()
  check_highlighting()
end

return M
