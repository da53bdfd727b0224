import { nearest } from '../../base/nearest.ts';
import type { Command } from '../command.ts';
import { misused } from '../misused.ts';
import { commands } from './index.ts';

export const help: Command = {
  name: 'help',
  usage: 'help [COMMAND]',
  summary: 'Says which commands there are and how each is called.',
  async run(args, host) {
    const [name, ...more] = args;
    if (more.length > 0) return misused('Name one command, or none for the list.', help, host);
    if (name === undefined) {
      host.write(overview());
      return 0;
    }
    const command = commands.find((one) => one.name === name);
    if (command === undefined) return misused(unknownCommand(name), help, host);
    host.write(`${command.summary}\nUsage: ninefold ${command.usage}\n`);
    return 0;
  },
};

export function overview(): string {
  const longest = Math.max(...commands.map((command) => command.usage.length));
  const list = commands.map((command) => `  ninefold ${command.usage.padEnd(longest)}  ${command.summary}\n`).join('');
  return `Ninefold reads a specification in nine sections, says what it leaves open, and runs it.\n\n${list}  ninefold ${'--version'.padEnd(longest)}  Prints the version.\n\nExit codes: 0 nothing is wrong, 1 the document is wrong or a scenario fails, 2 the command was misused.\n`;
}

export function unknownCommand(name: string): string {
  const guess = nearest(name, commands.map((command) => command.name))[0];
  return guess === undefined ? `There is no command “${name}”.` : `There is no command “${name}”. Did you mean ${guess}?`;
}
