import type { Observer } from '../engine/document/observer.ts';
import type { Refusal } from '../engine/outcome.ts';
import type { TimerReport } from '../engine/timers/timer-queue.ts';
import { timersOf } from '../engine/timers/timers.ts';
import { type Access, nobody, type Person } from '../engine/world/world.ts';
import { holds } from '../expression/evaluate/evaluate.ts';
import type { Expression } from '../expression/expression.ts';
import type { Cell, WorldState } from './cells.ts';
import type { Cone } from './cone.ts';
import { Memo, View } from './memo.ts';
import { type Act, doMove } from './moves.ts';
import { newIdOf, newNumberOf, type SmallWorld } from './small-world.ts';

/** What became of a step, wherever its operation reads the same. */
export interface Effect {
  /** Null: done. */
  readonly refusals: readonly Refusal[] | null;
  /** Rows of section 4 whose guard was looked at, by where each begins: true where it held. */
  readonly rows: ReadonlyMap<number, boolean>;
  /** Rules that were asked, by where the row of each begins. */
  readonly rules: ReadonlySet<number>;
  readonly errors: readonly string[];
  /** Rows whose guard holds, of a step that section 6 refused; null: not tried. */
  guards: readonly number[] | null;
}

export interface Outcome {
  readonly effect: Effect;
  /** The cells afterwards, before timers; null: refused. */
  readonly cells: readonly Cell[] | null;
  readonly rest: WorldState['rest'];
}

/** What timers did, in order. */
export interface Settled {
  readonly state: WorldState;
  readonly reports: readonly TimerReport[];
  readonly rules: ReadonlySet<number>;
}

/** A change to a world in which ids are numbered as in the memo; new records below zero. */
interface Delta {
  readonly gone: readonly number[];
  readonly put: readonly { readonly at: number; readonly template: number; readonly links: readonly number[] }[];
}

interface Kept {
  readonly effect: Effect;
  readonly delta: Delta | null;
}

interface Due {
  readonly at: number;
  readonly row: number;
}

/**
 * Does steps with the operations of the product, and remembers what each made of what it read. A
 * world that agrees in this gets the same outcome without the operation.
 */
export class Stepper {
  readonly #world: SmallWorld;
  readonly #memo: Memo | null;
  readonly #timed: ReadonlySet<string>;
  readonly #settled = new Map<string, Settled>();
  readonly #rebases: boolean;
  #at: WorldState | null = null;
  /** Operations that were run. */
  runs = 0;

