import type { Machine } from './machine.ts';

/** 0: no problems. 1: the document has errors, or a scenario fails. 2: wrong usage. */
export type ExitCode = 0 | 1 | 2;

export interface Command {
  readonly name: string;
  /** `check FILE… [--format text|json]`, without the program's name. */
  readonly usage: string;
  /** One sentence. */
  readonly summary: string;
  /** `all` contains every command, for the list in help. */
  run(args: readonly string[], host: Machine, all: readonly Command[]): Promise<ExitCode>;
}
