import { notFound } from '../../engine/access/reach.ts';
import { knownFile, mayHaveFile } from '../../engine/change/files.ts';
import { addRefusal, Refused, refusal } from '../../engine/change/refusals.ts';
import { requiredRefusal as missingField } from '../../engine/change/values.ts';
import type { Refusal } from '../../engine/outcome.ts';
import type { World } from '../../engine/world/world.ts';
import { anyType, type Type } from '../../expression/types/type.ts';
import { fromJson, Mistake } from '../../expression/values/json.ts';
import type { Value } from '../../expression/values/value.ts';
import type { Call } from '../../model/ast/calls.ts';
import { humanize, inSentence } from '../../model/labels.ts';
import { pageLimits } from '../../model/page-limits.ts';
import { recordLookup } from '../../model/record-lookup.ts';
import { bindBody } from './bind-body.ts';
import { isPassedOn } from './passed-on.ts';
import { queryValue, textsGiven, textValue } from './text-value.ts';

/** The input that a request provides to the action of a call. */
export interface Inputs {
  /** From the route and the query. */
  readonly bound: ReadonlyMap<string, Value>;
  /** From the body. */
  readonly taken: ReadonlyMap<string, Value>;
  /** Names in the query and body patterns that the request leaves out. */
  readonly absent: readonly string[];
  /**
   * Problems that the action itself does not report: missing names of Takes, and values of the
   * wrong type.
   */
  readonly missing: readonly Refusal[];
}

/**
 * Reads route, query and body by the types of their names. Throws Refused: NOT_FOUND for the route,
 * INVALID with all other problems together. If the action only writes a value, the operation that
 * writes it checks it (`isPassedOn`).
 */
export function readInputs(
  world: World,
  call: Call,
  parameters: ReadonlyMap<string, string>,
  query: string,
  /** Undefined if there is no body. */
  body: unknown,
): Inputs {
  // A service may look up any id, unlike a person without an account.
  const readsAll = call.signed !== null;
  const typeOf = (name: string): Type => call.types.get(name) ?? anyType;
  const mistakes: Refusal[] = [];
  const wrong = (name: string, { message, must }: Pick<Mistake, 'message' | 'must'>, value: Value = null): Refusal =>
    refusal(world.index, {
      error: 'INVALID',
      field: name,
      value,
      at: (call.takes ?? call).span,
      own: () => ({ code: 'unfit', data: { field: humanize(name), must }, message: `${humanize(name)} ${message}.` }),
      because: `${call.name.text} was given ${name}, which ${message}`,
    });

  const { limits, names: paging } = pageLimits(call);
  /** Bounds how many records the caller may request; without a number the bound applies. */
  const within = (name: string, value: Value | Mistake): Value | Mistake => {
    if (paging.has(name) && Number(value) < 0) return new Mistake('must be a whole number of 0 or more');
    const most = limits.get(name);
    if (most === undefined || value instanceof Mistake) return value;
    return value === null ? most : Number(value) > most ? new Mistake(`must be at most ${most}`) : value;
  };

  const bound = new Map<string, Value>();
  for (const [name, text] of parameters) {
    const value = within(name, related(world, typeOf(name), textValue(text, typeOf(name), world.timeZone), readsAll));
    if (value instanceof Mistake || value === null) throw new Refused([notSought(world, call, name)]);
    bound.set(name, value);
  }
  const search = new URLSearchParams(query);
  const unasked: string[] = [];
  for (const { name, default: standard } of call.query) {
    const type = typeOf(name.text);
    const texts = textsGiven(search.getAll(name.text), type);
    if (texts.length === 0) unasked.push(name.text);
    const given = texts.length > 0 ? texts : standard === null ? [] : [standard];
    const value = within(name.text, given.length === 0 ? null : related(world, type, queryValue(given, type, world.timeZone), readsAll));
    if (value instanceof Mistake) mistakes.push(wrong(name.text, value, given[0] ?? null));
    else bound.set(name.text, value);
  }

  const taken = new Map<string, Value>();
  const unfit: Refusal[] = [];
  const found = call.takes === null ? null : bindBody(call.takes, body);
  for (const { name, message } of found?.mistakes ?? []) addRefusal(mistakes, () => wrong(name, { message, must: '' }));
  for (const [name, json] of found?.values ?? []) {
    const value = within(name, fromBody(world, typeOf(name), json, readsAll));
    if (!(value instanceof Mistake)) {
      taken.set(name, value);
      continue;
    }
    const mistake = wrong(name, value, typeof json === 'string' ? json : null);
    if (!isPassedOn(call, name)) mistakes.push(mistake);
    else {
      taken.set(name, asGiven(json));
      unfit.push(mistake);
    }
  }
  const missing = [
    ...(found?.missing ?? []).map((name) => unsaid(world, call, name) ?? wrong(name, { message: 'is required', must: 'required' })),
    ...(found?.missingInside ?? []).map((name) => wrong(name, { message: 'is required', must: 'required' })),
    ...unfit,
  ];
  if (mistakes.length > 0) throw new Refused([...mistakes, ...missing]);
  for (const name of found?.missing ?? []) taken.set(name, null);
  for (const [name, most] of limits) if (found?.absent.includes(name)) taken.set(name, most);
  return {
    bound,
    taken,
    absent: [...unasked, ...(found?.absent ?? [])],
    missing,
  };
}

