import type { Node } from '../../expression/node.ts';
import type { Field } from '../../model/ast/entities.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { isUnfollowed } from './calendar.ts';
import { readWithoutExpression } from './liveness.ts';
import { fieldRead, fieldsRead, nodesOf, type Reader, readersOf } from './readers.ts';

/**
 * The expressions that decide anything in a search. Left out are those of calendar events that it
 * does not follow, and those whose value always is one that can be written, to a field that decides
 * nothing: `reminders = reminders + 1` where nothing else reads the reminders.
 */
export function decidingReaders(model: Model): readonly Reader[] {
  const unfollowed = new Set(model.machines.flatMap(({ transitions }) => transitions.filter(isUnfollowed).map(({ span }) => span)));
  const decides = new Set(readWithoutExpression(model));
  const all = readersOf(model).filter(({ row }) => !unfollowed.has(row));
  const deciding = new Set<Reader>();
  for (let known = -1; known < deciding.size; ) {
    known = deciding.size;
    for (const reader of all) {
      if (deciding.has(reader) || (reader.target !== null && !decides.has(reader.target) && isAlwaysWritten(model, reader))) continue;
      deciding.add(reader);
      for (const path of fieldsRead(model, nodesOf(model, reader.expression))) decides.add(path);
    }
  }
  return all.filter((reader) => deciding.has(reader));
}

/** Types of which every value of the right kind can be written. */
const unlimited: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'date', 'datetime', 'text', 'markdown']);

/** Whether the value can always be computed, and can always be written. */
function isAlwaysWritten(model: Model, { expression: { node }, target }: Reader): boolean {
  const [entity = '', name = ''] = (target ?? '').split('.');
  const field = fieldOf(model, entity, name);
  if (node === null || field === undefined || field.unique || !unlimited.has(field.type.kind)) return false;
  const read = fieldOfNode(model, node);
  return read !== null && !field.required ? isPresent(model, operandOf(node)) : isPresent(model, node);
}

/** Whether the node always has a value that is not null. */
function isPresent(model: Model, node: Node | null): boolean {
  if (node === null) return true;
  if (node.kind === 'literal') return node.value !== null;
  // Texts that are joined may become too long.
  if (node.kind === 'binary')
    return '+-*'.includes(node.operator) && node.type.kind !== 'text' && isPresent(model, node.left) && isPresent(model, node.right);
  if (node.kind === 'name' && ['constant', 'now', 'today', 'me', 'self'].includes(node.resolution.kind)) return true;
  const field = fieldOfNode(model, node);
  return field?.required === true && field.computed === null && isPresent(model, operandOf(node));
}

const operandOf = (node: Node): Node | null => (node.kind === 'select' ? node.operand : null);

function fieldOfNode(model: Model, node: Node): Field | null {
  const read = fieldRead(node);
  return read === null ? null : (fieldOf(model, read.entity, read.field) ?? null);
}
