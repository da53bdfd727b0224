import type { Refusal } from '../engine/outcome.ts';
import type { TimerReport } from '../engine/timers/timer-queue.ts';
import { timers } from '../engine/timers/timers.ts';
import { nobody } from '../engine/world/world.ts';
import { timestampToMilliseconds } from '../expression/values/time.ts';
import { PlainDate, Timestamp } from '../expression/values/value.ts';
import type { Cone } from './cone.ts';
import { type Act, doMove, type Move, type MoveLister } from './moves.ts';
import type { SmallWorld, WorldState } from './small-world.ts';
import type { WorldKeys } from './world-key.ts';

/** A world that was reached, and how. */
export interface Reached {
  /** The world it was reached from, by its number; -1 for the start. */
  readonly parent: number;
  readonly move: Move | null;
  /** Records that the move made, in the order of creation. */
  readonly made: readonly { readonly entity: string; readonly id: string }[];
  readonly depth: number;
  readonly state: WorldState;
  /** The records in the order of the key. */
  readonly records: readonly { readonly entity: string; readonly id: string }[];
}

/** What became of one move. */
export interface Tried {
  readonly from: number;
  readonly move: Move;
  /** Null: done. */
  readonly refusals: readonly Refusal[] | null;
  /** Rows of section 4 whose guard was looked at, by where each begins: true where it held. */
  readonly rows: ReadonlyMap<number, boolean>;
  /** Rules that were asked, by where the row of each begins. */
  readonly rules: ReadonlySet<number>;
  readonly errors: readonly string[];
  readonly timers: readonly TimerReport[];
}

export interface Watcher {
  tried(tried: Tried): void;
  /** `places`: where each record of the world before is now, by place in the key; -1: gone. */
  led(from: number, to: number, places: readonly number[]): void;
  /** The step was done, and an effect of it led to more records than the bound allows. */
  beyond(from: number): void;
  /** Of a move that section 6 refused: is it worth finding out whether a guard holds? */
  wantsGuard?(move: Act): boolean;
  /** It does, of the row that begins here. */
  guardHeld?(row: number): void;
}

export interface SearchOptions {
  readonly states: number;
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
  readonly keys: WorldKeys;
  readonly lister: MoveLister;
  readonly cone: Cone;
}

/** Breadth first: the way to each world is one of the shortest. */
export async function search(
  { world, keys, lister, cone }: SearchParts,
  from: WorldState,
  watcher: Watcher,
  options: SearchOptions,
): Promise<Searched> {
  const worlds: Reached[] = [];
  const known = new Map<string, number>();
  let transitions = 0;
  let full = false;
  const add = (state: WorldState, parent: number, move: Move | null, made: Reached['made']): number => {
    const { text, records } = keys.of(state);
    const before = known.get(text);
    const number = before ?? worlds.length;
    if (before === undefined) {
      if (worlds.length >= options.states) {
        full = true;
        return -1;
      }
      known.set(text, number);
      worlds.push({ parent, move, made, depth: parent < 0 ? 0 : (worlds[parent]?.depth ?? 0) + 1, state, records });
    }
    if (parent >= 0) {
      transitions++;
      const places = new Map(records.map(({ entity, id }, place) => [`${entity}/${id}`, place]));
      watcher.led(
        parent,
        number,
        (worlds[parent]?.records ?? []).map(({ entity, id }) => places.get(`${entity}/${id}`) ?? -1),
      );
    }
    return number;
  };
  world.restore(from);
  add(world.capture(), -1, null, []);
  let next = 0;
  let stopped = false;
  for (; next < worlds.length && !stopped; next++) {
    const reached = worlds[next] as Reached;
    world.restore(reached.state);
    for (const move of movesOf({ world, lister, cone })) {
      if (options.stop() || full) {
        stopped = true;
        break;
      }
      const { tried, state, made } = attempt(world, next, move, watcher);
      watcher.tried(tried);
      const variant = 'variant' in move ? move.variant : undefined;
      if (variant !== undefined && !tried.errors.some((error) => aboutPeople.has(error))) lister.settle(variant);
      if (state === null) continue;
      // What is created beyond the bound is tried, for what refuses it, and not followed.
      if (!lister.isBeyond(countsOf(state), countsOf(reached.state))) add(state, next, move, made);
      else if (move.kind !== 'create') watcher.beyond(next);
    }
    if (next % worldsBetweenPauses === 0 && options.pause !== undefined) {
      await options.pause(worlds.length, reached.depth);
    }
  }
  const depth = worlds.at(-1)?.depth ?? 0;
  return { worlds, expanded: stopped ? next - 1 : next, transitions, depth, complete: !stopped && !full };
}

