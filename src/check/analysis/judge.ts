import type { Node } from '../../expression/node.ts';
import { children } from '../../expression/visit.ts';
import { type Atom, atomOf, type Constants, contradiction, parts } from './logic.ts';

/** A part of a condition that is the same whatever the record says. */
export interface Judgement {
  readonly holds: 'never' | 'always';
  readonly node: Node;
  /** The two comparisons that decide it; one when it decides alone. */
  readonly by: readonly Atom[];
}

/**
 * The parts of an expression that never or always hold. `known` says which texts a term can have
 * where the expression is.
 */
export function judge(node: Node, constants: Constants, known: ReadonlyMap<string, readonly string[]> = new Map()): Judgement[] {
  const found: Judgement[] = [];
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
 * What is left to look at inside a node; a comparison's own sides hold no conditions worth a look
 * unless they are macros.
 */
const inner = (node: Node): readonly Node[] =>
  node.kind === 'binary' && (node.operator === '&&' || node.operator === '||') ? [node] : children(node);
