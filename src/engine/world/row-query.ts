import { foldEmail } from '../../base/email.ts';
import type { BinaryOperator, Node } from '../../expression/node.ts';
import { anyType, type Type } from '../../expression/types/type.ts';
import type { Value } from '../../expression/values/value.ts';
import { isFolded } from '../../model/types/traits.ts';
import type { World } from './world.ts';

/* Builds conditions for the product's own queries, which are not in any document. */

const place = { from: 0, to: 0, type: anyType };

export const literal = (value: Value): Node => ({ kind: 'literal', ...place, value });

export const listOfNodes = (items: readonly Node[]): Node => ({ kind: 'list', ...place, items });

export const listOfValues = (values: readonly Value[]): Node => listOfNodes(values.map(literal));

export const binary = (operator: BinaryOperator, left: Node, right: Node): Node => ({
  kind: 'binary',
  ...place,
  type: { kind: 'boolean' },
  operator,
  left,
  right,
});

export const not = (operand: Node): Node => ({ kind: 'unary', ...place, type: { kind: 'boolean' }, operator: '!', operand });

export const call = (name: string, target: Node | null, args: readonly Node[]): Node => ({ kind: 'call', ...place, name, target, args });

/** A field of the row in a query. */
export function rowField(world: World, entity: string, name: string): Node {
  const type: Type = world.index.field(entity, name)?.valueType ?? anyType;
  return { kind: 'name', ...place, type, name, resolution: { kind: 'row-field', entity } };
}

export const rowEquals = (world: World, entity: string, field: string, value: Value): Node =>
  binary('==', rowField(world, entity, field), literal(value));

/** Compares like a unique rule does: email addresses regardless of case. */
export function rowMatches(world: World, entity: string, field: string, value: Value): Node {
  if (typeof value !== 'string' || !isFolded(world.index.field(entity, field))) return rowEquals(world, entity, field, value);
  const folded: Node = { ...call('lowerAscii', rowField(world, entity, field), []), type: { kind: 'text' } };
  return binary('==', folded, literal(foldEmail(value)));
}
