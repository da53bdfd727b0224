import { anyType, type Type } from '../../expression/types/type.ts';
import { Mistake } from '../../expression/values/json.ts';
import type { Value } from '../../expression/values/value.ts';
import type { Field, FieldType } from '../../model/ast/entities.ts';
import { inSentence } from '../../model/labels.ts';
import { plainTypes } from '../../model/types/index.ts';
import type { Given } from '../operation.ts';
import type { Refusal } from '../outcome.ts';
import { shortened } from '../wording.ts';
import { binary, literal, rowField } from '../world/row-query.ts';
import type { World } from '../world/world.ts';
import { addRefusal, refusal } from './refusals.ts';
import { invalid } from './values.ts';

/**
 * Converts a file's row into the values of a new record. An empty cell has no value, so the default
 * applies.
 */
export function coerceText(
  world: World,
  entity: string,
  row: Readonly<Record<string, string>>,
  allowed: ReadonlySet<string>,
): { readonly values: Given; readonly mistakes: readonly Refusal[] } {
  const values = new Map<string, Value>();
  const mistakes: Refusal[] = [];
  for (const [name, cell] of Object.entries(row)) {
    if (cell === '') continue;
    const field = allowed.has(name) ? world.index.field(entity, name) : null;
    if (field === null) {
      addRefusal(mistakes, () =>
        refusal(world.index, {
          error: 'FORBIDDEN',
          entity,
          field: shortened(name),
          because: `${entity}.${shortened(name)} cannot be set from a file`,
        }),
      );
      continue;
    }
    const value = readCell(world, field.type, field.valueType, cell);
    if (value instanceof Mistake) mistakes.push(invalid(world, field, value, cell));
    else values.set(name, value);
  }
  return { values, mistakes };
}

function readCell(world: World, type: FieldType, valueType: Type, cell: string): Value | Mistake {
  const text = cell.trim();
  switch (type.kind) {
    case 'relation':
      return related(world, type.entity.text, text);
    case 'members':
      return several(text, (item) => related(world, type.entity.text, item));
    case 'list':
      return several(text, (item) => readCell(world, type.of, valueType.kind === 'list' ? valueType.of : anyType, item));
    case 'enum':
    case 'inverse':
    case 'rows':
    case 'unknown':
      return text;
    default:
      return plainTypes[type.kind].fromCell(cell, valueType, world);
  }
}

/** Splits a cell at semicolons into the items of a list. */
function several(text: string, one: (item: string) => Value | Mistake): Value | Mistake {
  const values: Value[] = [];
  for (const item of text.split(';').map((each) => each.trim())) {
    if (item === '') continue;
    const value = one(item);
    if (value instanceof Mistake) return value;
    values.push(value);
  }
  return values;
}

/** Finds a record by its id or its label. */
function related(world: World, entity: string, text: string): Value | Mistake {
  if (world.index.entity(entity) === null) return text;
  const known = world.record(entity, text, 'person');
  if (known !== null && world.access.mayRead(known)) return text;
  const label = world.index.entity(entity)?.label ?? null;
  const kind = inSentence(world.index.labels.entity(entity));
  const field: Field | null = label === null ? null : world.index.field(entity, label);
  if (label === null || field === null || field.valueType.kind !== 'text' || world.access.neverSees(entity, label))
    return new Mistake(`must be the id of an existing ${kind}`, 'relation');
  const called = binary('==', rowField(world, entity, label), literal(text));
  const { records, total } = world
    .entity(entity, 'person')
    .where(called, null, world.scope(null, undefined, 'person'))
    .page({ limit: 1 });
  if (total > 1) return new Mistake(`must name one record: ${total} are called “${text}”, so give the id`, 'relation');
  return records[0]?.id ?? new Mistake(`must be an existing ${kind}`, 'relation');
}
