import type { Rule } from '../model/ast/rules.ts';
import type { Machine, Transition } from '../model/ast/states.ts';
import type { Model } from '../model/model.ts';
import { isFromOutside } from './answers.ts';
import { hasCalendarEvents, isPassedOver } from './calendar.ts';
import type { Cone } from './cone.ts';
import type { Move } from './moves.ts';
import type { Reaches } from './reached.ts';
import type { Searched } from './search.ts';
import type { SmallWorld } from './small-world.ts';
import type { Stepper } from './stepper.ts';
import type { Tally } from './tally.ts';
import { type Trace, traceTo } from './trace.ts';
import type { Tried } from './watcher.ts';

/** What the questions look at. */
export interface Context {
  readonly model: Model;
  readonly cone: Cone;
  readonly tally: Tally;
  /** `up to 3 records per entity, 2 people per role`. */
  readonly bound: string;
  /** The values that records had in a field. */
  states(entity: string, field: string): ReadonlySet<string>;
  /** Is the world too small to decide the row? Then it is not reported. */
  undecided(row: Transition): boolean;
  undecidedRule(rule: Rule): boolean;
  /** Do rows that are not decided lead, over others, to this state? */
  behindUndecided(machine: Machine, state: string): boolean;
  /** Does the guard of a row hold, where it was first false, for someone whom section 6 refuses? */
  heldForOthers(row: Transition, tried: Tried): boolean;
  /** The state of a record in a world. */
  stateOf(world: number, entity: string, id: string, field: string): string;
  /** A step that is refused, a change, and the step again. */
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
  readonly searched: Searched;
  /** What was reached beyond that. */
  readonly larger: Reaches | null;
  /** Roles without a person in the world. */
  readonly missing: ReadonlySet<string>;
}

export function contextOf({ model, cone, tally, bound, world, stepper, searched, larger, missing }: Parts): Context {
  const reached = new Map<string, Set<string>>();
  for (const { example } of [...searched.worlds.templates, ...(larger?.templates ?? [])])
    for (const [field, value] of Object.entries(example.record)) {
      const key = `${example.entity}.${field}`;
      if (typeof value !== 'string' || !cone.fields.has(key)) continue;
      const known = reached.get(key);
      if (known === undefined) reached.set(key, new Set([value]));
      else known.add(value);
    }
  // A role without a person: what it may do is not known.
  const needsMissing = ({ roles }: Transition): boolean =>
    missing.size > 0 && (roles.length === 0 || roles.some(({ text }) => missing.has(text)));
  const outside = new Set(
    model.machines.flatMap((machine) =>
      machine.transitions.filter((row) => isFromOutside(model, machine, row)).map(({ span }) => span.from),
    ),
  );
  // Worlds without a record are told apart by nothing, so the first is created at one time of day.
  const oneTime = model.account === null && (hasCalendarEvents(model) || cone.clock.rows.size > 0);
  const undecided = (row: Transition): boolean =>
    cone.undecided.has(row.span.from) ||
    isPassedOver(row) ||
    (oneTime && (['after', 'at', 'every'].includes(row.trigger.kind) || cone.clock.rows.has(row.span.from))) ||
    outside.has(row.span.from) ||
    needsMissing(row);
  return {
    model,
    cone,
    tally,
    bound,
    states: (entity, field) => reached.get(`${entity}.${field}`) ?? new Set(),
    undecided,
    // People are not created, so what holds for a new one is not asked.
    undecidedRule: ({ span, entity, must }) =>
      must.kind !== 'holds' ||
      cone.undecided.has(span.from) ||
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
