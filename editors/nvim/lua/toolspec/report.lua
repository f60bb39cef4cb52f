-- What `toolspec check --format json` prints, in Neovim's words.
local M = {}

local TYPES = { error = 'E', warning = 'W' }

local function known(value)
  return value ~= vim.NIL and value or nil
end

local function joined(folder, path)
  return path:sub(1, 1) == '/' and path or vim.fs.joinpath(folder, path)
end

---A problem of a spec or a file, or a note. Where no line of it is known, its path may not be a file's.
local function found_item(found, folder)
  local code, hint, path, line = known(found.code), known(found.hint), known(found.path), known(found.line)
  local text = (code and code .. ': ' or '') .. (found.message or found.text) .. (hint and '; ' .. hint or '')
  local is_placed = path and line
  return {
    filename = is_placed and joined(folder, path) or nil,
    lnum = line,
    col = known(found.column),
    type = TYPES[found.severity] or 'I',
    text = (path and not is_placed) and path .. ': ' .. text or text,
  }
end

---The lines of the quickfix list: problems and notes, and the rules that did not pass.
function M.quickfix_items(report, folder)
  local items = {}
  for _, found in ipairs(vim.list_extend(vim.list_extend({}, report.problems or {}), report.notes or {})) do
    items[#items + 1] = found_item(found, folder)
  end
  for _, trace in ipairs(report.traces or {}) do
    for _, rule in ipairs(trace.rules) do
      if rule.status ~= 'pass' then
        items[#items + 1] = {
          filename = joined(folder, trace.spec),
          lnum = rule.line,
          type = rule.status == 'error' and 'E' or 'W',
          text = ('%s: %s: %s (score %.2f)'):format(trace.name, rule.status, rule.summary, rule.score),
        }
      end
    end
  end
  return items
end

-- Lines that `run` puts into the quickfix list at most.
local ITEMS_MAX = 1000
local OF_SIGN = { ['✗'] = { 'fail', 'W' }, ['!'] = { 'error', 'E' }, ['?'] = { 'unknown', 'I' } }

---The signs of a rule, one for each trace; none where another case is asked for.
local function signs_of(rule, case)
  return (case == nil or rule.case == case) and vim.fn.split(rule.cells, '\\zs') or {}
end

---The lines of the quickfix list for a matrix: each rule with each trace on which it did not pass, what fails
---most first.
---@param matrix table what the server answers to `toolspec/matrix`
---@param path string the spec's own
---@param case string? the case whose rules are listed, all rules without one
---@return table[] items
---@return integer left_out how many more there are
function M.matrix_items(matrix, path, case)
  local items, left_out = {}, 0
  for _, rule in ipairs(matrix.rules) do
    for column, sign in ipairs(signs_of(rule, case)) do
      local known_as = OF_SIGN[sign]
      if known_as and #items < ITEMS_MAX then
        local score = rule.scores[tostring(column - 1)]
        items[#items + 1] = {
          filename = known(rule.file) or path,
          lnum = rule.line,
          type = known_as[2],
          text = ('%s: %s%s: %s'):format(
            matrix.traces[column].name,
            known_as[1],
            type(score) == 'number' and (' (score %.2f)'):format(score) or '',
            rule.source
          ),
        }
      elseif known_as then
        left_out = left_out + 1
      end
    end
  end
  return items, left_out
end

local function counted(count, word)
  return ('%d %s%s'):format(count, word, count == 1 and '' or 's')
end

---The report in a sentence.
---@return string
function M.summary(report)
  local traces, problems = #report.traces, #report.problems
  local said = 'nothing was judged'
  if traces > 0 then
    local passed = report.passed and 'passed' or 'not passed'
    said = ('%s: score %.2f over %s'):format(passed, known(report.score) or 0, counted(traces, 'trace'))
  end
  return problems > 0 and said .. '; ' .. counted(problems, 'problem') .. ', see :copen' or said
end

return M
