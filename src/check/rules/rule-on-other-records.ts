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
      const others = new Set([
        ...must.expression.reads.entities,
        ...fieldsRead(must.expression).map((field) => field.slice(0, field.indexOf('.'))),
      ]);
      others.delete(entity.text);
      // Reading the acting person's own record does not count.
      if (model.declarations.account !== null && must.expression.reads.me) others.delete(model.declarations.account);
      if (others.size > 0)
        report({ message: 'others', at: must.expression, data: { entity: entity.text, others: enumerate([...others].sort()) } });
    }
  },
});
