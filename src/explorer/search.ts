import type { TimerReport } from '../engine/timers/timer-queue.ts';
import type { Person } from '../engine/world/world.ts';
import { timestampToMilliseconds } from '../expression/values/time.ts';
import { PlainDate, Timestamp } from '../expression/values/value.ts';
import { Arrangement } from './arrangement.ts';
import type { Cell, Rest, WorldState } from './cells.ts';
import type { Cone } from './cone.ts';
import { type Group, Groups } from './groups.ts';
import { type Known, KnownSteps, type Way } from './known-steps.ts';
import { type Change, type Leaf, leafOf, rolesOf } from './leaves.ts';
import { type Act, isOwn, type Move, type MoveLister } from './moves.ts';
import { Reaches } from './reached.ts';
import { Rewriter } from './rewriter.ts';
import { Settler } from './settler.ts';
import type { SmallWorld } from './small-world.ts';
import type { Effect, Stepper } from './stepper.ts';
import type { Template } from './templates.ts';
import type { View } from './view.ts';

/** What became of one move. */
export interface Tried extends Effect {
  readonly from: number;
  readonly move: Act;
  /** Of the person who tried it. */
  readonly roles: readonly string[];
  /** Of the record that it is about; null: it has none, or is to be created. */
  readonly state: string | null;
}

export interface Watcher {
  tried(tried: Tried): void;
  /** Timers that were due after a move, and rules that they asked. */
  fired(from: number, move: Move, reports: readonly TimerReport[], rules: ReadonlySet<number>): void;
  /** `places`: the slot now of each record before; -1: gone. `waits`: only time passed. */
  led(from: number, to: number, places: readonly number[], waits: boolean): void;
  /** May these people read a record of this entity in this state? Null: it has none. */
  read?(from: number, roles: readonly string[], entity: string, state: string | null, may: boolean): void;
  /** The step was done, and an effect of it led to more records than the bound allows. */
  beyond(from: number): void;
  /** Of a move that section 6 refused: is it worth finding out whether a guard holds? */
  wantsGuard?(move: Act): boolean;
  /** It does, of the row that begins here. */
  guardHeld?(row: number): void;
}

/** What a group of moves came to in a world. */
export interface Looked {
  readonly group: Group;
  readonly leaf: Leaf;
}

/** Told of each world that is looked at. */
export interface WorldWatcher {
  see(world: number, view: View): void;
}

/** Told of what people were refused in a world, and of the changes that they made. */
export interface PeopleWatcher {
  look(world: number, view: View, all: readonly Looked[]): void;
}

export interface SearchOptions {
  readonly states: number;
  /** Looks at what each person was refused in a world, and at the changes that they made. */
  readonly escalations?: PeopleWatcher;
  readonly invariants?: WorldWatcher;
  /** Tells the watcher who may read what. */
  readonly reads?: boolean;
  /** Asked again and again: true ends the search. */
  readonly stop: () => boolean;
  /** Awaited now and then: others may run, and may want the search to stop. */
  readonly pause?: (worlds: number, depth: number) => Promise<void>;
}

export interface Searched {
  readonly worlds: Reaches;
  /** So many of them, from the first, were looked at in full. */
  readonly expanded: number;
  /** Steps that were done, those that led to a world known before as well. */
  readonly transitions: number;
  readonly depth: number;
  /** False: a bound ended it, and some worlds were not looked at. */
  readonly complete: boolean;
  /** By slot, the ids that the records of a world had when the step to it was done. */
  readonly before: (world: number) => readonly string[];
}

