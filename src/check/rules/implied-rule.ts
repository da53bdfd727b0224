import { impliedRules } from '../analysis/implied-rules.ts';
import { rowDeleted } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const impliedRule = defineRule({
  code: 'implied-rule',
  severity: 'hint',
  section: 5,
  summary: 'A rule that another rule with the same error already covers.',
  messages: {
    implied:
      'This rule never refuses anything that “{other}” does not: whenever “{strict}” is true, “{loose}” is true too{values}, and both raise the same error. Remove this rule, or correct one of the two.',
  },
  check(model, report) {
    const sameError = impliedRules(model, (loose, strict) => loose.rule.error?.text === strict.rule.error?.text);
    for (const { loose, strict, words, values } of sameError) {
      report({
        message: 'implied',
        at: loose.expression,
        fix: rowDeleted(model, 'Rule', loose.expression.span, 'Delete this rule'),
        data: { other: strict.rule.name.text, strict: words.strict, loose: words.loose, values },
      });
    }
  },
});
