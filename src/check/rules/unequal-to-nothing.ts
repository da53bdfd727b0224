import { print } from '../../expression/parse/print.ts';
import { constantsOf } from '../analysis/judgements.ts';
import { visitKnowing } from '../analysis/knowing.ts';
import { type Through, throughNull } from '../analysis/through-null.ts';
import { replaced } from '../row-fixes.ts';
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
      // Scenarios test records with known values.
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
        const whole = model.tree.text.slice(at.from, at.to);
        const { relation } = found as Through;
        // Inside a table, bars must be escaped.
        const or = /\|/.test(model.tree.text.slice(model.tree.text.lastIndexOf('\n', at.from) + 1, at.from)) ? '\\|\\|' : '||';
        const fix = whole.includes('\n')
          ? []
          : [
              ...replaced(at, `(${relation} == null ${or} ${whole})`, `It holds while “${relation}” is empty`),
              ...replaced(at, `(${relation} != null && ${whole})`, `It does not hold while “${relation}” is empty`),
            ];
        report({ message: node.kind === 'binary' ? 'unequal' : 'negation', at, fix, data: { whole: print(node), relation } });
      });
    }
  },
});
