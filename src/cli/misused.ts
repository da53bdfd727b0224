import type { Command, ExitCode } from './command.ts';
import type { Machine } from './machine.ts';
import { usageText } from './overview.ts';

/** Reports wrong usage of a command, followed by its correct usage. Returns exit code 2. */
export function misused(problem: string, { name, usage, options }: Command, host: Machine): ExitCode {
  const more = options.length === 0 ? '' : `Run “ninefold help ${name}” for the options.\n`;
  host.writeError(`${problem}\n${usageText(usage, options)}${more}`);
  return 2;
}
