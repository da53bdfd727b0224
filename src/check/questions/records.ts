import { tableText } from '../../syntax/edit-table.ts';
import { entityName, listed } from '../asking/answer-words.ts';
import { accepted, type QuestionKind, rejected } from '../asking/question.ts';
import { containsSentence, sectionSpan, writeIn } from '../asking/write.ts';

/** Further columns are added when a value is written into them. */
export const fieldHeader = ['Field', 'Type', 'Required', 'Description'];

const none = 'It keeps no records.';

/** Asks which kinds of records there are, on which everything else depends. */
export const records: QuestionKind = {
  name: 'records',
  ask({ model }) {
    if (model.entities.length > 0 || containsSentence(model, 3, none)) return [];
    return [
      {
        id: 'records',
        section: 3,
        span: sectionSpan(model, 3),
        question: 'What does the product keep records of?',
        why: 'Screens, states, rules, permissions and calls all refer to records.',
        dependents: 8,
        choices: [
          {
            label: 'Add these',
            blank: { name: 'names', prompt: 'Names, separated by commas', example: 'tickets, customers' },
            write(answer) {
              const words = listed(answer);
              if (words.length === 0) return rejected('Name at least one thing, such as “tickets”.');
              const wrong = words.find((word) => entityName(word) === null);
              if (wrong !== undefined) return rejected(`“${wrong}” cannot be a name: use letters and digits, starting with a letter.`);
              const names = [...new Set(words.map((word) => entityName(word) ?? ''))];
              const row = ['name', 'text', 'yes', 'label'];
              return accepted(writeIn(model, 3, names.map((name) => `### ${name}\n\n${tableText(fieldHeader, [row])}`).join('\n\n')));
            },
          },
          { label: 'Nothing', edits: writeIn(model, 3, none) },
        ],
      },
    ];
  },
};
