import type { Scope } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import type { RecordValue } from '../../expression/values/value.ts';

/** The scope in which a condition looks at a record: as the row, or under the variable's name. */
export const withinScope = (scope: Scope, variable: string | null, record: RecordValue): Scope =>
  variable === null ? { ...scope, row: record } : { ...scope, bound: new Map([...scope.bound, [variable, record]]) };

const known = new WeakMap<Node, Node>();

/**
 * The same expression with the row instead of the place's record, created once; null if it does not
 * parse.
 */
export function rowNodeOf({ node }: Expression): Node | null {
  if (node === null) return null;
  const before = known.get(node);
  if (before !== undefined) return before;
  const made = selfAsRow(node);
  known.set(node, made);
  return made;
}

/**
 * The same expression with the row instead of the place's record: a permission becomes the
 * condition of a list.
 */
function selfAsRow(node: Node): Node {
  switch (node.kind) {
    case 'literal':
      return node;
    case 'name': {
      const { resolution } = node;
      if (resolution.kind === 'self') return { ...node, resolution: { kind: 'row' } };
      return resolution.kind === 'self-field' ? { ...node, resolution: { kind: 'row-field', entity: resolution.entity } } : node;
    }
    case 'select':
    case 'unary':
      return { ...node, operand: selfAsRow(node.operand) };
    case 'index':
      return { ...node, operand: selfAsRow(node.operand), index: selfAsRow(node.index) };
    case 'call':
      return { ...node, target: node.target === null ? null : selfAsRow(node.target), args: node.args.map(selfAsRow) };
    case 'binary':
      return { ...node, left: selfAsRow(node.left), right: selfAsRow(node.right) };
    case 'conditional':
      return { ...node, test: selfAsRow(node.test), then: selfAsRow(node.then), otherwise: selfAsRow(node.otherwise) };
    case 'list':
      return { ...node, items: node.items.map(selfAsRow) };
    case 'map':
      return { ...node, entries: node.entries.map(({ key, value }) => ({ key: selfAsRow(key), value: selfAsRow(value) })) };
    case 'macro':
      return {
        ...node,
        target: selfAsRow(node.target),
        filter: node.filter === null ? null : selfAsRow(node.filter),
        body: selfAsRow(node.body),
      };
  }
}
