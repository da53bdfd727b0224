import { parseArgs } from 'node:util';
import { didYouMean } from '../base/nearest.ts';
import { own, setOwn } from '../base/own.ts';

/**
 * The options of a command, with the values that each accepts. An empty list accepts any value,
 * `flag` none; `many` accepts any value and may be repeated.
 */
export type OptionSpecs = Readonly<Record<string, readonly string[] | 'flag' | 'many'>>;

export type Arguments =
  | {
      readonly ok: true;
      readonly names: readonly string[];
      /** The value of a flag that is set is `yes`. */
      readonly options: Readonly<Record<string, string>>;
      /** All values of repeatable options, in order. */
      readonly many: Readonly<Record<string, readonly string[]>>;
    }
  /** The problem, and how to fix it. */
  | { readonly ok: false; readonly problem: string };

/**
 * Parses `--name value` and `--name=value`. Everything after `--` is a name, even if it starts with
 * a dash.
 */
export function readArguments(args: readonly string[], specs: OptionSpecs): Arguments {
  const names: string[] = [];
  const options: Record<string, string> = {};
  const many: Record<string, string[]> = {};
  const fail = (problem: string): Arguments => ({ ok: false, problem });
  const known = Object.entries(specs).map(([name, values]) => [name, { type: values === 'flag' ? 'boolean' : 'string' }] as const);
  // Not strict, because our messages suggest the nearest option and list the accepted values.
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
  const options = known.map((name) => `--${name}`);
  const all = options.length === 0 ? ' This command takes no options.' : ` Available options: ${options.join(', ')}.`;
  return `Unknown option ${written}.${didYouMean(written.replace(/^-*/, '--'), options, all)}`;
}
