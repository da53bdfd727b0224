import type { Expression } from '../../expression/expression.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { fieldsRead } from '../analysis/nodes.ts';
import { enumerate } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const ruleOnOtherRecords = defineRule({
  code: 'rule-on-other-records',
  severity: 'hint',
  section: 5,
  summary: 'A rule that is not checked again when the other records it reads change.',
  messages: {
    others:
      'This rule also reads {others} records, but the product checks it only when a {entity} is written: a change to one of those records can break it without being refused. If that matters, write a rule on {others} too.',
  },
  check(model, report) {
    for (const { on, entity, must } of model.rules) {
      if (on.length > 0 || must.kind !== 'holds') continue;
      const others = entitiesRead(model, must.expression);
      others.delete(entity.text);
      // Reading the acting person's own record does not count.
      if (model.declarations.account !== null && must.expression.reads.me) others.delete(model.declarations.account);
      // A rule on the other records that reads these is checked when the others change.
      for (const other of others)
        if (
          model.rules.some(
            (one) => one.entity.text === other && one.must.kind === 'holds' && entitiesRead(model, one.must.expression).has(entity.text),
          )
        )
          others.delete(other);
      if (others.size > 0)
        report({ message: 'others', at: must.expression, data: { entity: entity.text, others: enumerate([...others].sort()) } });
    }
  },
});

/** The entities whose records an expression reads, also through computed fields and lists. */
function entitiesRead(model: Model, expression: Expression): Set<string> {
  const entities = new Set<string>();
  const seen = new Set<string>();
  const read = ({ reads }: Expression, fields: readonly string[]): void => {
    for (const entity of reads.entities) entities.add(entity);
    for (const name of fields) {
      if (seen.has(name)) continue;
      seen.add(name);
      const [entity = '', own = ''] = name.split('.');
      entities.add(entity);
      const field = fieldOf(model, entity, own);
      if (field?.type.kind === 'inverse') entities.add(field.type.entity.text);
      if (field?.computed != null) read(field.computed, fieldsRead(field.computed));
    }
  };
  read(expression, fieldsRead(expression));
  return entities;
}
