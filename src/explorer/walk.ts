import type { Model } from '../model/model.ts';
import { compareIds } from '../store/meaning.ts';
import { type Bounds, defaultBounds } from './document/bounds.ts';
import { coneOf } from './document/cone.ts';
import type { SearchParts } from './search/search-parts.ts';
import { untilNext } from './steps/moments.ts';
import { type Move, MoveLister, operationOf, withRefusal } from './steps/moves.ts';
import { RequestQueue } from './steps/request-queue.ts';
import { Stepper } from './steps/stepper.ts';
import { TimerRunner } from './steps/timer-runner.ts';
import { nameless, newName, rowOf, type TraceRow } from './steps/trace.ts';
import type { Cell, WorldState } from './world/cells.ts';
import { madeUpPeople, withPeople } from './world/made-up-people.ts';
import { smallWorld } from './world/small-world.ts';
import { namesOfExamples, startOf } from './world/start.ts';
import type { View } from './world/view.ts';

/** A record of the world that the walk reached. */
export interface WalkedRecord {
  readonly entity: string;
  readonly name: string;
  readonly states: readonly { readonly field: string; readonly state: string }[];
}

/** A step that can be taken next. */
export interface WalkedStep {
  readonly row: TraceRow;
  /** The row of section 4 that it takes, by start offset; null if none. */
  readonly taken: number | null;
}

/** A world, and the way to it. */
export interface Walked {
  /** The steps that were taken: fewer than requested if one of them is not possible. */
  readonly rows: readonly TraceRow[];
  /** Without people, in the order of creation. */
  readonly records: readonly WalkedRecord[];
  readonly steps: readonly WalkedStep[];
}

interface Place {
  readonly state: WorldState;
  readonly names: ReadonlyMap<string, string>;
  /** Ids by entity, oldest first. */
  readonly existing: ReadonlyMap<string, readonly string[]>;
  readonly rows: readonly TraceRow[];
  readonly queue: RequestQueue;
}

interface Option extends WalkedStep {
  readonly move: Move;
  readonly after: WorldState;
}

/** Walks through a small world of a document, with the operations of the product. */
export class Walk {
  readonly #model: Model;
  readonly #parts: SearchParts;
  readonly #timers: TimerRunner;
  readonly #options = new WeakMap<Place, readonly Option[]>();
  readonly #places = new Map<string, Place>();
  readonly #start: Place;

