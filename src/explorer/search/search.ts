import { momentsIn, untilNext } from '../steps/moments.ts';
import type { Move } from '../steps/moves.ts';
import type { Stepper } from '../steps/stepper.ts';
import { TimerRunner } from '../steps/timer-runner.ts';
import { CanonicalOrder } from '../world/canonical-order.ts';
import type { Cell, Rest, WorldState } from '../world/cells.ts';
import type { Patch } from '../world/patch.ts';
import { type Template, waitsTooMuch } from '../world/template.ts';
import type { View } from '../world/view.ts';
import { mostFetched, mostWorlds } from '../world/worlds.ts';
import { CurrentWorld } from './current-world.ts';
import type { SlotMap } from './edges.ts';
import { Expander } from './expander.ts';
import { type Expansion, ExpansionCache, type Successor } from './expansion-cache.ts';
import { type GroupResult, type Plan, type PlannedGroup, Plans } from './plans.ts';
import { ReachedWorlds, type Step } from './reached-worlds.ts';
import { reportReads } from './report-reads.ts';
import type { SearchParts } from './search-parts.ts';
import type { PeopleWatcher, Watcher, WorldWatcher } from './watcher.ts';
import { WorldExpansions } from './world-expansions.ts';

export interface SearchOptions {
  readonly states: number;
  /** Examines what each person was refused in a world, and which changes they made. */
  readonly escalations?: PeopleWatcher;
  /** Called with each world. */
  readonly looks?: readonly WorldWatcher[];
  /** Whether to report to the watcher who may read what. */
  readonly reads?: boolean;
  /** Polled regularly; true ends the search. */
  readonly stop: () => boolean;
  /** Awaited from time to time, so that other tasks can run and can stop the search. */
  readonly pause?: (worlds: number, depth: number) => Promise<void>;
}

export interface SearchResult {
  readonly worlds: ReachedWorlds;
  /** How many worlds, from the first, were searched in full. */
  readonly expanded: number;
  /** Steps taken, including those to worlds already known. */
  readonly transitions: number;
  readonly depth: number;
  /** Whether the search ended before it had searched all worlds that it can find. */
  readonly stopped: boolean;
  /** Whether it searched all worlds: it was not stopped, and tried all combinations of values. */
  readonly complete: boolean;
  /** By slot, the ids that a world's records had in the step to it, before they were renamed. */
  readonly before: (world: number) => readonly string[];
}

const worldsBetweenPauses = 64;
/** Reading the clock takes about as long as searching a world. */
const worldsBetweenStops = 16;

/** Searches breadth first, so the way to each world is one of the shortest. */
export async function search(parts: SearchParts, from: WorldState, watcher: Watcher, options: SearchOptions): Promise<SearchResult> {
  const run = new Search(parts, from, watcher, options);
  await run.whole();
  return run;
}

class Search implements SearchResult {
  readonly worlds: ReachedWorlds;
  expanded = 0;
  transitions = 0;
  #full = false;
  readonly #parts: SearchParts;
  readonly #from: WorldState;
  readonly #watcher: Watcher;
  readonly #options: SearchOptions;
  readonly #plans: Plans;
  readonly #timers: TimerRunner;
  readonly #order: CanonicalOrder;
  readonly #current: CurrentWorld;
  readonly #expansions = new ExpansionCache();
  /** The expansions of the world whose steps are being searched. */
  readonly #groups = new WorldExpansions();
  /** The places of records after the change that was followed last. */
  #places: SlotMap = 0;
  /** The plan that `#groups` belongs to. */
  #plan: Plan | null = null;
  /** The hashes of the worlds that steps lead to, where the records keep their slots. */
  readonly #hashes = new Int32Array(mostFetched);
  readonly #expander: Expander;
  readonly #waits = new Map<number, Move>();
  readonly #others = new Map<Move | null, Step>();
  readonly #most: readonly number[];
  /** Whether the moments of each record matter to that record alone. */
  readonly #agesAlone: boolean;
  /** By entity, the number of its component; empty if there is only one. */
  readonly #component: readonly number[];
  readonly #account: number;
  /** The contents of the people in the first world. */
  readonly #people: number[] = [];

