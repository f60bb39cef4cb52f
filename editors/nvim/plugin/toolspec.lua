-- Loaded once at start: the command, and the server for every spec that is opened.
if vim.g.loaded_toolspec then
  return
end
vim.g.loaded_toolspec = true

vim.api.nvim_create_user_command('Toolspec', function(given)
  require('toolspec.commands').run(given)
end, {
  nargs = '*',
  desc = 'Check specs, choose traces, explain problems',
  complete = function(lead, line)
    return require('toolspec.commands').complete(lead, line)
  end,
})

require('toolspec.server').listen()
if require('toolspec').options().autostart then
  require('toolspec.server').enable()
end
