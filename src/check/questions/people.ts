import { tableText } from '../../syntax/edit-table.ts';
import { isAssumed } from '../analysis/assumed.ts';
import { isVisitor } from '../asking/permissions.ts';
import { accepted, type QuestionKind, rejected } from '../asking/question.ts';
import { addRows, sectionSpan, writeIn } from '../asking/write.ts';

/** Asks what each role wants to do. */
export const people: QuestionKind = {
  name: 'people',
  ask({ model }) {
    if (model.people.length > 0 && !model.people.some(({ name }) => model.roles.some((role) => role.name.text === name.text))) return [];
    return model.roles.flatMap((role) => {
      const name = role.name.text;
      if (isVisitor(role) || isAssumed(model, role) || model.people.some((person) => person.name.text === name)) return [];
      const last = model.people.at(-1);
      return [
        {
          id: `people ${name}`,
          section: 1,
          span: sectionSpan(model, 1),
          question: `What does the ${name} want to do?`,
          why: 'Everything that people want to do should be possible in the product.',
          dependents: 0,
          choices: [
            {
              label: 'Use this',
              blank: { name: 'wish', prompt: 'Complete “wants to …”', example: 'report a problem and follow it' },
              write(answer) {
                const words = answer.replace(/\s+/g, ' ').replace(/^to /i, '').replace(/\.$/, '').trim();
                if (words === '') return rejected('Enter what they want to do.');
                if (last !== undefined) return accepted(addRows(model, last.span, [{ Person: name, 'Wants to': words }]));
                return accepted(writeIn(model, 1, tableText(['Person', 'Wants to', 'So that'], [[name, words, '']])));
              },
            },
          ],
        },
      ];
    });
  },
};
