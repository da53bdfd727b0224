import { toConstantName } from '../../model/reading/words.ts';
import { tableText } from '../../syntax/edit-table.ts';
import { cannot, type QuestionKind, wrote } from '../asking/question.ts';
import { listed } from '../asking/words.ts';
import { says, sectionSpan, writeIn } from '../asking/write.ts';

const none = 'There are no limits.';

/** Numbers that the business has decided. */
export const limits: QuestionKind = {
  name: 'limits',
  ask({ model }) {
    if (model.entities.length === 0 || model.constants.length > 0 || model.sections[8]?.state !== 'not shown' || says(model, 9, none))
      return [];
    return [
      {
        id: 'limits',
        section: 9,
        span: sectionSpan(model, 9),
        question: 'Which numbers and limits has the business decided?',
        why: 'A number with a name is said once, shown where it applies, and changed in one place.',
        dependents: 3,
        choices: [
          {
            label: 'These',
            blank: {
              name: 'limits',
              prompt: 'Name each with its value and unit, separated by commas',
              example: 'reopen window = 7 days, currency = EUR',
            },
            write(answer) {
              const rows: string[][] = [];
              for (const item of listed(answer)) {
                const said = /^([^=:]+?)\s*[=:]\s*(-?[\d.]+|\p{L}+)\s*(.*)$/u.exec(item);
                const name = toConstantName((said?.[1] ?? '').normalize('NFD').replace(/\p{Mark}/gu, ''));
                if (said === null || !/^[A-Z][A-Z0-9_]+$/.test(name))
                  return cannot(`“${item}” is not a name with a value: reopen window = 7 days.`);
                if (rows.some(([other]) => other === name)) return cannot(`“${said[1]}” is named twice.`);
                rows.push([name, said[2] ?? '', said[3] ?? '', '']);
              }
              if (rows.length === 0) return cannot('Name at least one: reopen window = 7 days.');
              return wrote(writeIn(model, 9, tableText(['Constant', 'Value', 'Unit', 'Description'], rows)));
            },
          },
          { label: 'None', edits: writeIn(model, 9, none) },
        ],
      },
    ];
  },
};
