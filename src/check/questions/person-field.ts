import { withArticle } from '../../expression/types/type-words.ts';
import { toWords } from '../../model/reading/cell-forms.ts';
import { isAssumed } from '../analysis/assumed.ts';
import { refersToPerson } from '../asking/persons.ts';
import type { QuestionKind } from '../asking/question.ts';
import { isUnfinished, writeCell } from '../asking/write.ts';

/**
 * Asks whether a text field for a person should become a relation, now that people have accounts.
 */
export const personField: QuestionKind = {
  name: 'person-field',
  ask({ model }) {
    const { account } = model;
    if (account === null || isAssumed(model, account) || !isUnfinished(model)) return [];
    return model.entities.flatMap((entity) => {
      // The texts in examples are no names of records.
      if (entity.name.text === account.entity.text || entity.examples.length > 0) return [];
      return entity.fields.flatMap((field) => {
        const { name, type, description, span, required, unique } = field;
        const isBare = type.kind === 'text' && !required && !unique && field.default === null && field.computed === null;
        if (!isBare || description !== '' || name.text === entity.label || !refersToPerson(toWords(name.text))) return [];
        return [
          {
            id: `person ${entity.name.text}.${name.text}`,
            section: 3,
            span: name.span,
            question: `Is the ${toWords(name.text)} of ${withArticle(toWords(entity.name.text))} a person with an account?`,
            why: 'If so, it is chosen from the existing people, and permissions can depend on it.',
            dependents: 5,
            choices: [
              { label: `Yes, ${withArticle(account.entity.text)}`, edits: writeCell(model, span, 'Type', account.entity.text) },
              { label: 'No, just a name', edits: writeCell(model, span, 'Description', 'only a name') },
            ],
          },
        ];
      });
    });
  },
};
