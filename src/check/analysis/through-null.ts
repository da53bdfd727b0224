import type { Node } from '../../expression/node.ts';
import { print } from '../../expression/parse/print.ts';
import type { Machine, Transition } from '../../model/ast/states.ts';
import { filledIn } from './entering.ts';
import { type Fact, factsOf, visitKnowing } from './knowing.ts';
import type { Constants } from './logic.ts';

/** A field of the record is there, by both of its names. */
export const there = (field: string): Fact[] =>
  [field, `self.${field}`].map((term) => ({ term, notNull: true, notZero: false, positive: false }));

/** What the guard asks and the rows that lead here have set. */
export function knownBefore(machine: Machine, transition: Transition, constants: Constants): Fact[] {
  const guard = transition.guard?.node ?? null;
  const facts = guard === null ? [] : factsOf(guard, true, constants);
  // A guard that holds could be worked out: what it reads through is there.
  if (guard !== null)
    visitKnowing(guard, constants, (node, known) => {
      const found = isCertain(guard, node) ? throughNull(node, known) : null;
      if (found !== null) facts.push({ term: found.relation, notNull: true, notZero: false, positive: false });
    });
  for (const field of filledIn(machine, transition)) facts.push(...there(field));
  return facts;
}

/** Is a part worked out in any case? Not on one side of an alternative, and not inside a macro. */
function isCertain(whole: Node, part: Node): boolean {
  if (whole === part) return true;
  if (whole.from > part.from || whole.to < part.to || whole.kind === 'macro' || whole.kind === 'conditional') return false;
  if (whole.kind === 'binary') return whole.operator !== '||' && (isCertain(whole.left, part) || isCertain(whole.right, part));
  return whole.kind === 'select' ? isCertain(whole.operand, part) : whole.kind === 'unary' && isCertain(whole.operand, part);
}

export interface Through {
  readonly path: string;
  readonly relation: string;
}

/** A field that is read of a record which may not be there. */
export function throughNull(node: Node, known: readonly Fact[]): Through | null {
  if (node.kind !== 'select' || node.test || node.operand.type.kind !== 'record' || node.operand.type.nullable !== true) return null;
  const { operand } = node;
  // Whether a person is signed in is a matter of roles.
  if (operand.kind === 'name' ? operand.resolution.kind === 'me' : operand.kind !== 'select') return null;
  const relation = print(operand);
  return known.some((fact) => fact.notNull && fact.term === relation) ? null : { path: print(node), relation };
}
