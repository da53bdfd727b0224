import type { Node } from '../../expression/node.ts';

const operators = new Set(['+', '-', '*', '<', '<=', '>', '>=', '==', '!=', '&&', '||', 'in']);
const functions = new Set(['size', 'sum', 'trim', 'lower', 'upper', 'days', 'hours', 'minutes', 'distinct', 'sort']);

/**
 * The expression of a computed field; null: the field is not computed. A computed field is nullable
 * by type even if its expression always has a value.
 */
export type Computed = (entity: string, field: string) => Node | null;

/** Whether an expression has a value for every record. Conservative: false if unsure. */
export function alwaysHasValue(node: Node, computed: Computed = () => null): boolean {
  const own = fieldOf(node);
  const how = own === null ? null : computed(own.entity, own.field);
  if (how !== null && own !== null) {
    // A field computed from itself has no value.
    const once: Computed = (entity, field) => (entity === own.entity && field === own.field ? null : computed(entity, field));
    return (node.kind !== 'select' || alwaysHasValue(node.operand, computed)) && alwaysHasValue(how, once);
  }
  return hasValue(node, (inner) => alwaysHasValue(inner, computed));
}

function fieldOf(node: Node): { readonly entity: string; readonly field: string } | null {
  if (node.kind === 'select' && !node.test && node.operand.type.kind === 'record')
    return { entity: node.operand.type.entity, field: node.field };
  return node.kind === 'name' && 'entity' in node.resolution ? { entity: node.resolution.entity, field: node.name } : null;
}

function hasValue(node: Node, alwaysHasValue: (inner: Node) => boolean): boolean {
  switch (node.kind) {
    case 'literal':
      return node.value !== null;
    case 'name':
      return node.type.nullable !== true && node.resolution.kind !== 'unknown' && node.type.kind !== 'any';
    case 'select':
      return node.test || (node.type.nullable !== true && node.type.kind !== 'any' && alwaysHasValue(node.operand));
    case 'unary':
      return alwaysHasValue(node.operand);
    case 'binary':
      return operators.has(node.operator) && alwaysHasValue(node.left) && alwaysHasValue(node.right);
    case 'conditional':
      return [node.test, node.then, node.otherwise].every((inner) => alwaysHasValue(inner));
    case 'call':
      return functions.has(node.name) && [...(node.target === null ? [] : [node.target]), ...node.args].every(alwaysHasValue);
    case 'list':
      return node.items.every(alwaysHasValue);
    case 'macro':
      // Records whose condition fails are left out, but every result of `map` needs a value.
      return node.macro !== 'map'
        ? alwaysHasValue(node.target) && isOfRecords(node.target)
        : alwaysHasValue(node.target) && alwaysHasValue(node.body);
    case 'index':
    case 'map':
      return false;
  }
}

const isOfRecords = ({ type }: Node): boolean => type.kind === 'list' && type.of.kind === 'record';
