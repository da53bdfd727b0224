import { withArticle } from '../../expression/types/type-words.ts';
import { toCamelCase, toWords } from '../../model/reading/cell-forms.ts';
import type { QuestionKind } from '../asking/question.ts';
import { canPointBack, pointsBack } from '../asking/types.ts';
import { addRows, combineSteps, isUnfinished, writeCell } from '../asking/write.ts';

const shared = 'many to many';

/**
 * Asks whether a plain `list of OrderLine` means parts of a record or records that several share.
 */
export const listMeaning: QuestionKind = {
  name: 'list-meaning',
  ask({ model }) {
    if (!isUnfinished(model)) return [];
    return model.entities.flatMap((entity) =>
      entity.fields.flatMap(({ name, type, description, span }) => {
        if (type.kind !== 'members' || type.entity.text === entity.name.text || description !== '') return [];
        const own = entity.name.text;
        const other = type.entity.text;
        const by = pointsBack(model, other, own) ?? toCamelCase(own);
        const target = model.entities.find((one) => one.name.text === other);
        const last = target?.fields.at(-1);
        if (target === undefined || last === undefined || !canPointBack(model, other, own, by)) return [];
        return [
          {
            id: `list ${own}.${name.text}`,
            section: 3,
            span: name.span,
            question: `Does each ${toWords(other)} belong to one ${toWords(own)}, or can several share it?`,
            why: `“${name.text}” is a bare list of ${other}: until you decide, several can share ${withArticle(toWords(other))}.`,
            dependents: 6,
            choices: [
              {
                label: `Each belongs to one ${toWords(own)}`,
                edits: combineSteps(
                  model,
                  (now) => writeCell(now, span, 'Type', `list of ${other} by ${by}`),
                  (now) => {
                    const end = now.entities.find((one) => one.name.text === other)?.fields.at(-1);
                    if (target.byName.has(by) || end === undefined) return [];
                    return addRows(now, end.span, [{ Field: by, Type: `${own} on delete cascade` }]);
                  },
                ),
              },
              { label: 'Several can share it', edits: writeCell(model, span, 'Description', shared) },
            ],
          },
        ];
      }),
    );
  },
};
