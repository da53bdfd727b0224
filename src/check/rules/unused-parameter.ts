import type { Fix } from '../../base/finding.ts';
import { expressionsOf } from '../../expression/action.ts';
import type { Name } from '../../model/ast/common.ts';
import type { Transition } from '../../model/ast/states.ts';
import type { Model } from '../../model/model.ts';
import { removeItem, replaced } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const unusedParameter = defineRule({
  code: 'unused-parameter',
  severity: 'warning',
  section: 4,
  summary: 'A parameter of an event that nothing reads.',
  messages: {
    unused:
      '“{name}” is a parameter that nothing uses: neither the guard nor the effect of this row reads it, and {entity} has no such field. Use it, or remove it.',
  },
  check(model, report) {
    for (const machine of model.machines) {
      for (const transition of machine.transitions) {
        const { trigger, span } = transition;
        if (trigger.kind !== 'event') continue;
        const rows = machine.transitions.filter((other) => isSameEvent(trigger, other));
        // All rows of one event that leave the same state get the same parameters.
        const together = rows.filter((other) => leaveTogether(transition, other));
        // A state that only refuses the event gets the parameters of the rows that do not.
        const reading = together.every(({ refuses }) => refuses) ? rows : together;
        for (const { name, field } of trigger.parameters) {
          if (field !== null || reading.some((row) => mayRead(row, name.text))) continue;
          // Only one row of an event lists its parameters, but they apply to all of its rows.
          const at = span.from <= name.span.from && name.span.to <= span.to ? name : trigger.name;
          const fix = at === name ? parameterTakenOut(model, name, trigger.parameters.length) : [];
          report({ message: 'unused', at, fix, data: { name: name.text, entity: machine.entity } });
        }
      }
    }
  },
});

const isSameEvent = ({ name }: { readonly name: Name }, { trigger }: Transition): boolean =>
  trigger.kind === 'event' && trigger.name.text === name.text;

const leaveTogether = (a: Transition, b: Transition): boolean =>
  a.any || b.any || a.from.some(({ text }) => b.from.some((other) => other.text === text));

/** Whether the row may read the parameter. An effect with problems may read anything. */
const mayRead = ({ guard, effect }: Transition, name: string): boolean =>
  (effect !== null && effect.problems.length > 0) ||
  [...(guard === null ? [] : [guard]), ...(effect?.steps ?? []).flatMap(expressionsOf)].some(({ reads }) => reads.bound.includes(name));

/** Removes a parameter with its type, and the brackets if it was the only one. */
function parameterTakenOut(model: Model, { text, span }: Name, count: number): readonly Fix[] {
  const title = `Remove ${text}`;
  const typed = /^[ \t]*(?::[^,()\n|`]*)?(?=[,)])/.exec(model.tree.text.slice(span.to));
  if (typed === null) return [];
  const whole = { from: span.from, to: span.to + typed[0].length };
  if (count > 1) return removeItem(model, whole, title);
  const isAlone = model.tree.text[whole.from - 1] === '(' && model.tree.text[whole.to] === ')';
  return isAlone ? replaced({ from: whole.from - 1, to: whole.to + 1 }, '', title) : [];
}
