import { isConditional } from '../../expression/action.ts';
import { changedWords, type Machine, type Transition } from '../../model/ast/states.ts';
import { defineRule } from '../rule.ts';

export const changeCycle = defineRule({
  code: 'change-cycle',
  severity: 'warning',
  section: 4,
  summary: 'Changes that trigger each other.',
  messages: {
    cycle:
      'This effect changes the fields that trigger it: {way}. Unless the values settle, the product gives up after 50 rounds and refuses the change. Remove one of the fields, or write a guard.',
  },
  check(model, report) {
    for (const machine of model.machines) {
      const rows = machine.transitions.filter(isUnguarded);
      for (const row of rows) {
        const way = pathBack(machine, rows, row);
        if (way !== null && row.effect !== null) report({ message: 'cycle', at: row.effect, data: { way: way.join(', then ') } });
      }
    }
  },
});

const isUnguarded = ({ trigger, guard, guardHole, refuses }: Transition): boolean =>
  trigger.kind === 'changed' && guard === null && !guardHole && !refuses;

/** The path from a row back to itself through fields that effects certainly set; null: none. */
function pathBack(machine: Machine, rows: readonly Transition[], start: Transition): string[] | null {
  const ways: { readonly row: Transition; readonly way: readonly string[] }[] = [{ row: start, way: [wordsOf(start)] }];
  const seen = new Set<Transition>();
  for (const { row, way } of ways) {
    for (const field of setBy(row)) {
      for (const next of rows.filter((other) => fieldsOf(other).includes(field) && meet(machine, row, other))) {
        const further = [...way, `“${field}”`, wordsOf(next)];
        if (next === start) return further;
        if (seen.has(next)) continue;
        seen.add(next);
        ways.push({ row: next, way: further });
      }
    }
  }
  return null;
}

const fieldsOf = ({ trigger }: Transition): readonly string[] => (trigger.kind === 'changed' ? trigger.fields.map(({ text }) => text) : []);
const wordsOf = ({ trigger }: Transition): string => (trigger.kind === 'changed' ? changedWords(trigger.fields) : '');

/**
 * The fields that a row certainly sets to a new value. A value that reads none of the triggering
 * fields is the same the second time.
 */
function setBy(row: Transition): readonly string[] {
  const own = fieldsOf(row);
  return (row.effect?.steps ?? []).flatMap((step) =>
    step.kind === 'assign' && !isConditional(step) && step.value.reads.self.some((field) => own.includes(field)) ? [step.field.text] : [],
  );
}

/** Whether both rows apply in a common state. */
const meet = (machine: Machine, a: Transition, b: Transition): boolean =>
  a.any || b.any || machine.field === '' || a.from.some(({ text }) => b.from.some((other) => other.text === text));
