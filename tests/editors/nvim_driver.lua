-- Runs inside headless Neovim, with the plugin loaded and `spec` the file to open: does what a user does, and
-- writes what each check found to a file. `TOOLSPEC_CHECKS` names the file of checks: `plain` (no server),
-- `fallback`, `building`, `server` or `commands`.

local results = {}

local function check(name, body)
  local began = vim.uv.hrtime()
  local ok, problem = xpcall(body, debug.traceback)
  results[name] = { ok = ok, problem = ok and vim.NIL or tostring(problem), ms = (vim.uv.hrtime() - began) / 1e6 }
end

local folder = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))

local ran, problem = xpcall(function()
  -- All lines of the file are on the screen.
  vim.o.lines = 60
  vim.cmd.edit(vim.env.TOOLSPEC_SPEC)
  local checks = assert(loadfile(('%s/nvim_%s.lua'):format(folder, vim.env.TOOLSPEC_CHECKS)))
  checks(check, dofile(folder .. '/nvim_seen.lua'))
end, debug.traceback)
local out = assert(io.open(vim.env.TOOLSPEC_RESULTS, 'w'))
out:write(vim.json.encode({ results = results, problem = ran and vim.NIL or problem }))
out:close()
-- Without this an error would leave a headless Neovim running for ever.
vim.cmd('cquit ' .. (ran and 0 or 1))
