import { openedBy } from '../../expression/action.ts';
import type { Node } from '../../expression/node.ts';
import { print } from '../../expression/parse/print.ts';
import { mapChildren } from '../../expression/visit.ts';
import type { Transition } from '../../model/ast/states.ts';
import { machinesOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { constantsOf } from './constant-conditions.ts';
import { type Atom, atomOf, type Constants, contradiction, parts } from './logic.ts';
import type { Write } from './writes.ts';

/**
 * Whether the clauses that begin with a step rule out that a row refuses it with its error:
 * `when machine.free: create Job with {"machine": machine}` for the guard `machine.free`.
 */
export function isRuledOut(model: Model, row: Transition, write: Write): boolean {
  const constants = constantsOf(model);
  const known = conditionsOf(write, constants);
  // The guard of a row `changed` is about the record as the step has changed it.
  if (known.length === 0 || row.guard?.node == null || row.trigger.kind === 'changed') return false;
  if (isOfOtherState(model, row, write, known)) return true;
  if (!row.refuses) return isImplied(row.guard.node, known, write, constants);
  const refused = parts(row.guard.node, '&&').flatMap((part) => placed(part, write, constants, false));
  return contradiction([...known, ...refused]) !== null;
}

/** Whether the clauses that begin with a step imply a rule about the record that it creates. */
export function isImpliedByClauses(model: Model, must: Node, write: Write): boolean {
  const constants = constantsOf(model);
  const known = write.operation === 'create' ? conditionsOf(write, constants) : [];
  return known.length > 0 && isImplied(must, known, write, constants);
}

const isImplied = (must: Node, known: readonly Atom[], write: Write, constants: Constants): boolean =>
  parts(must, '&&').every((part) => {
    const [opposite] = placed(part, write, constants, true);
    return opposite !== undefined && contradiction([...known, opposite]) !== null;
  });

/** Whether the clauses say that the record is in a state that the row does not leave. */
function isOfOtherState(model: Model, row: Transition, write: Write, known: readonly Atom[]): boolean {
  const machine = machinesOf(model, write.entity).find(({ transitions }) => transitions.includes(row));
  const term = machine === undefined || row.any || row.from.length === 0 ? null : termAt(write, `self.${machine.field}`);
  const atom = known.find((one) => one.term === term);
  const values = row.from.map(({ text }) => text);
  return atom !== undefined && contradiction([...known, { ...atom, constraint: { kind: 'texts', values, are: true } }]) !== null;
}

/** What `when` and the filters of `for` ask before the step. */
function conditionsOf({ step }: Write, constants: Constants): Atom[] {
  return openedBy(step).flatMap((clause) => {
    if (clause.kind === 'when') return atomsOf(clause.condition.node, constants);
    const { node } = clause.list;
    if (node?.kind !== 'macro' || node.macro !== 'filter') return [];
    const variable = new RegExp(`^${node.variable}\\b`);
    return atomsOf(node.body, constants).map((atom) => ({ ...atom, term: atom.term.replace(variable, clause.name.text) }));
  });
}

const atomsOf = (node: Node | null, constants: Constants): Atom[] =>
  (node === null ? [] : parts(qualified(node), '&&')).flatMap((part) => {
    const atom = atomOf(part, constants);
    return atom === null || !isPath.test(atom.term) ? [] : [atom];
  });

const isPath = /^[\w.]+$/;

/** A comparison about the record that is written, as the step's own place would write it. */
function placed(node: Node, write: Write, constants: Constants, negated: boolean): Atom[] {
  const atom = atomOf(qualified(node), constants, negated);
  const term = atom === null ? null : termAt(write, atom.term);
  return atom === null || term === null ? [] : [{ ...atom, term }];
}

/**
 * A path from the record that is written, as the step's own place would write it; null: it is not
 * one, or it begins with a value that the step does not give.
 */
function termAt({ step, isLine }: Write, term: string): string | null {
  const [own, head, ...rest] = term.split('.');
  if (!isPath.test(term) || own !== 'self' || head === undefined || isLine) return null;
  const join = (node: Node, path: readonly string[]): string => [print(qualified(node)), ...path].join('.');
  if ('target' in step) return step.target.node?.type.kind === 'record' ? join(step.target.node, [head, ...rest]) : null;
  if (step.kind !== 'create' || step.with?.node?.kind !== 'map') return null;
  const value = step.with.node.entries.find(({ key }) => key.kind === 'literal' && key.value === head)?.value;
  return value === undefined ? null : join(value, rest);
}

/** The node with `self.` before the fields of the place's record. */
function qualified(node: Node): Node {
  if (node.kind !== 'name' || node.resolution.kind !== 'self-field') return mapChildren(node, qualified);
  return { ...node, kind: 'select', operand: { ...node, name: 'self' }, field: node.name, fieldFrom: node.from, test: false };
}
