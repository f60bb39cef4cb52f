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
