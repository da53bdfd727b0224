import type { Platform } from '../base/platform.ts';
import { coneOf } from '../explorer/cone.ts';
import type { Call } from '../model/ast/calls.ts';
import type { Model } from '../model/model.ts';
import type { Adapter } from './adapter/adapter.ts';
import { getsOf } from './call-inputs.ts';
import type { Finding, Run } from './finding.ts';
import type { Implementation } from './implementation.ts';
import { findPeople } from './people.ts';
import type { GivenPerson } from './people-file.ts';
import { createdBy, type Made, type Move, type Node, type Plan, Planner, type PlanParts, recordOf, storedValue, withNew } from './plan.ts';
import { attemptOf, CallInputs, type Handle, type Persona, type Planned, type Side } from './planned.ts';
import { type Row, rowAt, rowsTaken, statesBefore } from './rows.ts';
import { type Exchange, SideBySide } from './side-by-side.ts';
import { Ref, type Template } from './template.ts';
import type { Maker } from './values.ts';

export interface VerifyParts {
  readonly model: Model;
  readonly platform: Platform;
  readonly implementation: Implementation;
  /** Absent: the implementation uses the names of the document. */
  readonly adapter?: Adapter;
  /** People whom the implementation knows, besides those who sign up and the examples. */
  readonly people?: readonly GivenPerson[];
  /** In every text that is written, so that other data can be told from it: `k3f9`. */
  readonly marker: string;
  /** Only these rows; absent: all. */
  readonly only?: readonly Row[];
  /** At most so many requests. */
  readonly budget: number;
  readonly signal?: AbortSignal;
  /** After each request. */
  readonly progress?: (done: number) => void;
}

/** Where the requests have led: the records made, and the node of the plan that this is. */
interface Place {
  readonly made: Made;
  readonly node: Node;
  /** The exchanges since nothing was made. */
  readonly since: readonly Exchange[];
}

/** What is still to be tried. */
type Left = Map<Node, { readonly checks: Planned[]; readonly moves: Move[] }>;

function isOpen(left: Left, node: Node | undefined): boolean {
  const open = node === undefined ? undefined : left.get(node);
  return open !== undefined && open.checks.length + open.moves.length > 0;
}

const shortName = ({ name }: Call): string => name.text.split('?')[0] ?? '';
const pathWords = ({ path }: Node): string => path.map(({ call }) => shortName(call)).join(', ') || 'nothing';

/** Requests that one of these rows decides. */
function wanting(only: readonly Row[] | undefined): Pick<PlanParts, 'wants'> {
  return only === undefined ? {} : { wants: (places) => places.some((at) => rowAt(only, at) !== undefined) };
}

/** Holds an implementation against a document. */
export async function verify(parts: VerifyParts): Promise<Run> {
  return new Verification(parts).run();
}

class Verification {
  readonly #parts: VerifyParts;
  readonly #side: SideBySide;
  readonly #people: Persona[] = [];
  readonly #inputs: CallInputs;
  readonly #planner: Planner;
  readonly #findings = new Map<string, Finding>();
  readonly #notTried = new Set<string>();
  readonly #maker: Maker;
  /** Situations whose way does not lead there any more. */
  readonly #unreached = new Set<Node>();
  /** Number of the path that is being walked; texts carry it. */
  #path = 0;
  /** Paths on which the implementation did what the document refuses, or the other way round. */
  readonly #spoilt = new Set<number>();
  #spent = false;

