import { print } from '../../expression/parse/print.ts';
import { constantsOf } from '../analysis/judgements.ts';
import { visitKnowing } from '../analysis/knowing.ts';
import { type Through, throughNull } from '../analysis/through-null.ts';
import { defineRule } from '../rule.ts';

export const unequalToNothing = defineRule({
  code: 'unequal-to-nothing',
  severity: 'hint',
  section: 0,
  summary: 'A “not” about something behind a relation that may be empty: it does not hold then, although it reads as if it did.',
  messages: {
    unequal:
      '“{whole}” does not hold while “{relation}” is empty: nothing is behind it that could be unequal. If that is meant, say it: “{relation} != null && …”; if not, write “{relation} == null || …”.',
    negation:
      '“{whole}” does not hold while “{relation}” is empty: what cannot be worked out holds neither way. If that is meant, say it: “{relation} != null && …”; if not, write “{relation} == null || …”.',
  },
  check(model, report, survey) {
    const constants = constantsOf(model);
    for (const { expression, section } of survey.expressions()) {
      // A scenario expects something of records that it knows.
      if (section === 1 || expression.node === null || expression.problems.length > 0 || !expression.source.includes('!')) continue;
      visitKnowing(expression.node, constants, (node, known) => {
        let found: Through | null = null;
        if (node.kind === 'binary' && node.operator === '!=') found = throughNull(node.left, known) ?? throughNull(node.right, known);
        else if (node.kind === 'unary' && node.operator === '!')
          visitKnowing(
            node.operand,
            constants,
            (inner, inside) => {
              found ??= throughNull(inner, inside);
            },
            known,
          );
        if (found === null) return;
        const at = { from: expression.at(node.from), to: expression.at(node.to) };
        report({ message: node.kind === 'binary' ? 'unequal' : 'negation', at, data: { whole: print(node), relation: found.relation } });
      });
    }
  },
});
