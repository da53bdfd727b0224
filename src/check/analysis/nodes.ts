import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import { visit } from '../../expression/visit.ts';

/** `Entity.field` of every field that an expression reads, through any name. */
export function fieldsRead({ node }: Expression): readonly string[] {
  if (node === null) return [];
  let found = known.get(node);
  if (found === undefined) known.set(node, (found = [...new Set(usesIn(node).map(({ entity, field }) => `${entity}.${field}`))]));
  return found;
}

/** Cached by node, which stays the same object in the next version if unchanged. */
const known = new WeakMap<Node, readonly string[]>();

interface FieldUse {
  readonly entity: string;
  readonly field: string;
  readonly node: Node;
}

function usesIn(root: Node): FieldUse[] {
  const found: FieldUse[] = [];
  visit(root, (node) => {
    if (node.kind === 'select' && node.operand.type.kind === 'record')
      found.push({ entity: node.operand.type.entity, field: node.field, node });
    else if (node.kind === 'name' && (node.resolution.kind === 'self-field' || node.resolution.kind === 'row-field')) {
      found.push({ entity: node.resolution.entity, field: node.name, node });
    }
  });
  return found;
}

/** The name of the field if the node is one of the place's own record. */
export function ownField(node: Node): string | null {
  if (node.kind === 'name') return node.resolution.kind === 'self-field' ? node.name : null;
  return node.kind === 'select' && node.operand.kind === 'name' && node.operand.name === 'self' && !node.test ? node.field : null;
}

/** The field that a name or selection reads; null: it reads none. */
export function readField(node: Node): { readonly entity: string; readonly field: string } | null {
  if (node.kind === 'select' && node.operand.type.kind === 'record') return { entity: node.operand.type.entity, field: node.field };
  return node.kind === 'name' && 'entity' in node.resolution ? { entity: node.resolution.entity, field: node.name } : null;
}
