-- The Neovim plugin is the folder `editors/nvim`. Plugin managers take a repository as a whole, and look here: this
-- puts that folder on the runtime path, and loads what is loaded from there at the start.
if vim.g.loaded_toolspec then
  return
end
local folder = vim.fs.joinpath(vim.fs.dirname(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))), 'editors', 'nvim')
vim.opt.runtimepath:append(folder)
for _, file in ipairs({ 'ftdetect/toolspec.lua', 'plugin/toolspec.lua' }) do
  vim.cmd.source(vim.fn.fnameescape(vim.fs.joinpath(folder, file)))
end
-- A manager makes the tags of the help in the repository's own `doc` alone.
if not vim.uv.fs_stat(vim.fs.joinpath(folder, 'doc', 'tags')) then
  pcall(vim.cmd.helptags, vim.fn.fnameescape(vim.fs.joinpath(folder, 'doc')))
end
