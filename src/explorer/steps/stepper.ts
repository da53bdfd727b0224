import { mayBeChosen } from '../../engine/change/choices.ts';
import type { TransitionRow } from '../../engine/document/model-index.ts';
import type { Observer } from '../../engine/document/observer.ts';
import type { Refusal } from '../../engine/outcome.ts';
import { timersOf } from '../../engine/timers/timers.ts';
import { type Access, nobody, type Person, type World } from '../../engine/world/world.ts';
import { isTrue } from '../../expression/evaluate/evaluate.ts';
import type { Expression } from '../../expression/expression.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import { isTimer } from '../../model/ast/states.ts';
import { isOfRecord } from '../../model/organisations.ts';
import { giveUp } from '../../verify/outside.ts';
import type { Cone } from '../document/cone.ts';
import type { Choice } from '../document/samples.ts';
import type { Cell, WorldState } from '../world/cells.ts';
import { type Delta, deltaOf } from '../world/delta.ts';
import { newIdOf } from '../world/ids.ts';
import { Memo } from '../world/memo.ts';
import type { SmallWorld } from '../world/small-world.ts';
import type { Template } from '../world/template.ts';
import { View } from '../world/view.ts';
import { type Action, performAction, requestOf } from './moves.ts';
import { stepKey } from './step-key.ts';

/** The outcome of a step, wherever its operation reads the same. */
export interface Effect {
  /** Null if the step succeeded. */
  readonly refusals: readonly Refusal[] | null;
  /** Rows of section 4 whose guard was evaluated, by start offset; true if it held. */
  readonly rows: ReadonlyMap<number, boolean>;
  /** Rules that were evaluated, by the start offset of the row. */
  readonly rules: ReadonlySet<number>;
  readonly errors: readonly string[];
  /** Rows that were taken because an answer was refused and its request given up. */
  readonly followed: readonly number[];
  /** Rows whose guard holds although section 6 refused the step; null if not evaluated. */
  guards: readonly number[] | null;
}

export interface Outcome {
  readonly effect: Effect;
  /** The cells afterwards, before timers; null if nothing has changed. */
  readonly cells: readonly Cell[] | null;
  readonly rest: WorldState['rest'];
}

interface Kept {
  readonly effect: Effect;
  readonly delta: Delta | null;
}

/** A pending timer of a record. */
export interface Waiting {
  readonly at: number;
  readonly row: number;
  readonly of: TransitionRow;
}

/**
 * Performs steps with the operations of the product, and remembers each outcome by what the
 * operation read. A world that agrees in that gets the same outcome without the operation.
 */
export class Stepper {
  readonly memo: Memo | null;
  readonly #world: SmallWorld;
  readonly #timed: ReadonlySet<string>;
  readonly #rebases: boolean;
  #at: WorldState | null = null;
  /** The number of operations that were run. */
  runs = 0;

  constructor(world: SmallWorld, cone: Cone, remembers = true) {
    this.#world = world;
    this.#rebases = cone.rebases;
    this.timersAreLocal = cone.rebases && cone.timersAreLocal;
    const { model } = world.product;
    // Ids that the document itself defines may repeat across entities.
    const ownIds = model.entities.some(({ byName }) => byName.get('id')?.builtIn === false);
    this.memo = remembers && !ownIds ? new Memo(!cone.ordered, world.reads) : null;
    this.#timed = new Set(world.product.model.machines.filter(({ transitions }) => transitions.some(isTimer)).map(({ entity }) => entity));
  }

  /** Whether the moments of a record's timers depend on that record alone. */
  readonly timersAreLocal: boolean;
  readonly #quiet = new Map<number, boolean>();

