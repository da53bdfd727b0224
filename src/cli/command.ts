import type { Machine } from './machine.ts';

/**
 * 0: nothing is wrong. 1: the document is wrong, or a scenario fails. 2: the command was misused.
 */
export type ExitCode = 0 | 1 | 2;

export interface Command {
  readonly name: string;
  /** `check FILE… [--format text|json]`, without the program's name. */
  readonly usage: string;
  /** One sentence. */
  readonly summary: string;
  /** `all` are the commands that there are: help lists them. */
  run(args: readonly string[], host: Machine, all: readonly Command[]): Promise<ExitCode>;
}
