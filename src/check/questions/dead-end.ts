import { withArticle } from '../../expression/types/type-words.ts';
import { toWords } from '../../model/reading/cell-forms.ts';
import { listed, lowerWords } from '../asking/answer-words.ts';
import { accepted, type QuestionKind, rejected } from '../asking/question.ts';
import { eventTo } from '../asking/verbs.ts';
import { addRows, writeCell } from '../asking/write.ts';
import { deadEndState } from '../rules/dead-end-state.ts';

/** Asks about states that nothing leaves and that are not marked as final. */
export const deadEnd: QuestionKind = {
  name: 'dead-end',
  ask({ model, survey }) {
    const stuck = new Set(deadEndState.run(model, survey).map(({ span }) => span.from));
    return model.machines.flatMap((machine) =>
      machine.states
        .filter(({ span }) => stuck.has(span.from))
        .flatMap((state) => {
          const leading = machine.transitions.find(({ to }) => to?.text === state.name);
          const last = machine.transitions.at(-1);
          if (leading === undefined || last === undefined) return [];
          const others = machine.states.map(({ name }) => name).filter((name) => name !== state.name);
          return [
            {
              id: `dead-end ${machine.entity}.${machine.field} ${state.name}`,
              section: 4,
              span: state.span,
              question: `Is “${state.name}” a final state of ${withArticle(toWords(machine.entity))}?`,
              why: 'No transition leads out of it, and it is not marked as final.',
              dependents: 1,
              choices: [
                {
                  label: 'Yes',
                  edits: writeCell(
                    model,
                    leading.span,
                    'Description',
                    leading.description === '' ? 'final' : `${leading.description}; final`,
                  ),
                },
                {
                  label: 'No, the next state is',
                  blank: { name: 'stage', prompt: `One of ${others.join(', ')}, or a new state`, example: others[0] ?? '' },
                  write(answer) {
                    const [word, more] = listed(answer);
                    const to = lowerWords(word ?? '');
                    if (to === null || more !== undefined || to === state.name || to === 'any')
                      return rejected('Name one other state, in letters, digits and spaces.');
                    const taken = machine.transitions.flatMap(({ trigger }) => (trigger.kind === 'event' ? [trigger.name.text] : []));
                    return accepted(addRows(model, last.span, [{ From: state.name, Event: eventTo(to, taken), To: to }]));
                  },
                },
              ],
            },
          ];
        }),
    );
  },
};
