import { isConditional } from '../../expression/action.ts';
import type { Machine, Transition } from '../../model/ast/states.ts';
import { eventOf } from '../analysis/transitions.ts';
import { defineRule } from '../rule.ts';

export const effectCycle = defineRule({
  code: 'effect-cycle',
  severity: 'error',
  section: 4,
  summary: 'Effects that trigger each other without end.',
  messages: {
    cycle:
      'This effect triggers an event whose effect leads back here, without a guard that could stop it: {way}. The product gives up and refuses the event. Remove one of the steps, or write a guard.',
  },
  check(model, report) {
    for (const machine of model.machines) {
      for (const transition of machine.transitions) {
        const way = pathBack(machine, transition);
        if (way !== null && transition.effect !== null)
          report({ message: 'cycle', at: transition.effect, data: { way: way.join(', then ') } });
      }
    }
  },
});

/**
 * The path from a row back to itself through events that effects trigger on the same record, or
 * null.
 */
function pathBack(machine: Machine, start: Transition): string[] | null {
  const ways: { readonly row: Transition; readonly state: string | null; readonly way: readonly string[] }[] = [
    { row: start, state: null, way: [eventOf(start) ?? 'the timer'] },
  ];
  const seen = new Set<Transition>();
  for (const { row, state, way } of ways) {
    // The state after the row: its To, or else the state before it.
    const after = row.to?.text ?? (row.from.length === 1 ? (row.from[0]?.text ?? null) : state);
    for (const step of row.effect?.steps ?? []) {
      if (step.kind !== 'event' || isConditional(step) || step.target.source.trim() !== 'self') continue;
      const taken = machine.transitions.find((next) => eventOf(next) === step.event.text && (next.any || isFrom(next, after)));
      // A guard may break the cycle.
      if (taken === undefined || taken.guard !== null || taken.guardHole) continue;
      const further = [...way, step.event.text];
      if (taken === start) return further;
      if (seen.has(taken)) continue;
      seen.add(taken);
      ways.push({ row: taken, state: after, way: further });
    }
  }
  return null;
}

const isFrom = ({ from }: Transition, state: string | null): boolean => state !== null && from.some(({ text }) => text === state);
