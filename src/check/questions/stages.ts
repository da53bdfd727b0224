import { withArticle } from '../../expression/types/type-words.ts';
import type { Entity } from '../../model/ast/entities.ts';
import type { Model } from '../../model/model.ts';
import { capital, toWords } from '../../model/reading/cell-forms.ts';
import { tableText } from '../../syntax/edit-table.ts';
import { eventTo, isExit, listed, lowerWords } from '../asking/answer-words.ts';
import { type Answer, cannot, type QuestionKind, wrote } from '../asking/question.ts';
import { addRows, inSteps, isUnfinished, says, sectionSpan, writeIn } from '../asking/write.ts';

const header = ['From', 'Event', 'To', 'Roles', 'Guard', 'Error', 'Effect', 'Description'];
const noStages = (entity: string): string => `${capital(withArticle(toWords(entity)))} goes through no stages.`;

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
          question: `Does ${withArticle(one)} go through stages?`,
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
  const rows = transitionRows(states);
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

/**
 * One stage leads to the next. `cancelled` and its like are no steps of the way: each can be
 * reached from every stage that is not an end.
 */
function transitionRows(states: readonly string[]): string[][] {
  const [start = '', ...others] = states;
  const way = [start, ...others.filter((state) => !isExit(state))];
  const open = way.length === 1 ? way : way.slice(0, -1);
  const events: string[] = [];
  const row = (from: string, to: string, isEnd: boolean): string[] => {
    const event = eventTo(to, events);
    events.push(event);
    return [from, event, to, '', '', '', '', isEnd ? 'final' : ''];
  };
  const steps = way.slice(1).map((to, index) => row(way[index] ?? '', to, index === way.length - 2));
  const ends = others.filter(isExit).map((to) => row(open.join(', '), to, true));
  return [['', '', start, '', '', '', '', 'the start'], ...steps, ...ends];
}
