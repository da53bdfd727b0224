import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import { isRecord, type RecordValue, type Value } from '../../expression/values/value.ts';
import type { Part } from '../../model/ast/screens.ts';
import { organisationPreset } from '../screens/organisations.ts';
import type { World } from '../world/world.ts';

type Form = Extract<Part, { readonly kind: 'form' }>;

/**
 * The values of `with {…}` below a form, set together with the person's; for a new record also the
 * current organisation, unless the form asks for it. Empty if they cannot be evaluated.
 */
export function formPresets(world: World, form: Form, record: RecordValue | null): ReadonlyMap<string, Value> {
  const value = valueOrNull(world, form.with, record);
  const written = value instanceof Map ? (value as ReadonlyMap<string, Value>) : new Map<string, Value>();
  if (form.purpose !== 'create' || form.entity === null) return written;
  const own = [...organisationPreset(world, form.entity.text, record)].filter(
    ([name]) => !form.fields.some((field) => field.name.text === name),
  );
  return new Map([...own, ...written]);
}

/** The record that a form edits: `form to edit me`, else the record of the screen. */
export function formTarget(world: World, target: Expression | null, record: RecordValue | null): RecordValue | null {
  if (target === null) return record;
  const value = valueOrNull(world, target, record);
  return isRecord(value) ? value : null;
}

function valueOrNull(world: World, expression: Expression | null, record: RecordValue | null): Value {
  if (expression === null || expression.node === null) return null;
  try {
    return compileExpression(expression)(world.scope(record, undefined, 'person'));
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}
