import type { Scope } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import { mapChildren } from '../../expression/visit.ts';

/** The scope in which a condition reads a record: as the row, or under the variable's name. */
export const withinScope = (scope: Scope, variable: string | null, record: RecordValue): Scope =>
  variable === null ? { ...scope, row: record } : { ...scope, bound: new Map([...scope.bound, [variable, record]]) };

const known = new WeakMap<Node, Node>();

/** The expression with the row in place of `self`, cached per node; null if it does not parse. */
export function rowNodeOf({ node }: Expression): Node | null {
  if (node === null) return null;
  const before = known.get(node);
  if (before !== undefined) return before;
  const made = selfAsRow(node);
  known.set(node, made);
  return made;
}

/** Replaces `self` by the row, which turns a permission into the condition of a list. */
function selfAsRow(node: Node): Node {
  if (node.kind !== 'name') return mapChildren(node, selfAsRow);
  const { resolution } = node;
  if (resolution.kind === 'self') return { ...node, resolution: { kind: 'row' } };
  return resolution.kind === 'self-field' ? { ...node, resolution: { kind: 'row-field', entity: resolution.entity } } : node;
}
