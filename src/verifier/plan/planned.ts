import type { Json } from '../../expression/values/json.ts';
import type { Call } from '../../model/ast/calls.ts';
import type { Model } from '../../model/model.ts';
import { callName } from '../adapter/adapter.ts';
import type { Attempt, RawBody } from '../answers/request.ts';
import { at, type Bodies, Ref, type Template } from '../answers/template.ts';
import { type Input, inputsOf } from '../values/call-inputs.ts';
import { besideSpan, type SideOfSpan } from '../values/spans.ts';
import { type Maker, mutationsOf, noSuchId, valueOfNumber, valuesFor } from '../values/values.ts';

/** A person who sends requests. */
export interface Persona {
  readonly name: string;
  /** The id of the account at the oracle. */
  readonly account: string;
  readonly roles: readonly string[];
  /** Whether this run signed them up, so that it can sign up a replacement. */
  readonly signedUp: boolean;
  /** A string is the same token on every side. */
  readonly token: Ref | string;
}

/** The person's token at the side with these answers; null if it has none. */
export function tokenOf({ token }: Pick<Persona, 'token'>, bodies: Bodies): string | null {
  const body = token instanceof Ref ? bodies(token.exchange) : undefined;
  const value = token instanceof Ref && body !== undefined ? at(body, token.path) : token;
  return typeof value === 'string' ? value : null;
}

/** The tokens of all people that have one. */
export const tokensOf = (people: readonly Persona[], bodies: Bodies): readonly string[] =>
  people.flatMap((one) => tokenOf(one, bodies) ?? []);

/**
 * A record that a request is about: a person's account, an example of an entity that no call
 * creates, or a record that was created on the path (`ordinal`: its position among those of its
 * entity, from 0).
 */
export type Handle =
  | { readonly kind: 'account'; readonly persona: number }
  | { readonly kind: 'example'; readonly name: string }
  | { readonly kind: 'made'; readonly entity: string; readonly ordinal: number };

/**
 * How long a step lets time pass: so long, or until a moment of a record. The moment is looked up
 * again whenever the way is gone, because its records may be made at another time of day.
 */
export type Wait =
  | { readonly kind: 'for'; readonly milliseconds: number }
  /**
   * `place`: among the moments of the record that the step is about. `by`: milliseconds after the
   * moment; negative: before it.
   */
  | { readonly kind: 'until'; readonly place: number; readonly by: number };

/** What distinguishes a request from a plain valid one. */
export type Mutation =
  | { readonly kind: 'input'; readonly input: string; readonly words: string }
  /** Numbers at which something changes, by input. */
  | { readonly kind: 'numbers'; readonly values: readonly (readonly [input: string, value: number])[] }
  /** `besides`: the other input whose value the record does not have. */
  | {
      readonly kind: 'taken';
      readonly input: string;
      readonly handle: Handle;
      readonly like?: 'capitals';
      readonly besides?: string;
      /** The field of the record; absent: that of the input. */
      readonly field?: string;
    }
  /** Gives an input the value of another one of the request. */
  | { readonly kind: 'same'; readonly input: string; readonly as: string; readonly like?: 'capitals' }
  /**
   * A span of time beside that of a record. `ends`: the inputs (null: none) and fields where it
   * begins and ends. `same`: inputs that get the record's value of a field.
   */
  | {
      readonly kind: 'beside';
      readonly how: SideOfSpan;
      readonly handle: Handle;
      readonly ends: readonly [readonly [input: string | null, field: string], readonly [input: string | null, field: string]];
      readonly same: readonly (readonly [input: string, field: string])[];
    }
  | { readonly kind: 'no-record'; readonly input: string }
  /** A key that the call does not accept; `field`: the name of a field that it must not set. */
  | { readonly kind: 'unknown-key'; readonly field?: string; readonly value?: Json }
  | { readonly kind: 'forged-token' }
  | { readonly kind: 'signature'; readonly how: 'missing' | 'wrong' }
  | { readonly kind: 'raw'; readonly raw: RawBody; readonly words: string }
  /** `from`: a value, the value of a record, or one that no record has (null). */
  | (Queried & { readonly kind: 'query'; readonly also?: Queried });

export interface Queried {
  readonly input: string;
  /** Whether the value is the last or the first of a range with the same answer. */
  readonly edge?: 'last' | 'first';
  /** Sends a part of the record's text, or the text in capitals. */
  readonly like?: 'part' | 'capitals';
  /** The field of the record, over relations, if the list searches several; absent: the first. */
  readonly path?: readonly string[];
  readonly from: number | string | Handle | null;
}

