import type { Span } from '../base/span.ts';
import type { Json } from '../expression/values/json.ts';
import type { Call } from '../model/ast/calls.ts';
import { fieldOf } from '../model/lookup.ts';
import type { Model } from '../model/model.ts';
import type { CallAnswer } from '../serve/calls/call-request.ts';
import { getsOf } from './call-inputs.ts';
import { jsonOf, type Oracle } from './oracle.ts';
import { attemptOf, type CallInputs, type Handle, type Persona, type Planned, type Side, type Twist } from './planned.ts';
import { type RawBody, requestOf } from './request.ts';
import { rowsTaken, statesBefore } from './rows.ts';
import { type Bodies, leavesOf } from './template.ts';
import { type Maker, mutationsOf, valuesFor } from './values.ts';
import { pointsTo, relationTo, shapeOf, statesOf } from './world-shape.ts';

/** A situation, and what is to be tried in it. */
export interface Node {
  readonly key: string;
  /** The shortest way from where nothing was made. */
  readonly path: readonly Planned[];
  /** Requests that change nothing: refused ones, and those that only read. */
  readonly checks: Planned[];
  readonly moves: Move[];
}

/** A request that changes something, and the situation after it. */
export interface Move {
  readonly planned: Planned;
  readonly to: string;
  /** Something is seen by it that no earlier one shows. */
  readonly isNew: boolean;
}

export interface Plan {
  readonly nodes: ReadonlyMap<string, Node>;
  readonly start: string;
  /** False: the bounds ended the search. */
  readonly complete: boolean;
}

export interface PlanParts {
  readonly model: Model;
  readonly oracle: Oracle;
  readonly people: readonly Persona[];
  readonly inputs: CallInputs;
  readonly maker: Maker;
  /** `Ticket.status`: what an expression of the document reads. */
  readonly read: ReadonlySet<string>;
  /** Is a request that these rows decide to be sent? Absent: every one. */
  readonly wants?: (rows: readonly Span[]) => boolean;
  /** The oracle's answers so far: the people's tokens are in them. */
  readonly bodies: Bodies;
}

const bounds = { nodes: 160, perEntity: 2, depth: 7, combinations: 9, shapesPerRead: 16, perSituation: 3 };

/** Records made since the path began, by entity, in order. */
export type Made = ReadonlyMap<string, readonly string[]>;

/** Bodies that no call can take. */
const malformed: readonly { readonly raw: RawBody; readonly words: string }[] = [
  { raw: { text: '{"broken', contentType: 'application/json' }, words: 'with a body that is no JSON' },
  { raw: { text: '["a list"]', contentType: 'application/json' }, words: 'with a list as its body' },
  { raw: { text: 'no-such-key=1', contentType: 'application/x-www-form-urlencoded' }, words: 'with a form as its body' },
];

/** Tries requests at the oracle, breadth first, and keeps those that show something new. */
export class Planner {
  readonly #parts: PlanParts;
  readonly #seen = new Set<string>();
  readonly #reads = new Map<string, number>();
  /** How often the same person has been tried on the same kind of record. */
  readonly #times = new Map<string, number>();
  /** Calls whose inputs have been varied, with the roles of who sent them. */
  readonly #varied = new Set<string>();

  constructor(parts: PlanParts) {
    this.#parts = parts;
  }

  plan(): Plan {
    const start: Node = { key: this.keyOf(new Map()), path: [], checks: [], moves: [] };
    const nodes = new Map([[start.key, start]]);
    let complete = true;
    for (const node of nodes.values()) {
      const found = this.#expanded(node);
      // Two records of one entity show what belongs to whom; what happens to them, one shows.
      if (node.path.length >= bounds.depth || hasTwo(node.path)) continue;
      for (const { to, planned } of found) {
        if (nodes.has(to)) continue;
        if (nodes.size >= bounds.nodes) complete = false;
        else nodes.set(to, { key: to, path: [...node.path, planned], checks: [], moves: [] });
      }
    }
    return { nodes, start: start.key, complete };
  }

