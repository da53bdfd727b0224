import type { Node } from '../node.ts';

/**
 * What a name or a path of dots looks at, however it is written: `status` and `self.status` are the
 * same field. Null for anything else.
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

/** A comparison of these asks nothing. */
export function isSame(left: Node, right: Node): boolean {
  const path = pathOf(left);
  return path !== null && path === pathOf(right);
}
