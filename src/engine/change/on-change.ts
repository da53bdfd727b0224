import { own } from '../../base/own.ts';
import { changedWords } from '../../model/ast/states.ts';
import { valueToJson } from '../../store/json-value.ts';
import type { ChangeEvent } from '../document/change-events.ts';
import { noteChange } from '../operations/note-change.ts';
import type { Run } from '../run.ts';
import type { Touched } from '../world/touched.ts';
import type { World } from '../world/world.ts';
import { Refused, refusal } from './refusals.ts';

/** Maximum number of rounds in which changes trigger further changes. */
const mostRounds = 50;
/** Maximum number of changes that one transaction may trigger. */
const mostChanges = 10_000;

/**
 * Runs the `changed(…)` rows of section 4, after all steps and before the rules: for each record in
 * the order of its first write, row by row; then for what these changed, and so on. Skips records
 * that this transaction created, which have the start row instead.
 */
export function followChanges(run: Run): void {
  const { world } = run;
  /** By record and event: the fields' values when the event was last checked. */
  const looked = new Map<string, string>();
  let count = 0;
  for (let round = 0; ; round++) {
    const due = run.touched.flatMap((touched) => dueOf(world, touched, looked));
    const [first] = due;
    if (first === undefined) return;
    if (round === mostRounds || count + due.length > mostChanges) throw endless(world, first, round === mostRounds);
    count += due.length;
    for (const { touched, event } of due) {
      if (world.stored(touched.entity, touched.id) === null) continue;
      looked.set(keyOf(touched, event), valuesOf(world, touched, event));
      run.perform(noteChange, { entity: touched.entity, id: touched.id, rows: event.rows });
    }
  }
}

interface DueChange {
  readonly touched: Touched;
  readonly event: ChangeEvent;
}

function dueOf(world: World, touched: Touched, looked: ReadonlyMap<string, string>): readonly DueChange[] {
  const events = world.index.changeEvents(touched.entity);
  if (events.length === 0 || touched.before === null || touched.deleted || world.stored(touched.entity, touched.id) === null) return [];
  const since = touched.changed(world);
  return events.flatMap((event) => {
    const last = looked.get(keyOf(touched, event));
    const changed = last === undefined ? event.fields.some((field) => since.has(field)) : last !== valuesOf(world, touched, event);
    return changed ? [{ touched, event }] : [];
  });
}

const keyOf = ({ entity, id }: Touched, { fields }: ChangeEvent): string => `${entity}/${id} ${fields.join(' ')}`;

function valuesOf(world: World, { entity, id }: Touched, { fields }: ChangeEvent): string {
  const stored = world.stored(entity, id);
  return fields
    .map((field) => {
      const isList = world.index.field(entity, field)?.type.kind === 'members';
      return isList ? JSON.stringify(world.store.members(entity, field, id)) : valueToJson(own(stored, field) ?? null);
    })
    .join('\n');
}

function endless(world: World, { touched: { entity, id }, event: { rows } }: DueChange, deep: boolean): Refused {
  const [row] = rows;
  const name = row?.transition.trigger.kind === 'changed' ? changedWords(row.transition.trigger.fields) : '';
  const because = deep
    ? `“${name}” of ${entity} and what it sets off change each other without end (more than ${mostRounds} rounds)`
    : `one transaction sets off more than ${mostChanges} changes, “${name}” of ${entity} among them`;
  const record = world.record(entity, id);
  return new Refused([refusal(world.index, { error: 'TOO_EXPENSIVE', entity, record, at: row?.transition.span ?? null, because })]);
}
