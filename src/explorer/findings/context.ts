import type { Rule } from '../../model/ast/rules.ts';
import { isTimer, type Machine, type Transition } from '../../model/ast/states.ts';
import type { Model } from '../../model/model.ts';
import { isFromOutside } from '../document/answers.ts';
import { hasCalendarEvents, isUnfollowed } from '../document/calendar.ts';
import type { Cone } from '../document/cone.ts';
import type { ReachedWorlds } from '../search/reached-worlds.ts';
import type { SearchResult } from '../search/search.ts';
import type { Tried } from '../search/watcher.ts';
import type { Move } from '../steps/moves.ts';
import type { Stepper } from '../steps/stepper.ts';
import { type Trace, traceTo } from '../steps/trace.ts';
import { absentEntities, rowsOfEntities } from '../world/absent.ts';
import type { SmallWorld } from '../world/small-world.ts';
import type { Tally } from './tally.ts';
import { unsureRows } from './unsure.ts';

/** What the analyses that follow a search read. */
export interface Context {
  readonly model: Model;
  readonly cone: Cone;
  readonly tally: Tally;
  /** The bound in words: `up to 3 records per entity, 2 people per role`. */
  readonly bound: string;
  /** The values that records had in a field. */
  states(entity: string, field: string): ReadonlySet<string>;
  /** Entities that had no record in any world. */
  readonly absent: ReadonlySet<string>;
  /** Whether the world is too small to decide the row, so that it is not reported. */
  undecided(row: Transition): boolean;
  undecidedRule(rule: Rule): boolean;
  /** Whether undecided rows lead to this state, directly or through other rows. */
  behindUndecided(machine: Machine, state: string): boolean;
  /**
   * Whether the guard of a row, where it was first false, holds for a person whom section 6
   * refuses.
   */
  heldForOthers(row: Transition, tried: Tried): boolean;
  /** The state of a record in a world; empty if it has none. */
  stateOf(world: number, entity: string, id: string, field: string): string;
  /** The trace of a step that is refused, a change, and the same step again. */
  detour(world: number, step: Move, change: Move, error: string): Trace;
  trace(world: number, move: Move | null, expect: (nameOf: (id: string) => string) => string): Trace;
}

interface Parts {
  readonly model: Model;
  readonly cone: Cone;
  readonly tally: Tally;
  readonly bound: string;
  readonly world: SmallWorld;
  readonly stepper: Stepper;
  readonly searched: SearchResult;
  /** The worlds of a larger, incomplete search; null if there is none. */
  readonly larger: ReachedWorlds | null;
  /** Roles that no person in the world has. */
  readonly missing: ReadonlySet<string>;
}

export function contextOf({ model, cone, tally, bound, world, stepper, searched, larger, missing }: Parts): Context {
  const reached = new Map<string, Set<string>>();
  const templates = [...searched.worlds.templates, ...(larger?.templates ?? [])];
  for (const { example } of templates)
    for (const [field, value] of Object.entries(example.record)) {
      const key = `${example.entity}.${field}`;
      if (typeof value !== 'string' || !cone.live.has(key)) continue;
      const known = reached.get(key);
      if (known === undefined) reached.set(key, new Set([value]));
      else known.add(value);
    }
  // What a role may do is unknown if no person has it.
  const needsMissing = ({ roles }: Transition): boolean =>
    missing.size > 0 && (roles.length === 0 || roles.some(({ text }) => missing.has(text)));
  const outside = new Set(
    model.machines.flatMap((machine) =>
      machine.transitions.filter((row) => isFromOutside(model, machine, row)).map(({ span }) => span.from),
    ),
  );
  const absent = absentEntities(model, templates);
  const ofAbsent = rowsOfEntities(model, absent);
  // Worlds without records are all equal, so the first is always created at one time of day.
  const oneTime = model.account === null && (hasCalendarEvents(model) || cone.clock.rows.size > 0);
  const undecidedAlone = (row: Transition): boolean =>
    cone.undecided.has(row.span.from) ||
    isUnfollowed(row) ||
    (oneTime && (isTimer(row) || cone.clock.rows.has(row.span.from))) ||
    outside.has(row.span.from) ||
    ofAbsent.has(row.span.from) ||
    needsMissing(row);
  const unsure = unsureRows(model, { tally, absent, undecided: undecidedAlone });
  const undecided = (row: Transition): boolean => unsure.has(row.span.from) || undecidedAlone(row);
  return {
    model,
    cone,
    tally,
    bound,
    absent: new Set(absent),
    states: (entity, field) => reached.get(`${entity}.${field}`) ?? new Set(),
    undecided,
    // No step creates people, so rules about a new person are never evaluated.
    undecidedRule: ({ span, entity, must }) =>
      must.kind !== 'holds' ||
      cone.undecided.has(span.from) ||
      unsure.has(span.from) ||
      (oneTime && cone.clock.rows.has(span.from)) ||
      missing.size > 0 ||
      entity.text === model.account?.entity.text,
    behindUndecided(machine, state) {
      const seen = new Set([state]);
      for (const one of seen)
        for (const row of machine.transitions) {
          if (row.to?.text !== one) continue;
          if (undecided(row)) return true;
          for (const { text } of row.from) seen.add(text);
        }
      return false;
    },
    heldForOthers({ span }, { from, move }) {
      if (move.kind !== 'event') return false;
      const view = searched.worlds.view(from);
      return world.people.some(
        (person) =>
          stepper.accessOf(person, view).grant(move.entity, move.event).kind === 'no' &&
          stepper.guards({ ...move, person }, view).includes(span.from),
      );
    },
    stateOf(number, entity, id, field) {
      const cell = searched.worlds.view(number).cell(id);
      return cell?.entity === entity ? String(cell.record[field] ?? '') : '';
    },
    detour: (number, move, change, error) =>
      traceTo(model, world, searched, {
        world: number,
        before: [
          { move, expect: `refused ${error}` },
          { move: change, expect: '' },
        ],
        move,
        expect: () => '',
      }),
    trace: (number, move, expect) => traceTo(model, world, searched, { world: number, move, expect }),
  };
}
