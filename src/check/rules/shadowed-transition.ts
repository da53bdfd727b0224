import type { Fix } from '../../base/finding.ts';
import type { Span } from '../../base/span.ts';
import type { Transition } from '../../model/ast/states.ts';
import type { Model } from '../../model/model.ts';
import { deleteRow, insertRow } from '../../syntax/edit-table.ts';
import { rowAt } from '../../syntax/find-row.ts';
import { eventOf, nearRows } from '../analysis/transitions.ts';
import { defineRule } from '../rule.ts';

export const shadowedTransition = defineRule({
  code: 'shadowed-transition',
  severity: 'warning',
  section: 4,
  summary: 'A row that is never taken because an earlier row always is.',
  messages: {
    always:
      'This row is never taken: the row “{from} → {to}” above it has the same event and no guard, so it is always taken first. Put this row above it, or give that one a guard.',
    same: 'This row is never taken: a row above it has the same event and the same guard, and is taken first. Put this row above it, or change one of the guards.',
  },
  check(model, report) {
    for (const machine of model.machines) {
      const near = nearRows(machine);
      for (const transition of machine.transitions) {
        const earlier = near(transition).find((other) => other.order < transition.order && covers(other, transition));
        if (earlier === undefined) continue;
        const from = earlier.any ? 'any' : earlier.from.map((name) => name.text).join(', ');
        const fix = transition.guard !== null && earlier.guard === null ? movedAbove(model, transition.span, earlier.span) : [];
        if (earlier.guard === null) report({ message: 'always', at: transition, fix, data: { from, to: earlier.to?.text ?? from } });
        else report({ message: 'same', at: transition });
      }
    }
  },
});

/** Whether the earlier row always applies when the later one could. */
function covers(earlier: Transition, later: Transition): boolean {
  const event = eventOf(later);
  if (event === null || eventOf(earlier) !== event || earlier.guardHole) return false;
  if (later.any ? !earlier.any : !earlier.any && !later.from.every((name) => earlier.from.some((other) => other.text === name.text)))
    return false;
  if (!later.any && later.from.length === 0) return false;
  if (
    earlier.roles.length > 0 &&
    (later.roles.length === 0 || !later.roles.every((name) => earlier.roles.some((other) => other.text === name.text)))
  )
    return false;
  return earlier.guard === null || earlier.guard.source === later.guard?.source;
}

/** Moves a row above another one in the same table. */
function movedAbove(model: Model, row: Span, above: Span): readonly Fix[] {
  const [place, other] = [rowAt(model.tree, row), rowAt(model.tree, above)];
  if (place === null || other === null || place.table !== other.table) return [];
  const cells = place.row.cells.map((cell) => model.tree.text.slice(cell.span.from, cell.span.to));
  const edits = [
    ...insertRow(model.tree.text, other.table, other.index - 1, cells),
    ...deleteRow(model.tree.text, place.table, place.index),
  ];
  return [{ title: 'Put this row above the other', edits }];
}
