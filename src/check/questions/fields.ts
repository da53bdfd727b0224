import type { Span } from '../../base/span.ts';
import type { TextEdit } from '../../base/text-edit.ts';
import { withArticle } from '../../expression/types/type-words.ts';
import type { Entity } from '../../model/ast/entities.ts';
import type { Model } from '../../model/model.ts';
import { toWords } from '../../model/reading/cell-forms.ts';
import { appendUnder } from '../../syntax/edit-section.ts';
import { tableText } from '../../syntax/edit-table.ts';
import { rowAt } from '../../syntax/find-row.ts';
import { listed } from '../asking/answer-words.ts';
import { accepted, type QuestionKind, rejected } from '../asking/question.ts';
import { type Guess, guessField } from '../asking/types.ts';
import { addRows, combineSteps, isUnfinished, writeIn } from '../asking/write.ts';

const only = 'Its name is all that is known about it.';

/** Asks which fields a record has besides its name. */
export const fields: QuestionKind = {
  name: 'fields',
  ask({ model }) {
    return model.entities.flatMap((entity) => {
      const last = entity.fields.at(-1);
      const place = last === undefined ? null : rowAt(model.tree, last.span);
      if (last === undefined || place === null || !isUnfinished(model) || !isBare(entity) || entity.description.includes(only)) return [];
      const one = toWords(entity.name.text);
      return [
        {
          id: `fields ${entity.name.text}`,
          section: 3,
          span: entity.name.span,
          question: `What do you record about each ${one}, besides its name?`,
          why: 'The product can show, ask for and check only these fields.',
          dependents: 7,
          choices: [
            {
              label: 'Use this',
              blank: {
                name: 'fields',
                prompt: 'Fields, separated by commas. Types are guessed; to set one, write it after a colon, or the values in brackets',
                example: 'description, due date, price in euros, priority (low / normal / high)',
              },
              write(answer) {
                const guesses: Guess[] = [];
                for (const item of listed(answer)) {
                  const guess = guessField(item, model, entity);
                  if (typeof guess === 'string') return rejected(guess);
                  // Another answer has already added the field, such as the order of an order line.
                  const there = entity.byName.get(guess.name)?.type;
                  if (there?.kind === 'relation' && there.entity.text === guess.type) continue;
                  const taken = [...entity.byName.keys(), ...guesses.map(({ name }) => name)];
                  if (taken.some((name) => name.toLowerCase() === guess.name.toLowerCase()))
                    return rejected(`There is a field “${guess.name}” already: leave it out, or give it another name.`);
                  guesses.push(guess);
                }
                if (guesses.length === 0) return rejected('Name at least one thing, such as “description”.');
                return accepted(withFields(model, entity, last.span, guesses));
              },
            },
            { label: `Nothing else: ${withArticle(one)} has only a name`, edits: appendUnder(model.tree, place.table.span.from, only) },
          ],
        },
      ];
    });
  },
};

/** Adds the fields, the fields by which parts refer back, and the currency of amounts. */
function withFields(model: Model, entity: Entity, beside: Span, guesses: readonly Guess[]): TextEdit[] {
  const row = ({ name, type }: { readonly name: string; readonly type: string }) => ({ Field: name, Type: type });
  const parts = guesses.flatMap((guess) => guess.parts ?? []);
  const currency = guesses.find((guess) => guess.currency !== undefined)?.currency;
  return combineSteps(
    model,
    (now) => addRows(now, beside, guesses.map(row)),
    ...parts.map(({ entity: part, by }) => (now: Model) => {
      const target = now.entities.find(({ name }) => name.text === part);
      const last = target?.fields.at(-1);
      if (last === undefined || target?.byName.has(by)) return [];
      return addRows(now, last.span, [{ ...row({ name: by, type: `${entity.name.text} on delete cascade` }) }]);
    }),
    (now) => (currency === undefined ? [] : withCurrency(now, currency)),
  );
}

function withCurrency(model: Model, currency: string): TextEdit[] {
  const last = model.constants.at(-1);
  if (model.constants.some(({ name }) => name.text === 'CURRENCY')) return [];
  const cells = { Constant: 'CURRENCY', Value: currency };
  if (last !== undefined && rowAt(model.tree, last.span) !== null) return addRows(model, last.span, [cells]);
  return writeIn(model, 9, tableText(['Constant', 'Value', 'Unit', 'Description'], [['CURRENCY', currency, '', '']]));
}

/** Whether an entity has only a name and possibly a state and the record that it is part of. */
const isBare = (entity: Entity): boolean =>
  entity.fields.filter(
    ({ builtIn, type }) => !builtIn && type.kind !== 'state' && !(type.kind === 'relation' && type.onDelete === 'cascade'),
  ).length <= 1;
