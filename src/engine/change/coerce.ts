import type { Type } from '../../expression/types/type.ts';
import { Mistake } from '../../expression/values/json.ts';
import { isFile, isRecord, isRecordList, type Value } from '../../expression/values/value.ts';
import type { FieldType } from '../../model/ast/entities.ts';
import { inSentence } from '../../model/labels.ts';
import { plainTypes } from '../../model/types/index.ts';
import { fromGiven, lengthOf, plainData } from '../../model/types/reading.ts';
import { allowsAnyReference, type ReferenceAccess } from '../access/reference-access.ts';
import type { World } from '../world/world.ts';
import { knownFile } from './files.ts';
import { placeholderFile } from './placeholder-file.ts';

/**
 * Converts a caller's value to a stored one: relations become ids, lists arrays. The message of a
 * Mistake continues a sentence that starts with the field's name: `must be text`.
 */
export function coerce(
  world: World,
  type: FieldType,
  valueType: Type,
  given: Value,
  may: ReferenceAccess = allowsAnyReference,
): Value | Mistake {
  if (given === null) return type.kind === 'list' || type.kind === 'members' ? [] : null;
  switch (type.kind) {
    case 'enum':
      return fromGiven(given, valueType, world.timeZone);
    case 'unknown':
      return plainData(given);
    case 'relation':
      return given === '' ? null : relation(world, type.entity.text, given, may);
    case 'members':
      return many(given, (item) => relation(world, type.entity.text, item, may));
    case 'list':
      return many(given, (item) =>
        item === null ? new Mistake('must not be null') : coerce(world, type.of, itemType(valueType), item, may),
      );
    case 'rows':
      return new Mistake('is calculated automatically');
    case 'inverse':
      return new Mistake('is the other side of a relation and is set there');
    default: {
      const value = plainTypes[type.kind].coerce(given, valueType, {
        timeZone: world.timeZone,
        currency: world.index.currency,
        file: (value, kind) => file(world, kind, value, may),
      });
      return tooLong(value, type.maxLength) ?? value;
    }
  }
}

/** Refuses a text with more code points than its type allows. */
function tooLong(value: Value | Mistake, maxLength: number | undefined): Mistake | null {
  if (maxLength === undefined || typeof value !== 'string' || lengthOf(value) <= maxLength) return null;
  return new Mistake(`must have at most ${maxLength} character${maxLength === 1 ? '' : 's'}`, 'length');
}

const itemType = (type: Type): Type => (type.kind === 'list' ? type.of : { kind: 'any' });

function relation(world: World, entity: string, given: Value, may: ReferenceAccess): Value | Mistake {
  // An unreadable record counts as missing.
  const called = (): string => inSentence(world.index.labels.entity(entity));
  const unknown = () => new Mistake(`must be an existing ${called()}`, 'relation');
  if (isRecord(given)) {
    return given.entity === entity && may.record(entity, given.id) ? given.id : unknown();
  }
  // Clients may send back the whole object that the product returned for a relation.
  const reference = given instanceof Map ? ((given.get('id') as Value | undefined) ?? null) : given;
  const id = typeof reference === 'number' || typeof reference === 'bigint' ? String(reference) : reference;
  if (typeof id !== 'string') return new Mistake(`must be the id of an existing ${called()}`);
  if (world.index.entity(entity) === null) return id;
  return world.stored(entity, id) === null || !may.record(entity, id) ? unknown() : id;
}

function many(given: Value, one: (item: Value) => Value | Mistake): Value | Mistake {
  const items = isRecordList(given) ? given.records() : given;
  if (!Array.isArray(items)) return new Mistake('must be a list', 'list');
  const values: Value[] = [];
  for (const [index, item] of (items as readonly Value[]).entries()) {
    const value = one(item);
    if (value instanceof Mistake) return new Mistake(`has at place ${index + 1} something that ${value.message}`);
    values.push(value);
  }
  return values;
}

function file(world: World, kind: 'file' | 'image', given: Value, may: ReferenceAccess): Value | Mistake {
  const id = given instanceof Map ? (given.get('id') as Value | undefined) : given;
  const found = isFile(given)
    ? given
    : typeof id === 'string'
      ? (knownFile(world, id) ?? (world.placeholders ? placeholderFile(world, kind, id) : null))
      : null;
  const fresh = found !== null && world.newFiles.some(({ file: made }) => made.id === found.id);
  return found !== null && (fresh || may.file(found.id)) ? found : new Mistake('must be an uploaded file', 'file');
}
