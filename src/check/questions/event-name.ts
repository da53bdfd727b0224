import type { TextEdit } from '../../base/text-edit.ts';
import { withArticle } from '../../expression/types/type-words.ts';
import type { Model } from '../../model/model.ts';
import { toWords } from '../../model/reading/cell-forms.ts';
import { lowerWords } from '../asking/answer-words.ts';
import { accepted, type QuestionKind, rejected } from '../asking/question.ts';
import { isFreeEvent, isPlainStep } from '../asking/verbs.ts';
import { isUnfinished } from '../asking/write.ts';

/** Asks for the name of an event whose verb is unknown. */
export const eventName: QuestionKind = {
  name: 'event-name',
  ask({ model }) {
    if (!isUnfinished(model)) return [];
    return model.machines.flatMap((machine) =>
      machine.transitions.flatMap(({ trigger, to }) => {
        if (trigger.kind !== 'event' || to === null || !isPlainStep(trigger.name.text, to.text)) return [];
        const event = trigger.name.text;
        const one = withArticle(toWords(machine.entity));
        return [
          {
            id: `event ${machine.entity}.${machine.field} ${event}`,
            section: 4,
            span: trigger.name.span,
            question: `What do people do to ${one} to make it “${to.text}”?`,
            why: `Until you decide, the button says “${event}”.`,
            dependents: 1,
            choices: [
              {
                label: 'Use this',
                blank: { name: 'event', prompt: 'A verb, as it would be on a button', example: 'hand over' },
                write(answer) {
                  const name = lowerWords(answer.replace(/^to /i, '').replace(/\.$/, ''));
                  if (name === null) return rejected('Use letters, digits and spaces only, such as “hand over”.');
                  if (!isFreeEvent(name, eventNames(model)))
                    return rejected(`“${name}” is already used or is a keyword of the notation. Use another verb.`);
                  return accepted(renamed(model, event, name));
                },
              },
            ],
          },
        ];
      }),
    );
  },
};

const eventNames = (model: Model): string[] =>
  model.machines.flatMap(({ transitions }) => transitions.flatMap(({ trigger }) => (trigger.kind === 'event' ? [trigger.name.text] : [])));

/**
 * Renames an event everywhere in the text, including prose, where words such as `move to waiting`
 * can only be its name. Longer names that begin with it (`move to waiting for parts`) are kept.
 */
function renamed(model: Model, event: string, name: string): TextEdit[] {
  const { text } = model.tree;
  const longer = [...new Set(eventNames(model))].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(`(?<![\\w-])(?:${longer.map((one) => one.replace(/[^\w\s]/g, '\\$&')).join('|')})(?![\\w-])`, 'g');
  return [...text.matchAll(pattern)]
    .filter(([found]) => found === event)
    .map(({ index }) => ({ from: index, to: index + event.length, insert: name }));
}
