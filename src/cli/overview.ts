import { nearest } from '../base/nearest.ts';
import type { Command } from './command.ts';

/** Returns the text of `ninefold help`. */
export function overview(commands: readonly Command[]): string {
  const line = (usage: string, summary: string): string => `  ninefold ${usage}\n      ${summary}\n`;
  return [
    'Ninefold reads a specification in nine sections, checks it and runs it.\n\n',
    ...commands.map(({ usage, summary }) => line(usage, summary)),
    line('--version', 'Prints the version.'),
    '\nExit codes: 0 no errors, 1 errors in the document or a failed scenario, 2 wrong usage.\n',
  ].join('');
}

export function unknownCommand(name: string, commands: readonly Command[]): string {
  const guess = nearest(
    name,
    commands.map((command) => command.name),
  )[0];
  return guess === undefined ? `There is no command “${name}”.` : `There is no command “${name}”. Did you mean ${guess}?`;
}
