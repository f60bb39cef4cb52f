// What the drawings are made of. Every text of a trace or a spec is set as text, never as markup.

/** Make an element; `text` is set as text. */
export function make(tag, name, text) {
  const made = document.createElement(tag);
  if (name) {
    made.className = name;
  }
  if (text !== undefined && text !== null) {
    made.textContent = text;
  }
  return made;
}

/** Make an element that a screen reader knows by its role. */
export function part(role, name, text) {
  const made = make("span", name, text);
  made.setAttribute("role", role);
  return made;
}

/** Make a button that calls `pressed`. */
export function button(name, text, pressed) {
  const made = make("button", name, text);
  made.type = "button";
  made.addEventListener("click", pressed);
  return made;
}

/** Make a list of names with their texts; those without a text are left out. */
export function facts(named) {
  const list = make("dl");
  for (const [name, text] of named) {
    if (text !== "") {
      list.append(make("dt", "", name), make("dd", "", text));
    }
  }
  return list;
}

/** Return a number with its noun. */
export function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
