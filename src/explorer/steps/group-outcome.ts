import { pathToRoleRecord } from '../../engine/access/of-record.ts';
import type { Refusal } from '../../engine/outcome.ts';
import type { Access, Person } from '../../engine/world/world.ts';
import { isOfRecord } from '../../model/organisations.ts';
import type { Rest } from '../world/cells.ts';
import { type Delta, deltaOf } from '../world/delta.ts';
import type { ReadPlace } from '../world/memo.ts';
import type { SmallWorld } from '../world/small-world.ts';
import type { View } from '../world/view.ts';
import type { Group } from './groups.ts';
import type { Action, MoveLister } from './moves.ts';
import type { Effect, Stepper } from './stepper.ts';

/** A move of a group, by its index there, and its outcome. */
export interface Attempt {
  readonly move: number;
  readonly roles: readonly string[];
  /** The state of the record concerned; null if it has none, or is to be created. */
  readonly state: string | null;
  readonly effect: Effect;
}

/** Moves that lead to the same world. */
export interface Change {
  readonly delta: Delta;
  readonly moves: readonly { readonly move: number; readonly roles: readonly string[] }[];
  /** Whether the change creates records. */
  readonly makes: boolean;
  /** Null if unchanged. */
  readonly rest: Rest | null;
}

/** A step that section 6 refused. */
export interface ForbiddenStep {
  readonly move: number;
  readonly role: string;
  readonly refusal: Refusal;
}

/** The outcome of a group's moves, in all worlds that agree in what the moves read. */
export interface GroupOutcome {
  readonly attempts: readonly Attempt[];
  readonly changes: readonly Change[];
  readonly forbidden: readonly ForbiddenStep[];
  /** Changes to a record that may allow what section 6 refused: moves, and where each leads. */
  readonly changing: readonly { readonly move: number; readonly change: Change }[];
  isReported: boolean;
}

export interface OutcomeParts {
  readonly world: SmallWorld;
  readonly stepper: Stepper;
  readonly lister: MoveLister;
  readonly stateIn: (view: View, id: string) => string | null;
  readonly wantsGuard: (move: Action) => boolean;
}

interface Found {
  readonly outcome: GroupOutcome;
  /** The slots that the changes of the outcome refer to. */
  readonly slots: readonly number[];
  /** The places that were read; null if unknown. */
  readonly places: readonly ReadPlace[] | null;
}

/** Recalls, or finds out, what the moves of a group do in a world. */
export function outcomeOf(parts: OutcomeParts, group: Group, view: View): Found {
  const { memo } = parts.stepper;
  const { tree, given } = group;
  if (memo !== null && tree !== null) {
    const slots = [...given];
    const reads: ReadPlace[] = [];
    const known = memo.find<GroupOutcome>(tree, view, slots, reads);
    if (known !== null) return { outcome: known, slots, places: reads };
  }
  const { value, places } = parts.world.reads.of(view, () => tried(parts, group, view));
  if (memo !== null && tree !== null && places !== null) {
    let kept: Found | null = null;
    memo.keep(tree, view, given, places, (slots) => {
      const outcome = outcomeFrom(parts, value, view, slots);
      kept = outcome === null ? null : { outcome, slots, places };
      return outcome;
    });
    if (kept !== null) return kept;
  }
  const all = Array.from({ length: view.size }, (_, slot) => slot);
  const outcome = outcomeFrom(parts, value, view, all);
  if (outcome === null) throw new Error('a step changed a record that is not there');
  return { outcome, slots: all, places: null };
}

interface TriedMove extends Attempt {
  readonly cells: ReturnType<Stepper['act']>['cells'];
  readonly rest: Rest;
}

