import { nodeIsTrue } from '../../expression/evaluate/evaluate.ts';
import type { Scope } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import { hasNode, visit } from '../../expression/visit.ts';

/** Whether the expression reads the record before the change. */
export const usesOld = ({ node }: Expression): boolean => node !== null && hasNode(node, isOld);

const isOld = (node: Node): boolean => node.kind === 'name' && node.resolution.kind === 'old';

/**
 * Whether some change could fulfil the condition. Parts that read only `old` and the person are
 * evaluated, because no change affects them. Other parts depend on the write and count as
 * fulfilled.
 */
export function mayHoldAfter(node: Node, scope: Scope): boolean {
  if (node.kind === 'binary' && node.operator === '&&') return mayHoldAfter(node.left, scope) && mayHoldAfter(node.right, scope);
  if (node.kind === 'binary' && node.operator === '||') return mayHoldAfter(node.left, scope) || mayHoldAfter(node.right, scope);
  return !isSettled(node, scope.self?.entity ?? null) || nodeIsTrue(node, scope);
}

/**
 * Whether no write to the record can change the node's value. A relation may lead back to the
 * record, so lists and records of its entity count as variable.
 */
function isSettled(node: Node, entity: string | null): boolean {
  let settled = true;
  visit(node, (inner) => {
    if (inner.kind === 'select' && isOld(inner.operand)) return false;
    const { type } = inner;
    if (type.kind === 'any' || (type.kind === 'list' && type.of.kind === 'record')) settled = false;
    if (inner.kind === 'select' && inner.operand.type.kind === 'record' && inner.operand.type.entity === entity) settled = false;
    if (inner.kind === 'name' && !['old', 'me', 'now', 'today', 'value', 'constant', 'bound'].includes(inner.resolution.kind))
      settled = false;
    return settled;
  });
  return settled;
}
