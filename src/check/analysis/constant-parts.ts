import type { Node } from '../../expression/node.ts';
import { children } from '../../expression/visit.ts';
import { type Atom, atomOf, type Constants, contradiction, parts } from './logic.ts';

/** A part of a condition whose result is the same for every record. */
export interface ConstantPart {
  readonly holds: 'never' | 'always';
  readonly node: Node;
  /** The two comparisons that determine the result, or the only one that does. */
  readonly by: readonly Atom[];
}

/**
 * Finds the parts of an expression that are never or always true. `known`: the possible texts of
 * terms at this place.
 */
export function constantParts(node: Node, constants: Constants, known: ReadonlyMap<string, readonly string[]> = new Map()): ConstantPart[] {
  const found: ConstantPart[] = [];
  const waiting: Node[] = [node];
  const alone = (one: Node): boolean => {
    for (const holds of ['never', 'always'] as const) {
      const atom = atomOf(one, constants, holds === 'always');
      if (atom === null || contradiction([atom], known) === null) continue;
      found.push({ holds, node: one, by: [atom] });
      return true;
    }
    return false;
  };
  while (waiting.length > 0) {
    const next = waiting.pop() as Node;
    if (next.kind === 'binary' && (next.operator === '&&' || next.operator === '||')) {
      const members = parts(next, next.operator);
      const decided = members.filter(alone);
      const negated = next.operator === '||';
      const atoms = members.flatMap((member) => atomOf(member, constants, negated) ?? []);
      const clash = decided.length > 0 ? null : contradiction(atoms, known);
      if (clash !== null)
        found.push({ holds: negated ? 'always' : 'never', node: next, by: clash.before === null ? [clash.at] : [clash.before, clash.at] });
      for (const member of members) if (!decided.includes(member)) waiting.push(...inner(member));
    } else if (!alone(next)) waiting.push(...inner(next));
  }
  return found;
}

/**
 * The children of a node that may be conditions. The sides of a comparison count only if they are
 * macros.
 */
const inner = (node: Node): readonly Node[] =>
  node.kind === 'binary' && (node.operator === '&&' || node.operator === '||') ? [node] : children(node);
