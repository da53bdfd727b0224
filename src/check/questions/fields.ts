import { withArticle } from '../../expression/types/type-words.ts';
import type { Entity } from '../../model/ast/entities.ts';
import { toWords } from '../../model/reading/cell-forms.ts';
import { appendUnder } from '../../syntax/edit-section.ts';
import { rowAt } from '../../syntax/find-row.ts';
import { listed } from '../asking/answer-words.ts';
import { cannot, type QuestionKind, wrote } from '../asking/question.ts';
import { type Guess, guessField } from '../asking/types.ts';
import { addRows, isUnfinished } from '../asking/write.ts';

const only = 'Its name is all that is known about it.';

/** What is known about each record beside its name. */
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
          question: `What is known about each ${one}, beside its name?`,
          why: 'What is not a field can be neither shown, nor asked for, nor checked.',
          dependents: 7,
          choices: [
            {
              label: 'This',
              blank: {
                name: 'fields',
                prompt: 'Name it, separated by commas; the type is guessed, or said behind a colon, or the values in brackets',
                example: 'description, due date, price: money, priority (low / normal / high)',
              },
              write(answer) {
                const guesses: Guess[] = [];
                for (const item of listed(answer)) {
                  const guess = guessField(item, model);
                  if (typeof guess === 'string') return cannot(guess);
                  const taken = [...entity.fields.map(({ name }) => name.text), ...guesses.map(({ name }) => name)];
                  if (entity.byName.has(guess.name) || taken.some((name) => name.toLowerCase() === guess.name.toLowerCase()))
                    return cannot(`There is a field “${guess.name}” already: leave it out, or give it another name.`);
                  guesses.push(guess);
                }
                if (guesses.length === 0) return cannot('Name at least one thing, such as “description”.');
                return wrote(
                  addRows(
                    model,
                    last.span,
                    guesses.map(({ name, type }) => ({ Field: name, Type: type })),
                  ),
                );
              },
            },
            { label: `Nothing: ${withArticle(one)} is only a name`, edits: appendUnder(model.tree, place.table.span.from, only) },
          ],
        },
      ];
    });
  },
};

/** It has a name, perhaps a state, and no more. */
const isBare = (entity: Entity): boolean => entity.fields.filter(({ builtIn, type }) => !builtIn && type.kind !== 'state').length <= 1;
