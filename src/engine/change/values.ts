import { Mistake } from '../../expression/values/json.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import type { Field } from '../../model/ast/entities.ts';
import type { Labels } from '../../model/labels.ts';
import { humanize, inSentence } from '../../model/labels.ts';
import { mayHold } from '../access/reference-access.ts';
import type { Given } from '../operation.ts';
import type { BuiltInMessage, Refusal } from '../outcome.ts';
import { shortened } from '../wording.ts';
import type { Authority, World } from '../world/world.ts';
import { coerce } from './coerce.ts';
import { addRefusal, refusal } from './refusals.ts';

/**
 * A caller's values, split into stored values, list members and passwords, and the refusals of
 * invalid ones.
 */
export interface Values {
  readonly stored: Map<string, Value>;
  readonly members: Map<string, readonly string[]>;
  readonly plain: Map<string, string>;
  readonly mistakes: Refusal[];
}

/**
 * Who the values come from: a person may refer only to what they may read, and use only files that
 * they may read.
 */
export interface Reading {
  readonly authority: Authority;
  /** The existing record, whose values may stay. Null: it is new. */
  readonly record: RecordValue | null;
  readonly example?: boolean;
  /** The id of a record that the person has just written. */
  readonly knows?: string;
}

export function readValues(world: World, entity: string, given: Given, reading: Reading = { authority: 'product', record: null }): Values {
  const values: Values = { stored: new Map(), members: new Map(), plain: new Map(), mistakes: [] };
  for (const [name, value] of given) {
    const field = world.index.field(entity, name);
    if (field === null) addRefusal(values.mistakes, () => noSuchField(world, entity, name));
    else readValue(world, field, value, values, reading);
  }
  return values;
}

function readValue(world: World, field: Field, given: Value, into: Values, reading: Reading): void {
  const name = field.name.text;
  if (given === null && field.required && (field.type.kind === 'list' || field.type.kind === 'members')) {
    into.mistakes.push(requiredRefusal(world, field));
    return;
  }
  const may = reading.authority === 'person' ? mayHold(world, field, reading.record, reading.knows) : undefined;
  const value = coerce(world, field.type, field.valueType, given, may);
  if (value instanceof Mistake) {
    into.mistakes.push(invalid(world, field, value, given));
  } else if (field.type.kind === 'members') {
    into.members.set(name, [...new Set(value as readonly string[])]);
  } else if (field.type.kind === 'password' && typeof value === 'string') {
    into.plain.set(name, value);
    const hash = reading.example === true ? world.hasher.hashExample : world.hasher.hash;
    into.stored.set(name, hash(value, world.randomBytes(16)));
  } else into.stored.set(name, value);
}

/** `message`: English text that follows the field's name; `must`: the kind of value, or empty. */
export const valueRefusal =
  (entity: string, field: string, message: string, must: string) =>
  (labels: Labels): BuiltInMessage => {
    const name = labels.field(entity, field);
    return { code: 'unfit', data: { field: name, must }, message: `${name} ${message}.` };
  };

export const invalid = (world: World, field: Field, { message, must }: Mistake, value: Value): Refusal =>
  refusal(world.index, {
    error: 'INVALID',
    field: field.name.text,
    entity: field.entity,
    at: field.typeSpan,
    value,
    limit: must === 'length' && 'maxLength' in field.type ? String(field.type.maxLength) : null,
    own: valueRefusal(field.entity, field.name.text, message, must),
    because: `invalid value for ${field.entity}.${field.name.text}: it ${message}`,
  });

export const requiredRefusal = (world: World, field: Field): Refusal =>
  refusal(world.index, {
    error: field.error?.text ?? 'INVALID',
    atField: true,
    field: field.name.text,
    entity: field.entity,
    at: field.span,
    value: null,
    own: (labels) => {
      const name = labels.field(field.entity, field.name.text);
      return { code: 'required', data: { field: name }, message: `${name} is required.` };
    },
    because: `${field.entity}.${field.name.text} is required`,
  });

function noSuchField(world: World, entity: string, given: string): Refusal {
  const name = shortened(given);
  return refusal(world.index, {
    error: 'INVALID',
    field: name,
    entity,
    at: world.index.entity(entity)?.name.span ?? null,
    own: (labels) => {
      const [of, label] = [labels.entity(entity), humanize(name)];
      return { code: 'no-field', data: { field: label, entity: of }, message: `${label} is not a field of ${inSentence(of)}.` };
    },
    because: `${entity} has no field “${name}”`,
  });
}

/** Why callers may never set this field; null if they may. */
export function notSettable(field: Field): string | null {
  if (field.settable) return null;
  const what = `${field.entity}.${field.name.text}`;
  if (field.computed !== null) return `${what} is computed`;
  if (field.type.kind === 'state') return `${what} is a state: only events change it`;
  if (field.type.kind === 'serial') return `${what} is numbered by the product`;
  if (field.type.kind === 'secret') return `${what} is a random secret that the product makes`;
  if (field.type.kind === 'inverse') return `${what} is the other side of ${field.type.entity.text}.${field.type.by.text} and is set there`;
  return `${what} is kept by the product`;
}
