import type { Node } from './node.ts';

/** The direct children of a node, in source order. */
export function children(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'select':
    case 'unary':
      return [node.operand];
    case 'index':
      return [node.operand, node.index];
    case 'call':
      return node.target === null ? node.args : [node.target, ...node.args];
    case 'binary':
      return [node.left, node.right];
    case 'conditional':
      return [node.test, node.then, node.otherwise];
    case 'list':
      return node.items;
    case 'map':
      return node.entries.flatMap((entry) => [entry.key, entry.value]);
    case 'macro':
      return node.filter === null ? [node.target, node.body] : [node.target, node.filter, node.body];
  }
}

/** A copy of the node with each direct child replaced by `put(child)`. */
export function mapChildren(node: Node, put: (child: Node) => Node): Node {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return node;
    case 'select':
    case 'unary':
      return { ...node, operand: put(node.operand) };
    case 'index':
      return { ...node, operand: put(node.operand), index: put(node.index) };
    case 'call':
      return { ...node, target: node.target === null ? null : put(node.target), args: node.args.map(put) };
    case 'binary':
      return { ...node, left: put(node.left), right: put(node.right) };
    case 'conditional':
      return { ...node, test: put(node.test), then: put(node.then), otherwise: put(node.otherwise) };
    case 'list':
      return { ...node, items: node.items.map(put) };
    case 'map':
      return { ...node, entries: node.entries.map(({ key, value }) => ({ key: put(key), value: put(value) })) };
    case 'macro':
      return { ...node, target: put(node.target), filter: node.filter === null ? null : put(node.filter), body: put(node.body) };
  }
}

/**
 * Visits a node and its descendants, parents first. If `enter` returns false, skips the node's
 * descendants.
 */
export function visit(node: Node, enter: (node: Node) => unknown): void {
  const waiting: Node[] = [node];
  while (waiting.length > 0) {
    const next = waiting.pop() as Node;
    if (enter(next) === false) continue;
    const under = children(next);
    for (let index = under.length - 1; index >= 0; index--) waiting.push(under[index] as Node);
  }
}

/** Whether the node or one of its descendants is as looked for. */
export function hasNode(root: Node, isSought: (node: Node) => boolean): boolean {
  let has = false;
  visit(root, (node) => {
    has ||= isSought(node);
    return !has;
  });
  return has;
}

/** The operands of a chain of `&&`, all of which must be true. */
export const conjuncts = (node: Node): readonly Node[] =>
  node.kind === 'binary' && node.operator === '&&' ? [...conjuncts(node.left), ...conjuncts(node.right)] : [node];
