import { ownErrors } from '../../model/own-words.ts';
import { tableText } from '../../syntax/edit-table.ts';
import type { QuestionKind } from '../asking/question.ts';
import { sectionSpan, writeIn } from '../asking/write.ts';

/** Asks for the messages shown when something is refused. */
export const errors: QuestionKind = {
  name: 'errors',
  ask({ model }) {
    if (model.entities.length === 0 || model.sections[7]?.state !== 'not shown') return [];
    const assumed = model.assumptions.find(({ section, write }) => section === 8 && write !== null);
    const own = tableText(
      ['Error', 'Status', 'Message', 'Shown'],
      ownErrors.map(({ name, status, message, shown }) => [name, String(status), message, shown]),
    );
    return [
      {
        id: 'errors',
        section: 8,
        span: sectionSpan(model, 8),
        question: 'How does the product word its error messages?',
        why: 'Until you decide, the product uses its built-in messages, or the name of the error.',
        dependents: 1,
        choices: [
          ...(assumed?.write ? [{ label: 'Write down the errors that other sections name', edits: assumed.write.edits }] : []),
          { label: 'Write down the built-in messages, to edit them', edits: writeIn(model, 8, own) },
          ...(assumed === undefined
            ? [{ label: 'Use the built-in messages', edits: writeIn(model, 8, 'The product’s own words will do.') }]
            : []),
        ],
      },
    ];
  },
};
