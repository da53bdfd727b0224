import type { Node } from '../../expression/node.ts';
import { print } from '../../expression/parse/print.ts';
import { Duration } from '../../expression/values/value.ts';
import { visit } from '../../expression/visit.ts';
import { amount, secondsPerUnit } from '../analysis/logic.ts';
import { replaceBy } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const constantRepeatsLiteral = defineRule({
  code: 'constant-repeats-literal',
  severity: 'hint',
  section: 9,
  summary: 'A number in an expression that equals the value of a constant.',
  messages: {
    same: '{number} is also the value of {name}. If the two are meant to be the same, write {name}, so that the value changes in one place.',
  },
  check(model, report, survey) {
    const byValue = new Map<string, string[]>();
    for (const { name, value } of model.constants) {
      const key =
        typeof value === 'number' && Math.abs(value) > 2 ? `${value}` : value instanceof Duration ? lengthKey(value.seconds) : null;
      if (key !== null) byValue.set(key, [...(byValue.get(key) ?? []), name.text]);
    }
    for (const { expression, section } of survey.expressions()) {
      // Section 1 contains examples, where a literal number is fine.
      if (expression.node === null || section === 1 || section === 3) continue;
      const divisors = new Set<Node>();
      visit(expression.node, (node) => {
        if (node.kind === 'binary' && (node.operator === '/' || node.operator === '%')) {
          divisors.add(node.right);
          // Both hundreds of `(100 - discount) / 100` belong to the percentage.
          const divisor = print(node.right);
          visit(node.left, (inner) => {
            if (inner.kind === node.right.kind && print(inner) === divisor) divisors.add(inner);
          });
        }
        // A part of something, such as a quarter, or a step equals a constant by chance.
        if (divisors.has(node)) return;
        const isLength = node.kind === 'call' && node.target === null && Object.hasOwn(secondsPerUnit, node.name) && section > 3;
        // Durations of one unit, such as one day, often coincide by chance.
        const length = isLength && !/\(1\)$/.test(print(node)) ? amount(node, () => undefined) : null;
        const number = node.kind === 'literal' && typeof node.value === 'number' ? `${node.value}` : null;
        const names = byValue.get(number ?? (length === null ? '' : lengthKey(length)));
        const [name] = names ?? [];
        if (name === undefined || names?.length !== 1 || expression.reads.constants.includes(name)) return;
        const at = { from: expression.at(node.from), to: expression.at(node.to) };
        report({ message: 'same', at, fix: replaceBy(at, [name]), data: { number: number ?? print(node), name } });
      });
    }
  },
});

/** The key of a duration, distinct from those of plain numbers. */
const lengthKey = (seconds: number): string => `${seconds} s`;
