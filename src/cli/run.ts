import type { ExitCode } from './command.ts';
import { commands } from './commands/index.ts';
import type { Machine } from './machine.ts';
import { helpText, overview, unknownCommand } from './overview.ts';

/** Runs the command that the arguments name. */
export async function runCli(args: readonly string[], host: Machine, version: string): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined) {
    host.writeError(overview(commands));
    return 2;
  }
  if (name === '--version' || name === '-v') {
    host.write(`${version}\n`);
    return 0;
  }
  const wanted = name === '--help' || name === '-h' ? 'help' : name;
  const command = commands.find((one) => one.name === wanted);
  if (command === undefined) {
    host.writeError(`${unknownCommand(name, commands)} Run “ninefold help” for a list.\n`);
    return 2;
  }
  // People type `ninefold check --help` by habit.
  if (rest.includes('--help') || rest.includes('-h')) {
    host.write(helpText(command));
    return 0;
  }
  return command.run(rest, host, commands);
}
