import type { Expression } from '../expression/expression.ts';
import type { Node } from '../expression/node.ts';
import { visit } from '../expression/visit.ts';
import { labelKey } from './ast/labels.ts';
import { isFinalState } from './final-state.ts';
import { fieldOf, machineOf } from './lookup.ts';
import type { RunModel } from './run-model.ts';
import { lateFieldName } from './says-late.ts';

/**
 * Whether an expression counts or sums only late records: those with a computed field that marks
 * them late, or in a non-final state whose colour is `danger`.
 */
export function countsLateRecords(model: RunModel, { node }: Expression): boolean {
  const filters: Node[] = [];
  const gather = (one: Node): void => {
    if (one.kind === 'macro' && one.macro === 'filter') filters.push(one);
  };
  if (node !== null) visit(node, gather);
  const [only] = filters;
  return filters.length === 1 && only?.kind === 'macro' && requiresLate(model, only.body, only.variable);
}

function requiresLate(model: RunModel, node: Node, variable: string): boolean {
  if (node.kind === 'select') {
    const [entity, field] = [entityOf(node.operand, variable), node.field];
    const found = entity === null ? undefined : fieldOf(model, entity, field);
    return found?.type.kind === 'boolean' && found.computed !== null && lateFieldName.test(field);
  }
  if (node.kind !== 'binary') return false;
  const { operator, left, right } = node;
  if (operator === '&&') return requiresLate(model, left, variable) || requiresLate(model, right, variable);
  if (operator !== '==' || left.kind !== 'select' || right.kind !== 'literal' || typeof right.value !== 'string') return false;
  const entity = entityOf(left.operand, variable);
  const machine = entity === null ? undefined : machineOf(model, entity, left.field);
  return (
    machine !== undefined &&
    !isFinalState(machine, right.value) &&
    model.labels.colours.get(labelKey('value', machine.entity, machine.field, right.value)) === 'danger'
  );
}

/** The entity of a record variable; null if `node` is not that variable. */
const entityOf = (node: Node, variable: string): string | null =>
  node.kind === 'name' && node.name === variable && node.type.kind === 'record' ? node.type.entity : null;
