import type { Expression } from '../expression/expression.ts';
import type { Node } from '../expression/node.ts';
import { visit } from '../expression/visit.ts';

/** `Entity.field` of every field that an expression looks at, through whatever name. */
export function fieldsRead(expression: Expression): string[] {
  const found = new Set<string>();
  for (const { entity, field } of fieldUses(expression)) found.add(`${entity}.${field}`);
  return [...found];
}

/** Each place in an expression that looks at a field. */
export function fieldUses(expression: Expression): { readonly entity: string; readonly field: string; readonly node: Node }[] {
  const found: { entity: string; field: string; node: Node }[] = [];
  if (expression.node === null) return found;
  visit(expression.node, (node) => {
    if (node.kind === 'select' && node.operand.type.kind === 'record')
      found.push({ entity: node.operand.type.entity, field: node.field, node });
    else if (node.kind === 'name' && (node.resolution.kind === 'self-field' || node.resolution.kind === 'row-field')) {
      found.push({ entity: node.resolution.entity, field: node.name, node });
    }
  });
  return found;
}