/** A request without concrete ids: it can be sent in any situation with the same records. */
export interface Planned {
  readonly call: Call;
  /** The index of the sender among the people; null: no token is sent. */
  readonly persona: number | null;
  /** The records it is about, by the place of a `get` step (`get:0`) or the name of an input. */
  readonly handles: ReadonlyMap<string, Handle>;
  /** The index of each input's value among the possible ones: 0 by default; -1 leaves it out. */
  readonly picks: ReadonlyMap<string, number>;
  /**
   * Numbers that fit the records of the way, or dates in days from today, in place of the picks: a
   * payment of what is due.
   */
  readonly numbers?: ReadonlyMap<string, number>;
  readonly mutation: Mutation | null;
  /** A sign-up: the person who is replaced by the new account on the rest of the way. */
  readonly as?: number;
  /** The status and errors of the answer when it was planned; absent if not tried yet. */
  readonly outcome?: string;
  /** Lets time pass; nothing is sent. */
  readonly wait?: Wait;
  /**
   * The order of sending: requests of rank 0, or without a rank, come first; those of scenarios,
   * with rank -1, before them.
   */
  readonly rank?: number;
}

/** How one side knows records: the oracle by its store, an implementation by its answers. */
export interface Side {
  /**
   * The value of a record's field, over relations; undefined if this side does not know it.
   * `chosen`: the field is a text that this run chose, which is equal on every side.
   */
  value(handle: Handle, path: readonly string[], chosen?: boolean): Template | undefined;
  persona(place: number): Persona;
  /** When a step that lets time pass ends; undefined if it cannot. */
  endOf(step: Planned): number | undefined;
}

/** The inputs of each call, computed once. */
export class CallInputs {
  readonly #model: Model;
  readonly #known = new Map<Call, readonly Input[]>();

  constructor(model: Model) {
    this.#model = model;
  }

  of(call: Call): readonly Input[] {
    const known = this.#known.get(call) ?? inputsOf(this.#model, call);
    this.#known.set(call, known);
    return known;
  }
}

/** The concrete request for a plan; null if the side does not know a value that it needs. */
export function attemptOf(plan: Planned, inputs: readonly Input[], side: Side, maker: Maker): Attempt | null {
  const route = new Map<string, Template>();
  const query: (readonly [string, Template])[] = [];
  const values = new Map<string, Template>();
  let body: Template | undefined;
  const { mutation, call, wait } = plan;
  const beside = mutation?.kind === 'beside' ? valuesBeside(mutation, side) : new Map<string, Template>();
  if (beside === null) return null;
  const moment = wait === undefined ? undefined : side.endOf(plan);
  if (wait !== undefined && moment === undefined) return null;
  for (const input of inputs) {
    const value = beside.get(input.name) ?? inputValue(plan, input, side, maker);
    if (value === unknown) return null;
    if (value === undefined) continue;
    values.set(input.name, value);
    if (input.place === 'route') route.set(input.name, value);
    else if (input.place === 'query') query.push([input.name, value]);
    else body = put(body, input.path, value);
  }
  if (call.takes !== null && body === undefined) body = {};
  if (mutation?.kind === 'same') {
    const [to, value] = [inputs.find(({ name }) => name === mutation.input), values.get(mutation.as)];
    if (to !== undefined && value !== undefined)
      body = put(body, to.path, mutation.like === 'capitals' && typeof value === 'string' ? value.toUpperCase() : value);
  }
  if (mutation?.kind === 'unknown-key') body = put(body, [mutation.field ?? 'noSuchKey'], mutation.value ?? 1);
  const token =
    mutation?.kind === 'forged-token' ? 'no-session-has-this-token' : plan.persona === null ? null : side.persona(plan.persona).token;
  return {
    call,
    token,
    route,
    query,
    body: call.takes === null ? undefined : body,
    ...(moment === undefined ? {} : { moment }),
    ...(mutation?.kind === 'raw' ? { raw: mutation.raw } : {}),
    ...(mutation?.kind === 'signature' ? { signature: mutation.how } : {}),
    ...(plan.persona !== null && side.persona(plan.persona).signedUp ? { isOwn: true } : {}),
    words: moment === undefined ? wordsOf(plan, side) : `Time passes: it is ${new Date(moment).toISOString()}`,
  };
}

/** The values of the inputs of a span and of what it has in common with the other record. */
function valuesBeside(
  { how, handle, ends, same }: Extract<Mutation, { kind: 'beside' }>,
  side: Side,
): ReadonlyMap<string, Template> | null {
  // This run chose the values, so they are equal on every side.
  const chosen = (field: string): Template | undefined => side.value(handle, [field], true);
  const [begins, until] = ends.map(([, field]) => chosen(field));
  const span = begins === undefined || until === undefined ? undefined : besideSpan(how, begins as Json, until as Json);
  if (span === undefined) return null;
  const found = new Map<string, Template>();
  for (const [place, [input]] of ends.entries()) if (input !== null) found.set(input, span[place] as Json);
  for (const [input, field] of same) {
    const value = chosen(field);
    if (value === undefined) return null;
    found.set(input, value);
  }
  return found;
}

const unknown = Symbol('unknown');