  constructor(parts: SearchParts, from: WorldState, watcher: Watcher, options: SearchOptions) {
    const { world, stepper, lister, cone, components = [] } = parts;
    this.#parts = parts;
    this.#from = from;
    this.#watcher = watcher;
    this.#options = options;
    this.worlds = new ReachedWorlds(world);
    this.#plans = new Plans({ world, lister, memo: stepper.memo, when: stepper.when });
    this.#timers = new TimerRunner(world, stepper);
    this.#order = new CanonicalOrder(world.cells);
    this.#current = new CurrentWorld(world.cells, this.worlds);
    this.#agesAlone = cone.readsTime && stepper.timersAreLocal && stepper.memo !== null && !cone.comparesMoments;
    const account = world.product.model.account?.entity.text;
    this.#account = world.cells.placeOf(account ?? '');
    this.#component =
      components.length < 2 ? [] : world.cells.entities.map((entity) => components.findIndex((one) => one.includes(entity)));
    this.#most = world.cells.entities.map((entity) => (entity === account ? Infinity : lister.most(entity)));
    this.#expander = new Expander(parts, watcher, this.#current, this.#expansions, this.#most);
  }

  get depth(): number {
    return Math.max(0, this.worlds.levels.length - 1);
  }

  get stopped(): boolean {
    return this.#full || this.expanded < this.worlds.count;
  }

  get complete(): boolean {
    return !this.stopped && this.#parts.lister.narrowed.size === 0;
  }

  async whole(): Promise<void> {
    await this.#expandAll();
    this.#settleEdges();
  }

  async #expandAll(): Promise<void> {
    const { options, worlds } = { options: this.#options, worlds: this.worlds };
    this.#arriveAt(this.#from, null, { from: -1, step: { move: null, roles: [], number: -1 }, count: 0 });
    for (; this.expanded < worlds.count && !this.#full; this.expanded++) {
      if (!this.#expand(this.expanded)) return;
      if (this.expanded % worldsBetweenPauses > 0 || options.pause === undefined) continue;
      await options.pause(worlds.count, worlds.depth(this.expanded));
      if (!options.stop()) continue;
      this.expanded++;
      break;
    }
    // The world in which the bound was reached is not fully searched.
    if (this.#full) this.expanded--;
  }

  /** Returns false if the search was stopped. */
  #expand(number: number): boolean {
    const options = this.#options;
    if (number % worldsBetweenStops === 0 && options.stop()) return false;
    const current = this.#current;
    current.begin(number);
    for (const one of options.looks ?? []) if (!one.isDone) one.see(number, current.view);
    if (options.reads === true) reportReads(this.#expander.parts, this.#watcher, number, current.view);
    const expansions = this.#groups;
    let news = false;
    const plan = this.#plans.of(current);
    if (plan !== this.#plan) expansions.all.length = 0;
    this.#plan = plan;
    const { changed } = current;
    const { groups } = plan;
    let idle = false;
    for (let at = 0; at < groups.length; at++) {
      // Consecutive worlds differ in few records.
      if (expansions.isUnchanged(at, changed)) continue;
      const group = groups[at] as PlannedGroup;
      let known = this.#expansions.find(group, current);
      if (known === null) {
        // Only learning is slow.
        if (options.stop()) return false;
        known = this.#expander.expand(group, plan);
        news = true;
        idle ||= this.#isIdle(group, known);
      }
      expansions.set(at, known);
    }
    const enabled = this.#enabled(number, plan);
    this.#fetch(enabled);
    for (let at = 0; at < enabled.length; at++) {
      const { successors, slots, own } = enabled[at] as Expansion;
      news ||= own;
      for (let next = 0; next < successors.length; next++) this.#follow(successors[next] as Successor, slots);
      if (this.#full) return true;
    }
    if (this.#parts.cone.readsTime) this.#wait(number, current.view);
    if (news && options.escalations !== undefined)
      options.escalations.look(number, current.view, [
        ...plan.idle,
        ...groups.map((group, at): GroupResult => ({ group, outcome: (expansions.all[at] as Expansion).outcome })),
      ]);
    if (idle) this.#leaveOut(plan);
    return true;
  }

  /**
   * Partial-order reduction: leaves out steps that lead to worlds already known. These were also
   * possible in the previous world, were done there before the step that led here, and neither read
   * what that step changed nor change what it read. When done first, they led to a world that is
   * searched before this one, and from there the other step leads to the same worlds as they do
   * from here (or is left out because that world was known even earlier).
   */
  #enabled(number: number, plan: Plan): readonly Expansion[] {
    const { worlds } = this;
    const { known = null } = worlds.step(number) as Partial<Successor>;
    const isAlike = known !== null && known.plan === plan && worlds.keptSlots(number);
    return this.#groups.enabled(isAlike ? known : null, this.#passBy);
  }

  readonly #passBy = ({ count, successors }: Expansion): void => {
    this.transitions += count;
    const { edges } = this.#watcher;
    if (!edges.whole) return;
    const { number } = this.#current;
    for (let next = 0; next < successors.length; next++) edges.defer(number, this.worlds.numberOf(successors[next] as Successor));
  };

  /** Finds out where the left-out steps lead. */
  #settleEdges(): void {
    const current = this.#current;
    this.#watcher.edges.settle((from, step) => {
      if (from !== current.number) current.begin(from);
      const { patch = null } = this.worlds.stepNumbered(step) as Partial<Successor>;
      return { to: patch === null ? -1 : this.#reach(patch, null), places: this.#places };
    });
  }

  #fetch(enabled: readonly Expansion[]): void {
    const current = this.#current;
    let count = 0;
    for (let at = 0; at < enabled.length; at++) {
      const { successors } = enabled[at] as Expansion;
      for (let next = 0; next < successors.length; next++) {
        const { patch } = successors[next] as Successor;
        if (patch !== null && count < this.#hashes.length) this.#hashes[count++] = current.hashAfter(patch);
      }
    }
    this.worlds.packed.fetch(this.#hashes, count);
  }

  #leaveOut({ groups, idle }: Plan): void {
    this.#plan = null;
    const all = groups.splice(0);
    for (const [at, group] of all.entries()) {
      const known = this.#groups.all[at] as Expansion;
      if (this.#isIdle(group, known)) idle.push({ group, outcome: known.outcome });
      else groups.push(group);
    }
  }

  /** Whether the group leads nowhere, whatever the other records are. */
  #isIdle(group: PlannedGroup, { successors, own }: Expansion): boolean {
    return successors.length === 0 && !own && this.#expansions.isConstant(group);
  }

  #follow(successor: Successor, slots: readonly number[]): void {
    const { change, move, count, quiet, patch } = successor;
    const current = this.#current;
    if (patch !== null) {
      if (successor.tooMany) this.#beyond(current.number, move);
      else this.#arrived(current.number, successor, count, this.#reach(patch, successor), this.#places);
      return;
    }
    const step = { from: current.number, step: successor, count };
    const after = this.#expander.after(current.view, change, slots);
    if (quiet) {
      this.#arriveAt(after, current.view, step);
      return;
    }
    const { state, reports, effects } = this.#timers.runDue(after);
    if (reports.length > 0) this.#watcher.fired(current.number, move, reports, effects);
    this.#arriveAt(state, current.view, step);
  }

