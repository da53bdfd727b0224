import { cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const deadEndState = defineRule({
  code: 'dead-end-state',
  severity: 'warning',
  section: 4,
  summary: 'A state without a way out that is not marked as final.',
  messages: {
    stuck:
      'Nothing leads out of “{state}”: a {entity} that gets there stays there. If that is intended, write “final” in the description of a row that leads to it; otherwise add a row that leads on.',
  },
  check(model, report) {
    for (const machine of model.machines) {
      // A machine with a single state has no other state to reach; a row that leaves any state also
      // leaves this one.
      if (
        machine.states.length < 2 ||
        machine.transitions.some(({ any, to, trigger }) => any && (to !== null || trigger.kind === 'delete'))
      )
        continue;
      const left = new Set(
        machine.transitions.flatMap(({ from, to, trigger }) =>
          from.flatMap(({ text }) => (trigger.kind === 'delete' || (to !== null && to.text !== text) ? [text] : [])),
        ),
      );
      for (const state of machine.states) {
        if (left.has(state.name) || state.final) continue;
        const leading = machine.transitions.find(({ to }) => to?.text === state.name);
        const words = leading === undefined || leading.description === '' ? 'final' : `${leading.description}; final`;
        const fix = leading === undefined ? [] : cellWritten(model, leading.span, 'Description', words, `Mark “${state.name}” as final`);
        report({ message: 'stuck', at: state, fix, data: { state: state.name, entity: machine.entity } });
      }
    }
  },
});
