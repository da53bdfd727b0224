import type { Model } from '../src/model/model.ts';

/**
 * A model's content as plain values, to compare two: every offset in an expression, and which
 * expressions and actions are the same object. Of the syntax tree only the text is kept; the
 * declarations cover the rest.
 */
export function plainModel(model: Model): unknown {
  const { tree, declarations, ...facts } = model;
  const seen = new Map<object, number>();
  const plain = (value: unknown): unknown => {
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(plain);
    if (value instanceof Map) return [...value].map(([key, item]) => [key, plain(item)]);
    if (value instanceof Set) return [...value];
    if (Object.getPrototypeOf(value) !== Object.prototype) return `${value.constructor.name} ${JSON.stringify(value)} ${String(value)}`;
    const known = seen.get(value);
    if ('at' in value && known !== undefined) return `the same as ${known}`;
    if ('at' in value) seen.set(value, seen.size);
    const entries = Object.entries(value).map(([key, item]) => [
      key,
      key === 'at' && 'source' in value ? places(value as Sourced) : plain(item),
    ]);
    return Object.fromEntries(entries);
  };
  const { entities } = declarations;
  const known = [...entities].map((entity) => [entity, [...declarations.fields(entity)].map(([name, type]) => [name, plain(type)])]);
  return { text: tree.text, facts: plain(facts), known, declared: plain(Object.fromEntries(Object.entries(declarations))) };
}

interface Sourced {
  readonly source: string;
  at(offset: number): number;
}

const places = (sourced: Sourced): number[] => Array.from({ length: sourced.source.length + 1 }, (_, offset) => sourced.at(offset));
