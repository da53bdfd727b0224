import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import { print } from '../../expression/parse/print.ts';
import { constantsOf } from '../analysis/constant-conditions.ts';
import { type KnownFact, visitWithFacts } from '../analysis/knowing.ts';
import { factsAtGuard, findUnsafeSelection, notNullFacts, type UnsafeSelection } from '../analysis/through-null.ts';
import { alwaysHasValueIn } from '../analysis/total.ts';
import { replaced } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const unequalToNothing = defineRule({
  code: 'unequal-to-nothing',
  severity: 'hint',
  section: 0,
  summary: 'A negation across a relation that may be empty: it is false then, although it reads as true.',
  messages: {
    unequal:
      '“{whole}” is false while “{relation}” is empty, because there is no value to compare. If that is intended, write it out: “{relation} != null && …”; if not, write “{relation} == null || …”.',
    negation:
      '“{whole}” is false while “{relation}” is empty, because a condition that cannot be evaluated is false even when negated. If that is intended, write it out: “{relation} != null && …”; if not, write “{relation} == null || …”.',
  },
  check(model, report, survey) {
    const constants = constantsOf(model);
    const alwaysHasValue = survey.once(alwaysHasValueIn);
    const before = new Map<Expression, readonly KnownFact[]>();
    // A rule on a field is skipped while that field is empty.
    for (const { must, field } of model.rules)
      if (field !== null && must.kind === 'holds') before.set(must.expression, notNullFacts(field.text));
    for (const machine of model.machines)
      for (const row of machine.transitions)
        if (row.guard?.source.includes('!')) before.set(row.guard, factsAtGuard(machine, row, constants, alwaysHasValue));
    for (const { expression, section } of survey.expressions()) {
      // Scenarios test records with known values.
      if (section === 1 || expression.node === null || expression.problems.length > 0 || !expression.source.includes('!')) continue;
      const judge = (node: Node, known: readonly KnownFact[]): void => {
        let found: UnsafeSelection | null = null;
        if (node.kind === 'binary' && node.operator === '!=')
          found = findUnsafeSelection(node.left, known, alwaysHasValue) ?? findUnsafeSelection(node.right, known, alwaysHasValue);
        else if (node.kind === 'unary' && node.operator === '!')
          visitWithFacts(
            node.operand,
            constants,
            (inner, inside) => {
              found ??= findUnsafeSelection(inner, inside, alwaysHasValue);
            },
            known,
          );
        if (found === null) return;
        const at = { from: expression.at(node.from), to: expression.at(node.to) };
        const whole = model.tree.text.slice(at.from, at.to);
        const { relation } = found as UnsafeSelection;
        // Inside a table, bars must be escaped.
        const or = /\|/.test(model.tree.text.slice(model.tree.text.lastIndexOf('\n', at.from) + 1, at.from)) ? '\\|\\|' : '||';
        const fix = whole.includes('\n')
          ? []
          : [
              ...replaced(at, `(${relation} == null ${or} ${whole})`, `Make it true while “${relation}” is empty`),
              ...replaced(at, `(${relation} != null && ${whole})`, `Make it false while “${relation}” is empty`),
            ];
        report({ message: node.kind === 'binary' ? 'unequal' : 'negation', at, fix, data: { whole: print(node), relation } });
      };
      visitWithFacts(expression.node, constants, judge, before.get(expression));
    }
  },
});