/** Errors that come before a rule is checked. */
const aboutPeople: ReadonlySet<string> = new Set(['FORBIDDEN', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT']);

const worldsBetweenPauses = 64;

export interface SearchParts {
  readonly world: SmallWorld;
  readonly stepper: Stepper;
  readonly lister: MoveLister;
  readonly cone: Cone;
}

/** Breadth first: the way to each world is one of the shortest. */
export async function search(parts: SearchParts, from: WorldState, watcher: Watcher, options: SearchOptions): Promise<Searched> {
  const run = new Search(parts, from, watcher, options);
  await run.whole();
  return run;
}

class Search implements Searched {
  readonly worlds: Reaches;
  expanded = 0;
  transitions = 0;
  #full = false;
  readonly #parts: SearchParts;
  readonly #from: WorldState;
  readonly #watcher: Watcher;
  readonly #options: SearchOptions;
  readonly #groups: Groups;
  readonly #settler: Settler;
  readonly #arrangement: Arrangement;
  readonly #rewriter: Rewriter;
  readonly #steps = new KnownSteps();
  readonly #machines: ReadonlyMap<string, string>;
  readonly #waits = new Map<number, Move>();
  readonly #most: readonly number[];
  /** Do the moments of each record count for itself, and never for another? */
  readonly #agesAlone: boolean;

  constructor(parts: SearchParts, from: WorldState, watcher: Watcher, options: SearchOptions) {
    const { world, stepper, lister, cone } = parts;
    this.#parts = parts;
    this.#from = from;
    this.#watcher = watcher;
    this.#options = options;
    this.worlds = new Reaches(world);
    this.#groups = new Groups({ world, lister, memo: stepper.memo, when: stepper.when });
    this.#leafParts = { world, stepper, lister, stateIn: this.#stateIn, wantsGuard: this.#wantsGuard };
    this.#settler = new Settler(world, stepper);
    this.#arrangement = new Arrangement(world.cells, cone.ordered);
    this.#rewriter = new Rewriter(world.cells, this.#arrangement);
    this.#machines = new Map(world.product.model.machines.map(({ entity, field }) => [entity, field]));
    this.#agesAlone = cone.readsTime && stepper.timersAreLocal && stepper.memo !== null && !cone.comparesMoments;
    const account = world.product.model.account?.entity.text;
    this.#most = world.cells.entities.map((entity) => (entity === account ? Infinity : lister.most(entity)));
  }

  get depth(): number {
    return Math.max(0, this.worlds.levels.length - 1);
  }

  get complete(): boolean {
    return !this.#full && this.expanded === this.worlds.count;
  }

  async whole(): Promise<void> {
    const { options, worlds } = { options: this.#options, worlds: this.worlds };
    this.#arriveAt(this.#from, null, { from: -1, move: null, roles: [], count: 0 });
    for (; this.expanded < worlds.count && !this.#full; this.expanded++) {
      if (!this.#expand(this.expanded)) return;
      if (this.expanded % worldsBetweenPauses === 0 && options.pause !== undefined)
        await options.pause(worlds.count, worlds.depth(this.expanded));
    }
    // The world at which the bound was met is not known in full.
    if (this.#full) this.expanded--;
  }

  /** False: it was ended. */
  #expand(number: number): boolean {
    const options = this.#options;
    if (options.stop()) return false;
    const view = this.worlds.view(number);
    options.invariants?.see(number, view);
    if (options.reads === true) this.#tellReads(number, view);
    const all: Known[] = [];
    this.#rewriter.begin(view);
    let news = false;
    const groups = this.#groups.of(view);
    for (const group of groups) {
      let known = this.#steps.find(group, view);
      if (known === null) {
        // Only this takes long.
        if (options.stop()) return false;
        known = this.#learn(number, group, view);
        news = true;
      }
      news ||= known.own;
      all.push(known);
      for (const way of known.ways) this.#follow(number, view, way, known.slots);
      if (this.#full) return true;
    }
    this.#wait(number, view);
    if (news && options.escalations !== undefined)
      options.escalations.look(
        number,
        view,
        groups.map((group, at): Looked => ({ group, leaf: (all[at] as Known).leaf })),
      );
    return true;
  }

  #learn(number: number, group: Group, view: View): Known {
    const { leaf, slots, places } = leafOf(this.#leafParts, group, view);
    if (!leaf.told) this.#tell(number, group, leaf);
    const ways = leaf.changes.flatMap((change): readonly Way[] => {
      const [first] = change.moves;
      if (first === undefined) return [];
      const quiet = change.rest === null && this.#isQuiet(view, change, slots);
      const written = quiet ? this.#rewriter.written(view, change, slots) : null;
      for (const { template } of written ?? []) this.worlds.templates.add(template);
      return [{ change, move: group.moves[first.move] as Act, roles: first.roles, count: change.moves.length, written }];
    });
    const known: Known = { leaf, slots, ways, own: leaf.made.some(({ move }) => isOwn(group.moves[move])) };
    if (places !== null && group.tree !== null) this.#steps.keep(group, view, places, known);
    return known;
  }

  readonly #wantsGuard = (move: Act): boolean => this.#watcher.wantsGuard?.(move) === true;

  readonly #stateIn = (view: View, id: string): string | null => {
    const cell = view.cell(id);
    const value = cell?.record[this.#machines.get(cell.entity) ?? ''];
    return typeof value === 'string' ? value : null;
  };

  readonly #leafParts: Parameters<typeof leafOf>[0];

  #tell(from: number, { moves }: Group, leaf: Leaf): void {
    leaf.told = true;
    for (const { move: place, roles, state, effect } of leaf.attempts) {
      const move = moves[place] as Act;
      this.#watcher.tried({ from, move, roles, state, ...effect });
      for (const row of effect.guards ?? []) this.#watcher.guardHeld?.(row);
      const variant = 'variant' in move ? move.variant : undefined;
      if (variant !== undefined && !effect.errors.some((error) => aboutPeople.has(error))) this.#parts.lister.settle(variant);
    }
  }

  #tellReads(number: number, view: View): void {
    const { world, stepper } = this.#parts;
    const may = (person: Person): void => {
      const roles = rolesOf(world, stepper.accessOf(person, view), person);
      for (const [slot, { entity, id }] of view.state.cells.entries())
        this.#watcher.read?.(number, roles, entity, this.#stateIn(view, id), stepper.mayRead(person, slot, view));
    };
    for (const person of world.people) may(person);
  }

  #follow(number: number, view: View, { change, move, roles, count, written }: Way, slots: readonly number[]): void {
    const key = written === null ? null : this.#rewriter.changed(written);
    if (key !== null) {
      const reached = this.#reach(key, number, move, roles, null, this.worlds.timeOf(number), null);
      this.#rewriter.undo();
      if (reached < 0) return;
      this.transitions += count;
      this.#watcher.led(number, reached, this.#rewriter.same, false);
      return;
    }
    const step = { from: number, move, roles, count };
    if (this.#isQuiet(view, change, slots)) {
      this.#arrangement.load(view, change.delta, slots);
      if (change.makes && this.#hasTooMany(view)) this.#beyond(step);
      else this.#arrive(view, step, change.rest ?? this.worlds.restOf(number), this.worlds.timeOf(number));
      return;
    }
    const { state, reports, rules } = this.#settler.settled(this.#after(view, change, slots));
    if (reports.length > 0) this.#watcher.fired(number, move, reports, rules);
    this.#arriveAt(state, view, step);
  }

  /** Is no timer due after the change, as there was none before? */
  #isQuiet(view: View, { delta }: Change, slots: readonly number[]): boolean {
    const { stepper } = this.#parts;
    if (!stepper.hasTimers) return true;
    return (
      stepper.timersAreLocal &&
      delta.put.every(({ template }) => stepper.isQuiet(template, () => stepper.viewOf(this.#after(view, { delta, rest: null }, slots))))
    );
  }

  #after(view: View, { delta, rest }: Pick<Change, 'delta' | 'rest'>, slots: readonly number[]): WorldState {
    return { cells: this.#parts.stepper.applied(delta, view, slots), time: view.state.time, rest: rest ?? view.state.rest };
  }

  /** Are there more records of an entity than the bound allows, and than there were before? */
  #hasTooMany(view: View): boolean {
    const { size, templates } = this.#arrangement;
    const counts = this.#most.map(() => 0);
    for (let record = 0; record < size; record++) {
      const { entity } = templates[record] as Template;
      const count = (counts[entity] ?? 0) + 1;
      counts[entity] = count;
      if (count > (this.#most[entity] ?? Infinity) && count > (view.starts[entity + 1] ?? 0) - (view.starts[entity] ?? 0)) return true;
    }
    return false;
  }

  /** What is created beyond the bound is tried, for what refuses it, and not followed. */
  #beyond({ from, move }: Stepped): void {
    if (move !== null && move.kind !== 'create') this.#watcher.beyond(from);
  }

  /** Arrives at a world whose records have the ids of the world before; null: there is none. */
  #arriveAt(state: WorldState, before: View | null, step: Stepped): void {
    const raw = this.#parts.stepper.viewOf(state);
    this.#arrangement.load(raw, null, []);
    if (before !== null && this.#hasTooMany(before)) {
      this.#beyond(step);
      return;
    }
    const places = before === null ? null : before.state.cells.map(({ id }) => raw.slotOf(id));
    this.#arrive(raw, step, state.rest, state.time, places);
  }

  /** Arrives at the world of the arrangement. `raw`: by slot before, the slot in `view`. */
  #arrive(view: View, step: Stepped, rest: Rest, time: number, raw: readonly number[] | null = null): void {
    const arrangement = this.#arrangement;
    arrangement.arrange(this.#plainAt(time));
    const { from, move, roles, count } = step;
    const number = this.#reach(arrangement.key, from, move, roles, arrangement, time, rest);
    if (number < 0 || from < 0) return;
    this.transitions += count;
    const places = arrangement.places(view);
    this.#watcher.led(from, number, raw === null ? places : raw.map((slot) => places[slot] ?? -1), move?.kind === 'wait');
  }

  /**
   * The number of the world with this key; -1: there may be no more worlds. `rest` is null where it
   * is as in `from`.
   */
  #reach(
    key: readonly number[],
    from: number,
    move: Move | null,
    roles: readonly string[],
    arrangement: Arrangement | null,
    time: number,
    rest: Rest | null,
  ): number {
    const { worlds } = this;
    const number = worlds.packed.find(key);
    if (number >= 0) return number;
    if (worlds.count < this.#options.states) return worlds.add(arrangement, from, { move, roles }, time, rest ?? worlds.restOf(from));
    this.#full = true;
    return -1;
  }

  /** What tells records apart, where that depends on the time and on the other records. */
  #plainAt(time: number): ((record: number) => number) | null {
    const { cells } = this.#parts.world;
    if (cells.steady) return null;
    const { templates, size } = this.#arrangement;
    const old = cells.old(
      templates.slice(0, size).map(({ example }) => example),
      time,
    );
    return (record) => cells.plainOf((templates[record] as Template).example, time, old);
  }

  #wait(number: number, view: View): void {
    const { stepper } = this.#parts;
    if (!this.#parts.cone.readsTime) return;
    const milliseconds = this.#agesAlone ? this.#untilNext(view) : untilNext(this.#parts, view);
    if (milliseconds === null) return;
    const move: Move = this.#waits.get(milliseconds) ?? { kind: 'wait', milliseconds };
    this.#waits.set(milliseconds, move);
    const step = { from: number, move, roles: [], count: 1 };
    if (this.#agesAlone) {
      const aged = view.templates.map((template) => stepper.aged(template, milliseconds));
      const later = (): View => stepper.viewOf(stepper.later(view, milliseconds));
      if (aged.every(({ number: template }) => stepper.isQuiet(template, later))) {
        this.#arrangement.load(view, null, []);
        for (const [record, template] of aged.entries()) this.#arrangement.templates[record] = template;
        this.#arrive(view, step, this.worlds.restOf(number), this.worlds.timeOf(number));
        return;
      }
    }
    const { state, reports, rules } = this.#settler.settled(stepper.later(view, milliseconds));
    if (reports.length > 0) this.#watcher.fired(number, move, reports, rules);
    this.#arriveAt(state, view, step);
  }

  /** Null: nothing waits, and no moment that decides anything is ahead. */
  #untilNext(view: View): number | null {
    const { stepper } = this.#parts;
    let next = Infinity;
    for (let slot = 0; slot < view.size; slot++) next = Math.min(next, stepper.untilNext(slot, view, this.#momentsOf));
    return next === Infinity ? null : next;
  }

  readonly #momentsOf = (cell: Cell): readonly number[] => momentsIn(this.#parts, cell);

  readonly before = (number: number): readonly string[] => {
    const { stepper } = this.#parts;
    const { parent, move } = this.worlds.at(number);
    const before = parent < 0 ? null : this.worlds.view(parent);
    let state = this.#from;
    if (before !== null && move !== null) {
      const after =
        move.kind === 'wait'
          ? stepper.later(before, move.milliseconds)
          : { ...before.state, ...only(stepper.act(move, before, () => false)) };
      state = this.#settler.settled(after).state;
    }
    this.#arrangement.load(stepper.viewOf(state), null, []);
    this.#arrangement.arrange(this.#plainAt(state.time));
    return this.#arrangement.order.map((record) => state.cells[record]?.id ?? '');
  };
}

interface Stepped {
  readonly from: number;
  readonly move: Move | null;
  readonly roles: readonly string[];
  /** So many moves lead there. */
  readonly count: number;
}

const only = ({ cells, rest }: ReturnType<Stepper['act']>): Pick<WorldState, 'cells' | 'rest'> => ({ cells: cells ?? [], rest });

/** How long until a timer is due or a comparison with now may turn out otherwise; null: never. */
export function untilNext(parts: SearchParts, view: View): number | null {
  const { stepper, cone } = parts;
  if (!cone.readsTime) return null;
  const now = view.state.time;
  const { cells } = view.state;
  const moments = cells.flatMap((cell, slot) => [...stepper.dues(slot, view).map(({ at }) => at), ...momentsIn(parts, cell)]);
  const later = moments.filter((at) => at > now);
  return later.length === 0 ? null : Math.min(...later) - now;
}

/** When a comparison of a record's own moments with now may turn out otherwise. */
function momentsIn({ world, cone }: SearchParts, { entity, record }: Cell): readonly number[] {
  const declared = world.product.model.entities.find(({ name }) => name.text === entity);
  return [...(declared?.byName.values() ?? [])].flatMap(({ type, name: { text } }) => {
    const counts = (type.kind === 'datetime' || type.kind === 'date') && cone.fields.has(`${entity}.${text}`);
    const value = counts && !cone.isDead(entity, text, record) ? record[text] : null;
    if (value instanceof PlainDate) return [value.days * 86_400_000, (value.days + 1) * 86_400_000];
    return value instanceof Timestamp ? cone.steps.map((step) => timestampToMilliseconds(value) + step) : [];
  });
}
