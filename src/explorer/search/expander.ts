import { type Attempt, type Change, type GroupOutcome, type OutcomeParts, outcomeOf } from '../steps/group-outcome.ts';
import type { Group } from '../steps/groups.ts';
import { type Action, isOwn, withRefusal } from '../steps/moves.ts';
import type { WorldState } from '../world/cells.ts';
import { type Patch, patchOf } from '../world/patch.ts';
import { type Template, waitsTooMuch } from '../world/template.ts';
import type { View } from '../world/view.ts';
import type { CurrentWorld } from './current-world.ts';
import type { Expansion, ExpansionCache, Successor } from './expansion-cache.ts';
import type { Plan, PlannedGroup } from './plans.ts';
import type { SearchParts } from './search-parts.ts';
import type { Watcher } from './watcher.ts';

/** Finds out what the moves of a group lead to, and notifies the watcher. */
export class Expander {
  readonly parts: OutcomeParts;
  readonly #watcher: Watcher;
  readonly #current: CurrentWorld;
  readonly #expansions: ExpansionCache;
  readonly #machines: ReadonlyMap<string, string>;
  /** The maximum number of records of each entity. */
  readonly #most: readonly number[];

  constructor(
    { world, stepper, lister }: SearchParts,
    watcher: Watcher,
    current: CurrentWorld,
    expansions: ExpansionCache,
    most: readonly number[],
  ) {
    this.parts = { world, stepper, lister, stateIn: this.#stateIn, wantsGuard: this.#wantsGuard };
    this.#watcher = watcher;
    this.#current = current;
    this.#expansions = expansions;
    this.#machines = new Map(world.product.model.machines.map(({ entity, field }) => [entity, field]));
    this.#most = most;
  }

  expand(group: PlannedGroup, plan: Plan): Expansion {
    const current = this.#current;
    const { number, view } = current;
    const { outcome, slots, places } = outcomeOf(this.parts, group, view);
    if (!outcome.isReported) this.#report(number, group, outcome);
    const { cells } = this.parts.world;
    // Without a memo the product computes every world; tests compare the two.
    const packs = cells.exact && this.parts.stepper.memo !== null;
    const successors = outcome.changes.flatMap((change): readonly Successor[] => {
      const [first] = change.moves;
      if (first === undefined) return [];
      const quiet = this.#isQuiet(view, change, slots);
      const patch = packs && quiet && change.rest === null ? patchOf(cells, view, change.delta, slots) : null;
      const tooMany =
        patch !== null &&
        ((change.makes && this.#hasTooMany(view, patch)) || [...patch.contents, ...patch.created].some(this.#waitsTooMuch));
      const { effect } = outcome.attempts.find((one) => one.move === first.move) as Attempt;
      const move = withRefusal(group.moves[first.move] as Action, effect.errors);
      return [{ change, move, roles: first.roles, count: change.moves.length, quiet, patch, tooMany, known: null, number: -1 }];
    });
    const known: Expansion = {
      group,
      plan,
      outcome,
      slots,
      successors,
      count: successors.reduce((sum, { tooMany, count }) => sum + (tooMany ? 0 : count), 0),
      own: outcome.changing.some(({ move }) => isOwn(group.moves[move])),
      reads: -1,
      ...changesOf(successors, plan),
    };
    if (places === null || group.tree === null || !this.#expansions.keep(current, places, known)) return known;
    for (const one of successors) one.known = known;
    return known;
  }

  readonly #wantsGuard = (move: Action): boolean => this.#watcher.wantsGuard?.(move) === true;

  readonly #stateIn = (view: View, id: string): string | null => {
    const cell = view.cell(id);
    const value = cell?.record[this.#machines.get(cell.entity) ?? ''];
    return typeof value === 'string' ? value : null;
  };

  #report(from: number, { moves }: Group, outcome: GroupOutcome): void {
    outcome.isReported = true;
    for (const { move: place, roles, state, effect } of outcome.attempts) {
      const move = withRefusal(moves[place] as Action, effect.errors);
      this.#watcher.tried({ from, move, roles, state, ...effect });
      for (const row of effect.guards ?? []) this.#watcher.guardHeld?.(row);
      if ('variant' in move && move.variant !== undefined) this.parts.lister.settle(move, move.variant, effect.errors);
    }
  }

  /** Whether no timer is due after the change, given that none was due before. */
  #isQuiet(view: View, { delta }: Change, slots: readonly number[]): boolean {
    const { stepper } = this.parts;
    if (!stepper.hasTimers) return true;
    return (
      stepper.timersAreLocal &&
      delta.written.every(({ template }) => stepper.isQuiet(template, () => stepper.viewOf(this.after(view, { delta, rest: null }, slots))))
    );
  }

  after(view: View, { delta, rest }: Pick<Change, 'delta' | 'rest'>, slots: readonly number[]): WorldState {
    return { cells: this.parts.stepper.applied(delta, view, slots), time: view.state.time, rest: rest ?? view.state.rest };
  }

  readonly #waitsTooMuch = (content: number): boolean => waitsTooMuch(this.parts.world.cells.keys.templates[content] as Template);

  /**
   * Whether a change leads to more records of an entity than the bound allows and than there were.
   */
  #hasTooMany({ starts }: View, { created, deleted }: Patch): boolean {
    const { templates } = this.parts.world.cells.keys;
    const more = this.#most.map(() => 0);
    for (const content of created) {
      const { entity } = templates[content] as Template;
      more[entity] = (more[entity] ?? 0) + 1;
    }
    for (const slot of deleted) {
      const entity = starts.findLastIndex((start) => start <= slot);
      more[entity] = (more[entity] ?? 0) - 1;
    }
    return more.some((by, entity) => by > 0 && (starts[entity + 1] ?? 0) - (starts[entity] ?? 0) + by > (this.#most[entity] ?? Infinity));
  }
}

/**
 * `writes`: a bit mask of the slots that the successors change. `isPlain`: whether they do nothing
 * else, and do not change people, who take the steps.
 */
function changesOf(successors: readonly Successor[], { from, to }: Plan): Pick<Expansion, 'writes' | 'isPlain'> {
  let writes = 0;
  let isPlain = true;
  for (const { patch, move } of successors) {
    isPlain &&= move?.kind !== 'answer' && patch !== null && patch.created.length === 0 && patch.deleted.length === 0;
    for (const slot of patch?.slots ?? []) {
      writes |= 1 << slot;
      isPlain &&= slot < from || slot >= to;
    }
  }
  return { writes, isPlain };
}
