import { foldEmail } from '../../base/email.ts';
import { evaluateNode } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError, type Scope } from '../../expression/evaluate/scope.ts';
import type { Node } from '../../expression/node.ts';
import { traitsOf } from '../../model/types/traits.ts';
import { exampleRecord } from '../analysis/example-record.ts';
import { rulesAbout } from '../analysis/indexes.ts';
import { exampleScope, plain } from '../analysis/new-record.ts';
import { defineRule } from '../rule.ts';

export const exampleBreaksRule = defineRule({
  code: 'example-breaks-rule',
  severity: 'error',
  section: 3,
  summary: 'An example record that breaks a rule.',
  messages: {
    rule: '{example} breaks the rule “{rule}”: “{condition}” is false. Examples must satisfy the rules that always apply. Change this cell, or the rule.',
    unique: '{example} has the same “{field}” as {other}, and “{field}” is unique. Change one of the two.',
  },
  check(model, report, survey) {
    for (const entity of model.entities) {
      const rules = rulesAbout(model, entity.name.text).filter((rule) => rule.on.length === 0);
      for (const example of entity.examples) {
        const scope = exampleScope(model, exampleRecord(model, survey, example));
        for (const { must, name } of rules) {
          if (
            must.kind !== 'holds' ||
            must.expression.node === null ||
            must.expression.problems.length > 0 ||
            !plain(must.expression.reads)
          )
            continue;
          if (!isBroken(must.expression.node, scope)) continue;
          const cell = example.values.find((value) => must.expression.reads.self.includes(value.field.text));
          report({
            message: 'rule',
            at: cell ?? example.name,
            data: { example: example.name.text, rule: name.text, condition: must.expression.source },
          });
        }
      }
      for (const { name, unique, type } of entity.fields) {
        const seen = new Map<string, string>();
        for (const example of unique ? entity.examples : []) {
          const value = example.values.find(({ field }) => field.text === name.text);
          if (value?.content.kind !== 'value' || value.content.value === null || typeof value.content.value === 'object') continue;
          const text = String(value.content.value);
          const key = traitsOf(type).folded ? foldEmail(text) : text;
          const other = seen.get(key);
          if (other !== undefined) report({ message: 'unique', at: value, data: { example: example.name.text, other, field: name.text } });
          else seen.set(key, example.name.text);
        }
      }
    }
  },
});

/**
 * Whether the rule is certainly false. A rule that cannot be evaluated from the row alone may be
 * satisfied.
 */
function isBroken(node: Node, scope: Scope): boolean {
  try {
    return evaluateNode(node, scope) === false;
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}
