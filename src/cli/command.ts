import type { Machine } from './machine.ts';

/** 0: no problems. 1: the document has errors, or a scenario fails. 2: wrong usage. */
export type ExitCode = 0 | 1 | 2;

/**
 * An option, as `--port N`, and a sentence about it, in display order. A text on its own is the
 * heading of those that follow.
 */
export type OptionTexts = readonly (string | readonly [form: string, about: string])[];

export interface Command {
  readonly name: string;
  /** `check FILE…`, without the program's name and without optional options. */
  readonly usage: string;
  /** One sentence. */
  readonly summary: string;
  readonly options: OptionTexts;
  /** `all` contains every command, for the list in help. */
  run(args: readonly string[], host: Machine, all: readonly Command[]): Promise<ExitCode>;
}