/** The value of an input; undefined leaves it out, `unknown`: the side does not know it. */
function inputValue(plan: Planned, input: Input, side: Side, maker: Maker): Template | undefined | typeof unknown {
  const { mutation, handles, numbers, picks } = plan;
  const queried = mutation?.kind === 'query' ? [mutation, mutation.also].find((one) => one?.input === input.name) : undefined;
  if (queried !== undefined) {
    if (queried.from === null) return `${maker.marker}none`;
    if (typeof queried.from !== 'object') return queried.from;
    const value =
      input.filter === null ? undefined : side.value(queried.from, queried.path ?? input.filter.path, queried.like !== undefined);
    if (typeof value === 'string' && queried.like !== undefined) return queried.like === 'part' ? value.slice(1) : value.toUpperCase();
    return input.filter === null ? undefined : (value ?? unknown);
  }
  const given = mutation?.kind === 'numbers' ? mutation.values.find(([name]) => name === input.name) : undefined;
  if (given !== undefined) return valueOfNumber(maker, input, given[1]);
  if (mutation !== null && mutation.kind !== 'query' && mutation.kind !== 'same' && 'input' in mutation && mutation.input === input.name) {
    if (mutation.kind === 'no-record') return noSuch(input);
    if (mutation.kind === 'taken') {
      const value = side.value(mutation.handle, [mutation.field ?? input.field?.name.text ?? 'id'], mutation.like !== undefined);
      return typeof value === 'string' && mutation.like !== undefined ? value.toUpperCase() : (value ?? unknown);
    }
    return mutationsOf(maker, input).find(({ words }) => words === mutation.words)?.value;
  }
  if (input.sought !== null) {
    const handle = handles.get(`get:${input.sought.step}`);
    const value = handle === undefined ? undefined : side.value(handle, input.sought.path);
    // The signature is checked before the record is looked up, so any value will do.
    return value ?? (mutation?.kind === 'signature' ? noSuch(input) : unknown);
  }
  const handle = handles.get(input.name);
  if (handle !== undefined) return side.value(handle, ['id']) ?? unknown;
  if (input.place === 'query') return undefined;
  const number = numbers?.get(input.name);
  if (number !== undefined) return valueOfNumber(maker, input, number);
  const pick = picks.get(input.name) ?? 0;
  if (pick < 0) return undefined;
  const values = valuesFor(maker, input);
  if (values.length === 0) return input.optional ? undefined : unknown;
  return values[pick % values.length];
}

/** The request with other values of some inputs, by their indices; -1 leaves one out. */
export function withPicks(planned: Planned, picks: Iterable<readonly [input: string, pick: number]>): Planned {
  const changed = new Map(picks);
  const left = [...(planned.numbers ?? [])].filter(([name]) => !changed.has(name));
  const { numbers: _, ...rest } = planned;
  return { ...rest, ...(left.length > 0 && { numbers: new Map(left) }), picks: new Map([...planned.picks, ...changed]) };
}

/** A value that belongs to no record, of the input's type. */
const noSuch = ({ type, sought }: Input): Json =>
  type.kind === 'integer' ? 987_654_321 : type.kind === 'record' || sought?.path.at(-1) === 'id' ? noSuchId : 'no-such-record';

/** Sets the value at a path of objects. */
export function put(into: Template | undefined, [key = '', ...rest]: readonly string[], value: Template): Template {
  const object = (into ?? {}) as { readonly [key: string]: Template };
  return { ...object, [key]: rest.length === 0 ? value : put(object[key], rest, value) };
}

function wordsOf({ call, persona, mutation }: Planned, side: Side): string {
  const who = mutation?.kind === 'forged-token' ? 'An unknown token' : persona === null ? 'No one' : side.persona(persona).name;
  const how = mutation === null ? '' : ` ${mutationWords(mutation)}`;
  return `${who}: ${callName(call)}${how}`;
}

const spanWords: Record<SideOfSpan, string> = {
  same: 'like that of another record',
  after: 'right after that of another record',
  before: 'right before that of another record',
  into: 'that begins before that of another record ends',
  around: 'around that of another record',
};

function mutationWords(mutation: Mutation): string {
  switch (mutation.kind) {
    case 'input':
    case 'raw':
      return mutation.words;
    case 'numbers':
      return `with ${mutation.values.map(([name, value]) => `${name} ${value}`).join(' and ')}`;
    case 'taken':
      return mutation.field === undefined
        ? `with a ${mutation.input} that another record has${mutation.like === undefined ? '' : ', in capitals'}`
        : `with the record's ${mutation.field} as ${mutation.input}`;
    case 'same':
      return `with the same ${mutation.input} as ${mutation.as}${mutation.like === undefined ? '' : ', in capitals'}`;
    case 'beside':
      return `with a span ${spanWords[mutation.how]}`;
    case 'no-record':
      return `for a ${mutation.input} that does not exist`;
    case 'unknown-key':
      return mutation.field === undefined ? 'with an unknown key' : `with ${mutation.field}, which it does not take`;
    case 'forged-token':
      return '';
    case 'signature':
      return mutation.how === 'missing' ? 'without a signature' : 'with a wrong signature';
    case 'query':
      return `with ${[mutation, ...(mutation.also === undefined ? [] : [mutation.also])].map(queriedWords).join(' and ')}`;
  }
}

const queriedWords = ({ input, from, like }: Queried): string =>
  from !== null && typeof from !== 'object' ? `${input} ${from}` : like === undefined ? input : `${input} (${like})`;
