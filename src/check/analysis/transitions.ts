import { grouped } from '../../base/grouped.ts';
import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Name } from '../../model/ast/common.ts';
import type { Machine, Transition } from '../../model/ast/states.ts';

/** The event of a row, or null for a timer or an unreadable row. */
export const eventOf = ({ trigger }: Transition): string | null =>
  trigger.kind === 'event' || trigger.kind === 'delete' ? trigger.name.text : null;

/**
 * Whether the later row is tried if the guard of the earlier one is false: they have the same
 * event, a common From and a common role.
 */
export function sameTry(earlier: Transition, later: Transition): boolean {
  if (eventOf(earlier) === null || eventOf(earlier) !== eventOf(later)) return false;
  const common = (a: readonly { readonly text: string }[], b: readonly { readonly text: string }[]): boolean =>
    a.length === 0 || b.length === 0 || a.some((one) => b.some((other) => one.text === other.text));
  return (earlier.any || later.any || common(earlier.from, later.from)) && common(earlier.roles, later.roles);
}

/**
 * Returns a function that lists the rows of the same event, including the row itself, with a common
 * From state, in document order. Indexed once per machine, so that a table of ten thousand rows is
 * not compared pairwise.
 */
export function nearRows(machine: Machine): (row: Transition) => readonly Transition[] {
  const all = new Map<string, Transition[]>();
  const fromAny = new Map<string, Transition[]>();
  const byState = new Map<string, Transition[]>();
  const add = (to: Map<string, Transition[]>, key: string, row: Transition): void => {
    const rows = to.get(key);
    if (rows === undefined) to.set(key, [row]);
    else rows.push(row);
  };
  for (const row of machine.transitions) {
    const event = eventOf(row);
    if (event === null) continue;
    add(all, event, row);
    // A row without From is grouped with those from any state; the rule decides what that means.
    if (row.any || row.from.length === 0) add(fromAny, event, row);
    else for (const { text } of row.from) add(byState, `${event}\n${text}`, row);
  }
  return (row) => {
    const event = eventOf(row);
    if (event === null) return [];
    if (row.any || row.from.length === 0) return all.get(event) ?? [];
    const near = new Set([...(fromAny.get(event) ?? []), ...row.from.flatMap(({ text }) => byState.get(`${event}\n${text}`) ?? [])]);
    return [...near].sort((a, b) => a.order - b.order);
  };
}

/** The events of a machine, each at the first row that names it. */
export function firstNamed({ transitions }: Machine): readonly Name[] {
  const found = new Map<string, Name>();
  for (const { trigger } of transitions)
    if (trigger.kind === 'event' && !found.has(trigger.name.text)) found.set(trigger.name.text, trigger.name);
  return [...found.values()];
}

/** The rows of the same event above a row, the nearest ones: a table may have thousands. */
export function rowsAbove(machine: Machine, row: Transition): readonly Transition[] {
  const rows = rowsByEvent(machine).get(eventOf(row) ?? '') ?? [];
  const index = rows.indexOf(row);
  return rows.slice(Math.max(0, index - 20), Math.max(0, index));
}

const rowsByEvent = memoizeByObject((machine: Machine) =>
  grouped(
    machine.transitions.filter((row) => eventOf(row) !== null),
    (row) => eventOf(row) ?? '',
  ),
);
