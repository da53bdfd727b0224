import type { Node } from '../../expression/node.ts';
import type { Grant } from '../world/world.ts';

/**
 * Whether every update cell of a grant ties the field to one value, such as `author == me`. A cell
 * must hold before and after a change, so no update changes such a field.
 */
export function isPinned(grant: Grant, field: string): boolean {
  if (grant.kind !== 'when') return false;
  const values = grant.cells.map(({ expression: { node, source }, old }) => {
    const value = old || node === null ? null : pinnedTo(node, field);
    return value === null ? null : source.slice(value.from, value.to);
  });
  return values.every((value) => value !== null && value === values[0]);
}

function pinnedTo(node: Node, field: string): Node | null {
  if (node.kind !== 'binary') return null;
  const { operator, left, right } = node;
  if (operator === '&&') return pinnedTo(left, field) ?? pinnedTo(right, field);
  if (operator !== '==') return null;
  if (isField(left, field) && isConstant(right)) return right;
  return isField(right, field) && isConstant(left) ? left : null;
}

function isField(node: Node, field: string): boolean {
  if (node.kind === 'name') return node.resolution.kind === 'self-field' && node.name === field;
  return node.kind === 'select' && node.field === field && node.operand.kind === 'name' && node.operand.resolution.kind === 'self';
}

const isConstant = (node: Node): boolean =>
  node.kind === 'literal' || (node.kind === 'name' && (node.resolution.kind === 'me' || node.resolution.kind === 'constant'));
