import type { Json } from '../expression/values/json.ts';
import type { Call } from '../model/ast/calls.ts';
import type { Model } from '../model/model.ts';
import { callName } from './adapter/adapter.ts';
import { type Input, inputsOf } from './call-inputs.ts';
import type { Attempt, RawBody } from './request.ts';
import type { Ref, Template } from './template.ts';
import { type Maker, mutationsOf, noSuchId, valueOfNumber, valuesFor } from './values.ts';

/** Who sends requests. */
export interface Persona {
  readonly name: string;
  /** The id of the account at the oracle. */
  readonly account: string;
  readonly roles: readonly string[];
  /** Signed up by this run, which can sign up another one like them. */
  readonly signedUp: boolean;
  /** A text is the same on every side. */
  readonly token: Ref | string;
}

/**
 * A record that a step works on: the account of one of the people, an example that no call can
 * make, or the record of an entity that was made as the first, the second, … on the path.
 */
export type Handle =
  | { readonly kind: 'account'; readonly persona: number }
  | { readonly kind: 'example'; readonly name: string }
  | { readonly kind: 'made'; readonly entity: string; readonly ordinal: number };

/** What distinguishes a request from a plain valid one. */
export type Twist =
  | { readonly kind: 'input'; readonly input: string; readonly words: string }
  /** Numbers at which something changes, by input. */
  | { readonly kind: 'numbers'; readonly values: readonly (readonly [input: string, value: number])[] }
  | { readonly kind: 'taken'; readonly input: string; readonly handle: Handle; readonly like?: 'capitals' }
  | { readonly kind: 'no-record'; readonly input: string }
  /** A key that the call does not take; `field`: the name of a field that it must not set. */
  | { readonly kind: 'unknown-key'; readonly field?: string; readonly value?: Json }
  | { readonly kind: 'forged-token' }
  | { readonly kind: 'signature'; readonly how: 'missing' | 'wrong' }
  | { readonly kind: 'raw'; readonly raw: RawBody; readonly words: string }
  /** `from`: a value, the one that a record has, or one that none has (null). */
  | (Queried & { readonly kind: 'query'; readonly also?: Queried });

export interface Queried {
  readonly input: string;
  /** The value is the last or the first of those for which the answer is the same. */
  readonly edge?: 'last' | 'first';
  /** Of the text that a record has, a part, or the same in capitals. */
  readonly like?: 'part' | 'capitals';
  readonly from: number | string | Handle | null;
}

/** A request that does not name ids yet: it can be made in any world with the same records. */
export interface Planned {
  readonly call: Call;
  /** The place among the people; null: no token is sent. */
  readonly persona: number | null;
  /** By the place of a `get` (`get:0`) or the name of an input. */
  readonly handles: ReadonlyMap<string, Handle>;
  /** Which of the possible values each input has; the first by default, none at -1. */
  readonly picks: ReadonlyMap<string, number>;
  readonly twist: Twist | null;
  /** How it was answered where it was planned: the status and the errors. Absent: not tried yet. */
  readonly outcome?: string;
  /** When it is sent: those of 0, or absent, first. */
  readonly rank?: number;
}

/** How one side knows records: the oracle by its store, an implementation by its answers. */
export interface Side {
  /**
   * A field of a record, over relations; undefined: this side cannot tell. `chosen`: a text that
   * this run has chosen, the same on every side.
   */
  value(handle: Handle, path: readonly string[], chosen?: boolean): Template | undefined;
  persona(place: number): Persona;
}

/** Inputs by call, read once. */
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

/** The request that a plan means; null: a side cannot say what it needs. */
export function attemptOf(plan: Planned, inputs: readonly Input[], side: Side, maker: Maker): Attempt | null {
  const route = new Map<string, Template>();
  const query: (readonly [string, Template])[] = [];
  let body: Template | undefined;
  const { twist, call } = plan;
  for (const input of inputs) {
    const value = inputValue(plan, input, side, maker);
    if (value === unknown) return null;
    if (value === undefined) continue;
    if (input.place === 'route') route.set(input.name, value);
    else if (input.place === 'query') query.push([input.name, value]);
    else body = put(body, input.path, value);
  }
  if (call.takes !== null && body === undefined) body = {};
  if (twist?.kind === 'unknown-key') body = put(body, [twist.field ?? 'noSuchKey'], twist.value ?? 1);
  const token =
    twist?.kind === 'forged-token' ? 'no-session-has-this-token' : plan.persona === null ? null : side.persona(plan.persona).token;
  return {
    call,
    token,
    route,
    query,
    body: call.takes === null ? undefined : body,
    ...(twist?.kind === 'raw' ? { raw: twist.raw } : {}),
    ...(twist?.kind === 'signature' ? { signature: twist.how } : {}),
    ...(plan.persona !== null && side.persona(plan.persona).signedUp ? { isOwn: true } : {}),
    words: wordsOf(plan, side),
  };
}

