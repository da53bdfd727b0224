import type { Rule } from '../../model/facts/rules.ts';
import { constantsOf, sourceOf, valuesOf } from '../judgements.ts';
import { type Range, rangeOf, within } from '../ranges.ts';
import { defineRule } from '../rule.ts';

export const impliedRule = defineRule({
  code: 'implied-rule',
  severity: 'hint',
  section: 5,
  summary: 'A rule that another rule with the same error already says.',
  messages: {
    implied:
      'This rule never refuses anything that “{other}” does not: whatever keeps “{strict}” keeps “{loose}” too{values}, and both raise the same error. Take this rule out, or correct one of the two.',
  },
  check(model, report) {
    const constants = constantsOf(model);
    const ranges = model.rules.flatMap((rule) => {
      const { must } = rule;
      if (must.kind !== 'holds' || must.expression.node === null || must.expression.problems.length > 0) return [];
      const range = rangeOf(must.expression.node, constants);
      return range === null ? [] : [{ rule, range, expression: must.expression }];
    });
    for (const { rule, range, expression } of ranges) {
      const other = ranges.find((one) => one.rule !== rule && sameCase(one.rule, rule) && stricter(one.range, range));
      if (other === undefined) continue;
      const words = (one: typeof other): string => one.range.atoms.map((atom) => sourceOf(one.expression, atom)).join(' && ');
      const [strict, loose] = [words(other), words({ rule, range, expression })];
      const names = [...other.expression.reads.constants, ...expression.reads.constants];
      report({
        message: 'implied',
        at: expression,
        data: { other: other.rule.name.text, strict, loose, values: valuesOf(model, names, `${strict} ${loose}`) },
      });
    }
  },
});

/** Are they asked at the same moments, and do they say the same to people? */
function sameCase(a: Rule, b: Rule): boolean {
  const on = (rule: Rule): string =>
    rule.on
      .map(({ name }) => name.text)
      .sort()
      .join(',');
  return a.entity.text === b.entity.text && a.field?.text === b.field?.text && on(a) === on(b) && a.error?.text === b.error?.text;
}

const stricter = (a: Range, b: Range): boolean => a.term === b.term && within(a, b) && !within(b, a);
