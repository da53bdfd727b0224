import type { Call } from '../model/ast/calls.ts';
import type { CallAnswer } from '../serve/calls/call-request.ts';
import { getsOf } from './call-inputs.ts';
import { limitedCalls, numbersOf, type Way, waysAtLimits } from './limits.ts';
import { attemptOf, type Handle, type Persona, type Planned, type Side } from './planned.ts';
import { askedOf } from './request.ts';
import { rowsTaken, statesBefore } from './rows.ts';
import { asked, formOf, isPartOf } from './shown.ts';
import { amongOf, sidesOf, situationOf } from './signature.ts';
import {
  createdBy,
  listedBy,
  type Made,
  type Move,
  type Node,
  type Plan,
  type PlanParts,
  reachingCalls,
  recordOf,
  storedValue,
  withNew,
} from './situations.ts';
import { choicesOf, queriesOf, signaturesOf, strangersOf, takenOf, twisted } from './twists.ts';
import { mutationsOf, valuesFor } from './values.ts';
import { type FieldLimits, type GuardLimits, guardLimits, keyOf, keysAlike, peopleKey, statesOf } from './world-shape.ts';

const bounds = {
  nodes: 200,
  perEntity: 2,
  depth: 8,
  combinations: 9,
  shapesPerRead: 16,
  shapesPerQuery: 6,
  partsPerQuery: 3,
  waysPerLimit: 8,
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

  /** Calls whose effects change records that were there before. */
  readonly #reaching: ReadonlySet<Call>;
  readonly #limitedCalls: ReadonlySet<Call>;
  /** Null: it has been tried. */
  readonly #limited = new Map<string, Way | null>();
  /** Where an outcome changes, once each. */
  readonly #turns = new Set<string>();
  #limitCount = 0;
  readonly #limits: GuardLimits;
  readonly limits: readonly FieldLimits[];

  constructor(parts: PlanParts) {
    this.#parts = parts;
    this.#limits = guardLimits(parts.model);
    this.#reaching = reachingCalls(parts.model);
    this.#limitedCalls = limitedCalls(parts.model);
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
    const [next, later] = [new Set(nodes.values()), new Set<Node>()];
    const reached = (to: string, path: readonly Planned[], isNew: boolean): void => {
      const known = nodes.get(to);
      if (known !== undefined && isNew && later.delete(known)) next.add(known);
      if (known !== undefined || this.#alike.has(this.#alikeKey(to))) return;
      const made: Node = { key: to, path, checks: [], moves: [] };
      nodes.set(to, made);
      this.#alike.add(this.#alikeKey(to));
      (isNew ? next : later).add(made);
    };
    for (let count = 0; ; count++) {
      const node = nearestOf(next) ?? nearestOf(later);
      if (node === undefined || count >= bounds.nodes) {
        for (const at of this.#atLimits()) {
          nodes.set(at.key, at);
          yield at;
          // Some situations are only reached with such numbers.
          for (const { to, planned } of at.moves) if (to !== '') reached(to, [...at.path, planned], true);
        }
        plan.complete &&= next.size + later.size === 0 || count < bounds.nodes;
        if (count >= bounds.nodes || next.size === 0) return;
        continue;
      }
      for (const open of [next, later]) open.delete(node);
      const found = this.#expanded(node);
      // For each call that makes a counted record, the first place where it is accepted.
      for (const { planned } of found)
        if (planned.twist === null && !fills.some(({ planned: { call } }) => call === planned.call) && this.#isCounted(planned.call))
          fills.push({ node, planned });
      const isTwo = hasTwo(node.path);
      // Two records of one entity show what belongs to whom; what happens to them, one shows,
      // unless it also changes what both have in common.
      for (const { to, planned, isNew, lasts } of node.path.length >= bounds.depth ? [] : found)
        if (!lasts && (!isTwo || this.#reaching.has(planned.call))) reached(to, [...node.path, planned], isNew);
      yield node;
    }
  }

  /** Situations with numbers at limits, and the request that shows the limit. */
  *#atLimits(): Iterable<Node> {
    for (const [place, way] of this.#limited) {
      if (way === null) continue;
      this.#limited.set(place, null);
      const outcome = (one: Way): string | null => this.#outcome(one)?.words ?? null;
      for (const { path, last } of waysAtLimits(way, { ...this.#parts, outcome, seen: this.#turns })) {
        const { words = '', key = '' } = this.#outcome({ path, last }) ?? {};
        const isCheck = words.startsWith('4') || last.call.method === 'GET';
        const moves = isCheck ? [] : [{ planned: last, to: key, isNew: true, lasts: false }];
        yield { key: `limit ${++this.#limitCount}`, path, checks: isCheck ? [last] : [], moves };
      }
    }
  }

  /** How the last request of a way ends, and the states then; null: an earlier one is refused. */
  #outcome({ path, last }: Way): { readonly words: string; readonly key: string } | null {
    const { oracle, model } = this.#parts;
    return oracle.tried(() => {
      let made: Made = new Map();
      for (const step of path) {
        const done = this.#done(step, made);
        if (done === null || done.answer.status >= 400) return null;
        made = done.made;
      }
      const done = this.#done(last, made);
      if (done === null) return null;
      const { status, refusals = [] } = done.answer;
      if (status >= 400) return { words: [status, ...refusals.map(({ error }) => error)].join(' '), key: '' };
      const states = [...done.made].flatMap(([entity, ids]) => ids.map((id) => statesOf(model, oracle, entity, id)));
      const isLast = path.length >= bounds.depth || [...done.made.values()].some((ids) => ids.length > bounds.perEntity);
      return { words: [status, ...states].join(' '), key: isLast ? '' : this.#keyOf(done.made) };
    });
  }

  /** Where a call with limits was accepted, or refused by an error of section 8. */
  #noteLimited({ path }: Node, last: Planned, made: Made, { status, refusals = [] }: CallAnswer): void {
    const { call } = last;
    const isDecided = status < 400 || refusals.some(({ error }) => this.#parts.model.errors.some(({ name }) => name.text === error));
    if (!this.#limitedCalls.has(call) || !isDecided) return;
    const most = Math.max(0, ...[...made.values()].map(({ length }) => length));
    const numbered = path.filter((step) => numbersOf(this.#parts.inputs, step).length > 0).map((step) => step.call.name.text);
    const sides = sidesOf(this.#parts, last, made, this.limits);
    const key = `${call.name.text} ${most} ${[...new Set(numbered)].sort().join(' ')} ${sides}`;
    const known = [...this.#limited.keys()].filter((one) => one.startsWith(`${call.name.text} `));
    if (known.length < bounds.waysPerLimit && !this.#limited.has(key)) this.#limited.set(key, { path, last });
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
    const around =
      planned.call.method === 'GET' ? '' : `${sidesOf(this.#parts, planned, made, this.limits)} ${amongOf(this.#parts, planned, made)}`;
    const situation = `${situationOf(this.#parts, planned, made)} | ${around}`;
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
    this.#noteLimited(node, fitting.planned, made, answer);
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
    if (this.#isReadOften(planned, made)) return;
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
          ? formOf(answer)
          : amongOf(this.#parts, planned, made);
    const signature = `${situationOf(this.#parts, planned, made)} | ${answer.status} ${outcome} ${sidesOf(this.#parts, planned, made, this.#limitsOf(planned.call))}`;
    if (this.#seen.has(signature)) return false;
    if (this.#isReadOften(planned, made)) return false;
    if (planned.call.method === 'GET') this.#noteRead(planned, made, answer);
    this.#seen.add(signature);
    return true;
  }

  #noteRead(planned: Planned, made: Made, answer: CallAnswer): void {
    const add = (what: string): void => void this.#reads.set(what, (this.#reads.get(what) ?? 0) + 1);
    add(asked(planned));
    if (planned.twist?.kind !== 'query' || answer.status >= 400) return;
    const whole = this.#trial({ ...planned, twist: null }, made);
    if (whole !== null && isPartOf(answer, whole.answer)) add(`part ${asked(planned)}`);
  }

  /**
   * Have its answers had as many forms as are compared? Then no other one is new. A filter is only
   * seen where it leaves a part of what there is, so this counts apart.
   */
  #isReadOften(planned: Planned, made: Made): boolean {
    if (planned.call.method !== 'GET') return false;
    const isQuery = planned.twist?.kind === 'query';
    const times = this.#reads.get(asked(planned)) ?? 0;
    if (times < (isQuery ? bounds.shapesPerQuery : bounds.shapesPerRead)) return false;
    const mayBePart = isQuery && listedBy(planned.call).some((entity) => (made.get(entity)?.length ?? 0) > 1);
    return !mayBePart || (this.#reads.get(`part ${asked(planned)}`) ?? 0) >= bounds.partsPerQuery || times >= bounds.shapesPerRead;
  }

  /** Numbers that the guards of the call’s events compare with fields. */
  #limitsOf({ does }: Call): readonly FieldLimits[] {
    return (does?.steps ?? []).flatMap((step) =>
      step.kind === 'event' && step.target.type.kind === 'record'
        ? (this.#limits.get(`${step.target.type.entity}.${step.event.text}`) ?? [])
        : [],
    );
  }
}

/** What happens to few records comes before what many do; then the shortest way. */
function nearestOf(nodes: Iterable<Node>): Node | undefined {
  const far = ({ path }: Node): number => path.flatMap(({ call }) => createdBy(call)).length * 100 + path.length;
  let nearest: Node | undefined;
  for (const node of nodes) if (nearest === undefined || far(node) < far(nearest)) nearest = node;
  return nearest;
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
