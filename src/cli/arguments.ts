import { parseArgs } from 'node:util';
import { nearest } from '../base/nearest.ts';
import { own, setOwn } from '../base/own.ts';

/**
 * The options of a command with the values that each may have; an empty list: any. `flag`: none.
 * `many`: any, and it may be given again.
 */
export type OptionSpecs = Readonly<Record<string, readonly string[] | 'flag' | 'many'>>;

export type Arguments =
  | {
      readonly ok: true;
      readonly names: readonly string[];
      /** A flag that is given is `yes`. */
      readonly options: Readonly<Record<string, string>>;
      /** Of the options that may be given again, all values in order. */
      readonly many: Readonly<Record<string, readonly string[]>>;
    }
  /** What is wrong and what to do. */
  | { readonly ok: false; readonly problem: string };

/**
 * Reads `--name value` and `--name=value`; what follows `--` is a name even when it begins with a
 * dash.
 */
export function readArguments(args: readonly string[], specs: OptionSpecs): Arguments {
  const names: string[] = [];
  const options: Record<string, string> = {};
  const many: Record<string, string[]> = {};
  const fail = (problem: string): Arguments => ({ ok: false, problem });
  const known = Object.entries(specs).map(([name, values]) => [name, { type: values === 'flag' ? 'boolean' : 'string' }] as const);
  // Not strict: our messages name the nearest option and the values that it may have.
  const { tokens } = parseArgs({ args: [...args], options: Object.fromEntries(known), strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional') names.push(token.value);
    if (token.kind !== 'option') continue;
    const { name: option, rawName, value } = token;
    const values = rawName.startsWith('--') ? own(specs, option) : undefined;
    if (values === undefined) return fail(unknownOption((args[token.index] ?? rawName).replace(/=.*$/s, ''), Object.keys(specs)));
    if (values === 'flag') {
      if (value !== undefined) return fail(`--${option} takes no value.`);
      setOwn(options, option, 'yes');
      continue;
    }
    if (value === undefined || value === '')
      return fail(`--${option} needs a value${values === 'many' || values.length === 0 ? '' : `: ${anyOf(values)}`}.`);
    if (values === 'many') {
      (many[option] ??= []).push(value);
      continue;
    }
    if (values.length > 0 && !values.includes(value)) return fail(`--${option} must be ${anyOf(values)}, not “${value}”.`);
    setOwn(options, option, value);
  }
  return { ok: true, names, options, many };
}

const anyOf = (values: readonly string[]): string =>
  values.length === 1 ? (values[0] ?? '') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;

function unknownOption(written: string, known: readonly string[]): string {
  const guess = nearest(written.replace(/^-+/, ''), known)[0];
  if (guess !== undefined) return `Unknown option ${written}. Did you mean --${guess}?`;
  return `Unknown option ${written}. ${known.length === 0 ? 'This command takes no options.' : `Available options: ${known.map((name) => `--${name}`).join(', ')}.`}`;
}
