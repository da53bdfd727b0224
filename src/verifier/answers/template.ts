import type { Json } from '../../expression/values/json.ts';

/** A path in a body. A list entry is identified by its index, or by a value that only it has. */
export type Path = readonly (string | number | { readonly where: string; readonly is: string })[];

/**
 * A value in an earlier answer, of which each side has its own: an id, a token, a generated slug.
 * `exchange`: the number of the request; `path`: where the value is in the answer's body.
 */
export class Ref {
  readonly exchange: number;
  readonly path: Path;

  constructor(exchange: number, path: Path) {
    this.exchange = exchange;
    this.path = path;
  }
}

/** JSON with references to earlier answers in it. */
export type Template = Json | Ref | readonly Template[] | { readonly [key: string]: Template };

/** Thrown if an earlier answer lacks the value that a request needs. */
export class NotAnswered extends Error {
  readonly ref: Ref;

  constructor(ref: Ref) {
    const words = ref.path.map((part) => (typeof part === 'object' ? `${part.where} ${part.is}` : part)).join('.');
    super(`answer ${ref.exchange} has no ${words || 'body'}`);
    this.ref = ref;
  }
}

/** The bodies of one side's answers, by the number of the request; undefined if there is none. */
export type Bodies = (exchange: number) => Json | undefined;

/** The template with the values of one side. Throws NotAnswered. */
export function filled(template: Template, bodies: Bodies): Json {
  if (template instanceof Ref) {
    const found = at(bodies(template.exchange), template.path);
    if (found === undefined) throw new NotAnswered(template);
    return found;
  }
  if (Array.isArray(template)) return (template as readonly Template[]).map((item) => filled(item, bodies));
  if (template === null || typeof template !== 'object') return template as Json;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filled(value as Template, bodies)]));
}

/** The value at a path; undefined if there is none. */
export function at(json: Json | undefined, path: Path): Json | undefined {
  let value = json;
  for (const key of path) {
    if (typeof key === 'object') {
      value = Array.isArray(value) ? (value as readonly Json[]).find((entry) => at(entry, [key.where]) === key.is) : undefined;
      continue;
    }
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, Json>)[key];
  }
  return value;
}

/** Every value in a JSON body that is neither a list nor an object, with its path. */
export function* leavesOf(
  json: Json,
  path: readonly (string | number)[] = [],
): Generator<{ readonly path: readonly (string | number)[]; readonly value: string | number | boolean | null }> {
  if (json === null || typeof json !== 'object') yield { path, value: json };
  else if (Array.isArray(json)) for (const [index, item] of json.entries()) yield* leavesOf(item as Json, [...path, index]);
  else for (const [key, value] of Object.entries(json)) yield* leavesOf(value as Json, [...path, key]);
}