  constructor(written: Model, given: Partial<Bounds> = {}) {
    const bounds = { ...defaultBounds, ...given };
    const model = bounds.examples ? written : withPeople(written, madeUpPeople(written));
    this.#model = model;
    const chosen = bounds.examples ? null : startOf(model);
    const cone = coneOf(model, bounds.records, chosen ?? namesOfExamples(model));
    const world = smallWorld(model, bounds.examples, cone, chosen);
    const stepper = new Stepper(world, cone);
    this.#parts = { world, cone, stepper, lister: new MoveLister(world.product, cone, bounds) };
    this.#timers = new TimerRunner(world, stepper);
    this.#start = {
      state: world.start,
      names: world.names,
      existing: byEntity(world.start.cells, new Map()),
      rows: [],
      queue: new RequestQueue(),
    };
  }

  /** Takes the given steps from the start, up to the first that is not possible. */
  to(steps: readonly Pick<TraceRow, 'as' | 'do'>[]): Walked {
    let place = this.#start;
    let name = '';
    for (const { as, do: what } of steps) {
      name += `${as}\n${what}\n`;
      const next = this.#places.get(name) ?? this.#after(place, as, what);
      if (next === null) break;
      this.#places.set(name, next);
      place = next;
    }
    const { model } = this.#parts.world.product;
    const account = model.account?.entity.text;
    const records = [...place.existing.values()].flat().sort(compareIds);
    return {
      rows: place.rows,
      records: records.flatMap((id): readonly WalkedRecord[] => {
        const cell = place.state.cells.find((one) => one.id === id);
        if (cell === undefined || cell.entity === account) return [];
        const states = model.machines.flatMap(({ entity, field }) => {
          const state = entity === cell.entity ? cell.record[field] : null;
          return typeof state === 'string' ? [{ field, state }] : [];
        });
        return [{ entity: cell.entity, name: nameIn(place, id), states }];
      }),
      steps: this.#optionsOf(place).map(({ row, taken }) => ({ row, taken })),
    };
  }

  #after(place: Place, as: string, what: string): Place | null {
    const option = this.#optionsOf(place).find(({ row }) => row.as === as && row.do === what);
    if (option === undefined) return null;
    const { move, after, row } = option;
    const existing = byEntity(after.cells, place.existing);
    const names = new Map([...place.names].filter(([id]) => after.cells.some((cell) => cell.id === id)));
    const created = createdBy(move, place.state, after);
    if (created !== null) names.set(created.id, newName(created.entity, this.#taken(place)));
    return { state: after, names, existing, rows: [...place.rows, row], queue: place.queue.after(move, after.cells) };
  }

  #taken({ names }: Place): Set<string> {
    return new Set([...names.values(), ...this.#model.entities.flatMap(({ examples }) => examples.map(({ name }) => name.text))]);
  }

  /** One step for each person, operation and resulting world. */
  #optionsOf(place: Place): readonly Option[] {
    const known = this.#options.get(place);
    if (known !== undefined) return known;
    const { world, stepper, lister } = this.#parts;
    const view = stepper.viewOf(place.state);
    const found = new Map<string, Option>();
    const add = (who: string, move: Move, after: WorldState, taken: number | null): void => {
      const name = `${who} ${move.kind === 'wait' ? 'wait' : operationOf(move)} ${keyOf(after)}`;
      if (keyOf(after) === keyOf(place.state) || found.has(name)) return;
      const created = createdBy(move, place.state, after);
      const row = rowOf(move, (id) => nameIn(place, id), created === null ? null : newName(created.entity, this.#taken(place)));
      found.set(name, { row, taken, move, after });
    };
    for (const person of world.people) {
      const access = stepper.accessOf(person, view);
      for (const move of lister.all(person, view)) {
        const isBeyond = move.kind === 'create' && view.count(move.entity) >= lister.most(move.entity);
        // A walk is a scenario, which answers requests in their order.
        const isLater = move.kind === 'answer' && place.queue.before(move) !== 0;
        if (isBeyond || isLater || !lister.tries(move, access, view)) continue;
        const { cells, rest, effect } = stepper.act(move, view, () => false);
        if (cells === null) continue;
        const held = effect.refusals === null ? [...effect.rows].flatMap(([row, holds]) => (holds ? [row] : [])) : effect.followed;
        const taken = held[0] ?? null;
        add(
          person.account ?? '',
          withRefusal(move, effect.errors),
          this.#timers.runDue({ cells, rest, time: place.state.time }).state,
          taken,
        );
      }
    }
    this.#addWait(view, add);
    const options = [...found.values()];
    this.#options.set(place, options);
    return options;
  }

  #addWait(view: View, add: (who: string, move: Move, after: WorldState, taken: number | null) => void): void {
    const milliseconds = untilNext(this.#parts, view);
    if (milliseconds === null) return;
    const { state, reports } = this.#timers.wait(view, milliseconds);
    const fired = reports.find(({ result }) => result === 'fired');
    add('', { kind: 'wait', milliseconds }, state, fired?.transition.span.from ?? null);
  }
}

const nameIn = ({ names, existing }: Place, id: string): string => names.get(id) ?? nameless(id, names, existing);

/** Equal for worlds with the same ids that no step distinguishes. */
const keyOf = ({ cells, time }: WorldState): string =>
  `${time} ${cells.map(({ id, template, links }) => `${id} ${template} ${links.join(' ')}`).join()}`;

function createdBy(move: Move, before: WorldState, { cells }: WorldState): Cell | null {
  if (move.kind !== 'create') return null;
  const known = new Set(before.cells.map(({ id }) => id));
  return cells.filter(({ id, entity }) => entity === move.entity && !known.has(id)).sort((a, b) => compareIds(a.id, b.id))[0] ?? null;
}

/**
 * The ids of these records by entity: first the previous ones in their order, then the new ones.
 */
function byEntity(cells: readonly Cell[], before: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const present = new Set(cells.map(({ id }) => id));
  const existing = new Map([...before].map(([entity, ids]) => [entity, ids.filter((id) => present.has(id))]));
  for (const { entity, id } of [...cells].sort((a, b) => compareIds(a.id, b.id))) {
    const ids = existing.get(entity) ?? [];
    if (!ids.includes(id)) existing.set(entity, [...ids, id]);
  }
  return existing;
}
