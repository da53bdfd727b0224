import { withArticle } from '../../expression/types/type-words.ts';
import type { Entity } from '../../model/ast/entities.ts';
import { toWords } from '../../model/reading/cell-forms.ts';
import { tableText } from '../../syntax/edit-table.ts';
import { listed } from '../asking/answer-words.ts';
import { accepted, type Choice, type QuestionKind, rejected } from '../asking/question.ts';
import { containsSentence, sectionSpan, writeIn } from '../asking/write.ts';
import { enumerate } from '../fixes.ts';

const none = 'Whatever fits its type is accepted.';
const header = ['Rule', 'On', 'Must hold', 'Error'];

/** Asks for the rules that must always hold. */
export const rules: QuestionKind = {
  name: 'rules',
  ask({ model }) {
    if (
      model.entities.length === 0 ||
      model.rules.length > 0 ||
      model.sections[4]?.state !== 'not shown' ||
      containsSentence(model, 5, none)
    )
      return [];
    const labels = model.entities.flatMap((entity) =>
      labelIsText(entity) ? [{ entity: entity.name.text, field: entity.label ?? '' }] : [],
    );
    const orders = model.entities.flatMap(orderOf);
    const labelRows = labels.map(({ entity, field }) => [
      `${toWords(entity)} has ${withArticle(toWords(field))}`,
      `${entity}.${field}`,
      `\`size(trim(${field})) > 0\``,
      '',
    ]);
    const inOrder = orders.map(({ entity, condition }) => [`${toWords(entity)} ends after it begins`, entity, `\`${condition}\``, '']);
    const choices: Choice[] = [];
    if (labelRows.length > 0)
      choices.push({
        label: `No name is blank${orders.length > 0 ? ', and nothing ends before it starts' : ''}`,
        edits: writeIn(model, 5, tableText(header, [...labelRows, ...inOrder])),
      });
    const known = labels.map(({ entity }) => entity);
    choices.push({
      label: 'The same, and names are unique in',
      blank: { name: 'entities', prompt: `Which of ${enumerate(known)}`, example: known[0] ?? '' },
      write(answer) {
        const words = listed(answer);
        const chosen = words.map((word) => labels.find(({ entity }) => entity.toLowerCase() === word.replace(/\s+/g, '').toLowerCase()));
        const wrong = words[chosen.indexOf(undefined)];
        if (wrong !== undefined) return rejected(`“${wrong}” is not one of ${enumerate(known)}.`);
        if (chosen.length === 0) return rejected('Name at least one of them.');
        const unique = chosen.flatMap((one) =>
          one === undefined ? [] : [[`no two ${toWords(one.entity)} names are the same`, one.entity, `unique ${one.field}`, '']],
        );
        return accepted(writeIn(model, 5, tableText(header, [...labelRows, ...inOrder, ...unique])));
      },
    });
    choices.push({ label: 'No rules', edits: writeIn(model, 5, none) });
    return [
      {
        id: 'rules',
        section: 5,
        span: sectionSpan(model, 5),
        question: 'Which rules must always hold?',
        why: 'Until you decide, any value of the right type is accepted, even a blank name or an end before its start.',
        dependents: 3,
        choices,
      },
    ];
  },
};

const labelIsText = (entity: Entity): boolean => {
  const field = entity.label === null ? undefined : entity.byName.get(entity.label);
  return field !== undefined && field.type.kind === 'text' && field.computed === null;
};

const pairs = [
  ['starts', 'ends'],
  ['start', 'end'],
  ['startDate', 'endDate'],
  ['startsAt', 'endsAt'],
  ['begins', 'ends'],
  ['from', 'to'],
  ['fromDate', 'toDate'],
] as const;

/** Two points in time whose names imply that one precedes the other. */
function orderOf({ name, byName }: Entity): { readonly entity: string; readonly condition: string }[] {
  return pairs.flatMap(([first, last]) => {
    const fields = [byName.get(first), byName.get(last)];
    const kind = fields[0]?.type.kind;
    if ((kind !== 'date' && kind !== 'datetime' && kind !== 'time') || fields[1]?.type.kind !== kind) return [];
    const without = fields.flatMap((field) => (field === undefined || field.required ? [] : [`${field.name.text} == null || `]));
    return [{ entity: name.text, condition: `${without.join('')}${first} <= ${last}` }];
  });
}
