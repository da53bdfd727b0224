import { shortened } from '../../engine/wording.ts';
import type { TakesPattern } from '../../model/ast/calls.ts';

export interface TakenValues {
  /** The value of each name in the pattern, as JSON. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Optional names that the body leaves out. */
  readonly absent: readonly string[];
  /** Names that are required and left out. */
  readonly missing: readonly string[];
  /** Required names that entries of a list leave out, by place: `lines[0].price`. */
  readonly missingInside: readonly string[];
  readonly mistakes: readonly { readonly name: string; readonly message: string }[];
}

/**
 * Binds the names of a pattern to the values at their places in a JSON body. Keys outside the
 * pattern are errors, unless it ends in `...`, so nothing is ignored silently.
 */
export function bindBody(pattern: TakesPattern, body: unknown): TakenValues {
  const values = new Map<string, unknown>();
  const absent: string[] = [];
  const missing: string[] = [];
  const missingInside: string[] = [];
  const mistakes: { name: string; message: string }[] = [];

  const leaveOut = (within: TakesPattern, optional: boolean): void => {
    for (const entry of within.entries) {
      if (entry.inside !== null) leaveOut(entry.inside, optional || entry.optional);
      else (optional || entry.optional ? absent : missing).push(entry.key.text);
    }
  };

  /** One entry of a list; a name that it leaves out becomes null, as outside of lists. */
  const entry = (pattern: TakesPattern, item: unknown, place: string): unknown => {
    if (!isObject(item)) {
      if (mistakes.length < mostMistakes) mistakes.push({ name: place, message: 'must be an object' });
      return {};
    }
    const known = new Map(pattern.entries.map(({ key, optional }) => [key.text, optional]));
    const unknown = Object.keys(item).filter((key) => !known.has(key));
    for (const key of pattern.open ? [] : unknown)
      if (mistakes.length < mostMistakes) mistakes.push({ name: `${place}.${shortened(key)}`, message: 'is not a known parameter' });
    const left = [...known].filter(([name, optional]) => !optional && !Object.hasOwn(item, name)).map(([name]) => name);
    missingInside.push(...left.map((name) => `${place}.${name}`));
    const declared = Object.entries(item).filter(([key]) => known.has(key));
    return Object.fromEntries([...declared, ...left.map((name) => [name, null])]);
  };

  const reach = (within: TakesPattern, given: object): void => {
    const known = new Set(within.entries.map((entry) => entry.key.text));
    const unknown = within.open ? [] : Object.keys(given).filter((key) => !known.has(key));
    for (const key of unknown) mistakes.push({ name: shortened(key), message: 'is not a known parameter' });
    for (const { key, optional, inside, each } of within.entries) {
      const value: unknown = Object.hasOwn(given, key.text) ? (given as Record<string, unknown>)[key.text] : undefined;
      if (value === undefined || (value === null && inside !== null)) {
        if (inside !== null) leaveOut(inside, optional);
        else (optional ? absent : missing).push(key.text);
      } else if (each !== null && Array.isArray(value)) {
        values.set(
          key.text,
          value.map((item, index) => entry(each, item, `${key.text}[${index}]`)),
        );
      } else if (inside === null) values.set(key.text, value);
      else if (isObject(value)) reach(inside, value);
      else mistakes.push({ name: key.text, message: 'must be an object' });
    }
  };

  if (body === undefined) leaveOut(pattern, false);
  else if (isObject(body)) reach(pattern, body);
  else mistakes.push({ name: 'body', message: 'must be an object' });
  return { values, absent, missing, missingInside, mistakes };
}

/** The most mistakes that are collected from the entries of lists. */
const mostMistakes = 100;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
