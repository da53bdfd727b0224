import type { Node } from '../../expression/node.ts';
import { print } from '../../expression/parse/print.ts';
import type { Model } from '../../model/model.ts';
import { constantsOf } from '../analysis/constant-conditions.ts';
import { type KnownFact, visitWithFacts } from '../analysis/knowing.ts';
import { amount, parts } from '../analysis/logic.ts';
import { rangeOf } from '../analysis/ranges.ts';
import { replaced } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const partialOperation = defineRule({
  code: 'partial-operation',
  severity: 'hint',
  section: 0,
  summary: 'A calculation that has no result for some values.',
  messages: {
    division:
      'When “{divisor}” is 0, this division has no result, and everything that depends on it has no value. Provide an alternative: “{divisor} == 0 ? 0 : {whole}”.',
    never: '“{divisor}” is 0{values}, and division by 0 has no result. Correct it.',
    element:
      'When “{list}” is empty, it has no element {index}, and everything that depends on it has no value. Provide an alternative: “size({list}) > {index} ? {whole} : null”.',
  },
  check(model, report, survey) {
    const constants = constantsOf(model);
    const bounded = fieldsAboveZero(model);
    for (const { expression, section } of survey.expressions()) {
      // Section 1 contains examples with known values.
      if (section === 1 || expression.node === null || expression.problems.length > 0 || !/[/%[]/.test(expression.source)) continue;
      visitWithFacts(expression.node, constants, (node, known) => {
        const at = { from: expression.at(node.from), to: expression.at(node.to) };
        if (node.kind === 'binary' && (node.operator === '/' || node.operator === '%')) {
          const divisor = print(node.right);
          const value = amount(node.right, constants);
          if (value === 0) {
            const values = node.right.kind === 'name' ? ' by section 9' : '';
            report({ message: 'never', at, data: { divisor, values } });
          } else if (value === null && mayBeZero(node.right, known, bounded)) {
            const whole = model.tree.text.slice(at.from, at.to);
            const zero = ['integer', 'decimal'].includes(node.right.type.kind) && !whole.includes('\n');
            const fix = zero ? replaced(at, `(${divisor} == 0 ? null : ${whole})`, `No result when ${divisor} is 0`) : [];
            report({ message: 'division', at, fix, data: { divisor, whole: print(node) } });
          }
        } else if (node.kind === 'index' && node.operand.type.kind === 'list' && node.index.kind === 'literal') {
          const list = print(node.operand);
          const size = sameSize(node.operand).flatMap((one) => [`size(${print(one)})`, `${print(one)}.size()`]);
          if (!known.some((fact) => fact.positive && size.includes(fact.term)))
            report({ message: 'element', at, data: { list, index: String(node.index.value), whole: print(node) } });
        }
      });
    }
  },
});

/** A list and the lists from which it is derived element by element. */
function sameSize(list: Node): Node[] {
  const of =
    list.kind === 'macro' && list.macro === 'map' && list.filter === null
      ? list.target
      : list.kind === 'call' && list.name === 'sort'
        ? (list.target ?? list.args[0])
        : undefined;
  return of === undefined ? [list] : [list, ...sameSize(of)];
}

/** Whether a field or size may be 0. A calculated divisor is assumed to be intended. */
function mayBeZero(node: Node, known: readonly KnownFact[], bounded: ReadonlySet<string>): boolean {
  const term = print(node);
  if (known.some((fact) => fact.notZero && fact.term === term)) return false;
  if (node.kind === 'call') return ['size', 'sum'].includes(node.name);
  if (!['integer', 'decimal', 'money'].includes(node.type.kind)) return false;
  const entity =
    node.kind === 'select' && node.operand.type.kind === 'record'
      ? node.operand.type.entity
      : node.kind === 'name' && 'entity' in node.resolution
        ? node.resolution.entity
        : null;
  const field = node.kind === 'select' ? node.field : node.kind === 'name' ? node.name : '';
  return entity !== null && !bounded.has(`${entity}.${field}`);
}

/** `Entity.field` of every field that a rule keeps from being 0. */
function fieldsAboveZero(model: Model): ReadonlySet<string> {
  const constants = constantsOf(model);
  const found = new Set<string>();
  for (const { must, on, entity } of model.rules) {
    if (must.kind !== 'holds' || must.expression.node === null || on.some(({ operation }) => operation !== 'create')) continue;
    for (const part of parts(must.expression.node, '&&')) {
      const range = rangeOf(part, constants);
      if (range === null) continue;
      const zero = range.low > 0 || (range.low === 0 && range.lowOpen) || range.high < 0 || (range.high === 0 && range.highOpen);
      if (zero) found.add(`${entity.text}.${range.term.replace(/^self\./, '')}`);
    }
  }
  return found;
}