  /**
   * The world that a patch leads to; -1 if it is unknown or may not be added. With a `successor`, a
   * new world is added.
   */
  #reach(patch: Patch, successor: Successor | null): number {
    const current = this.#current;
    const stays = current.write(patch);
    if (!stays) this.#order.change(current.key, current.size, patch);
    const { key, size, hash } = stays ? current : this.#order;
    let reached = this.worlds.packed.find(key, size, hash);
    if (reached < 0 && successor !== null)
      reached = this.#add(key, size, current.number, successor, stays, this.worlds.restOf(current.number), null);
    if (stays) current.undo(patch);
    this.#places = stays ? size : this.#order.places;
    return reached;
  }

  #arrived(from: number, { move }: Step, count: number, to: number, places: SlotMap): void {
    if (to < 0 || from < 0) return;
    this.transitions += count;
    this.#watcher.edges.add(from, to, places, move?.kind === 'wait' ? 'time' : move?.kind === 'answer' ? 'service' : 'person');
  }

  /** Adds the world whose key was just not found; returns -1 if there may be no more worlds. */
  #add(...[key, size, from, step, keeps, rest, more]: Parameters<ReachedWorlds['add']>): number {
    const { worlds } = this;
    if (!this.#isInOneComponent(key, size)) return -1;
    if (worlds.count < Math.min(this.#options.states, mostWorlds)) return worlds.add(key, size, from, this.#kept(step), keeps, rest, more);
    this.#full = true;
    return -1;
  }

  /** Whether only records of one component differ from the first world. */
  #isInOneComponent(key: Int32Array, size: number): boolean {
    if (this.#component.length === 0) return true;
    const { templates } = this.#parts.world.cells.keys;
    let person = 0;
    let changed = -1;
    for (let slot = 0; slot < size; slot++) {
      const content = key[slot] as number;
      const { entity } = templates[content] as Template;
      if (entity === this.#account) {
        if (this.worlds.count === 0) this.#people.push(content);
        if (this.#people[person++] === content) continue;
      }
      const component = this.#component[entity] as number;
      if (changed >= 0 && component !== changed) return false;
      changed = component;
    }
    return true;
  }

  /** Stores a step that is not remembered once, for all worlds that its move leads to. */
  #kept(step: Step): Step {
    if ((step as Partial<Successor>).known != null) return step;
    const { move, roles } = step;
    const known = this.#others.get(move) ?? { move, roles, number: -1 };
    this.#others.set(move, known);
    return known;
  }

  /** Notes a step that leaves the bound. A create is tried there only to see what refuses it. */
  #beyond(from: number, move: Move | null): void {
    if (move !== null && move.kind !== 'create') this.#watcher.edges.beyond.add(from);
  }

  /** Arrives at a world whose records still have their previous ids; `before` is null at first. */
  #arriveAt(state: WorldState, before: View | null, step: Stepped): void {
    const raw = this.#parts.stepper.viewOf(state);
    const isTooMuch = (entity: number): boolean => {
      const count = (raw.starts[entity + 1] ?? 0) - (raw.starts[entity] ?? 0);
      const had = (before?.starts[entity + 1] ?? 0) - (before?.starts[entity] ?? 0);
      return count > (this.#most[entity] ?? Infinity) && count > had;
    };
    if (before !== null && (this.#most.some((_, entity) => isTooMuch(entity)) || raw.templates.some(waitsTooMuch))) {
      this.#beyond(step.from, step.step.move);
      return;
    }
    const slots = before === null ? null : before.state.cells.map(({ id }) => raw.slotOf(id));
    this.#arrive(raw, raw.templates, step, state.rest, state.time, slots);
  }

  /** Arrives at the world of a view, with these templates. `slots`: new by previous slot. */
  #arrive(
    view: View,
    templates: readonly Template[],
    { from, step, count }: Stepped,
    rest: Rest,
    time: number,
    slots: readonly number[] | null = null,
  ): void {
    const arrangement = this.#order;
    arrangement.load(view, templates, this.#plainAt(time, templates));
    const { key, size, hash, order, places } = arrangement;
    let number = this.worlds.packed.find(key, size, hash);
    if (number < 0) {
      const inOrder = (): readonly Template[] => Array.from(order.subarray(0, size), (record) => templates[record] as Template);
      number = this.#add(key, size, from, step, false, rest, this.#parts.world.cells.exact ? null : { templates: inOrder(), time });
    }
    this.#arrived(from, step, count, number, slots === null ? places : (): readonly number[] => slots.map((slot) => places()[slot] ?? -1));
  }

  /** The plain number of a slot, where it depends on the time and on other records; else null. */
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
    const step = { from: number, step: { move, roles: [], number: -1 }, count: 1 };
    if (this.#agesAlone) {
      const aged = view.templates.map((template) => stepper.aged(template, milliseconds));
      const later = (): View => stepper.viewOf(stepper.later(view, milliseconds));
      if (aged.every(({ number: template }) => stepper.isQuiet(template, later))) {
        this.#arrive(view, aged, step, this.worlds.restOf(number), this.worlds.timeOf(number));
        return;
      }
    }
    const { state, reports, effects } = this.#timers.wait(view, milliseconds);
    if (reports.length > 0) this.#watcher.fired(number, move, reports, effects);
    this.#arriveAt(state, view, step);
  }

  /** Null if nothing waits and no moment that matters is ahead. */
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
      const settler = this.#timers;
      const { state: after } =
        move.kind === 'wait'
          ? settler.wait(before, move.milliseconds)
          : settler.runDue({ ...before.state, ...only(stepper.act(move, before, () => false)) });
      state = after;
    }
    const view = stepper.viewOf(state);
    this.#order.load(view, view.templates, this.#plainAt(state.time, view.templates));
    const { order, size } = this.#order;
    return Array.from(order.subarray(0, size), (record) => state.cells[record]?.id ?? '');
  };
}

interface Stepped {
  readonly from: number;
  readonly step: Step;
  /** How many moves lead there. */
  readonly count: number;
}

const only = ({ cells, rest }: ReturnType<Stepper['act']>): Pick<WorldState, 'cells' | 'rest'> => ({ cells: cells ?? [], rest });
