import type { Command, ExitCode } from './command.ts';
import type { Machine } from './machine.ts';

/** Says what is wrong with how a command was called, and how it is called. */
export function misused(problem: string, command: Command, host: Machine): ExitCode {
  host.writeError(`${problem}\nUsage: ninefold ${command.usage}\n`);
  return 2;
}
