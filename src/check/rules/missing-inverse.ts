import { withArticle } from '../../expression/types/type-words.ts';
import { replaceBy } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const missingInverse = defineRule({
  code: 'missing-inverse',
  severity: 'error',
  section: 3,
  summary: 'A list whose relation does not refer back to the entity.',
  messages: {
    other:
      '“{field}” lists the {target} records whose “{by}” is this {entity}, but {target}.{by} is {type}. Name a field of {target} that is a {entity}.',
  },
  check(model, report, survey) {
    for (const entity of model.entities) {
      for (const { name, type } of entity.fields) {
        if (type.kind !== 'inverse') continue;
        const back = survey.entity(type.entity.text)?.byName.get(type.by.text);
        if (back === undefined || back.type.kind === 'unknown') continue;
        if ((back.type.kind === 'relation' || back.type.kind === 'members') && back.type.entity.text === entity.name.text) continue;
        const words =
          'entity' in back.type
            ? back.type.kind === 'relation'
              ? withArticle(back.type.entity.text)
              : `a list of ${back.type.entity.text}`
            : `of the type ${back.type.kind}`;
        const sides = (survey.entity(type.entity.text)?.fields ?? []).filter(
          (field) => (field.type.kind === 'relation' || field.type.kind === 'members') && field.type.entity.text === entity.name.text,
        );
        report({
          message: 'other',
          at: type.by,
          fix: replaceBy(
            type.by.span,
            sides.map((side) => side.name.text),
          ),
          data: { field: name.text, target: type.entity.text, by: type.by.text, entity: entity.name.text, type: words },
        });
      }
    }
  },
});