  constructor(parts: VerifyParts) {
    const { model, platform, implementation, adapter, people, marker } = parts;
    this.#parts = parts;
    this.#side = new SideBySide({ model, platform, implementation, adapter, people, origin: (text) => this.#originOf(text) });
    this.#inputs = new CallInputs(model);
    const { uses, fields } = coneOf(model, 3);
    let count = 0;
    const path = (): number => this.#path;
    this.#maker = {
      model,
      get marker() {
        return `${marker}p${path()}x`;
      },
      next: () => ++count,
      now: platform.now,
      numbers: (field) => [...(uses.get(field ?? '')?.numbers ?? [])],
    };
    const { oracle, bodies } = this.#side;
    this.#planner = new Planner({
      model,
      oracle,
      people: this.#people,
      inputs: this.#inputs,
      maker: this.#maker,
      bodies,
      read: fields,
      ...wanting(parts.only),
    });
  }

  async run(): Promise<Run> {
    for (const why of await this.#findPeople(false, this.#people)) this.#notTried.add(why);
    for (const exchange of [...this.#side.exchanges]) {
      // A missing example was reported above; it is not a mismatch.
      const isMissing = exchange.expected.status < 400 && 'status' in exchange.actual && exchange.actual.status >= 400;
      if (exchange.fault !== null && !(isMissing && createsNoAccount(exchange.attempt.call))) await this.#report(exchange, null, null);
    }
    for (const { name, signed } of this.#parts.model.calls)
      if (signed !== null) this.#notTried.add(`${name.text} is signed: only a service that knows ${signed.secret.text} can make it`);
    const plan = this.#planner.plan();
    await this.#walk(plan);
    return {
      exchanges: this.#side.exchanges,
      findings: [...this.#findings.values()],
      notTried: [...this.#notTried],
      complete: !this.#spent && plan.complete,
    };
  }

  /** Goes through all situations and tries in each what the plan says. */
  async #walk({ nodes, start }: Plan): Promise<void> {
    const left: Left = new Map(
      [...nodes.values()].map((node) => [node, { checks: [...node.checks], moves: node.moves.filter(({ isNew }) => isNew) }]),
    );
    let place: Place | null = this.#beginning(nodes.get(start) as Node);
    while (!this.#spent) {
      if (place === null || !isOpen(left, place.node)) place = await this.#next(place, nodes, start, left);
      if (place === null) break;
      const open = left.get(place.node);
      let isSame = true;
      while (isSame && open !== undefined && open.checks.length > 0) isSame = await this.#check(place, open.checks.shift() as Planned);
      if (!isSame || !(await this.#unchanged(place))) {
        place = null;
        continue;
      }
      const best = open?.moves.findIndex(({ to }) => isOpen(left, nodes.get(to))) ?? -1;
      const [move] = open?.moves.splice(Math.max(0, best), 1) ?? [];
      if (move !== undefined) place = await this.#moved(place, move, nodes);
    }
    for (const [node, { checks, moves }] of left)
      for (const { call } of [...checks, ...moves.map(({ planned }) => planned)])
        this.#notTried.add(`${shortName(call)} after ${pathWords(node)}`);
  }

  #findPeople(again: boolean, people: Persona[]): Promise<readonly string[]> {
    const given = this.#parts.people ?? [];
    return findPeople({ side: this.#side, inputs: this.#inputs, planner: this.#planner, maker: this.#maker, given, again }, people);
  }

  #beginning(node: Node): Place {
    this.#path++;
    return { made: new Map(), node, since: [] };
  }

  /** From the start; null: the implementation could not be reset. */
  async #begin(node: Node): Promise<Place | null> {
    const place = this.#beginning(node);
    if (this.#parts.implementation.reset === undefined) return place;
    const why = await this.#side.restart();
    const people: Persona[] = [];
    const missing = why === null ? await this.#findPeople(true, people) : [`the reset failed: ${why}`];
    for (const one of missing) this.#notTried.add(one);
    if (people.length !== this.#people.length) {
      this.#spent = true;
      return null;
    }
    this.#people.splice(0, people.length, ...people);
    return place;
  }

  /** Goes to the nearest situation in which something is left to try; null: none can be reached. */
  async #next(place: Place | null, nodes: Plan['nodes'], start: string, left: Left): Promise<Place | null> {
    const onward = place === null ? null : wayTo(place.node, nodes, left);
    let here = onward === null ? null : place;
    for (const move of onward ?? []) here = here === null ? null : await this.#moved(here, move, nodes);
    if (here !== null) return here;
    for (const node of nodes.values()) {
      if (!isOpen(left, node) || this.#spent || this.#unreached.has(node)) continue;
      const reached = await this.#replayed(node, nodes.get(start) as Node);
      if (reached !== null) return reached;
      this.#unreached.add(node);
    }
    return null;
  }

  #originOf(text: string): 'own' | 'spoilt' | null {
    const at = text.indexOf(`${this.#parts.marker}p`);
    if (at === -1) return null;
    return this.#spoilt.has(Number.parseInt(text.slice(at + this.#parts.marker.length + 1), 10)) ? 'spoilt' : 'own';
  }

  async #replayed(node: Node, start: Node): Promise<Place | null> {
    let place = await this.#begin(start);
    if (place === null) return null;
    for (const step of node.path) {
      const done = await this.#send(step, place);
      if (done === null || done.exchange.expected.status >= 400) return null;
      if (done.exchange.fault !== null) {
        this.#spoilt.add(this.#path);
        await this.#report(done.exchange, place, null);
        return null;
      }
      place = { ...place, made: done.made, since: [...place.since, done.exchange] };
    }
    return { ...place, node };
  }

  /** Null: the records are not as planned afterwards. */
  async #moved(place: Place, { planned, to }: Move, nodes: Plan['nodes']): Promise<Place | null> {
    const done = await this.#send(planned, place);
    if (done === null) return null;
    const { exchange, made } = done;
    if (exchange.fault !== null) {
      this.#spoilt.add(this.#path);
      await this.#report(exchange, place, { planned, read: null });
      return null;
    }
    const after = { ...place, made, since: [...place.since, exchange] };
    if (exchange.expected.status < 400 && !(await this.#readBack(after, planned, exchange))) return null;
    const node = nodes.get(to);
    return node !== undefined && this.#planner.keyOf(made) === to ? { ...after, node } : null;
  }

  /** False: the implementation has done what the document refuses, so what follows says nothing. */
  async #check(place: Place, planned: Planned): Promise<boolean> {
    if (this.#spent) return true;
    const done = await this.#send(planned, place);
    if (!done?.exchange.fault) return true;
    const isSpoilt = planned.call.method !== 'GET';
    if (isSpoilt) this.#spoilt.add(this.#path);
    await this.#report(done.exchange, place, { planned, read: null });
    return !isSpoilt;
  }

  /** Refused requests must not have changed anything; false: they have. */
  async #unchanged(place: Place): Promise<boolean> {
    const last = place.node.path.at(-1);
    const exchange = place.since.at(-1);
    return last === undefined || exchange === undefined || (await this.#readBack(place, last, exchange));
  }

  /** Reads the records that a request was about; false: they are not as they should be. */
  async #readBack(place: Place, planned: Planned, after: Exchange): Promise<boolean> {
    const handles = [...planned.handles.values()];
    for (const entity of createdBy(planned.call)) {
      const count = place.made.get(entity)?.length ?? 0;
      if (count > 0) handles.push({ kind: 'made', entity, ordinal: count - 1 });
    }
    let isSame = true;
    for (const handle of new Map(handles.map((one) => [JSON.stringify(one), one])).values()) {
      const read = this.#readOf(place, handle, planned.persona);
      const done = read === null ? null : await this.#send(read, place);
      if (read === null || !done?.exchange.fault) continue;
      isSame = false;
      this.#spoilt.add(this.#path);
      await this.#report(done.exchange, place, { planned, read }, after);
    }
    return isSame;
  }

  /** A call that shows the record to someone. */
  #readOf(place: Place, handle: Handle, actor: number | null): Planned | null {
    const { model } = this.#side;
    const entity = recordOf({ model, oracle: this.#side.oracle, people: this.#people }, place.made, handle)?.entity;
    for (const call of model.calls) {
      const gets = getsOf(call);
      const [first] = gets;
      const isPlain = call.method === 'GET' && gets.length === 1 && first?.get.entity.text === entity;
      if (!isPlain || call.does?.steps.length !== 1) continue;
      const actors = [actor, ...this.#people.keys(), null];
      for (const persona of actors) {
        const read: Planned = { call, persona, handles: new Map([[`get:${first?.step ?? 0}`, handle]]), picks: new Map(), twist: null };
        const attempt = this.#attempt(read, place);
        const shown = attempt !== null && this.#side.oracle.tried(() => this.#side.oracle.answer(this.#side.asked(attempt)).status < 400);
        if (shown) return read;
      }
    }
    return null;
  }

  #attempt(planned: Planned, { made }: Pick<Place, 'made'>): ReturnType<typeof attemptOf> {
    const { model, oracle } = this.#side;
    const side: Side = {
      persona: (index) => this.#people[index] as Persona,
      value: (handle, path): Template | undefined => {
        const value = storedValue(model, oracle, recordOf({ model, oracle, people: this.#people }, made, handle), path);
        if (value === undefined || value === null) return undefined;
        const ref = this.#side.refTo(value, path.at(-1) ?? 'id');
        if (ref !== null) return ref;
        // What this run has chosen itself, and examples, are the same on every side.
        return path.at(-1) !== 'id' && (handle.kind === 'example' || typeof value === 'string') ? value : undefined;
      },
    };
    return attemptOf(planned, this.#inputs.of(planned.call), side, this.#maker);
  }

  async #send(planned: Planned, place: Place): Promise<{ readonly exchange: Exchange; readonly made: Made } | null> {
    const { oracle, exchanges } = this.#side;
    if (exchanges.length >= this.#parts.budget || this.#parts.signal?.aborted === true) this.#spent = true;
    if (this.#spent) return null;
    const attempt = this.#attempt(planned, place);
    if (attempt === null) {
      this.#notTried.add(`${planned.call.name.text}: no answer shows what its address needs`);
      return null;
    }
    const before = createdBy(planned.call).map((entity) => [entity, oracle.records(entity).length] as const);
    const about = [...planned.handles.values()].flatMap(
      (handle) => recordOf({ model: this.#side.model, oracle, people: this.#people }, place.made, handle) ?? [],
    );
    const exchange = await this.#side.exchange(attempt, rowsTaken(this.#side.model, planned, statesBefore(oracle, about)));
    this.#parts.progress?.(exchanges.length);
    if (exchange === null) {
      this.#notTried.add(`${planned.call.name.text}: an earlier answer lacks what its address needs`);
      return null;
    }
    return { exchange, made: withNew(oracle, place.made, before) };
  }

  /** Notes a fault; the first of its cause is shown again with as few requests as possible. */
  async #report(
    exchange: Exchange,
    place: Place | null,
    again: { readonly planned: Planned; readonly read: Planned | null } | null,
    after: Exchange | null = null,
  ): Promise<void> {
    const own = `${exchange.attempt.call.name.text} ${exchange.fault?.cause}`;
    const cause = after === null || this.#findings.has(own) ? own : `${after.attempt.call.name.text} then ${own}`;
    const known = this.#findings.get(cause);
    if (known !== undefined) {
      known.more++;
      return;
    }
    const finding: Finding = {
      cause,
      exchange,
      sequence: this.#needed([...(place?.since ?? []), exchange]),
      confirmed: place === null,
      more: 0,
    };
    this.#findings.set(cause, finding);
    const shown = again === null || place === null ? null : await this.#shownAgain(place.node, again);
    if (shown !== null) this.#findings.set(cause, { ...finding, ...shown, confirmed: true, more: finding.more });
  }

  async #shownAgain(
    node: Node,
    { planned, read }: { readonly planned: Planned; readonly read: Planned | null },
  ): Promise<Pick<Finding, 'exchange' | 'sequence'> | null> {
    let place = await this.#begin(node);
    if (place === null) return null;
    const steps =
      read === null ? [...node.path, planned] : node.path.at(-1) === planned ? [...node.path, read] : [...node.path, planned, read];
    let last: Exchange | null = null;
    for (const [index, step] of steps.entries()) {
      const done = await this.#send(step, place);
      if (done === null) return null;
      last = done.exchange;
      if (last.fault !== null) this.#spoilt.add(this.#path);
      if (last.fault !== null && index < steps.length - 1) return null;
      place = { ...place, made: done.made, since: [...place.since, last] };
    }
    return last?.fault ? { exchange: last, sequence: this.#needed(place.since) } : null;
  }

  /** The exchanges and those whose answers they use, in order. */
  #needed(exchanges: readonly Exchange[]): readonly Exchange[] {
    const found = new Set<number>();
    const add = (template: Template | undefined): void => {
      if (template instanceof Ref) visit(template.exchange);
      else if (template !== null && typeof template === 'object') for (const inner of Object.values(template)) add(inner as Template);
    };
    const visit = (number: number): void => {
      if (found.has(number)) return;
      found.add(number);
      const attempt = this.#side.exchanges[number]?.attempt;
      if (attempt === undefined) return;
      for (const value of attempt.route.values()) add(value);
      for (const [, value] of attempt.query) add(value);
      add(attempt.body);
      if (attempt.token instanceof Ref) add(attempt.token);
    };
    for (const { number } of exchanges) visit(number);
    return [...found].sort((a, b) => a - b).flatMap((number) => this.#side.exchanges[number] ?? []);
  }
}

const createsNoAccount = ({ does }: Call): boolean => does?.steps.some(({ kind }) => kind === 'sign-up') !== true;

/** The shortest way over known moves to a situation in which something is left; null: none. */
function wayTo(from: Node, nodes: Plan['nodes'], left: Left): readonly Move[] | null {
  const seen = new Set([from.key]);
  const ways: { readonly node: Node; readonly way: readonly Move[] }[] = [{ node: from, way: [] }];
  for (const { node, way } of ways) {
    if (way.length > 0 && isOpen(left, node)) return way;
    for (const move of node.moves) {
      const next = nodes.get(move.to);
      if (next === undefined || seen.has(move.to)) continue;
      seen.add(move.to);
      ways.push({ node: next, way: [...way, move] });
    }
  }
  return null;
}
