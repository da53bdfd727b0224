import type { Node } from '../../expression/node.ts';
import { print } from '../../expression/parse/print.ts';
import { visit } from '../../expression/visit.ts';
import type { Rule } from '../../model/ast/rules.ts';
import { parts } from '../analysis/logic.ts';
import { ownField } from '../analysis/nodes.ts';
import { alwaysHasValueIn } from '../analysis/total.ts';
import { defineRule } from '../rule.ts';

export const ruleNeedsValue = defineRule({
  code: 'rule-needs-value',
  severity: 'hint',
  section: 5,
  summary: 'A rule that refuses every record without an optional value.',
  messages: {
    refused:
      'A {entity} without {field} is refused by this rule: {field} may be empty, and a condition that cannot be evaluated counts as false. Allow the empty value, or write yes under Required in section 3.',
  },
  check(model, report, survey) {
    const alwaysHasValue = survey.once(alwaysHasValueIn);
    for (const rule of model.rules) {
      if (rule.must.kind !== 'holds' || !isAlways(rule)) continue;
      const { expression } = rule.must;
      if (expression.node === null || expression.problems.length > 0) continue;
      const tested = nullTested(expression.node);
      const reported = new Set<string>();
      for (const node of parts(expression.node, '&&').flatMap(needed)) {
        const term = print(node);
        if (
          node.type.nullable !== true ||
          alwaysHasValue(node) ||
          tested.has(term) ||
          reported.has(term) ||
          ownField(node) === rule.field?.text
        )
          continue;
        reported.add(term);
        const at = { from: expression.at(node.from), to: expression.at(node.to) };
        const fix =
          parts(expression.node, '&&').length > 1
            ? []
            : [
                {
                  title: `Allow an empty ${term}`,
                  edits: [{ from: expression.at(0), to: expression.at(0), insert: `${term} == null \\|\\| ` }],
                },
              ];
        report({ message: 'refused', at, fix, data: { entity: rule.entity.text, field: term.replace(/^self\./, '') } });
      }
    }
  },
});

/** A value that is optional before may well be required at a certain event. */
const isAlways = ({ on }: Rule): boolean => on.length === 0 || on.some(({ operation }) => operation === 'create');

const ordering = new Set(['<', '<=', '>', '>=', '+', '-', '*', '/', '%']);

/**
 * Fields of the record that this part cannot be evaluated without. Alternatives, conditionals and
 * macros do not certainly need theirs.
 */
function needed(part: Node): Node[] {
  if (part.kind !== 'binary') return [];
  const found: Node[] = [];
  for (const side of [part.left, part.right]) {
    // A field of null cannot be compared at all.
    if (side.kind === 'select' && !side.test && ownField(side.operand) !== null && side.operand.type.kind === 'record') {
      found.push(side.operand);
      continue;
    }
    if (!ordering.has(part.operator)) continue;
    if (ownField(side) !== null) found.push(side);
    else if (side.kind === 'binary') found.push(...needed(side));
  }
  return found;
}

/** The terms that the rule itself tests for null. */
function nullTested(node: Node): ReadonlySet<string> {
  const found = new Set<string>();
  visit(node, (one) => {
    if (one.kind === 'select' && one.test) found.add(print({ ...one, test: false })).add(one.field);
    if (one.kind !== 'binary' || (one.operator !== '==' && one.operator !== '!=')) return;
    for (const [side, other] of [
      [one.left, one.right],
      [one.right, one.left],
    ] as const)
      if (other.kind === 'literal' && other.value === null) found.add(print(side));
  });
  return found;
}
