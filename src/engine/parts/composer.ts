import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import { initiallyVisibleParts } from '../document/edit-forms.ts';
import type { InputData } from '../form-data.ts';
import { fieldInput } from '../screens/inputs.ts';
import type { World } from '../world/world.ts';
import { isAlwaysRefused, maySetNew } from './form.ts';
import type { PartOf, PartPlace } from './part-reader.ts';

/** The inputs of a new message in a conversation; null: the person may not write one. */
export function composerOf({ world, record, screen }: PartPlace, part: PartOf<'list'>): readonly InputData[] | null {
  const entity = world.index.entity(part.entity.text);
  const field = part.talk === null ? null : world.index.field(part.entity.text, part.talk.text);
  if (entity === null || field === null || world.access.grant(part.entity.text, 'create').kind === 'no') return null;
  // The document has its own form for such records.
  if (
    initiallyVisibleParts(screen.parts).some(
      (one) => one.kind === 'form' && one.purpose === 'create' && one.entity?.text === entity.name.text,
    )
  )
    return null;
  if (!field.settable || !maySetNew(world, entity, field)) return null;
  if (isAlwaysRefused(world, entity, messagePreset(world, part, record), [field])) return null;
  return [{ ...fieldInput(world, field, null), required: true }];
}

/**
 * The values that tie a new message to the list, taken from conditions such as `ticket == self`.
 */
export function messagePreset(world: World, part: PartOf<'list'>, record: RecordValue | null): ReadonlyMap<string, Value> {
  const { where } = part;
  if (where === null || where.node === null) return new Map();
  return new Map(
    equalities(where.node).flatMap(([field, node]): [string, Value][] => {
      const value = outside(world, where, node, record);
      return value === null || world.index.field(part.entity.text, field)?.settable !== true ? [] : [[field, value]];
    }),
  );
}

/** The row's fields that a condition equates with a value from outside the row. */
function equalities(node: Node): [string, Node][] {
  if (node.kind !== 'binary') return [];
  if (node.operator === '&&') return [...equalities(node.left), ...equalities(node.right)];
  if (node.operator !== '==') return [];
  const { left, right } = node;
  const field = (one: Node): string | null => (one.kind === 'name' && one.resolution.kind === 'row-field' ? one.name : null);
  const [ofLeft, ofRight] = [field(left), field(right)];
  if (ofLeft !== null && ofRight === null) return [[ofLeft, right]];
  return ofRight !== null && ofLeft === null ? [[ofRight, left]] : [];
}

function outside(world: World, where: Expression, node: Node, record: RecordValue | null): Value {
  try {
    return compileExpression({ ...where, node })(world.scope(record, undefined, 'person'));
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}
