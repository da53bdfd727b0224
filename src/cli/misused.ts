import type { Command, ExitCode } from './command.ts';
import type { Host } from './host.ts';

/** Says what is wrong with how a command was called, and how it is called. */
export function misused(problem: string, command: Command, host: Host): ExitCode {
  host.writeError(`${problem}\nUsage: ninefold ${command.usage}\n`);
  return 2;
}
