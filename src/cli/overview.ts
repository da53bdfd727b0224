import { didYouMean } from '../base/nearest.ts';
import type { Command, OptionTexts } from './command.ts';

/** Columns that texts of the help are wrapped at. */
const width = 100;
const widestName = 28;

/** Returns the text of `ninefold help`. */
export function overview(commands: readonly Command[]): string {
  return [
    'Ninefold reads a specification in nine sections, checks it and runs it.\n\n',
    'Usage: ninefold COMMAND …\n\n',
    inColumns([...commands.map(({ name, summary }) => [name, summary] as const), ['--version', 'Prints the version.']]),
    '\nRun “ninefold help COMMAND” for what a command takes.\n',
    'Exit codes: 0 no errors, 1 errors in the document or a failed scenario, 2 wrong usage.\n',
  ].join('');
}

/** Returns the text of `ninefold help COMMAND`. */
export function helpText({ summary, usage, options }: Command): string {
  return `${wrapped(summary, width).join('\n')}\n\n${usageText(usage, options)}${options.length === 0 ? '' : `\n${inColumns(options)}`}`;
}

/** Returns the usage of a command, with its optional options in short. */
export const usageText = (usage: string, options: OptionTexts): string =>
  `Usage: ${usage
    .split(' | ')
    .map((one) => `ninefold ${one}${options.length === 0 ? '' : ' [options]'}`)
    .join('\n       ')}\n`;

export const unknownCommand = (name: string, commands: readonly Command[]): string =>
  `There is no command “${name}”.${didYouMean(
    name,
    commands.map((command) => command.name),
  )}`;

/** Texts in a second column behind the names. A name that is too wide has a line of its own. */
function inColumns(rows: OptionTexts): string {
  const names = rows.flatMap((row) => (typeof row === 'string' ? [] : [row[0].length]));
  const column = Math.max(...names.filter((length) => length <= widestName));
  const lines = rows.flatMap((row, at) => {
    if (typeof row === 'string') return [...(at === 0 ? [] : ['']), row];
    const [name, text] = row;
    const [first = '', ...more] = wrapped(text, width - column - 4);
    const indented = more.map((line) => ' '.repeat(column + 4) + line);
    return name.length > column
      ? [`  ${name}`, ' '.repeat(column + 4) + first, ...indented]
      : [`  ${name.padEnd(column)}  ${first}`, ...indented];
  });
  return `${lines.join('\n')}\n`;
}

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
