import { editDistance } from '../../base/nearest.ts';
import type { Machine } from '../../model/ast/states.ts';
import { replaceBy } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const unreachableState = defineRule({
  code: 'unreachable-state',
  severity: 'warning',
  section: 4,
  summary: 'A state that no transition leads to.',
  messages: {
    never: 'A {entity} never gets to “{state}”: no row leads to it. Add a row with “{state}” under To, or remove the state.',
    any: 'A {entity} never gets to “{state}”: no row leads to it. If every state is meant, write “any”; otherwise add a row with “{state}” under To.',
    island:
      'A {entity} never gets to “{state}”: rows lead to it, but only from states that are themselves unreachable. Add a row that leads here from a reachable state.',
  },
  check(model, report) {
    for (const machine of model.machines) {
      const reached = reachable(machine);
      // Without a start row, the first state is assumed.
      const entered = new Set(
        machine.transitions.flatMap(({ to, from }) => (to !== null && !from.some((name) => name.text === to.text) ? [to.text] : [])),
      );
      for (const state of machine.states) {
        if (reached.has(state.name)) continue;
        if (!entered.has(state.name) && editDistance(state.name.toLowerCase(), 'any', 1) <= 1) {
          report({ message: 'any', at: state, fix: replaceBy(state.span, ['any']), data: { entity: machine.entity, state: state.name } });
          continue;
        }
        report({ message: entered.has(state.name) ? 'island' : 'never', at: state, data: { entity: machine.entity, state: state.name } });
      }
    }
  },
});

/** The states reachable from the start, regardless of guards. */
export function reachable(machine: Machine): ReadonlySet<string> {
  const start = machine.start?.text ?? machine.states[0]?.name;
  const reached = new Set<string>(start === undefined ? [] : [start]);
  const from = new Map<string, string[]>();
  const fromAny: string[] = [];
  for (const transition of machine.transitions) {
    if (transition.to === null) continue;
    if (transition.any) fromAny.push(transition.to.text);
    for (const { text } of transition.from)
      from
        .set(text, from.get(text) ?? [])
        .get(text)
        ?.push(transition.to.text);
  }
  if (start !== undefined) for (const state of fromAny) reached.add(state);
  // Iterating a Set also visits the values added meanwhile.
  for (const state of reached) for (const to of from.get(state) ?? []) reached.add(to);
  return reached;
}
