import type { Entity } from '../../model/facts/entities.ts';
import type { Model } from '../../model/model.ts';
import { toWords } from '../../model/reading/words.ts';
import { tableText } from '../../syntax/edit-table.ts';
import { type Answer, cannot, type QuestionKind, wrote } from '../asking/question.ts';
import { eventTo, listed, lowerWords } from '../asking/words.ts';
import { addRows, inSteps, isUnfinished, says, sectionSpan, writeIn } from '../asking/write.ts';

const header = ['From', 'Event', 'To', 'Roles', 'Guard', 'Error', 'Effect', 'Description'];
const noStages = (entity: string): string => `A ${toWords(entity)} goes through no stages.`;

/** Which stages a record goes through. */
export const stages: QuestionKind = {
  name: 'stages',
  ask({ model }) {
    return model.entities.flatMap((entity) => {
      const name = entity.name.text;
      const one = toWords(name);
      if (model.machines.some((machine) => machine.entity === name) || name === model.account?.entity.text) return [];
      if (says(model, 4, noStages(name))) return [];
      const state = entity.fields.find(({ type }) => type.kind === 'state');
      if (state === undefined && !isUnfinished(model)) return [];
      return [
        {
          id: `stages ${name}`,
          section: state === undefined ? 4 : 3,
          span: state?.typeSpan ?? sectionSpan(model, 4),
          question: `Does a ${one} go through stages?`,
          why: 'A stage says what can be done next, and by whom; buttons, boards and most rules come from it.',
          dependents: 5,
          choices: [
            {
              label: 'Yes, one after the other',
              blank: { name: 'stages', prompt: 'Name them in order, separated by commas', example: 'open, in progress, done' },
              write: (answer) => withStages(model, entity, state?.name.text ?? null, answer),
            },
            ...(state === undefined ? [{ label: 'No', edits: writeIn(model, 4, noStages(name)) }] : []),
          ],
        },
      ];
    });
  },
};

function withStages(model: Model, entity: Entity, field: string | null, answer: string): Answer {
  const words = listed(answer);
  const wrong = words.find((word) => lowerWords(word) === null);
  if (wrong !== undefined) return cannot(`“${wrong}” cannot be a stage: use words without marks.`);
  const states = [...new Set(words.map((word) => lowerWords(word) ?? ''))].filter((state) => state !== 'any');
  if (states.length < 2) return cannot('Name at least two stages, in order: open, done.');
  const events: string[] = [];
  for (const state of states.slice(1)) events.push(eventTo(state, events));
  const rows = states.map((state, index) => {
    const last = index === states.length - 1 ? 'final' : '';
    return index === 0
      ? ['', '', state, '', '', '', '', 'the start']
      : [states[index - 1] ?? '', events[index - 1] ?? '', state, '', '', '', '', last];
  });
  const name = entity.name.text;
  const own = field ?? (entity.byName.has('status') ? 'stage' : 'status');
  const last = entity.fields.at(-1);
  return wrote(
    inSteps(
      model,
      (now) => (field === null && last !== undefined ? addRows(now, last.span, [{ Field: own, Type: 'state' }]) : []),
      (now) => writeIn(now, 4, `### ${name}.${own}\n\n${tableText(header, rows)}`),
    ),
  );
}
