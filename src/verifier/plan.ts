import type { Json } from '../expression/values/json.ts';
import type { Call } from '../model/ast/calls.ts';
import type { CallAnswer } from '../serve/calls/call-request.ts';
import { getsOf } from './call-inputs.ts';
import { attemptOf, type Handle, type Persona, type Planned, type Side } from './planned.ts';
import { askedOf } from './request.ts';
import { rowsTaken, statesBefore } from './rows.ts';
import {
  createdBy,
  listedBy,
  type Made,
  type Move,
  type Node,
  type Plan,
  type PlanParts,
  recordOf,
  storedValue,
  withNew,
} from './situations.ts';
import { leavesOf } from './template.ts';
import { choicesOf, queriesOf, signaturesOf, strangersOf, takenOf, twisted } from './twists.ts';
import { mutationsOf, valuesFor } from './values.ts';
import {
  type FieldLimits,
  type GuardLimits,
  guardLimits,
  keyOf,
  keysAlike,
  peopleKey,
  pointsTo,
  relationTo,
  sideOf,
  statesOf,
  statesOfRelated,
} from './world-shape.ts';

const bounds = {
  nodes: 160,
  perEntity: 2,
  depth: 7,
  combinations: 9,
  shapesPerRead: 16,
  shapesPerQuery: 6,
  perSituation: 3,
};

interface Growing extends Plan {
  readonly nodes: Map<string, Node>;
  readonly fills: Plan['fills'][number][];
  complete: boolean;
}

/** What a request would lead to. */
interface Trial {
  readonly answer: CallAnswer;
  readonly key: string;
  readonly lasts: boolean;
}

interface Fitting extends Trial {
  readonly planned: Planned;
}

/** Tries requests at the oracle, breadth first, and keeps those that show something new. */
export class Planner {
  #parts: PlanParts;
  readonly #seen = new Set<string>();
  readonly #reads = new Map<string, number>();
  /** How often the same person has been tried on the same kind of record. */
  readonly #times = new Map<string, number>();
  /** Calls whose inputs have been varied, with the roles of who sent them. */
  readonly #varied = new Set<string>();

  /** Of the situations so far: what Ben can do to a record of Ada's, Ada can to one of Ben's. */
  readonly #alike = new Set<string>();

  readonly #limits: GuardLimits;
  readonly limits: readonly FieldLimits[];