const countsOf = ({ data }: WorldState): ReadonlyMap<string, number> =>
  new Map([...data.records].map(([entity, records]) => [entity, records.length]));

/** In a fixed order: waiting comes last. */
export function* movesOf({ world, lister, cone }: Pick<SearchParts, 'world' | 'lister' | 'cone'>): Generator<Move> {
  for (const person of world.people) yield* lister.of(person);
  const milliseconds = untilNext(world, cone);
  if (milliseconds !== null) yield { kind: 'wait', milliseconds };
}

/** How long until a timer is due or a comparison with now may turn out otherwise; null: never. */
function untilNext({ product }: SmallWorld, cone: Cone): number | null {
  if (!cone.readsTime) return null;
  const now = product.platform.now();
  const moments = timers(product.world(nobody)).map(({ at }) => at);
  for (const { name, byName } of product.model.entities) {
    const fields = [...byName.values()].filter(
      ({ type, name: field }) => (type.kind === 'datetime' || type.kind === 'date') && cone.fields.has(`${name.text}.${field.text}`),
    );
    if (fields.length === 0) continue;
    for (const record of product.store.query({ entity: name.text, conditions: [] }))
      for (const { name: field } of fields) {
        const value = record[field.text];
        if (value instanceof PlainDate) for (const days of [0, 1]) moments.push((value.days + days) * 86_400_000);
        if (value instanceof Timestamp) for (const step of cone.steps) moments.push(timestampToMilliseconds(value) + step);
      }
  }
  const later = moments.filter((at) => at > now);
  return later.length === 0 ? null : Math.min(...later) - now;
}

export function attempt(
  world: SmallWorld,
  from: number,
  move: Move,
  watcher: Watcher,
): { readonly tried: Tried; readonly state: WorldState | null; readonly made: Reached['made'] } {
  const { product } = world;
  const rows = new Map<number, boolean>();
  const rules = new Set<number>();
  const errors: string[] = [];
  const made: { entity: string; id: string }[] = [];
  product.index.observer = (seen) => {
    if (seen.kind === 'transition') rows.set(seen.row.from, seen.taken || rows.get(seen.row.from) === true);
    if (seen.kind === 'rule') rules.add(seen.row.from);
    if (seen.kind === 'write' && seen.change.kind === 'insert') made.push({ entity: seen.change.entity, id: seen.change.record.id });
  };
  try {
    return world.tried(() => {
      let refusals: readonly Refusal[] | null = null;
      if (move.kind === 'wait') world.advance(move.milliseconds);
      else {
        const outcome = product.transact(move.person, (run) => doMove(run, move), { timers: false });
        if (!outcome.ok) refusals = outcome.refusals;
      }
      for (const { error } of refusals ?? []) errors.push(error);
      const fired = refusals === null ? product.timers.run() : [];
      const tried: Tried = { from, move, refusals, rows, rules, errors, timers: fired };
      if (refusals !== null && move.kind !== 'wait' && rows.size === 0 && watcher.wantsGuard?.(move) === true) {
        product.index.observer = (seen) => {
          if (seen.kind === 'transition' && seen.taken) watcher.guardHeld?.(seen.row.from);
        };
        product.transact(move.person, (run) => doMove(run, move, 'product'), { timers: false });
      }
      if (refusals !== null) return { tried, state: null, made: [] };
      const left = made.filter(({ entity, id }) => product.store.record(entity, id) !== null);
      return { tried, state: world.capture(), made: left };
    });
  } finally {
    product.index.observer = null;
  }
}
