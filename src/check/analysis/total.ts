import type { Node } from '../../expression/node.ts';

const operators = new Set(['+', '-', '*', '<', '<=', '>', '>=', '==', '!=', '&&', '||', 'in']);
const functions = new Set(['size', 'sum', 'trim', 'lower', 'upper', 'days', 'hours', 'minutes', 'distinct', 'sort']);

/**
 * Has an expression a value whatever the record says? Guessed narrow: what is not certain has none.
 */
export function hasAlwaysValue(node: Node): boolean {
  switch (node.kind) {
    case 'literal':
      return node.value !== null;
    case 'name':
      return node.type.nullable !== true && node.resolution.kind !== 'unknown' && node.type.kind !== 'any';
    case 'select':
      return node.test || (node.type.nullable !== true && node.type.kind !== 'any' && hasAlwaysValue(node.operand));
    case 'unary':
      return hasAlwaysValue(node.operand);
    case 'binary':
      return operators.has(node.operator) && hasAlwaysValue(node.left) && hasAlwaysValue(node.right);
    case 'conditional':
      return [node.test, node.then, node.otherwise].every(hasAlwaysValue);
    case 'call':
      return functions.has(node.name) && [...(node.target === null ? [] : [node.target]), ...node.args].every(hasAlwaysValue);
    case 'list':
      return node.items.every(hasAlwaysValue);
    case 'macro':
      // Records that cannot be asked are left out; what `map` makes of each must be there.
      return node.macro !== 'map'
        ? hasAlwaysValue(node.target) && isOfRecords(node.target)
        : hasAlwaysValue(node.target) && hasAlwaysValue(node.body);
    case 'index':
    case 'map':
      return false;
  }
}

const isOfRecords = ({ type }: Node): boolean => type.kind === 'list' && type.of.kind === 'record';