const unknown = Symbol('unknown');

/** Undefined: the input is left out. */
function inputValue(plan: Planned, input: Input, side: Side, maker: Maker): Template | undefined | typeof unknown {
  const { twist, handles, picks } = plan;
  const queried = twist?.kind === 'query' ? [twist, twist.also].find((one) => one?.input === input.name) : undefined;
  if (queried !== undefined) {
    if (queried.from === null) return `${maker.marker}none`;
    if (typeof queried.from !== 'object') return queried.from;
    const value = input.filter === null ? undefined : side.value(queried.from, input.filter.path, queried.like !== undefined);
    if (typeof value === 'string' && queried.like !== undefined) return queried.like === 'part' ? value.slice(1) : value.toUpperCase();
    return input.filter === null ? undefined : (value ?? unknown);
  }
  const given = twist?.kind === 'numbers' ? twist.values.find(([name]) => name === input.name) : undefined;
  if (given !== undefined) return valueOfNumber(maker, input, given[1]);
  if (twist !== null && twist.kind !== 'query' && 'input' in twist && twist.input === input.name) {
    if (twist.kind === 'no-record') return noSuch(input);
    if (twist.kind === 'taken') {
      const value = side.value(twist.handle, [input.field?.name.text ?? 'id'], twist.like !== undefined);
      return typeof value === 'string' && twist.like !== undefined ? value.toUpperCase() : (value ?? unknown);
    }
    return mutationsOf(maker, input).find(({ words }) => words === twist.words)?.value;
  }
  if (input.sought !== null) {
    const handle = handles.get(`get:${input.sought.step}`);
    const value = handle === undefined ? undefined : side.value(handle, input.sought.path);
    // Whether a call is signed is decided before its record is looked for.
    return value ?? (twist?.kind === 'signature' ? noSuch(input) : unknown);
  }
  const handle = handles.get(input.name);
  if (handle !== undefined) return side.value(handle, ['id']) ?? unknown;
  if (input.place === 'query') return undefined;
  const pick = picks.get(input.name) ?? 0;
  if (pick < 0) return undefined;
  const values = valuesFor(maker, input);
  if (values.length === 0) return input.optional ? undefined : unknown;
  return values[pick % values.length];
}

/** A value that belongs to no record, in the form that the input has. */
const noSuch = ({ type, sought }: Input): Json =>
  type.kind === 'integer' ? 987_654_321 : type.kind === 'record' || sought?.path.at(-1) === 'id' ? noSuchId : 'no-such-record';

/** Sets the value at a path of objects. */
export function put(into: Template | undefined, [key = '', ...rest]: readonly string[], value: Template): Template {
  const object = (into ?? {}) as { readonly [key: string]: Template };
  return { ...object, [key]: rest.length === 0 ? value : put(object[key], rest, value) };
}

function wordsOf({ call, persona, twist }: Planned, side: Side): string {
  const who = twist?.kind === 'forged-token' ? 'An unknown token' : persona === null ? 'No one' : side.persona(persona).name;
  const how = twist === null ? '' : ` ${twistWords(twist)}`;
  return `${who}: ${callName(call)}${how}`;
}

function twistWords(twist: Twist): string {
  switch (twist.kind) {
    case 'input':
    case 'raw':
      return twist.words;
    case 'numbers':
      return `with ${twist.values.map(([name, value]) => `${name} ${value}`).join(' and ')}`;
    case 'taken':
      return `with a ${twist.input} that another record has${twist.like === undefined ? '' : ', in capitals'}`;
    case 'no-record':
      return `for a ${twist.input} that does not exist`;
    case 'unknown-key':
      return twist.field === undefined ? 'with an unknown key' : `with ${twist.field}, which it does not take`;
    case 'forged-token':
      return '';
    case 'signature':
      return twist.how === 'missing' ? 'without a signature' : 'with a wrong signature';
    case 'query':
      return `with ${[twist, ...(twist.also === undefined ? [] : [twist.also])].map(queriedWords).join(' and ')}`;
  }
}

const queriedWords = ({ input, from, like }: Queried): string =>
  from !== null && typeof from !== 'object' ? `${input} ${from}` : like === undefined ? input : `${input} (${like})`;