  /** The request with values that the document accepts, or as it is where none are found. */
  accepted(planned: Planned): Planned {
    return this.#fitted(planned, new Map())?.planned ?? planned;
  }

  /** What tells situations apart. */
  keyOf(made: Made): string {
    const { model, people } = this.#parts;
    const records = [...made].flatMap(([entity, ids]) => ids.map((id) => shapeOf(this.#parts, entity, id)));
    const account = model.account?.entity.text;
    const accounts = account === undefined ? [] : people.map((one) => `${one.name} ${shapeOf(this.#parts, account, one.account)}`);
    return [...records, ...accounts].join('\n');
  }

  #expanded(node: Node): readonly Move[] {
    return this.#parts.oracle.tried(() => {
      let made: Made = new Map();
      for (const step of node.path) made = this.#done(step, made)?.made ?? made;
      if (this.keyOf(made) !== node.key) return [];
      for (const call of this.#parts.model.calls.filter(({ signed }) => signed === null))
        for (const planned of this.#candidates(call, made)) this.#tryOut(node, planned, made);
      return node.moves;
    });
  }

  /** Sends a planned request to the oracle. */
  #done(planned: Planned, made: Made): { readonly answer: CallAnswer; readonly made: Made } | null {
    const { oracle, maker, inputs, bodies } = this.#parts;
    const attempt = attemptOf(planned, inputs.of(planned.call), this.#side(made), maker);
    if (attempt === null) return null;
    const before = createdBy(planned.call).map((entity) => [entity, oracle.records(entity).length] as const);
    const answer = oracle.answer(requestOf(attempt, bodies));
    return { answer, made: withNew(oracle, made, before) };
  }

  /** At the oracle every record is known. */
  #side(made: Made): Side {
    const { model, oracle, people } = this.#parts;
    return {
      persona: (place) => people[place] as Persona,
      value: (handle, path) => storedValue(model, oracle, recordOf(this.#parts, made, handle), path),
    };
  }

  #candidates(call: Call, made: Made): readonly Planned[] {
    const { people, inputs, model } = this.#parts;
    const account = model.account?.entity.text;
    const handlesOf = (entity: string): readonly Handle[] => [
      ...(this.#isCreated(entity) ? [] : this.#examplesOf(entity)),
      ...(entity === account ? people.map((_, persona): Handle => ({ kind: 'account', persona })) : []),
      ...(made.get(entity) ?? []).map((_, ordinal): Handle => ({ kind: 'made', entity, ordinal })),
    ];
    const needed = new Map<string, readonly Handle[]>();
    for (const { step, get } of getsOf(call)) needed.set(`get:${step}`, handlesOf(get.entity.text));
    for (const input of inputs.of(call)) {
      if (input.sought?.step === -1) needed.set('get:-1', handlesOf(input.sought.entity));
      else if (input.sought === null && input.field?.type.kind === 'relation' && !input.optional)
        needed.set(input.name, handlesOf(input.field.type.entity.text));
    }
    let combinations: ReadonlyMap<string, Handle>[] = [new Map()];
    for (const [name, handles] of needed)
      combinations = combinations
        .flatMap((one) => handles.map((handle) => new Map([...one, [name, handle]])))
        .slice(0, bounds.combinations);
    const plain = { call, picks: new Map<string, number>(), twist: null };
    return [null, ...people.keys()].flatMap((persona) => combinations.map((handles) => ({ ...plain, persona, handles })));
  }

  #isCreated(entity: string): boolean {
    const { model } = this.#parts;
    return entity === model.account?.entity.text || model.calls.some((call) => createdBy(call).includes(entity));
  }

  #examplesOf(entity: string): readonly Handle[] {
    const examples = [...this.#parts.oracle.examples].filter(([, one]) => one.entity === entity);
    return examples.slice(0, 3).map(([name]): Handle => ({ kind: 'example', name }));
  }

  #tryOut(node: Node, planned: Planned, made: Made): void {
    const situation = this.#situation(planned, made);
    const times = this.#times.get(situation) ?? 0;
    if (times >= bounds.perSituation) return;
    this.#times.set(situation, times + 1);
    const fitting = this.#fitted(planned, made);
    if (fitting === null) return;
    const { answer } = fitting;
    const { call } = planned;
    const isNew = this.#isWanted(fitting.planned, made, answer) && this.#isNew(fitting.planned, made, answer);
    if (answer.status >= 400 || call.method === 'GET') {
      if (isNew) node.checks.push(fitting.planned);
    } else node.moves.push({ planned: fitting.planned, to: fitting.key, isNew });
    if (answer.status >= 400) return;
    for (const twist of [...this.#queries(planned, made), ...this.#taken(planned, made)])
      this.#tryTwist(node, { ...fitting.planned, twist }, made);
    const roles = planned.persona === null ? '' : (this.#parts.people[planned.persona]?.roles.join(' ') ?? '');
    const varied = `${call.name.text} | ${roles}`;
    if (this.#varied.has(varied)) return;
    this.#varied.add(varied);
    for (const twisted of this.#twisted(fitting.planned)) this.#tryTwist(node, twisted, made);
  }

  #tryTwist(node: Node, planned: Planned, made: Made): void {
    const done = this.#trial(planned, made);
    if (done === null || !this.#isWanted(planned, made, done.answer) || !this.#isNew(planned, made, done.answer)) return;
    if (done.answer.status >= 400 || planned.call.method === 'GET') node.checks.push(planned);
    else node.moves.push({ planned, to: done.key, isNew: true });
  }

  /**
   * The request with values that the document accepts: while an input is refused, its next value
   * is tried.
   */
  #fitted(planned: Planned, made: Made): { planned: Planned; answer: CallAnswer; key: string } | null {
    const inputs = this.#parts.inputs.of(planned.call);
    let first: { planned: Planned; answer: CallAnswer; key: string } | null = null;
    let now = planned;
    for (let round = 0; round < 8; round++) {
      const done = this.#trial(now, made);
      if (done === null) return first;
      first ??= { planned: now, ...done };
      if (done.answer.status < 400) return { planned: now, ...done };
      const { picks } = now;
      const refused = (done.answer.refusals ?? []).flatMap(({ field }) =>
        inputs.filter((input) => input.sought === null && (input.name === field || input.field?.name.text === field)),
      );
      // Where a field may not be given, no other value of it may.
      const mayGive = done.answer.status !== 403;
      const another = refused.find((input) => mayGive && (picks.get(input.name) ?? 0) + 1 < valuesFor(this.#parts.maker, input).length);
      const left = refused.find((input) => input.optional && (picks.get(input.name) ?? 0) >= 0);
      if (another !== undefined) now = { ...now, picks: new Map([...picks, [another.name, (picks.get(another.name) ?? 0) + 1]]) };
      else if (left !== undefined) now = { ...now, picks: new Map([...picks, [left.name, -1]]) };
      // Refused for another reason than its values.
      else return { planned: now, ...done };
    }
    return first;
  }

  #trial(planned: Planned, made: Made): { answer: CallAnswer; key: string } | null {
    return this.#parts.oracle.tried(() => {
      const done = this.#done(planned, made);
      if (done === null) return null;
      const changed = done.answer.status < 400 && planned.call.method !== 'GET';
      const tooMany = [...done.made.values()].some((ids) => ids.length > bounds.perEntity);
      return { answer: done.answer, key: changed && !tooMany ? this.keyOf(done.made) : '' };
    });
  }

  /** Who asks for what, and what the records are like that it is about. */
  #situation(planned: Planned, made: Made): string {
    const { model, oracle, people } = this.#parts;
    const who = planned.persona === null ? null : people[planned.persona];
    const describe = (record: { readonly entity: string; readonly id: string } | null): string => {
      if (record === null) return '';
      const states = statesOf(model, oracle, record.entity, record.id);
      const belonging = [...made].filter(([entity, ids]) => ids.some((id) => pointsTo(model, oracle, entity, id, record.id)));
      const relation = relationTo(model, oracle, who?.account ?? null, record.entity, record.id);
      return `${record.entity} ${states} ${relation} ${belonging.map(([entity]) => entity).join(' ')}`;
    };
    // Where it is about no record, who asks is all that can differ.
    const about = planned.handles.size === 0 ? [String(planned.persona)] : [];
    for (const handle of planned.handles.values()) about.push(describe(recordOf(this.#parts, made, handle)));
    // A list says something by what it leaves out, too.
    for (const entity of listedBy(planned.call)) about.push(...(made.get(entity) ?? []).map((id) => describe({ entity, id })));
    // What a value is worth seldom depends on who gives it.
    const roles = planned.twist?.kind === 'input' ? '' : who?.roles.join(' ');
    return [planned.call.name.text, roles, JSON.stringify(planned.twist), ...about].join(' | ');
  }

  /** Does a chosen row decide the answer? */
  #isWanted(planned: Planned, made: Made, { status, refusals }: CallAnswer): boolean {
    const { wants, model, oracle } = this.#parts;
    if (wants === undefined) return true;
    if (status >= 400) return wants([refusals?.[0]?.at ?? planned.call.span, planned.call.span]);
    const about = [...planned.handles.values()].flatMap((handle) => recordOf(this.#parts, made, handle) ?? []);
    return wants(rowsTaken(model, planned, statesBefore(oracle, about)));
  }

  /** Does the answer show something that no earlier one has shown? */
  #isNew(planned: Planned, made: Made, answer: CallAnswer): boolean {
    const outcome =
      answer.status >= 400
        ? (answer.refusals ?? []).map(({ error, field }) => `${error} ${field}`).join(' ')
        : planned.call.method === 'GET'
          ? skeleton(answer.body === null ? null : (JSON.parse(answer.body) as Json))
          : '';
    const signature = `${this.#situation(planned, made)} | ${answer.status} ${outcome}`;
    if (this.#seen.has(signature)) return false;
    if (planned.call.method === 'GET') {
      const asked = `${planned.call.name.text} ${planned.persona} ${planned.twist?.kind}`;
      const count = this.#reads.get(asked) ?? 0;
      if (count >= bounds.shapesPerRead) return false;
      this.#reads.set(asked, count + 1);
    }
    this.#seen.add(signature);
    return true;
  }

  /** The same request with one thing changed that a document decides about. */
  #twisted(planned: Planned): readonly Planned[] {
    const { call } = planned;
    const found: Planned[] = [];
    for (const input of this.#parts.inputs.of(call)) {
      if (input.sought !== null) found.push({ ...planned, twist: { kind: 'no-record', input: input.name } });
      else if (input.place === 'body')
        for (const { words } of mutationsOf(this.#parts.maker, input))
          found.push({ ...planned, twist: { kind: 'input', input: input.name, words } });
    }
    if (call.takes !== null) {
      found.push({ ...planned, twist: { kind: 'unknown-key' } });
      for (const { raw, words } of malformed) found.push({ ...planned, twist: { kind: 'raw', raw, words } });
    }
    found.push({ ...planned, twist: { kind: 'forged-token' } });
    if (planned.persona !== null) found.push({ ...planned, persona: null });
    return found;
  }

  #queries({ call }: Planned, made: Made): readonly Twist[] {
    const { inputs, model, people } = this.#parts;
    return inputs.of(call).flatMap(({ name, place, paging, filter, type }): Twist[] => {
      if (place !== 'query') return [];
      const from = (one: number | string | Handle | null): Twist => ({ kind: 'query', input: name, from: one });
      if (paging !== null) return [from(0), from(1)];
      if (type.kind === 'enum' || type.kind === 'state') return [...type.values, null].map(from);
      if (filter === null) return [];
      const records = (made.get(filter.entity) ?? []).map((_, ordinal): Handle => ({ kind: 'made', entity: filter.entity, ordinal }));
      const accounts =
        filter.entity === model.account?.entity.text ? people.map((_, persona): Handle => ({ kind: 'account', persona })) : [];
      return [...records, ...accounts, null].map(from);
    });
  }

  /** Values that must be unique, as another record has them. */
  #taken({ call, persona }: Planned, made: Made): readonly Twist[] {
    const { model, people, inputs } = this.#parts;
    return inputs.of(call).flatMap(({ name, place, field, unique }): Twist[] => {
      if (place !== 'body' || field === null || !unique) return [];
      if (field.entity === model.account?.entity.text)
        return people.length === 0
          ? []
          : [{ kind: 'taken', input: name, handle: { kind: 'account', persona: persona === 0 && people.length > 1 ? 1 : 0 } }];
      const known = made.get(field.entity)?.length ?? 0;
      return known === 0 ? [] : [{ kind: 'taken', input: name, handle: { kind: 'made', entity: field.entity, ordinal: known - 1 } }];
    });
  }
}

function hasTwo(path: readonly Planned[]): boolean {
  const made = path.flatMap(({ call }) => createdBy(call));
  return new Set(made).size < made.length;
}

/** The entities of which a call makes records. */
export const createdBy = ({ does }: Call): readonly string[] => [
  ...new Set((does?.steps ?? []).flatMap((step) => (step.kind === 'create' ? [step.entity.text] : []))),
];

const listedBy = ({ does }: Call): readonly string[] =>
  (does?.steps ?? []).flatMap((step) => (step.kind === 'list' ? [step.entity.text] : []));

/** The made records and what has been added since. */
export function withNew(oracle: Oracle, made: Made, before: readonly (readonly [string, number])[]): Made {
  const found = new Map(made);
  for (const [entity, count] of before) {
    const ids = oracle.records(entity).slice(count);
    if (ids.length > 0) found.set(entity, [...(found.get(entity) ?? []), ...ids.map(({ id }) => id)]);
  }
  return found;
}

export function recordOf(
  { model: { account }, oracle, people }: Pick<PlanParts, 'model' | 'oracle' | 'people'>,
  made: Made,
  handle: Handle,
): { readonly entity: string; readonly id: string } | null {
  if (handle.kind === 'example') return oracle.examples.get(handle.name) ?? null;
  if (handle.kind === 'account') {
    const id = people[handle.persona]?.account;
    return id === undefined || account === null ? null : { entity: account.entity.text, id };
  }
  const id = made.get(handle.entity)?.[handle.ordinal];
  return id === undefined ? null : { entity: handle.entity, id };
}

/** A field of a stored record, over relations; undefined: there is no such record. */
export function storedValue(
  model: Model,
  oracle: Oracle,
  record: { readonly entity: string; readonly id: string } | null,
  path: readonly string[],
): Json | undefined {
  if (record === null) return undefined;
  const [name = 'id', ...rest] = path;
  const stored = oracle.record(record.entity, record.id);
  if (stored === null) return undefined;
  if (name === 'id') return fieldOf(model, record.entity, 'id')?.type.kind === 'serial' ? Number(stored.id) : stored.id;
  const value = stored[name];
  if (rest.length === 0) return Array.isArray(value) ? jsonOf(value[0]) : jsonOf(value);
  const type = fieldOf(model, record.entity, name)?.type;
  return type?.kind === 'relation' && typeof value === 'string'
    ? storedValue(model, oracle, { entity: type.entity.text, id: value }, rest)
    : undefined;
}

/** The form of an answer: its keys, what is empty or true, and how many there are. */
function skeleton(json: Json): string {
  const paths = [...leavesOf(json)].map(({ path, value }) => {
    const kind = value === null || typeof value === 'boolean' ? String(value) : typeof value;
    return `${path.map((part) => (typeof part === 'number' ? Math.min(part, 2) : part)).join('.')}=${kind}`;
  });
  return [...new Set(paths)].sort().join(' ');
}
