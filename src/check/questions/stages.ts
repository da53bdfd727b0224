import { withArticle } from '../../expression/types/type-words.ts';
import type { Entity } from '../../model/ast/entities.ts';
import type { Model } from '../../model/model.ts';
import { capital, toWords } from '../../model/reading/cell-forms.ts';
import { tableText } from '../../syntax/edit-table.ts';
import { listed, lowerWords } from '../asking/answer-words.ts';
import { type Answer, accepted, type QuestionKind, rejected } from '../asking/question.ts';
import { eventTo, isExit, isFreeEvent } from '../asking/verbs.ts';
import { addRows, combineSteps, containsSentence, isUnfinished, sectionSpan, writeIn } from '../asking/write.ts';

const header = ['From', 'Event', 'To', 'Roles', 'Guard', 'Error', 'Effect', 'Description'];
const noStages = (entity: string): string => `${capital(withArticle(toWords(entity)))} goes through no stages.`;

/** Asks which states a record goes through. */
export const stages: QuestionKind = {
  name: 'stages',
  ask({ model }) {
    return model.entities.flatMap((entity) => {
      const name = entity.name.text;
      const one = toWords(name);
      const state = entity.fields.find(({ type }) => type.kind === 'state');
      if (model.machines.some((machine) => machine.entity === name)) return [];
      if (state === undefined && (name === model.account?.entity.text || containsSentence(model, 4, noStages(name)))) return [];
      if (state === undefined && !isUnfinished(model)) return [];
      return [
        {
          id: `stages ${name}`,
          section: state === undefined ? 4 : 3,
          span: state?.typeSpan ?? sectionSpan(model, 4),
          question: `Does ${withArticle(one)} go through states, such as open and closed?`,
          why: 'A state decides what can be done next, and by whom; buttons, boards and most rules depend on it.',
          dependents: 5,
          choices: [
            {
              label: 'Yes, in this order',
              blank: {
                name: 'stages',
                prompt: 'States in order, separated by commas; the event that leads to a state may follow in brackets',
                example: 'open, in repair (start repair), done, cancelled',
              },
              write: (answer) => withStages(model, entity, state?.name.text ?? null, answer),
            },
            ...(state === undefined ? [{ label: 'No', edits: writeIn(model, 4, noStages(name)) }] : []),
          ],
        },
      ];
    });
  },
};

interface Stage {
  readonly name: string;
  /** The event that leads to the state, if the answer names it. */
  readonly step: string | null;
}

function withStages(model: Model, entity: Entity, field: string | null, answer: string): Answer {
  const stages: Stage[] = [];
  for (const item of listed(answer)) {
    const [, words = item, event = null] = /^(.*?)\s*\(([^()]*)\)$/.exec(item) ?? [];
    const name = lowerWords(words);
    const step = event === null ? null : lowerWords(event);
    if (name === null) return rejected(`“${item}” cannot be a state: use letters, digits and spaces only.`);
    if (event !== null && step === null) return rejected(`“${event}” cannot be an event: use letters, digits and spaces only.`);
    if (step !== null && stages.length === 0) return rejected(`No step leads to the first stage: leave out “(${event})”.`);
    if (
      step !== null &&
      !isFreeEvent(
        step,
        stages.map((stage) => stage.step ?? ''),
      )
    )
      return rejected(`“${step}” is already used or is a keyword of the notation. Give the step to “${name}” another name.`);
    if (name !== 'any' && !stages.some((stage) => stage.name === name)) stages.push({ name, step });
  }
  if (stages.length < 2) return rejected('Name at least two stages, in order: open, done.');
  const name = entity.name.text;
  const own = field ?? (entity.byName.has('status') ? 'stage' : 'status');
  const last = entity.fields.at(-1);
  return accepted(
    combineSteps(
      model,
      (now) => (field === null && last !== undefined ? addRows(now, last.span, [{ Field: own, Type: 'state' }]) : []),
      (now) => writeIn(now, 4, `### ${name}.${own}\n\n${tableText(header, transitionRows(stages))}`),
    ),
  );
}

/**
 * Each state leads to the next. States such as `cancelled` are not part of the sequence: they can
 * be reached from every non-final state.
 */
function transitionRows(stages: readonly Stage[]): string[][] {
  const [start = { name: '', step: null }, ...others] = stages;
  const way = [start, ...others.filter(({ name }) => !isExit(name))];
  const open = way.length === 1 ? way : way.slice(0, -1);
  const events = stages.flatMap(({ step }) => step ?? []);
  const row = (from: string, { name, step }: Stage, isEnd: boolean): string[] => {
    const event = step ?? eventTo(name, events);
    events.push(event);
    return [from, event, name, '', '', '', '', isEnd ? 'final' : ''];
  };
  const steps = way.slice(1).map((to, index) => row(way[index]?.name ?? '', to, index === way.length - 2));
  const ends = others.filter(({ name }) => isExit(name)).map((to) => row(open.map(({ name }) => name).join(', '), to, true));
  return [['', '', start.name, '', '', '', '', 'the start'], ...steps, ...ends];
}