  constructor(parts: PlanParts) {
    this.#parts = parts;
    this.#limits = guardLimits(parts.model);
    this.limits = [...this.#limits.values()].flat();
  }

  /**
   * A plan that grows as situations are taken from `ready`: what is to be tried in those is known.
   * For the people as they are now, and the records that the oracle has now.
   */
  plan(): { readonly plan: Plan; readonly ready: Iterator<Node> } {
    this.#parts = { ...this.#parts, people: [...this.#parts.people] };
    const key = this.#keyOf(new Map());
    const nodes = new Map<string, Node>([[key, { key, path: [], checks: [], moves: [] }]]);
    const plan: Growing = { people: this.#parts.people.map(({ name }) => name), nodes, start: key, fills: [], complete: true };
    return { plan, ready: this.#grown(plan) };
  }

  *#grown(plan: Growing): Iterator<Node> {
    const { nodes, fills } = plan;
    // Where the way shows something new, there is more of it; the others come last.
    const [next, later] = [[...nodes.values()], new Set<Node>()];
    for (let count = 0; ; count++) {
      const node = next.shift() ?? later.values().next().value;
      if (node === undefined) return;
      later.delete(node);
      if (count >= bounds.nodes) {
        plan.complete = false;
        return;
      }
      const found = this.#expanded(node);
      // For each call that makes a counted record, the first place where it is accepted.
      for (const { planned } of found)
        if (planned.twist === null && !fills.some(({ planned: { call } }) => call === planned.call) && this.#isCounted(planned.call))
          fills.push({ node, planned });
      // Two records of one entity show what belongs to whom; what happens to them, one shows.
      const isLast = node.path.length >= bounds.depth || hasTwo(node.path);
      for (const { to, planned, isNew, lasts } of isLast ? [] : found) {
        const known = nodes.get(to);
        if (known !== undefined && isNew && later.delete(known)) next.push(known);
        if (lasts || known !== undefined || this.#alike.has(this.#alikeKey(to))) continue;
        const made: Node = { key: to, path: [...node.path, planned], checks: [], moves: [] };
        nodes.set(to, made);
        this.#alike.add(this.#alikeKey(to));
        if (isNew) next.push(made);
        else later.add(made);
      }
      yield node;
    }
  }

  #alikeKey(key: string): string {
    return keysAlike(key, this.#parts.people).sort()[0] ?? key;
  }

  #isCounted(call: Call): boolean {
    return createdBy(call).some((one) => this.#parts.counted.has(one));
  }

  /** The request with values that the document accepts, or as it is where none are found. */
  accepted(planned: Planned): Planned {
    return this.#fitted(planned, new Map())?.planned ?? planned;
  }

  /** How the people are whom this run did not sign up. */
  #lastingKey(): string {
    return peopleKey(
      { ...this.#parts, limits: this.limits },
      this.#parts.people.filter(({ signedUp }) => !signedUp),
    );
  }

  #keyOf(made: Made): string {
    return keyOf({ ...this.#parts, limits: this.limits }, made);
  }

  #expanded(node: Node): readonly Move[] {
    return this.#parts.oracle.tried(() => {
      let made: Made = new Map();
      for (const step of node.path) made = this.#done(step, made)?.made ?? made;
      if (this.#keyOf(made) !== node.key) return [];
      for (const call of this.#parts.model.calls.filter(
        ({ signed }) => signed === null || this.#parts.secretOf(signed.secret.text) !== null,
      ))
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
    const answer = oracle.answer(askedOf(attempt, bodies));
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
    // Where there is no record, the call can still be made about one that does not exist.
    for (const [name, handles] of needed)
      if (handles.length > 0)
        combinations = combinations
          .flatMap((one) => handles.map((handle) => new Map([...one, [name, handle]])))
          .slice(0, bounds.combinations);
    const plain = { call, picks: new Map<string, number>(), twist: null };
    // Another service makes a signed call, not a person.
    const personas = call.signed === null ? [null, ...people.keys()] : [null];
    return personas.flatMap((persona) => combinations.map((handles) => ({ ...plain, persona, handles })));
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
    const around = planned.call.method === 'GET' ? '' : `${this.#sides(planned, made, this.limits)} ${this.#among(planned, made)}`;
    const situation = `${this.#situation(planned, made)} | ${around}`;
    const times = this.#times.get(situation) ?? 0;
    if (times >= bounds.perSituation) return;
    this.#times.set(situation, times + 1);
    const fitting = this.#fitted(planned, made);
    if (fitting === null) {
      for (const twist of [...strangersOf(this.#parts, planned.call), ...signaturesOf(planned.call)])
        this.#tryTwist(node, { ...planned, twist }, made);
      return;
    }
    const { answer } = fitting;
    const { call } = planned;
    const isNew = this.#isWanted(fitting.planned, made, answer) && this.#isNew(fitting.planned, made, answer);
    if (answer.status >= 400 || call.method === 'GET') {
      if (isNew) node.checks.push(fitting.planned);
    } else node.moves.push({ planned: fitting.planned, to: fitting.key, isNew, lasts: fitting.lasts });
    // A signature matters whatever the answer is with the right one.
    for (const twist of signaturesOf(call)) this.#tryTwist(node, { ...fitting.planned, twist }, made);
    if (answer.status >= 400) return;
    for (const twist of [...queriesOf(this.#parts, planned, made), ...takenOf(this.#parts, planned, made)])
      this.#tryTwist(node, { ...fitting.planned, twist }, made);
    const roles = planned.persona === null ? '' : (this.#parts.people[planned.persona]?.roles.join(' ') ?? '');
    const varied = `${call.name.text} | ${roles}`;
    if (this.#varied.has(varied)) {
      for (const one of choicesOf(this.#parts, fitting.planned)) this.#tryTwist(node, one, made);
      return;
    }
    this.#varied.add(varied);
    for (const one of twisted(this.#parts, fitting.planned)) this.#tryTwist(node, one, made);
  }

  #tryTwist(node: Node, planned: Planned, made: Made): void {
    if (this.#isReadOften(planned)) return;
    const done = this.#trial(planned, made);
    if (done !== null && done.answer.status < 400 && isBlankAndUnique(this.#parts, planned)) return;
    if (done === null || !this.#isWanted(planned, made, done.answer) || !this.#isNew(planned, made, done.answer)) return;
    if (done.answer.status >= 400 || planned.call.method === 'GET') node.checks.push(planned);
    else node.moves.push({ planned, to: done.key, isNew: true, lasts: done.lasts });
  }

  /**
   * The request with values that the document accepts: while an input is refused, its next value
   * is tried.
   */
  #fitted(planned: Planned, made: Made): Fitting | null {
    const inputs = this.#parts.inputs.of(planned.call);
    let first: Fitting | null = null;
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

  #trial(planned: Planned, made: Made): Trial | null {
    const before = this.#lastingKey();
    return this.#parts.oracle.tried(() => {
      const done = this.#done(planned, made);
      if (done === null) return null;
      const changed = done.answer.status < 400 && planned.call.method !== 'GET';
      const tooMany = [...done.made.values()].some((ids) => ids.length > bounds.perEntity);
      return {
        answer: done.answer,
        key: changed && !tooMany ? this.#keyOf(done.made) : '',
        lasts: changed && this.#lastingKey() !== before,
      };
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
    for (const handle of planned.handles.values()) {
      const record = recordOf(this.#parts, made, handle);
      about.push(describe(record), record === null ? '' : statesOfRelated(model, oracle, record.entity, record.id));
    }
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
          : this.#among(planned, made);
    const signature = `${this.#situation(planned, made)} | ${answer.status} ${outcome} ${this.#sides(planned, made, this.#limitsOf(planned.call))}`;
    if (this.#seen.has(signature)) return false;
    if (this.#isReadOften(planned)) return false;
    if (planned.call.method === 'GET') this.#reads.set(asked(planned), (this.#reads.get(asked(planned)) ?? 0) + 1);
    this.#seen.add(signature);
    return true;
  }

  /** Have its answers had as many forms as are compared? Then no other one is new. */
  #isReadOften(planned: Planned): boolean {
    const most = planned.twist?.kind === 'query' ? bounds.shapesPerQuery : bounds.shapesPerRead;
    return planned.call.method === 'GET' && (this.#reads.get(asked(planned)) ?? 0) >= most;
  }

  /** A service may confuse a record with one that was made after it, or change one of several. */
  #among({ handles }: Planned, made: Made): string {
    const { model, oracle } = this.#parts;
    const found = new Set<string>();
    for (const handle of handles.values()) {
      if (handle.kind !== 'made') continue;
      const known = made.get(handle.entity) ?? [];
      if (known.length > 1) found.add(handle.ordinal < known.length - 1 ? 'not the latest' : 'the latest');
      for (const [entity, ids] of made)
        if (ids.filter((id) => pointsTo(model, oracle, entity, id, known[handle.ordinal] ?? '')).length > 1) found.add(`several ${entity}`);
    }
    return [...found].join();
  }

  /** Numbers that the guards of the call’s events compare with fields. */
  #limitsOf({ does }: Call): readonly FieldLimits[] {
    return (does?.steps ?? []).flatMap((step) =>
      step.kind === 'event' && step.target.type.kind === 'record'
        ? (this.#limits.get(`${step.target.type.entity}.${step.event.text}`) ?? [])
        : [],
    );
  }

  /** On which side of limits the numbers are of a record and of those that belong to it. */
  #sides({ handles }: Planned, made: Made, limits: readonly FieldLimits[]): string {
    const { model, oracle } = this.#parts;
    const found: string[] = [];
    for (const handle of limits.length === 0 ? [] : handles.values()) {
      const about = recordOf(this.#parts, made, handle);
      if (about === null) continue;
      const records = [...made].flatMap(([name, ids]) =>
        ids.filter((id) => id === about.id || pointsTo(model, oracle, name, id, about.id)).map((id) => ({ name, id })),
      );
      for (const { name, id } of records)
        for (const { entity, field, numbers } of limits)
          if (entity === name) found.push(`${name}.${field}${sideOf(oracle.record(name, id)?.[field], numbers)}`);
    }
    return found.join(' ');
  }
}

/** What a request that reads asks for, whatever the records are like. */
function asked({ call, persona, twist }: Planned): string {
  const input = twist !== null && 'input' in twist ? twist.input : '';
  return `${call.name.text} ${persona} ${twist?.kind} ${input} ${twist?.kind === 'query' ? twist.also?.input : ''}`;
}

/** An earlier run may have left a record with the same. */
function isBlankAndUnique({ inputs, maker }: PlanParts, { call, twist }: Planned): boolean {
  if (twist?.kind !== 'input') return false;
  const input = inputs.of(call).find(({ name }) => name === twist.input);
  const value = input?.unique === true ? mutationsOf(maker, input).find(({ words }) => words === twist.words)?.value : null;
  return typeof value === 'string' && value.trim() === '';
}

function hasTwo(path: readonly Planned[]): boolean {
  const made = path.flatMap(({ call }) => createdBy(call));
  return new Set(made).size < made.length;
}

/** The form of an answer: its keys, what is empty or true, and how many there are. */
function skeleton(json: Json): string {
  const paths = [...leavesOf(json)].map(({ path, value }) => {
    const kind = value === null || typeof value === 'boolean' ? String(value) : typeof value;
    return `${path.map((part) => (typeof part === 'number' ? Math.min(part, 2) : part)).join('.')}=${kind}`;
  });
  return [...new Set(paths)].sort().join(' ');
}
