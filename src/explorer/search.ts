import type { Refusal } from '../engine/outcome.ts';
import type { TimerReport } from '../engine/timers/timer-queue.ts';
import type { Access, Person } from '../engine/world/world.ts';
import { timestampToMilliseconds } from '../expression/values/time.ts';
import { PlainDate, Timestamp } from '../expression/values/value.ts';
import type { Cell, WorldState } from './cells.ts';
import type { Cone } from './cone.ts';
import { View } from './memo.ts';
import type { Act, Move, MoveLister } from './moves.ts';
import { idOf, type SmallWorld } from './small-world.ts';
import type { Effect, Stepper } from './stepper.ts';
import type { WorldKeys } from './world-key.ts';

/** A world that was reached, and how. */
export interface Reached {
  /** The world it was reached from, by its number; -1 for the start. */
  readonly parent: number;
  readonly move: Move | null;
  /** Of the person who did it. */
  readonly roles: readonly string[];
  readonly depth: number;
  readonly state: WorldState;
  /** The records in the order of the key. */
  readonly records: readonly Cell[];
  /**
   * The ids that the cells of `state` had when the move was done in the world it came from: each
   * world gives its records new ids, so that alike worlds are equal.
   */
  readonly before: readonly string[];
}

/** What became of one move. */
export interface Tried {
  readonly from: number;
  readonly move: Act;
  /** Of the person who tried it. */
  readonly roles: readonly string[];
  /** Of the record that it is about; null: it has none, or is to be created. */
  readonly state: string | null;
  /** Null: done. */
  readonly refusals: readonly Refusal[] | null;
  /** Rows of section 4 whose guard was looked at, by where each begins: true where it held. */
  readonly rows: ReadonlyMap<number, boolean>;
  /** Rules that were asked, by where the row of each begins. */
  readonly rules: ReadonlySet<number>;
  readonly errors: readonly string[];
}

