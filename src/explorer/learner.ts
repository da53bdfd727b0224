import type { WorldState } from './cells.ts';
import type { Group } from './groups.ts';
import type { Here } from './here.ts';
import type { Known, KnownSteps, Way } from './known-steps.ts';
import { type Attempt, type Change, type Leaf, type LeafParts, leafOf } from './leaves.ts';
import { type Act, isOwn, withRefusal } from './moves.ts';
import { type Patch, patchOf } from './patch.ts';
import type { Plan, Planned } from './plans.ts';
import type { SearchParts } from './search-parts.ts';
import { type Template, waitsTooMuch } from './template.ts';
import type { View } from './view.ts';
import type { Watcher } from './watcher.ts';

/** Errors that are raised before any rule is checked. */
const aboutPeople: ReadonlySet<string> = new Set(['FORBIDDEN', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT']);

/** Finds out what the moves of a group lead to, and notifies the watcher. */
export class Learner {
  readonly parts: LeafParts;
  readonly #watcher: Watcher;
  readonly #here: Here;
  readonly #steps: KnownSteps;
  readonly #machines: ReadonlyMap<string, string>;
  /** The maximum number of records of each entity. */
  readonly #most: readonly number[];

  constructor({ world, stepper, lister }: SearchParts, watcher: Watcher, here: Here, steps: KnownSteps, most: readonly number[]) {
    this.parts = { world, stepper, lister, stateIn: this.#stateIn, wantsGuard: this.#wantsGuard };
    this.#watcher = watcher;
    this.#here = here;
    this.#steps = steps;
    this.#machines = new Map(world.product.model.machines.map(({ entity, field }) => [entity, field]));
    this.#most = most;
  }

  of(group: Planned, plan: Plan): Known {
    const here = this.#here;
    const { number, view } = here;
    const { leaf, slots, places } = leafOf(this.parts, group, view);
    if (!leaf.told) this.#tell(number, group, leaf);
    const { cells } = this.parts.world;
    // Without a memo the product computes every world; tests compare the two.
    const packs = cells.exact && this.parts.stepper.memo !== null;
    const ways = leaf.changes.flatMap((change): readonly Way[] => {
      const [first] = change.moves;
      if (first === undefined) return [];
      const quiet = this.#isQuiet(view, change, slots);
      const patch = packs && quiet && change.rest === null ? patchOf(cells, view, change.delta, slots) : null;
      const tooMany =
        patch !== null && ((change.makes && this.#hasTooMany(view, patch)) || [...patch.contents, ...patch.made].some(this.#waitsTooMuch));
      const { effect } = leaf.attempts.find((one) => one.move === first.move) as Attempt;
      const move = withRefusal(group.moves[first.move] as Act, effect.errors);
      return [{ change, move, roles: first.roles, count: change.moves.length, quiet, patch, tooMany, known: null, number: -1 }];
    });
    const known: Known = {
      group,
      plan,
      leaf,
      slots,
      ways,
      count: ways.reduce((sum, { tooMany, count }) => sum + (tooMany ? 0 : count), 0),
      own: leaf.made.some(({ move }) => isOwn(group.moves[move])),
      reads: -1,
      ...changesOf(ways, plan),
    };
    if (places === null || group.tree === null || !this.#steps.keep(here, places, known)) return known;
    for (const way of ways) way.known = known;
    return known;
  }

  readonly #wantsGuard = (move: Act): boolean => this.#watcher.wantsGuard?.(move) === true;

  readonly #stateIn = (view: View, id: string): string | null => {
    const cell = view.cell(id);
    const value = cell?.record[this.#machines.get(cell.entity) ?? ''];
    return typeof value === 'string' ? value : null;
  };

  #tell(from: number, { moves }: Group, leaf: Leaf): void {
    leaf.told = true;
    for (const { move: place, roles, state, effect } of leaf.attempts) {
      const move = withRefusal(moves[place] as Act, effect.errors);
      this.#watcher.tried({ from, move, roles, state, ...effect });
      for (const row of effect.guards ?? []) this.#watcher.guardHeld?.(row);
      const variant = 'variant' in move ? move.variant : undefined;
      if (variant !== undefined && !effect.errors.some((error) => aboutPeople.has(error))) this.parts.lister.settle(variant);
    }
  }

  /** Whether no timer is due after the change, given that none was due before. */
  #isQuiet(view: View, { delta }: Change, slots: readonly number[]): boolean {
    const { stepper } = this.parts;
    if (!stepper.hasTimers) return true;
    return (
      stepper.timersAreLocal &&
      delta.put.every(({ template }) => stepper.isQuiet(template, () => stepper.viewOf(this.after(view, { delta, rest: null }, slots))))
    );
  }

  after(view: View, { delta, rest }: Pick<Change, 'delta' | 'rest'>, slots: readonly number[]): WorldState {
    return { cells: this.parts.stepper.applied(delta, view, slots), time: view.state.time, rest: rest ?? view.state.rest };
  }

  readonly #waitsTooMuch = (content: number): boolean => waitsTooMuch(this.parts.world.cells.keys.templates[content] as Template);

  /**
   * Whether a change leads to more records of an entity than the bound allows and than there were.
   */
  #hasTooMany({ starts }: View, { made, gone }: Patch): boolean {
    const { templates } = this.parts.world.cells.keys;
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
}

/**
 * `writes`: a bit mask of the slots that the ways change. `isPlain`: whether the ways do nothing
 * else, and do not change people, who take the steps.
 */
function changesOf(ways: readonly Way[], { from, to }: Plan): Pick<Known, 'writes' | 'isPlain'> {
  let writes = 0;
  let isPlain = true;
  for (const { patch, move } of ways) {
    isPlain &&= move?.kind !== 'answer' && patch !== null && patch.made.length === 0 && patch.gone.length === 0;
    for (const slot of patch?.slots ?? []) {
      writes |= 1 << slot;
      isPlain &&= slot < from || slot >= to;
    }
  }
  return { writes, isPlain };
}
