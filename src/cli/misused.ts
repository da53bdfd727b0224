import type { Command, ExitCode } from './command.ts';
import type { Machine } from './machine.ts';

/** Reports wrong usage of a command, followed by its correct usage. Returns exit code 2. */
export function misused(problem: string, command: Command, host: Machine): ExitCode {
  host.writeError(`${problem}\nUsage: ninefold ${command.usage}\n`);
  return 2;
}
