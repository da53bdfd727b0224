import { Arrangement } from './arrangement.ts';
import type { Cell, Rest, WorldState } from './cells.ts';
import type { Cone } from './cone.ts';
import type { Group } from './groups.ts';
import { Here } from './here.ts';
import { type Known, KnownSteps, type Way } from './known-steps.ts';
import { type Change, type Leaf, leafOf } from './leaves.ts';
import { momentsIn, untilNext } from './moments.ts';
import { type Act, isOwn, type Move, type MoveLister } from './moves.ts';
import { type Patch, patchOf } from './patch.ts';
import { type Looked, type Plan, type Planned, Plans } from './plans.ts';
import { Reaches } from './reached.ts';
import { tellReads } from './reads.ts';
import { Settler } from './settler.ts';
import type { SmallWorld } from './small-world.ts';
import type { Stepper } from './stepper.ts';
import type { Template } from './template.ts';
import type { View } from './view.ts';
import type { PeopleWatcher, Watcher, WorldWatcher } from './watcher.ts';
import { mostFetched, mostWorlds } from './worlds.ts';

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
/** To look at the clock takes about as long as a world. */
const worldsBetweenStops = 16;

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
  readonly #plans: Plans;
  readonly #settler: Settler;
  readonly #arrangement: Arrangement;
  readonly #here: Here;
  readonly #steps = new KnownSteps();
  /** Of the world whose steps are searched. */
  readonly #all: Known[] = [];
  /** What these are the steps of. */
  #plan: Plan | null = null;
  /** Of the worlds that its steps lead to, where the records keep their places. */
  readonly #hashes = new Int32Array(mostFetched);
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
    this.#plans = new Plans({ world, lister, memo: stepper.memo, when: stepper.when });
    this.#leafParts = { world, stepper, lister, stateIn: this.#stateIn, wantsGuard: this.#wantsGuard };
    this.#settler = new Settler(world, stepper);
    this.#arrangement = new Arrangement(world.cells);
    this.#here = new Here(world.cells, this.worlds);
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
      if (this.expanded % worldsBetweenPauses > 0 || options.pause === undefined) continue;
      await options.pause(worlds.count, worlds.depth(this.expanded));
      if (!options.stop()) continue;
      this.expanded++;
      break;
    }
    // The world at which the bound was met is not known in full.
    if (this.#full) this.expanded--;
  }

  /** False: it was ended. */
  #expand(number: number): boolean {
    const options = this.#options;
    if (number % worldsBetweenStops === 0 && options.stop()) return false;
    const here = this.#here;
    here.begin(number);
    options.invariants?.see(number, here.view);
    if (options.reads === true) tellReads(this.#leafParts, this.#watcher, number, here.view);
    const all = this.#all;
    let news = false;
    const plan = this.#plans.of(here);
    if (plan !== this.#plan) all.length = 0;
    this.#plan = plan;
    const { changed } = here;
    const { groups } = plan;
    let idle = false;
    for (let at = 0; at < groups.length; at++) {
      // Worlds that follow each other differ in few records.
      if (at < all.length && ((all[at] as Known).reads & changed) === 0) continue;
      const group = groups[at] as Planned;
      let known = this.#steps.find(group, here);
      if (known === null) {
        // Only this takes long.
        if (options.stop()) return false;
        known = this.#learn(group, plan);
        news = true;
        idle ||= this.#isIdle(group, known);
      }
      all[at] = known;
    }
    this.#fetch();
    for (let at = 0; at < all.length; at++) {
      const known = all[at] as Known;
      news ||= known.own;
      const { ways, slots } = known;
      for (let way = 0; way < ways.length; way++) this.#follow(ways[way] as Way, slots);
      if (this.#full) return true;
    }
    if (this.#parts.cone.readsTime) this.#wait(number, here.view);
    if (news && options.escalations !== undefined)
      options.escalations.look(number, here.view, [
        ...plan.idle,
        ...groups.map((group, at): Looked => ({ group, leaf: (all[at] as Known).leaf })),
      ]);
    if (idle) this.#leaveOut(plan);
    return true;
  }

  #fetch(): void {
    const here = this.#here;
    let count = 0;
    for (let at = 0; at < this.#all.length; at++) {
      const { ways } = this.#all[at] as Known;
      for (let way = 0; way < ways.length; way++) {
        const { patch } = ways[way] as Way;
        if (patch !== null && count < this.#hashes.length) this.#hashes[count++] = here.hashAfter(patch);
      }
    }
    this.worlds.packed.fetch(this.#hashes, count);
  }

  #leaveOut({ groups, idle }: Plan): void {
    this.#plan = null;
    const all = groups.splice(0);
    for (const [at, group] of all.entries()) {
      const known = this.#all[at] as Known;
      if (this.#isIdle(group, known)) idle.push({ group, leaf: known.leaf });
      else groups.push(group);
    }
  }

  /** Does the group lead nowhere, whatever the other records are? */
  #isIdle(group: Planned, { ways, own }: Known): boolean {
    return ways.length === 0 && !own && this.#steps.isConstant(group);
  }

  #learn(group: Planned, plan: Plan): Known {
    const here = this.#here;
    const { number, view } = here;
    const { leaf, slots, places } = leafOf(this.#leafParts, group, view);
    if (!leaf.told) this.#tell(number, group, leaf);
    const { cells } = this.#parts.world;
    // Without a memory every world is made by the product: tests hold both against each other.
    const packs = cells.exact && this.#parts.stepper.memo !== null;
    const ways = leaf.changes.flatMap((change): readonly Way[] => {
      const [first] = change.moves;
      if (first === undefined) return [];
      const quiet = this.#isQuiet(view, change, slots);
      const patch = packs && quiet && change.rest === null ? patchOf(cells, view, change.delta, slots) : null;
      const tooMany = patch !== null && change.makes && this.#hasTooMany(view, patch);
      return [{ change, move: group.moves[first.move] as Act, roles: first.roles, count: change.moves.length, quiet, patch, tooMany }];
    });
    const known: Known = { leaf, slots, ways, own: leaf.made.some(({ move }) => isOwn(group.moves[move])), reads: -1 };
    if (places !== null && group.tree !== null) this.#steps.keep(group, plan, here, places, known);
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

  #follow(way: Way, slots: readonly number[]): void {
    const { change, move, roles, count, quiet, patch } = way;
    const here = this.#here;
    if (patch !== null) {
      if (way.tooMany) this.#beyond(here.number, move);
      else this.#patch(way, patch);
      return;
    }
    const step = { from: here.number, move, roles, count };
    const after = this.#after(here.view, change, slots);
    if (quiet) {
      this.#arriveAt(after, here.view, step);
      return;
    }
    const { state, reports, rules } = this.#settler.settled(after);
    if (reports.length > 0) this.#watcher.fired(here.number, move, reports, rules);
    this.#arriveAt(state, here.view, step);
  }

  /** Nothing but the contents of some records changes: no world but this one is made. */
  #patch({ move, roles, count }: Way, patch: Patch): void {
    const here = this.#here;
    const from = here.number;
    const { packed } = this.worlds;
    if (here.write(patch)) {
      let reached = packed.find(here.contents, here.size, here.hash);
      if (reached < 0) reached = this.#add(here.contents, here.size, { from, move, roles, count }, this.worlds.restOf(from), null);
      here.undo(patch);
      if (reached < 0) return;
      this.transitions += count;
      this.#watcher.led(from, reached, here.size, false);
      return;
    }
    const arrangement = this.#arrangement;
    arrangement.change(here.contents, here.size, patch);
    const { key, size, hash } = arrangement;
    let reached = packed.find(key, size, hash);
    if (reached < 0) reached = this.#add(key, size, { from, move, roles, count }, this.worlds.restOf(from), null);
    if (reached < 0) return;
    this.transitions += count;
    this.#watcher.led(from, reached, arrangement.places, false);
  }

  /** Adds the world whose key was not found just now; -1: there may be no more worlds. */
  #add(key: Int32Array, size: number, { from, move, roles }: Stepped, rest: Rest, more: Parameters<Reaches['add']>[5]): number {
    const { worlds } = this;
    if (worlds.count < Math.min(this.#options.states, mostWorlds)) return worlds.add(key, size, from, { move, roles }, rest, more);
    this.#full = true;
    return -1;
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

  /** Does a change lead to more records of an entity than the bound allows, and than there were? */
  #hasTooMany({ starts }: View, { made, gone }: Patch): boolean {
    const { templates } = this.#parts.world.cells.keys;
    const more = this.#most.map(() => 0);
    for (const content of made) {
      const { entity } = templates[content] as Template;
      more[entity] = (more[entity] ?? 0) + 1;
    }
    for (const slot of gone) {
      const entity = starts.findLastIndex((start) => start <= slot);
      more[entity] = (more[entity] ?? 0) - 1;
    }
    return more.some((by, entity) => by > 0 && (starts[entity + 1] ?? 0) - (starts[entity] ?? 0) + by > (this.#most[entity] ?? Infinity));
  }

  /** What is created beyond the bound is tried, for what refuses it, and not followed. */
  #beyond(from: number, move: Move | null): void {
    if (move !== null && move.kind !== 'create') this.#watcher.beyond(from);
  }

  /** Arrives at a world whose records have the ids of the world before; null: there is none. */
  #arriveAt(state: WorldState, before: View | null, step: Stepped): void {
    const raw = this.#parts.stepper.viewOf(state);
    const isTooMuch = (entity: number): boolean => {
      const count = (raw.starts[entity + 1] ?? 0) - (raw.starts[entity] ?? 0);
      const had = (before?.starts[entity + 1] ?? 0) - (before?.starts[entity] ?? 0);
      return count > (this.#most[entity] ?? Infinity) && count > had;
    };
    if (before !== null && this.#most.some((_, entity) => isTooMuch(entity))) {
      this.#beyond(step.from, step.move);
      return;
    }
    const slots = before === null ? null : before.state.cells.map(({ id }) => raw.slotOf(id));
    this.#arrive(raw, raw.templates, step, state.rest, state.time, slots);
  }

  /** At the world of a view with these templates. `slots`: by slot before, that in `view`. */
  #arrive(
    view: View,
    templates: readonly Template[],
    step: Stepped,
    rest: Rest,
    time: number,
    slots: readonly number[] | null = null,
  ): void {
    const arrangement = this.#arrangement;
    arrangement.load(view, templates, this.#plainAt(time, templates));
    const { key, size, hash, order, places } = arrangement;
    let number = this.worlds.packed.find(key, size, hash);
    if (number < 0) {
      const inOrder = (): readonly Template[] => Array.from(order.subarray(0, size), (record) => templates[record] as Template);
      number = this.#add(key, size, step, rest, this.#parts.world.cells.exact ? null : { templates: inOrder(), time });
    }
    const { from, move, count } = step;
    if (number < 0 || from < 0) return;
    this.transitions += count;
    const placesBefore = slots === null ? places : (): readonly number[] => slots.map((slot) => places()[slot] ?? -1);
    this.#watcher.led(from, number, placesBefore, move?.kind === 'wait');
  }

  /** What tells records apart, where that depends on the time and on the other records. */
  #plainAt(time: number, templates: readonly Template[]): ((slot: number) => number) | null {
    const { cells } = this.#parts.world;
    if (cells.steady) return null;
    const old = cells.old(
      templates.map(({ example }) => example),
      time,
    );
    return (slot) => cells.plainOf((templates[slot] as Template).example, time, old);
  }

  #wait(number: number, view: View): void {
    const { stepper } = this.#parts;
    const milliseconds = this.#agesAlone ? this.#untilNext(view) : untilNext(this.#parts, view);
    if (milliseconds === null) return;
    const move: Move = this.#waits.get(milliseconds) ?? { kind: 'wait', milliseconds };
    this.#waits.set(milliseconds, move);
    const step = { from: number, move, roles: [], count: 1 };
    if (this.#agesAlone) {
      const aged = view.templates.map((template) => stepper.aged(template, milliseconds));
      const later = (): View => stepper.viewOf(stepper.later(view, milliseconds));
      if (aged.every(({ number: template }) => stepper.isQuiet(template, later))) {
        this.#arrive(view, aged, step, this.worlds.restOf(number), this.worlds.timeOf(number));
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
    const view = stepper.viewOf(state);
    this.#arrangement.load(view, view.templates, this.#plainAt(state.time, view.templates));
    const { order, size } = this.#arrangement;
    return Array.from(order.subarray(0, size), (record) => state.cells[record]?.id ?? '');
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
