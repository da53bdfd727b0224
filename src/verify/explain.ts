import type { ModelIndex } from '../engine/document/model-index.ts';
import { humanValue } from '../engine/world/human-value.ts';
import { evaluateNode, nodeIsTrue } from '../expression/evaluate/evaluate.ts';
import { EvaluationError, type Scope } from '../expression/evaluate/scope.ts';
import type { Expression } from '../expression/expression.ts';
import type { Node } from '../expression/node.ts';
import type { Value } from '../expression/values/value.ts';

/**
 * Why an expression does not hold, with the values that decided: `t.status is “assigned”`. Null if
 * it holds.
 */
export function explain(expression: Expression, scope: Scope, index: ModelIndex): string | null {
  const { node, source } = expression;
  if (node === null) return `“${source}” cannot be read`;
  return nodeIsTrue(node, scope) ? null : words(node, source, scope, index);
}

function words(node: Node, source: string, scope: Scope, index: ModelIndex): string {
  const text = (part: Node): string => source.slice(part.from, part.to).trim();
  if (node.kind === 'binary' && node.operator === '&&') {
    const wrong = nodeIsTrue(node.left, scope) ? node.right : node.left;
    return words(wrong, source, scope, index);
  }
  if (node.kind === 'binary' && node.operator === '||')
    return `${words(node.left, source, scope, index)}, and ${words(node.right, source, scope, index)}`;
  try {
    evaluateNode(node, scope);
    if (node.kind === 'binary') {
      return [node.left, node.right]
        .filter((side) => side.kind !== 'literal')
        .map((side) => `${text(side)} is ${shown(evaluateNode(side, scope), index)}`)
        .join(' and ');
    }
    if (node.kind === 'unary' && node.operator === '!') return `${text(node.operand)} is true`;
    return `${text(node)} is false`;
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return `${text(node)} has no value: ${error.message}`;
  }
}

const shown = (value: Value, index: ModelIndex): string =>
  typeof value === 'string' ? `“${value}”` : value === null ? 'null' : humanValue(index, value);
