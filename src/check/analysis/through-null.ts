import type { Node } from '../../expression/node.ts';
import { print } from '../../expression/parse/print.ts';
import type { Name } from '../../model/ast/common.ts';
import type { Machine, Transition } from '../../model/ast/states.ts';
import { certainlyFilledFields } from './entering.ts';
import { factsAboutEach, factsOf, type KnownFact, visitWithFacts } from './knowing.ts';
import { type Constants, parts } from './logic.ts';
import type { AlwaysHasValue } from './total.ts';
import { rowsAbove } from './transitions.ts';

/** The fact that a field of the record is not null, under both of its names. */
export const notNullFacts = (field: string): KnownFact[] =>
  [field, `self.${field}`].map((term) => ({ term, notNull: true, notZero: false, positive: false }));

/**
 * The facts known where a row's guard is tried: from the rows above, whose guards were false, and
 * from the rows leading to its states.
 */
export function factsAtGuard(machine: Machine, row: Transition, constants: Constants, alwaysHasValue: AlwaysHasValue): KnownFact[] {
  // Parameters hide the fields of the same name.
  const hidden = row.trigger.kind === 'event' ? row.trigger.parameters.map(({ name }) => name.text) : [];
  const covers = (all: readonly Name[], some: readonly Name[]): boolean => some.every(({ text }) => all.some((one) => one.text === text));
  const above = rowsAbove(machine, row).filter(
    (other) =>
      (other.any || (!row.any && covers(other.from, row.from))) &&
      (other.roles.length === 0 || (row.roles.length > 0 && covers(other.roles, row.roles))),
  );
  return [
    ...above.flatMap(({ guard }) => (guard?.node == null ? [] : factsOfFalse(guard.node, constants, alwaysHasValue))),
    ...[...certainlyFilledFields(machine, row)].flatMap(notNullFacts).filter(({ term }) => !hidden.includes(term)),
  ];
}

/** The facts that are certain where a condition is false or has no value. */
function factsOfFalse(condition: Node, constants: Constants, alwaysHasValue: AlwaysHasValue): KnownFact[] {
  const facts: KnownFact[] = [];
  for (const part of parts(condition, '||')) {
    if (part.kind === 'macro' && part.macro === 'exists') {
      // Its elements without a value are skipped.
      if (alwaysHasValue(part.target, facts) && alwaysHasValue(part.body)) facts.push(...factsAboutEach(part, false, constants));
    } else if (alwaysHasValue(part, facts)) facts.push(...factsOf(part, false, constants));
  }
  return facts;
}

/**
 * The facts known before a row's effect: from its guard and from the rows above and those leading
 * to its states.
 */
export function factsBefore(machine: Machine, transition: Transition, constants: Constants, alwaysHasValue: AlwaysHasValue): KnownFact[] {
  const guard = transition.guard?.node ?? null;
  const facts = factsAtGuard(machine, transition, constants, alwaysHasValue);
  if (guard !== null) facts.push(...factsOf(guard, true, constants));
  // A guard that is true was evaluated, so the relations it reads through are not null.
  if (guard !== null)
    visitWithFacts(guard, constants, (node, known) => {
      const found = isCertain(guard, node) ? findUnsafeSelection(node, known) : null;
      if (found !== null) facts.push({ term: found.relation, notNull: true, notZero: false, positive: false });
    });
  return facts;
}

/**
 * Whether evaluating `whole` always evaluates `part`: it is on no side of an alternative and inside
 * no macro.
 */
function isCertain(whole: Node, part: Node): boolean {
  if (whole === part) return true;
  if (whole.from > part.from || whole.to < part.to || whole.kind === 'macro' || whole.kind === 'conditional') return false;
  if (whole.kind === 'binary') return whole.operator !== '||' && (isCertain(whole.left, part) || isCertain(whole.right, part));
  return whole.kind === 'select' ? isCertain(whole.operand, part) : whole.kind === 'unary' && isCertain(whole.operand, part);
}

export interface UnsafeSelection {
  readonly path: string;
  readonly relation: string;
}

/** Detects a field read from a record that may be null. */
export function findUnsafeSelection(
  node: Node,
  known: readonly KnownFact[],
  alwaysHasValue: AlwaysHasValue = () => false,
): UnsafeSelection | null {
  if (node.kind !== 'select' || node.test || node.operand.type.kind !== 'record' || node.operand.type.nullable !== true) return null;
  const { operand } = node;
  // Being signed in is a matter of roles, so reads of `me` are not reported.
  if (operand.kind === 'name' ? operand.resolution.kind === 'me' : operand.kind !== 'select') return null;
  const relation = print(operand);
  const isKnown = known.some((fact) => fact.notNull && fact.term === relation);
  return isKnown || alwaysHasValue(operand, known) ? null : { path: print(node), relation };
}