export interface Watcher {
  tried(tried: Tried): void;
  /** Timers that were due after a move, and rules that they asked. */
  fired(from: number, move: Move, reports: readonly TimerReport[], rules: ReadonlySet<number>): void;
  /**
   * `places`: where each record of the world before is now, by place in the key; -1: gone. `waits`:
   * only time passed.
   */
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

/** A step that section 6 refused. */
export interface Barred {
  readonly step: Act;
  readonly refusal: Refusal;
}

/** A change that was made, and the cells afterwards. */
export interface Changed {
  readonly change: Act;
  readonly cells: readonly Cell[];
}

/** Told of each world that is looked at; `records` are in the order of the key. */
export interface WorldWatcher {
  see(world: number, view: View, records: readonly Cell[]): void;
}

/** Told of what one person was refused in a world, and of the changes that they made. */
export interface PeopleWatcher {
  look(world: number, view: View, role: string, barred: readonly Barred[], changes: readonly Changed[]): void;
}

export interface SearchOptions {
  readonly states: number;
  /** Looks at what each person was refused in a world, and at the changes that they made. */
  readonly escalations?: PeopleWatcher;
  readonly invariants?: WorldWatcher;
  /** Tells the watcher who may read what. */
  readonly reads?: boolean;
  /** Asked before each step: true ends the search. */
  readonly stop: () => boolean;
  /** Awaited now and then: others may run, and may want the search to stop. */
  readonly pause?: (worlds: number, depth: number) => Promise<void>;
}

export interface Searched {
  readonly worlds: readonly Reached[];
  /** So many of them, from the first, were looked at in full. */
  readonly expanded: number;
  /** Steps that were done, those that led to a world known before as well. */
  readonly transitions: number;
  readonly depth: number;
  /** False: a bound ended it, and some worlds were not looked at. */
  readonly complete: boolean;
}

/** Errors that come before a rule is checked. */
const aboutPeople: ReadonlySet<string> = new Set(['FORBIDDEN', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT']);

const worldsBetweenPauses = 16;

export interface SearchParts {
  readonly world: SmallWorld;
  readonly stepper: Stepper;
  readonly keys: WorldKeys;
  readonly lister: MoveLister;
  readonly cone: Cone;
}

/** A world under its own ids, and where its records were before. */
interface Named {
  readonly number: number;
  /** Ids of the raw world in the order of the key. */
  readonly places: ReadonlyMap<string, number>;
}

/** Breadth first: the way to each world is one of the shortest. */
export async function search(
  { world, stepper, keys, lister, cone }: SearchParts,
  from: WorldState,
  watcher: Watcher,
  options: SearchOptions,
): Promise<Searched> {
  const worlds: Reached[] = [];
  const known = new Map<string, number>();
  /** By the cells as a step left them. */
  const raw = new Map<string, Named>();
  /** By the roles of the person. */
  const told = new Map<string, Set<Effect>>();
  const machines = new Map(world.product.model.machines.map(({ entity, field }) => [entity, field]));
  const stateIn = (cell: Cell | undefined): string | null => {
    const value = cell?.record[machines.get(cell.entity) ?? ''];
    return typeof value === 'string' ? value : null;
  };
  const rename = renamer(world);
  let transitions = 0;
  let full = false;
  const nameOf = (state: WorldState, parent: number, move: Move | null, roles: readonly string[]): Named | null => {
    const rawText = `${state.time} ${state.cells.map(({ index }) => index).join(' ')}`;
    const seen = raw.get(rawText);
    if (seen !== undefined) return seen;
    const { text, cells } = keys.of(state);
    const before = known.get(text);
    if (before === undefined && worlds.length >= options.states) {
      full = true;
      return null;
    }
    const named = { number: before ?? worlds.length, places: new Map(cells.map(({ id }, place) => [id, place])) };
    raw.set(rawText, named);
    if (before === undefined) {
      known.set(text, named.number);
      const depth = parent < 0 ? 0 : (worlds[parent]?.depth ?? 0) + 1;
      worlds.push({ parent, move, roles, depth, ...rename(state, cells) });
    }
    return named;
  };
  const add = (state: WorldState, parent: number, move: Move, roles: readonly string[]): void => {
    const named = nameOf(state, parent, move, roles);
    if (named === null) return;
    transitions++;
    watcher.led(
      parent,
      named.number,
      (worlds[parent]?.records ?? []).map(({ id }) => named.places.get(id) ?? -1),
      move.kind === 'wait',
    );
  };
  nameOf(from, -1, null, []);
  let next = 0;
  let stopped = false;
  const wantsGuard = (move: Act): boolean => watcher.wantsGuard?.(move) === true;
  for (; next < worlds.length && !stopped; next++) {
    const reached = worlds[next] as Reached;
    const view = new View(reached.state);
    options.invariants?.see(next, view, reached.records);
    const settle = (after: WorldState, move: Move): WorldState => {
      const { state, reports, rules } = stepper.settled(after);
      if (reports.length > 0) watcher.fired(next, move, reports, rules);
      return state;
    };
    if (options.reads === true)
      for (const person of world.people) {
        const roles = rolesOf(world, stepper.accessOf(person, view), person);
        for (const cell of reached.records) watcher.read?.(next, roles, cell.entity, stateIn(cell), stepper.mayRead(person, cell, view));
      }
    const people = new Map<Person, OfPerson>();
    for (const move of movesOf({ world, stepper, lister, cone }, view)) {
      if (options.stop() || full) {
        stopped = true;
        break;
      }
      if (move.kind === 'wait') {
        add(settle(stepper.later(view, move.milliseconds), move), next, move, []);
        continue;
      }
      const { effect, cells, rest } = stepper.act(move, view, wantsGuard);
      const roles = rolesOf(world, stepper.accessOf(move.person, view), move.person);
      const known = toldTo(told, roles.join());
      if (!known.has(effect)) {
        known.add(effect);
        watcher.tried({ from: next, move, roles, state: 'id' in move ? stateIn(view.byId.get(move.id)) : null, ...effect });
        for (const row of effect.guards ?? []) watcher.guardHeld?.(row);
        const variant = 'variant' in move ? move.variant : undefined;
        if (variant !== undefined && !effect.errors.some((error) => aboutPeople.has(error))) lister.settle(variant);
      }
      if (options.escalations !== undefined) noteFor(people, move, roles, effect, cells);
      if (cells === null || 'probe' in move) continue;
      const after = settle({ cells, time: reached.state.time, rest }, move);
      // What is created beyond the bound is tried, for what refuses it, and not followed.
      if (!lister.isBeyond(after.cells, view)) add(after, next, move, roles);
      else if (move.kind !== 'create') watcher.beyond(next);
    }
    for (const { role, barred, changes } of people.values()) options.escalations?.look(next, view, role, barred, changes);
    if (next % worldsBetweenPauses === 0 && options.pause !== undefined) {
      await options.pause(worlds.length, reached.depth);
    }
  }
  const depth = worlds.at(-1)?.depth ?? 0;
  return { worlds, expanded: stopped ? next - 1 : next, transitions, depth, complete: !stopped && !full };
}

interface OfPerson {
  readonly role: string;
  readonly barred: Barred[];
  readonly changes: Changed[];
}

function noteFor(
  people: Map<Person, OfPerson>,
  move: Act,
  roles: readonly string[],
  { refusals }: Effect,
  cells: readonly Cell[] | null,
): void {
  const known = people.get(move.person) ?? { role: roles.join(', '), barred: [], changes: [] };
  people.set(move.person, known);
  const refusal = refusals?.find(({ error, instead }) => (instead ?? error) === 'FORBIDDEN');
  if (refusal !== undefined) known.barred.push({ step: move, refusal });
  else if (cells !== null && (move.kind === 'update' || move.kind === 'add' || move.kind === 'remove'))
    known.changes.push({ change: move, cells });
}

function toldTo(told: Map<string, Set<Effect>>, roles: string): Set<Effect> {
  const known = told.get(roles) ?? new Set();
  told.set(roles, known);
  return known;
}

function rolesOf({ product: { model } }: SmallWorld, access: Access, person: Person): readonly string[] {
  if (model.permissions === null) return ['everyone'];
  const roles = [...access.roles()];
  if (roles.length > 0) return roles;
  return [person.account === null ? 'signed out' : 'without a role'];
}

/** Gives records ids by their place in the key, so that alike worlds have equal cells. */
function renamer({ product, cells: table, start }: SmallWorld) {
  const { model } = product;
  const entities = new Map(model.entities.map(({ name }, place) => [name.text, place]));
  const own = new Set(model.entities.filter(({ byName }) => byName.get('id')?.builtIn === false).map(({ name }) => name.text));
  const account = model.account?.entity.text;
  // People are who acts, and keep their ids; so does what the document numbers itself.
  const fixed = new Set(start.cells.filter(({ entity }) => entity === account).map(({ id }) => id));
  return (state: WorldState, ordered: readonly Cell[]): Pick<Reached, 'state' | 'records' | 'before'> => {
    const counts = new Map<string, number>();
    const ids = new Map<string, string>();
    for (const { entity, id } of ordered) {
      const place = (counts.get(entity) ?? 0) + 1;
      counts.set(entity, place);
      ids.set(id, fixed.has(id) || own.has(entity) ? id : idOf(entities.get(entity) ?? 0, place));
    }
    const renamed = new Map<string, Cell>();
    for (const cell of ordered) {
      const id = ids.get(cell.id) ?? cell.id;
      const links = cell.links.map((link) => ids.get(link) ?? link);
      const place = fixed.has(id) ? 0 : Number.parseInt(id.slice(-12), 16);
      renamed.set(cell.id, table.numbered(table.make(cell.template, id, links), place));
    }
    const cells = [...renamed.values()].sort(table.compare);
    const olds = new Map([...renamed].map(([old, { id }]) => [id, old]));
    const serials = state.rest.serials.map((serial) =>
      table.isNumber(serial.entity, serial.field) ? { ...serial, last: counts.get(serial.entity) ?? 0 } : serial,
    );
    return {
      state: { ...state, cells, rest: { ...state.rest, serials } },
      records: ordered.map((cell) => renamed.get(cell.id) as Cell),
      before: cells.map(({ id }) => olds.get(id) ?? id),
    };
  };
}

/** In a fixed order: waiting comes last. */
export function* movesOf({ world, stepper, lister, cone }: Omit<SearchParts, 'keys'>, view: View): Generator<Move> {
  for (const person of world.people) yield* lister.of(person, stepper.accessOf(person, view), view);
  const milliseconds = untilNext({ world, stepper, cone }, view);
  if (milliseconds !== null) yield { kind: 'wait', milliseconds };
}

/** How long until a timer is due or a comparison with now may turn out otherwise; null: never. */
function untilNext({ world, stepper, cone }: Pick<SearchParts, 'world' | 'stepper' | 'cone'>, view: View): number | null {
  if (!cone.readsTime) return null;
  const now = view.state.time;
  const moments = view.state.cells.flatMap((cell) => stepper.dues(cell, view).map(({ at }) => at));
  for (const { name, byName } of world.product.model.entities) {
    const fields = [...byName.values()].filter(
      ({ type, name: field }) => (type.kind === 'datetime' || type.kind === 'date') && cone.fields.has(`${name.text}.${field.text}`),
    );
    if (fields.length === 0) continue;
    for (const { record } of view.of(name.text))
      for (const { name: field } of fields) {
        const value = record[field.text];
        if (value instanceof PlainDate) for (const days of [0, 1]) moments.push((value.days + days) * 86_400_000);
        if (value instanceof Timestamp) for (const step of cone.steps) moments.push(timestampToMilliseconds(value) + step);
      }
  }
  const later = moments.filter((at) => at > now);
  return later.length === 0 ? null : Math.min(...later) - now;
}
