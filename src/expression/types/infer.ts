import type { Expression } from '../expression.ts';
import type { Node } from '../node.ts';
import { visit } from '../visit.ts';
import type { Type } from './type.ts';
import { elementOf, isOpen, listOf, notNull } from './type-relations.ts';

/**
 * Infers the types of bound names of type `any` from how a checked expression uses them: what they
 * are compared with, the field they are assigned to in a `with {…}` (`keys`), or the type of the
 * whole expression. Names from the route and the query get their types this way (NOTATION, section
 * 7). The first conclusive use wins; macro variables are ignored.
 */
export function inferTypes(
  expression: Expression,
  keys: ReadonlyMap<string, Type> = new Map(),
  expected?: Type,
): ReadonlyMap<string, Type> {
  const found = new Map<string, Type>();
  const { node, reads } = expression;
  if (node === null) return found;
  const tell = (target: Node, type: Type): void => {
    if (target.kind !== 'name' || target.resolution.kind !== 'bound' || target.type.kind !== 'any') return;
    if (isOpen(type) || type.kind === 'null' || !reads.bound.includes(target.name) || found.has(target.name)) return;
    const { unit: _, ...plain } = notNull(type);
    found.set(target.name, plain as Type);
  };
  if (expected !== undefined) tell(node, expected);
  visit(node, (inner) => {
    if (inner.kind === 'map') {
      for (const { key, value } of inner.entries) {
        const type = key.kind === 'literal' && typeof key.value === 'string' ? keys.get(key.value) : undefined;
        if (type !== undefined) tell(value, type);
      }
    }
    if (inner.kind !== 'binary') return;
    const { operator, left, right } = inner;
    if (operator === 'in') {
      const element = elementOf(right.type);
      if (element !== undefined) tell(left, element);
      tell(right, listOf(left.type));
    } else if (['==', '!=', '<', '<=', '>', '>='].includes(operator)) {
      tell(left, right.type);
      tell(right, left.type);
    }
  });
  return found;
}
