-- The traces that were chosen: they are chosen again when a spec is opened the next time.
local M = {}

-- Specs whose choices are kept; the oldest are forgotten.
local SPECS_MAX = 200

---@return string
function M.path()
  return vim.fs.joinpath(vim.fn.stdpath('state'), 'toolspec', 'chosen.json')
end

---What is kept: a list of specs, each with its choices, the one that was changed last at the end.
local function read()
  local file = io.open(M.path())
  if not file then
    return {}
  end
  local ok, kept = pcall(vim.json.decode, file:read('*a'))
  file:close()
  return ok and type(kept) == 'table' and vim.islist(kept) and kept or {}
end

---What keeps what was chosen from being read, if anything does.
---@return string?
function M.problem()
  local file, problem = io.open(M.path())
  if not file then
    return vim.uv.fs_stat(M.path()) and problem or nil
  end
  local ok, kept = pcall(vim.json.decode, file:read('*a'))
  file:close()
  return not (ok and type(kept) == 'table' and vim.islist(kept)) and M.path() .. ' holds no list' or nil
end

---The choices for a spec: each with a trace, and the case that it was chosen for, if for one.
---@param uri string
---@return { case: string?, trace: string }[]
function M.of(uri)
  for _, one in ipairs(read()) do
    if type(one) == 'table' and one.uri == uri and type(one.choices) == 'table' then
      return one.choices
    end
  end
  return {}
end

---Keeps a choice; without a trace, forgets the one there was.
---@param uri string
---@param case string?
---@param trace string?
function M.remember(uri, case, trace)
  local choices = vim.tbl_filter(function(one)
    return one.case ~= case
  end, M.of(uri))
  choices[#choices + 1] = trace and { case = case, trace = trace }
  local kept = vim.tbl_filter(function(one)
    return type(one) == 'table' and one.uri ~= uri
  end, read())
  kept[#kept + 1] = { uri = uri, choices = choices }
  vim.fn.mkdir(vim.fs.dirname(M.path()), 'p')
  local file = io.open(M.path(), 'w')
  if file then
    file:write(vim.json.encode(vim.list_slice(kept, math.max(1, #kept - SPECS_MAX + 1))))
    file:close()
  end
end

return M
