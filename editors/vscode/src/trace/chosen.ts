import type * as vscode from "vscode";

const KEY = "toolspec.chosenTraces";
/** Specs whose choices are remembered in one workspace; the oldest are forgotten. */
const SPECS_MAX = 200;

/** A trace that was chosen for the rules of a case, or, with null, for those outside of cases. */
export type Choice = readonly [name: string | null, trace: string];

/** The traces that were chosen in this workspace: they stay chosen when the window is loaded again. */
export class ChosenTraces {
  constructor(private readonly state: vscode.Memento) {}

  /** Return what was chosen for a spec. */
  of(spec: string): readonly Choice[] {
    return this.all().find(([uri]) => uri === spec)?.[1] ?? [];
  }

  /** Remember a choice; without a trace, forget the one there was. */
  async remember(spec: string, name: string | null, trace: string | undefined): Promise<void> {
    const others = this.of(spec).filter(([one]) => one !== name);
    const choices = trace === undefined ? others : [...others, [name, trace] as const];
    const rest = this.all().filter(([uri]) => uri !== spec);
    const all = choices.length === 0 ? rest : [...rest, [spec, choices] as const];
    await this.state.update(KEY, all.slice(-SPECS_MAX));
  }

  private all(): readonly (readonly [string, readonly Choice[]])[] {
    return this.state.get<readonly (readonly [string, readonly Choice[]])[]>(KEY, []);
  }
}