  /**
   * Whether no timer of a record with this template is due or refused. `after` returns a view with
   * such a record. Only valid if timers are local.
   */
  isQuiet(template: number, after: () => View): boolean {
    let quiet = this.#quiet.get(template);
    if (quiet === undefined) {
      const view = after();
      const slot = view.templates.findIndex(({ number }) => number === template);
      const { refused } = view.templates[slot]?.example ?? { refused: [] };
      quiet = refused.length === 0 && this.dues(slot, view).every(({ at }) => at > view.state.time);
      this.#quiet.set(template, quiet);
    }
    return quiet;
  }

  get hasTimers(): boolean {
    return this.#timed.size > 0;
  }

  viewOf(state: WorldState): View {
    return View.of(this.#world.cells, state);
  }

  /** Puts the product into the state of a world. */
  enter({ state }: View): void {
    if (this.#at === state) return;
    this.#world.restore(state);
    this.#at = state;
  }

  /** Notes that the product is no longer in the state of a known world. */
  leave(): void {
    this.#at = null;
  }

  /** The time as a key; empty if now is always the same moment. */
  readonly when = (view: View): string => (this.#rebases ? '' : `${view.state.time} `);

  /** What the person's roles allow. */
  accessOf(person: Person, view: View): Access {
    const given = person.account === null ? [] : [view.slotOf(person.account)];
    return this.#remembered(`roles ${given.length}`, view, given, () => {
      const { access } = this.#world.product.world(person);
      access.roles();
      return access;
    });
  }

  #remembered<T>(name: string, view: View, given: readonly number[], body: () => T): T {
    const tree = this.memo?.tree(`${this.when(view)}${name}`, view, given) ?? null;
    const known = tree === null ? null : (this.memo?.find<T>(tree, view, [...given]) ?? null);
    if (known !== null) return known;
    this.enter(view);
    const { value, places } = this.#world.reads.of(view, body);
    if (places !== null && tree !== null) this.memo?.keep(tree, view, given, places, () => value);
    return value;
  }