  constructor(world: SmallWorld, cone: Cone, remembers = true) {
    this.#world = world;
    this.#rebases = cone.rebases;
    const { model } = world.product;
    // Ids of the document's own are the same in several entities.
    const ownIds = model.entities.some(({ byName }) => byName.get('id')?.builtIn === false);
    this.#memo = remembers && !ownIds ? new Memo(!cone.ordered) : null;
    this.#timed = new Set(
      world.product.model.machines
        .filter(({ transitions }) => transitions.some(({ trigger }) => trigger.kind === 'after' || trigger.kind === 'at'))
        .map(({ entity }) => entity),
    );
  }

  #enter({ state }: View): void {
    if (this.#at === state) return;
    this.#world.restore(state);
    this.#at = state;
  }

  #when({ state }: View): string {
    return this.#rebases ? '' : `${state.time} `;
  }

  /** What the person's roles allow. */
  accessOf(person: Person, view: View): Access {
    const ids = person.account === null ? [] : [person.account];
    return this.#remembered(`roles ${this.#when(view)}${ids.length}`, view, ids, () => {
      const { access } = this.#world.product.world(person);
      access.roles();
      return access;
    });
  }

  #remembered<T>(root: string, view: View, ids: string[], body: () => T): T {
    const known = this.#memo?.find<T>(root, view, [...ids]) ?? null;
    if (known !== null) return known;
    this.#enter(view);
    const { value, places } = this.#world.reads.of(view, body);
    if (places !== null) this.#memo?.keep(root, view, ids, places, () => value);
    return value;
  }

  /** When the timers of a record are due; empty for those that have none. */
  dues(cell: Cell, view: View): readonly Due[] {
    if (!this.#timed.has(cell.entity)) return [];
    return this.#remembered(`due ${this.#when(view)}${cell.entity}`, view, [cell.id], () =>
      timersOf(this.#world.product.world(nobody), cell.entity, cell.id).map(({ at, transition }) => ({ at, row: transition.span.from })),
    );
  }

  /** May a person read a record? */
  mayRead(person: Person, cell: Cell, view: View): boolean {
    const ids = person.account === null ? [] : [person.account];
    if (!ids.includes(cell.id)) ids.push(cell.id);
    return this.#remembered(`read ${this.#when(view)}${cell.entity} ${person.account === null ? 0 : ids.length}`, view, ids, () => {
      const world = this.#world.product.world(person);
      const record = world.record(cell.entity, cell.id);
      return record !== null && world.access.mayRead(record);
    });
  }

  /** Is a condition true in a world, of one record or of all? */
  holds(condition: Expression, cell: Cell | null, view: View): boolean {
    const ids = cell === null ? [] : [cell.id];
    return this.#remembered(`holds ${this.#when(view)}${cell?.entity ?? ''} ${condition.source}`, view, ids, () => {
      const world = this.#world.product.world(nobody);
      const record = cell === null ? null : world.record(cell.entity, cell.id);
      return holds(condition, { ...world.scope(record), evaluationContext: world.evaluationContext('product'), old: null });
    });
  }

  /** `wantsGuard`: of a step that section 6 refuses, does a guard hold? */
  act(move: Act, view: View, wantsGuard: (move: Act) => boolean): Outcome {
    const { ids, words } = named(move);
    const root = `${this.#when(view)}${words}`;
    const found = [...ids];
    const known = this.#memo?.find<Kept>(root, view, found) ?? null;
    if (known !== null) {
      const { effect, delta } = known;
      if (effect.guards === null && isBarred(effect) && wantsGuard(move)) effect.guards = this.#guards(move, view);
      return { effect, cells: delta === null ? null : this.#applied(delta, view, found), rest: view.state.rest };
    }
    this.#enter(view);
    const { value, places } = this.#world.reads.of(view, () => this.#run(move, view, wantsGuard));
    const { effect, cells } = value;
    if (places !== null)
      this.#memo?.keep(root, view, ids, places, (known): Kept | null => {
        const delta = cells === null ? null : deltaOf(view, cells, known);
        return cells !== null && delta === null ? null : { effect, delta };
      });
    return value;
  }

  #run(move: Act, { state }: View, wantsGuard: (move: Act) => boolean): Outcome {
    this.runs++;
    const { product } = this.#world;
    const rows = new Map<number, boolean>();
    const rules = new Set<number>();
    return this.#watched(
      (seen) => {
        if (seen.kind === 'transition') rows.set(seen.row.from, seen.taken || rows.get(seen.row.from) === true);
        if (seen.kind === 'rule') rules.add(seen.row.from);
      },
      () =>
        this.#world.tried(() => {
          const outcome = product.transact(move.person, (run) => doMove(run, move), { timers: false });
          const refusals = outcome.ok ? null : outcome.refusals;
          const effect: Effect = { refusals, rows, rules, errors: (refusals ?? []).map(({ error }) => error), guards: null };
          if (isBarred(effect) && wantsGuard(move)) effect.guards = this.#held(move);
          if (refusals !== null) return { effect, cells: null, rest: state.rest };
          const { cells, rest } = this.#world.reads.paused(() => this.#world.capture());
          return { effect, cells, rest };
        }),
    );
  }

  #guards(move: Act, view: View): readonly number[] {
    this.#enter(view);
    return this.#world.tried(() => this.#held(move));
  }

  /** Rows whose guard holds when the product itself tries the step. */
  #held(move: Act): readonly number[] {
    const held: number[] = [];
    this.#watched(
      (seen) => {
        if (seen.kind === 'transition' && seen.taken) held.push(seen.row.from);
      },
      () => this.#world.product.transact(move.person, (run) => doMove(run, move, 'product'), { timers: false }),
    );
    return held;
  }

  #watched<T>(observer: Observer, body: () => T): T {
    const { index } = this.#world.product;
    const before = index.observer;
    index.observer = observer;
    try {
      return body();
    } finally {
      index.observer = before;
    }
  }

  #applied({ gone, put }: Delta, view: View, ids: readonly string[]): readonly Cell[] {
    const { cells } = this.#world;
    const idAt = (at: number): string => (at < 0 ? newIdOf(-at - 1) : (ids[at] ?? ''));
    const changed = new Map(put.map(({ at, template, links }) => [idAt(at), cells.make(template, idAt(at), links.map(idAt))]));
    const lost = new Set(gone.map(idAt));
    const after: Cell[] = [];
    for (const cell of view.state.cells) {
      if (lost.has(cell.id)) continue;
      after.push(changed.get(cell.id) ?? cell);
      changed.delete(cell.id);
    }
    return changed.size === 0 ? after : [...after, ...changed.values()].sort(cells.compare);
  }

  /** The same world so much later, before timers. */
  later({ state }: View, milliseconds: number): WorldState {
    if (!this.#rebases) return { ...state, time: state.time + milliseconds };
    return { ...state, cells: state.cells.map((cell) => this.#world.cells.earlier(cell, milliseconds)) };
  }

  /** Fires the timers that are due. */
  settled(state: WorldState): Settled {
    if (this.#timed.size === 0) return { state, reports: [], rules: new Set() };
    const view = new View(state);
    let due = false;
    const cells = state.cells.map((cell) => {
      const moments = this.dues(cell, view);
      const isLate = ({ at, row }: Due): boolean => cell.late.some((late) => late.at === at && late.transition.span.from === row);
      due ||= moments.some((moment) => moment.at <= state.time && !isLate(moment));
      const late = cell.late.filter(({ at, transition }) =>
        moments.some((moment) => moment.at === at && moment.row === transition.span.from),
      );
      return this.#world.cells.withLate(cell, late);
    });
    if (!due) return { state: { ...state, cells }, reports: [], rules: new Set() };
    const key = `${state.time} ${cells.map(({ index }) => index).join(' ')}`;
    const known = this.#settled.get(key);
    if (known !== undefined && this.#memo !== null) return known;
    this.#at = null;
    this.#world.restore({ ...state, cells });
    const rules = new Set<number>();
    const settled = this.#watched(
      (seen) => {
        if (seen.kind === 'rule') rules.add(seen.row.from);
      },
      () =>
        this.#world.tried(() => {
          const reports = this.#world.product.timers.run();
          return { state: this.#world.capture(), reports, rules };
        }),
    );
    this.#settled.set(key, settled);
    return settled;
  }
}

/** Refused before any row of section 4 was looked at. */
const isBarred = ({ refusals, rows }: Effect): boolean => refusals !== null && rows.size === 0;

/** The ids that a step names, and its words with their numbers. */
function named(move: Act): { readonly ids: string[]; readonly words: string } {
  const ids: string[] = [];
  const number = (id: string): string => {
    const at = ids.indexOf(id);
    return `@${at < 0 ? ids.push(id) - 1 : at}`;
  };
  const { account } = move.person;
  let words = `${account === null ? '' : number(account)} ${move.kind} ${move.entity}`;
  if (move.kind !== 'create') words += ` ${number(move.id)}`;
  if (move.kind === 'event') words += ` ${move.event}`;
  if (move.kind === 'add' || move.kind === 'remove') words += ` ${move.field} ${number(move.member)}`;
  if ('values' in move)
    for (const { name, words: said } of move.values) words += ` ${name}=${typeof said === 'string' ? said : number(said.record)}`;
  return { ids, words };
}

/** What changed, by numbers; null: it names an id that is not known. */
function deltaOf(view: View, after: readonly Cell[], ids: readonly string[]): Delta | null {
  const numberOf = (id: string): number | null => {
    const made = newNumberOf(id);
    if (made !== null) return -1 - made;
    const at = ids.indexOf(id);
    return at < 0 ? null : at;
  };
  const left = new Set(after.map(({ id }) => id));
  const gone = view.state.cells.filter(({ id }) => !left.has(id)).map(({ id }) => numberOf(id));
  const put = after
    .filter((cell) => view.byId.get(cell.id) !== cell)
    .map(({ id, template, links }) => ({ at: numberOf(id), template, links: links.map(numberOf) }));
  const whole = (list: readonly (number | null)[]): list is readonly number[] => !list.includes(null);
  if (!whole(gone) || !put.every(({ at, links }) => at !== null && whole(links))) return null;
  return { gone, put: put as Delta['put'] };
}