/**
 * Resolves the id that a person sends: to the record if they may read it, otherwise to the mistake
 * that an unknown id causes.
 */
function related(world: World, type: Type, value: Value | Mistake, readsAll: boolean): Value | Mistake {
  if (type.kind !== 'record' || typeof value !== 'string') return value;
  const record = world.record(type.entity, value, readsAll ? 'product' : 'person');
  return record === null || !(readsAll || world.access.mayRead(record))
    ? new Mistake(`must be the id of an existing ${inSentence(world.index.labels.entity(type.entity))}`)
    : record;
}

/** Converts JSON of a body to a value; records and files are found by their ids. */
function fromBody(world: World, type: Type, json: unknown, readsAll: boolean): Value | Mistake {
  if (type.kind === 'file' && json !== null) return fileOf(world, json);
  if (type.kind !== 'list' || type.of.kind !== 'file' || !Array.isArray(json))
    return related(world, type, fromJson(json, type, world.timeZone), readsAll);
  const files = json.map((one) => fileOf(world, one));
  return files.find((file) => file instanceof Mistake) ?? (files as Value[]);
}

/**
 * Finds a file by its id, or by the object with which answers describe it. Only people who may have
 * the file can use it.
 */
function fileOf(world: World, json: unknown): Value | Mistake {
  const id: unknown = typeof json === 'object' && json !== null && 'id' in json ? json.id : json;
  const file = typeof id === 'string' ? knownFile(world, id) : null;
  return file === null || !mayHaveFile(world, file.id) ? new Mistake('must be an uploaded file', 'file') : file;
}

/**
 * Converts a value without checking its type, as the session protocol does; the operation that
 * writes it checks it.
 */
function asGiven(json: unknown): Value {
  const value = fromJson(json, anyType);
  return value instanceof Mistake ? null : value;
}

/**
 * The refusal for a required field that the call writes and the request leaves out; null if there
 * is none.
 */
function unsaid(world: World, call: Call, name: string): Refusal | null {
  if (!isPassedOn(call, name)) return null;
  for (const step of call.does?.steps ?? []) {
    const entity = step.kind === 'create' ? step.entity.text : null;
    const field = entity === null ? null : world.index.field(entity, name);
    if (field?.required) return missingField(world, field);
  }
  return null;
}

/** The refusal for a route value that fits no record: that of the `get` that reads it. */
function notSought(world: World, call: Call, name: string): Refusal {
  const get = recordLookup(call, name);
  return notFound(world, get?.entity.text ?? entityOf(call), get?.error?.text);
}

/** The entity that a call is about: the first one that its action names. */
function entityOf(call: Call): string {
  for (const step of call.does?.steps ?? []) if ('entity' in step) return step.entity.text;
  return 'record';
}
