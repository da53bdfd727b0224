import type { Node } from '../node.ts';

/**
 * A canonical key for what a name or a path of fields reads: `status` and `self.status` are the
 * same field. Null for any other node.
 */
export function pathOf(node: Node): string | null {
  if (node.kind === 'select' && !node.test) {
    const operand = pathOf(node.operand);
    return operand === null ? null : `${operand}.${node.field}`;
  }
  if (node.kind !== 'name') return null;
  switch (node.resolution.kind) {
    case 'row-field':
      return `row.${node.name}`;
    case 'self-field':
      return `self.${node.name}`;
    case 'row':
    case 'self':
    case 'old':
    case 'me':
    case 'token':
    case 'value':
      return node.resolution.kind;
    case 'bound':
      return `bound ${node.name}`;
    default:
      return null;
  }
}

/** Whether both sides read the same value, so that comparing them is pointless. */
export function isSame(left: Node, right: Node): boolean {
  const path = pathOf(left);
  return path !== null && path === pathOf(right);
}
