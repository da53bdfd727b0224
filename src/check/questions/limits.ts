import { toConstantName } from '../../model/reading/cell-forms.ts';
import { tableText } from '../../syntax/edit-table.ts';
import { rowAt } from '../../syntax/find-row.ts';
import { listed } from '../asking/answer-words.ts';
import { accepted, type QuestionKind, rejected } from '../asking/question.ts';
import { addRows, containsSentence, isUnfinished, sectionSpan, writeIn } from '../asking/write.ts';
import { enumerate } from '../fixes.ts';

const none = 'There are no limits.';

/** Asks for the numbers that the business sets. */
export const limits: QuestionKind = {
  name: 'limits',
  ask({ model }) {
    // An answer about amounts may have added a currency.
    const onlyCurrency = isUnfinished(model) && model.constants.every(({ name }) => name.text === 'CURRENCY');
    const named = onlyCurrency ? [] : model.constants.map(({ name }) => name.text);
    // Constants named in other sections have no row, so the section's assumption tells that they
    // are missing.
    const assumed = model.assumptions.find(({ section, write }) => section === 9 && write !== null && named.length > 0);
    if (
      model.entities.length === 0 ||
      (model.sections[8]?.state !== 'not shown' && !(onlyCurrency && model.constants.length > 0)) ||
      containsSentence(model, 9, none)
    )
      return [];
    return [
      {
        id: 'limits',
        section: 9,
        span: sectionSpan(model, 9),
        question:
          named.length === 0
            ? 'Which numbers and limits does the business set?'
            : `What ${named.length === 1 ? 'is' : 'are'} ${enumerate(named)}?`,
        why:
          named.length === 0
            ? 'A named number is written once, shown where it applies, and changed in one place.'
            : 'Other sections name them; until they have a value, what depends on them is not enforced.',
        dependents: 3 + named.length,
        choices: [
          {
            label: 'Add these',
            blank: {
              name: 'limits',
              prompt: 'Name each with its value and unit, separated by commas',
              example: named.length === 0 ? 'reopen window = 7 days, currency = EUR' : named.map((name) => `${name} = 7`).join(', '),
            },
            write(answer) {
              const rows: string[][] = [];
              for (const item of listed(answer)) {
                const match = /^([^=:]+?)\s*[=:]\s*(-?[\d.]+|\p{L}+)\s*(.*)$/u.exec(item);
                const written = (match?.[1] ?? '').normalize('NFD').replace(/\p{Mark}/gu, '');
                const name = named.includes(written) ? written : toConstantName(written);
                if (match === null || !/^[A-Z][A-Z0-9_]+$/.test(name))
                  return rejected(`“${item}” is not a name with a value: reopen window = 7 days.`);
                if (rows.some(([other]) => other === name)) return rejected(`“${match[1]}” is named twice.`);
                rows.push([name, match[2] ?? '', match[3] ?? '', '']);
              }
              if (rows.length === 0) return rejected('Name at least one: reopen window = 7 days.');
              const [currency] = model.constants;
              if (onlyCurrency && currency !== undefined && rowAt(model.tree, currency.span) !== null) {
                if (rows.some(([name]) => name === currency.name.text)) return rejected('CURRENCY has a value already: leave it out.');
                return accepted(
                  addRows(
                    model,
                    currency.span,
                    rows.map(([Constant = '', Value = '', Unit = '']) => ({ Constant, Value, Unit })),
                  ),
                );
              }
              return accepted(writeIn(model, 9, tableText(['Constant', 'Value', 'Unit', 'Description'], rows)));
            },
          },
          ...(assumed?.write
            ? [{ label: 'Decide each one later', edits: assumed.write.edits }]
            : [{ label: 'None', edits: writeIn(model, 9, none) }]),
        ],
      },
    ];
  },
};