function tried({ world, stepper, lister, stateIn, wantsGuard }: OutcomeParts, { moves }: Group, view: View): readonly TriedMove[] {
  const people = new Map<Person, Access>();
  const of = (person: Person): Access => {
    const access = people.get(person) ?? stepper.accessOf(person, view);
    people.set(person, access);
    return access;
  };
  const found = new Map<string, readonly string[]>();
  const rolesIn = (person: Person, slot: number | null): readonly string[] => {
    const key = `${person.account} ${slot}`;
    const roles = found.get(key) ?? rolesOf(world, stepper.rolesFor(person, slot, view), person);
    found.set(key, roles);
    return roles;
  };
  const offeredNot = new Set<string>();
  return moves.flatMap((move, place) => {
    if (!lister.mayTry(move, of(move.person))) return [];
    // A value that its field does not offer is refused whatever the others are: one try is enough.
    const wrong = move.kind === 'create' ? move.values.filter((choice) => !stepper.offers(move.entity, choice, view)) : [];
    const names = wrong.map(({ name, words }) => `${move.person.account} ${name} ${JSON.stringify(words)}`);
    if (names.some((name) => offeredNot.has(name))) return [];
    for (const name of names) offeredNot.add(name);
    if ('id' in move) world.reads.record(move.entity, move.id);
    if (!lister.changes(move, view)) return [];
    const roles = move.kind === 'answer' ? [] : rolesIn(move.person, recordOf(world, move, view));
    const { effect, cells, rest } = stepper.act(move, view, wantsGuard);
    return [
      { move: place, roles, state: 'id' in move ? stateIn(view, move.id) : null, effect, cells: 'probe' in move ? null : cells, rest },
    ];
  });
}

function outcomeFrom({ world }: OutcomeParts, all: readonly TriedMove[], view: View, slots: readonly number[]): GroupOutcome | null {
  const changes = new Map<string, Change & { readonly moves: { move: number; roles: readonly string[] }[] }>();
  const forbidden: ForbiddenStep[] = [];
  const changing: { move: number; change: Change }[] = [];
  for (const { move, roles, effect, cells, rest } of all) {
    const refusal = effect.refusals?.find(({ error, instead }) => (instead ?? error) === 'FORBIDDEN');
    if (refusal !== undefined) forbidden.push({ move, role: roles.join(', '), refusal });
    if (cells === null) continue;
    const delta = deltaOf(view, cells, slots);
    if (delta === null) return null;
    const serials = serialsKey(world, rest);
    const differs = serials !== serialsKey(world, view.state.rest);
    const key = `${JSON.stringify(delta)}${differs ? serials : ''}`;
    const change = changes.get(key) ?? {
      delta,
      moves: [],
      makes: delta.written.some(({ at }) => at < -1),
      rest: differs ? rest : null,
    };
    changes.set(key, change);
    change.moves.push({ move, roles });
    changing.push({ move, change });
  }
  const attempts = all.map(({ move, roles, state, effect }) => ({ move, roles, state, effect }));
  return { attempts, changes: [...changes.values()], forbidden, changing, isReported: false };
}

/** The next serial numbers of fields that decide something, as a key. */
const serialsKey = ({ cells }: SmallWorld, { serials }: Rest): string =>
  serials.flatMap(({ entity, field, last }) => (cells.isNumber(entity, field) ? [] : [`${entity}.${field} ${last}`])).join();

/** The slot of the record whose record roles apply to the move; null if none apply. */
function recordOf({ product: { model, index } }: SmallWorld, move: Action, view: View): number | null {
  const roles = model.roles.filter(isOfRecord);
  if (roles.length > 0 && 'id' in move) return view.slotOf(move.id);
  if (move.kind !== 'create') return null;
  // A new record belongs to the record that it names.
  for (const role of roles) {
    const [first] = pathToRoleRecord(index, role, move.entity) ?? [];
    const value = move.values.find(({ name }) => name === first)?.value;
    if (typeof value === 'string') return view.slotOf(value);
  }
  return null;
}

/**
 * The roles under which a person is reported: `everyone`, `signed out` or `without a role` if they
 * have none.
 */
export function rolesOf({ product: { model } }: SmallWorld, roles: readonly string[], person: Person): readonly string[] {
  if (model.permissions === null) return ['everyone'];
  if (roles.length > 0) return roles;
  return [person.account === null ? 'signed out' : 'without a role'];
}