  /** When the timers of a record are due; empty if it has none. */
  dues(slot: number, view: View): readonly Waiting[] {
    const entity = view.templates[slot]?.example.entity ?? '';
    if (!this.#timed.has(entity)) return [];
    return this.#remembered(`due ${entity}`, view, [slot], () =>
      timersOf(this.#world.product.world(nobody), entity, view.idOf(slot)).map(({ at, machine, transition }) => ({
        at,
        row: transition.span.from,
        of: { machine, transition },
      })),
    );
  }

  /**
   * What `ask` finds out for a person about a record (null: none). It runs once for all worlds in
   * which it reads the same.
   */
  seenBy<T>(name: string, person: Person, slot: number | null, view: View, evaluate: (world: World, about: RecordValue | null) => T): T {
    const own = person.account === null ? [] : [view.slotOf(person.account)];
    const given = slot === null || own.includes(slot) ? own : [...own, slot];
    const entity = slot === null ? '' : (view.templates[slot]?.example.entity ?? '');
    return this.#remembered(`${name} ${entity} ${person.account === null ? 0 : given.length}`, view, given, () => {
      const world = this.#world.product.world(person);
      return evaluate(world, slot === null ? null : world.record(entity, view.idOf(slot)));
    });
  }

  /** The roles that a person has for a record; with null, only those that belong to no record. */
  rolesFor(person: Person, slot: number | null, view: View): readonly string[] {
    return this.seenBy('roles for', person, slot, view, ({ access, index }, about) => {
      const isHeld = (name: string): boolean => {
        const role = index.role(name);
        return role === null || !isOfRecord(role) || (about !== null && access.hasRole([{ text: name }], about));
      };
      return [...access.roles()].filter(isHeld);
    });
  }

  /** Whether a person may read a record. */
  mayRead(person: Person, slot: number, view: View): boolean {
    return this.seenBy('read', person, slot, view, ({ access }, about) => about !== null && access.mayRead(about));
  }

  /** Whether a field may have the given record as its value. True if other fields decide that. */
  offers(entity: string, { name, words }: Choice, view: View): boolean {
    const choices = this.#world.product.index.field(entity, name)?.choices ?? null;
    if (choices === null || typeof words === 'string' || choices.reads.self.length > 0 || choices.reads.me) return true;
    const slot = view.slotOf(words.record);
    return this.seenBy(
      `offers ${choices.source}`,
      nobody,
      slot,
      view,
      (world, record) => record === null || mayBeChosen(world, choices, record, record),
    );
  }

  /** Whether a condition is true in a world, for one record or (null) for all. */
  satisfies(condition: Expression, slot: number | null, view: View): boolean {
    const entity = slot === null ? '' : (view.templates[slot]?.example.entity ?? '');
    return this.#remembered(`holds ${entity} ${condition.source}`, view, slot === null ? [] : [slot], () => {
      const world = this.#world.product.world(nobody);
      const record = slot === null ? null : world.record(entity, view.idOf(slot));
      return isTrue(condition, { ...world.scope(record), evaluationContext: world.evaluationContext('product'), old: null });
    });
  }

  /** `wantsGuard`: whether to find out which guards hold for a step that section 6 refuses. */
  act(move: Action, view: View, wantsGuard: (move: Action) => boolean): Outcome {
    const given: number[] = [];
    const name = stepKey(move, (id) => {
      const slot = view.slotOf(id);
      const at = given.indexOf(slot);
      return at < 0 ? given.push(slot) - 1 : at;
    });
    const tree = this.memo?.tree(`${this.when(view)}${name}`, view, given) ?? null;
    const found = [...given];
    const known = tree === null ? null : (this.memo?.find<Kept>(tree, view, found) ?? null);
    if (known !== null) {
      const { effect, delta } = known;
      if (effect.guards === null && isBarred(effect) && wantsGuard(move)) effect.guards = this.guards(move, view);
      return { effect, cells: delta === null ? null : this.applied(delta, view, found), rest: view.state.rest };
    }
    this.enter(view);
    const { value, places } = this.#world.reads.of(view, () => this.#run(move, view, wantsGuard));
    const { effect, cells } = value;
    if (places !== null && tree !== null)
      this.memo?.keep(tree, view, given, places, (slots): Kept | null => {
        const delta = cells === null ? null : deltaOf(view, cells, slots);
        return cells !== null && delta === null ? null : { effect, delta };
      });
    return value;
  }

  #run(move: Action, view: View, wantsGuard: (move: Action) => boolean): Outcome {
    this.runs++;
    const { product } = this.#world;
    const rows = new Map<number, boolean>();
    const rules = new Set<number>();
    const followed: number[] = [];
    let isFollowing = false;
    return this.watched(
      (seen) => {
        if (seen.kind === 'rule') rules.add(seen.row.from);
        else if (seen.kind !== 'transition') return;
        else if (isFollowing && seen.taken) followed.push(seen.row.from);
        else if (!isFollowing) rows.set(seen.row.from, seen.taken || rows.get(seen.row.from) === true);
      },
      () =>
        this.#world.tried(() => {
          const outcome = product.transact(move.person, (run) => performAction(run, move), { timers: false });
          const refusals = outcome.ok ? null : outcome.refusals;
          const errors = (refusals ?? []).map(({ error }) => error);
          if (refusals !== null && move.kind === 'answer') {
            isFollowing = true;
            const because = refusals.map((one) => one.because).join('; ');
            if (!giveUp(product, requestOf(product.store, move), because, false)) followed.length = 0;
          }
          const effect: Effect = { refusals, rows, rules, errors, followed, guards: null };
          if (isBarred(effect) && wantsGuard(move)) effect.guards = this.#held(move);
          if (refusals !== null && move.kind !== 'answer') return { effect, cells: null, rest: view.state.rest };
          const { cells, rest } = this.#world.reads.paused(() => this.#world.capture());
          this.#world.reads.changed(view, cells);
          return { effect, cells, rest };
        }),
    );
  }

  /** Rows whose guard holds for a person, regardless of section 6. */
  guards(move: Action, view: View): readonly number[] {
    this.enter(view);
    return this.#world.tried(() => this.#held(move));
  }

  /** Rows whose guard holds when the product itself tries the step. */
  #held(move: Action): readonly number[] {
    const held: number[] = [];
    this.watched(
      (seen) => {
        if (seen.kind === 'transition' && seen.taken) held.push(seen.row.from);
      },
      () => this.#world.product.transact(move.person, (run) => performAction(run, move, 'product'), { timers: false }),
    );
    return held;
  }

  watched<T>(observer: Observer, body: () => T): T {
    const { index } = this.#world.product;
    const before = index.observer;
    index.observer = observer;
    try {
      return body();
    } finally {
      index.observer = before;
    }
  }

  applied({ deleted, written }: Delta, view: View, slots: readonly number[]): readonly Cell[] {
    const { cells } = this.#world;
    const { firstNew } = written.some(({ at }) => at < -1) ? view : { firstNew: 0 };
    const idAt = (at: number): string => (at < -1 ? newIdOf(firstNew - at - 2) : view.idOf(slots[at] ?? -1));
    const changed = new Map(written.map(({ at, template, links }) => [idAt(at), cells.make(template, idAt(at), links.map(idAt))]));
    const lost = new Set(deleted.map(idAt));
    const after: Cell[] = [];
    for (const cell of view.state.cells) {
      if (lost.has(cell.id)) continue;
      after.push(changed.get(cell.id) ?? cell);
      changed.delete(cell.id);
    }
    return changed.size === 0 ? after : [...after, ...changed.values()].sort(cells.compare);
  }

  readonly #next = new Map<number, number>();
  readonly #later = new Map<number, Map<number, Template>>();

  /**
   * Milliseconds until the first moment of a record that matters; infinite if there is none. Only
   * valid if the moments of each record matter to that record alone.
   */
  untilNext(slot: number, view: View, moments: (cell: Cell) => readonly number[]): number {
    const { number } = view.templates[slot] as Template;
    let next = this.#next.get(number);
    if (next === undefined) {
      const { time, cells } = view.state;
      const all = [...this.dues(slot, view).map(({ at }) => at), ...moments(cells[slot] as Cell)];
      next = all.reduce((least, at) => (at > time ? Math.min(least, at - time) : least), Infinity);
      this.#next.set(number, next);
    }
    return next;
  }

  /** The template of a record after this time has passed, before timers. */
  aged({ number, example }: Template, milliseconds: number): Template {
    const { cells, start } = this.#world;
    let known = this.#later.get(milliseconds);
    if (known === undefined) {
      known = new Map();
      this.#later.set(milliseconds, known);
    }
    let later = known.get(number);
    if (later === undefined) {
      const [cell] = cells.earlier([example], milliseconds, start.time);
      later = cells.all[cell?.template ?? number] as Template;
      known.set(number, later);
    }
    return later;
  }

  /** The world after this time has passed, before timers. */
  later(view: View, milliseconds: number): WorldState {
    const { state } = view;
    if (!this.#rebases) return { ...state, time: state.time + milliseconds };
    const { cells } = this.#world;
    const shifted = { ...state, cells: cells.earlier(state.cells, milliseconds, state.time) };
    if (!shifted.cells.some(({ refused }) => refused.length > 0)) return shifted;
    const after = this.viewOf(shifted);
    return {
      ...shifted,
      cells: shifted.cells.map((cell, slot) => {
        const dues = cell.refused.length === 0 ? [] : this.dues(slot, after);
        const refused = cell.refused.map((one) => ({ ...one, at: dues.find(({ row }) => row === one.transition.span.from)?.at ?? one.at }));
        return cells.withRefused(cell, refused, state.time);
      }),
    };
  }
}

/** Whether the step was refused before any row of section 4 was evaluated. */
const isBarred = ({ refusals, rows }: Effect): boolean => refusals !== null && rows.size === 0;
