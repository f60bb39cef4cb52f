/** Settings as the editor hands them over: nothing keeps a user from writing a number where text belongs. */

/** Is told, in a sentence for the user, what is wrong with a setting. */
export type Said = (fault: string) => void;

/** Return what a setting that takes text says; of any other kind it is told, and passed over. */
export function textSetting(name: string, value: unknown, example: string, said: Said): string {
  if (typeof value === "string") {
    return value.trim();
  }
  if (value !== undefined && value !== null) {
    said(`${wrong(name, value)} It takes text, such as ${JSON.stringify(example)}, and is passed over.`);
  }
  return "";
}

/** Return the one of `choices` a setting names, else the first, which then is told. */
export function choiceSetting(
  name: string,
  value: unknown,
  choices: readonly [string, ...string[]],
  said: Said,
): string {
  const found = choices.find((choice) => choice === value);
  if (found === undefined && value !== undefined && value !== null) {
    const quoted = choices.map((choice) => JSON.stringify(choice));
    said(`${wrong(name, value)} It takes ${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1) ?? ""}; `
      + `${quoted[0] ?? ""} counts until then.`);
  }
  return found ?? choices[0];
}

function wrong(name: string, value: unknown): string {
  return `The setting toolspec.${name} is ${JSON.stringify(value).slice(0, 80)}.`;
}
