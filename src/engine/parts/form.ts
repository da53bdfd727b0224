import { items } from '../../expression/values/compare.ts';
import { toJson } from '../../expression/values/json.ts';
import { isRecord, type RecordValue, type Value } from '../../expression/values/value.ts';
import type { Entity, Field } from '../../model/ast/entities.ts';
import { isPinned } from '../access/pinned.ts';
import { fieldGrant, resultRefusal, unreachable } from '../access/reach.ts';
import { Draft } from '../change/draft.ts';
import { formPresets, formTarget } from '../change/presets.ts';
import { accessRefusal, deniedBy, Refused, refusal } from '../change/refusals.ts';
import { readValues } from '../change/values.ts';
import type { InputData, NewRecordData } from '../form-data.ts';
import type { Refusal } from '../outcome.ts';
import type { PartData } from '../part-data.ts';
import type { Json } from '../record-data.ts';
import { fieldInput } from '../screens/inputs.ts';
import { recordData } from '../screens/record-data.ts';
import type { World } from '../world/world.ts';
import { hiddenFields } from './form-now.ts';
import { lineInputs, linesInput } from './line-inputs.ts';
import type { PartOf, PartPlace, PartReader } from './part-reader.ts';

/**
 * Reads a form: only fields that the person may set, or a refusal if the form as a whole is not
 * permitted.
 */
export const readForm: PartReader<'form'> = (place, part) => (part.purpose === 'create' ? creating(place, part) : editing(place, part));

function creating({ world, record }: PartPlace, part: PartOf<'form'>): PartData {
  const name = part.entity?.text ?? '';
  const entity = world.index.entity(name);
  const nothing = { kind: 'form' as const, entity: name, record: null, inputs: [], hidden: [] };
  if (entity === null) return { ...nothing, refusal: null };
  const grant = world.access.grant(name, 'create');
  if (grant.kind === 'no') {
    return {
      ...nothing,
      refusal: deniedBy(world, grant),
    };
  }
  const preset = formPresets(world, part, record);
  const fields = usedFields(world, entity, part).filter((field) => maySetNew(world, entity, field));
  const draft = draftOf(world, entity, preset);
  return {
    ...nothing,
    inputs: fields
      .filter((field) => !preset.has(field.name.text))
      .map((field) => knowing(preset, inputOf(world, part, field, draft, null))),
    hidden: hiddenFields(world, part, draft),
    refusal: wholly(world, entity, draft, fields),
  };
}

/**
 * Inputs for a new record without a form in the document: all fields that the person may set.
 * `like`: the id of a record whose values are copied. Throws Refused.
 */
export function newRecord(world: World, name: string, like: string | null = null): NewRecordData {
  const entity = world.index.entity(name);
  if (entity === null)
    throw new Refused([refusal(world.index, { error: 'NOT_FOUND', entity: 'entity', because: `there is no entity “${name}”` })]);
  const grant = world.access.grant(name, 'create');
  if (grant.kind === 'no') throw new Refused([deniedBy(world, grant)]);
  const fields = entity.fields.filter((field) => field.settable && !field.builtIn && maySetNew(world, entity, field));
  const draft = draftOf(world, entity, new Map());
  const refused = wholly(world, entity, draft, fields);
  if (refused !== null) throw new Refused([refused]);
  const model = like === null ? null : world.record(name, like, 'person');
  // An unreadable record counts as missing.
  const shown = model !== null && world.access.mayRead(model) ? model : draft;
  return { entity: name, inputs: fields.map((field) => fieldInput(world, field, shown)), label: entity.label };
}

const usedFields = (world: World, entity: Entity, part: PartOf<'form'>): Field[] =>
  part.fields.flatMap((use) => {
    const field = entity.byName.get(use.name.text);
    return field === undefined || !(field.settable || lineInputs(world, entity.name.text, use) !== null) ? [] : [field];
  });

/** `shown`: the record with the values; `record`: the one whose lines are edited. */
function inputOf(world: World, part: PartOf<'form'>, field: Field, shown: RecordValue, record: RecordValue | null): InputData {
  const use = part.fields.find(({ name }) => name.text === field.name.text);
  const inputs = use === undefined ? null : lineInputs(world, field.entity, use);
  return inputs === null ? fieldInput(world, field, shown) : linesInput(world, inputs, record);
}

/** Adds the form's presets to an input, because choices may depend on them. */
function knowing(preset: ReadonlyMap<string, Value>, input: InputData): InputData {
  if (preset.size === 0) return input;
  const values = Object.fromEntries([...preset].map(([name, value]) => [name, sentJson(value)]));
  const { choosing, lines } = input;
  return {
    ...input,
    ...(choosing === undefined ? {} : { choosing: { ...choosing, values } }),
    ...(lines === undefined ? {} : { lines: { ...lines, owner: { ...lines.owner, values } } }),
  };
}

/** The JSON that a form would send: ids for records. */
function sentJson(value: Value): Json {
  if (isRecord(value)) return value.id;
  const list = items(value);
  return list === undefined ? toJson(value) : list.map(sentJson);
}

/**
 * The record that the unchanged form would create, which provides the defaults. Does not draw a
 * serial number.
 */
function draftOf(world: World, entity: Entity, preset: ReadonlyMap<string, Value>): RecordValue {
  return new Draft(world, entity, world.newId(), readValues(world, entity.name.text, preset)).record;
}

/** Whether the person may set this field of a new record. */
export function maySetNew(world: World, entity: Entity, field: Field): boolean {
  const name = entity.name.text;
  const row = world.access.grant(name, 'create', field.name.text);
  if (!world.index.roleFields.has(`${name}.${field.name.text}`) || world.index.model.permissions === null) return row?.kind !== 'no';
  return (row !== null && row.kind !== 'no') || fieldGrant(world, name, 'update', field.name.text).kind !== 'no';
}

/** Whether section 6 refuses a new record whatever is typed into these fields. */
export const isAlwaysRefused = (world: World, entity: Entity, preset: ReadonlyMap<string, Value>, fields: readonly Field[]): boolean =>
  wholly(world, entity, draftOf(world, entity, preset), fields) !== null;

/** The refusal by a condition of section 6 that no typed value can change; null: none. */
function wholly(world: World, entity: Entity, draft: RecordValue, fields: readonly Field[]): Refusal | null {
  const name = entity.name.text;
  const grant = world.access.grant(name, 'create');
  if (grant.kind !== 'when' || world.access.isGranted(grant, draft)) return null;
  const typed = new Set(fields.map((field) => field.name.text));
  if (grant.cells.some(({ expression }) => [...world.index.readsOf(expression, name)].some((field) => typed.has(field)))) return null;
  const at = grant.cells[0]?.span ?? null;
  return refusal(world.index, {
    error: 'FORBIDDEN',
    entity: name,
    at,
    because: `the condition of section 6 for ${name}: create is not met`,
    permission: { entity: name, field: null, operation: 'create' },
  });
}

/** The fields that a form asks for, and those that the person may change in this record. */
export function editableFields(
  world: World,
  part: PartOf<'form'>,
  record: RecordValue,
): { readonly fields: readonly Field[]; readonly allowed: readonly Field[] } {
  const entity = world.index.entity(record.entity);
  const fields = entity === null ? [] : usedFields(world, entity, part);
  return { fields, allowed: fields.filter((field) => mayChange(world, field, record)) };
}

/** Whether the person may change this field of the current record to another value. */
export function mayChange(world: World, field: Field, record: RecordValue): boolean {
  const grant = fieldGrant(world, record.entity, 'update', field.name.text);
  return !isPinned(grant, field.name.text) && world.access.isGranted(grant, record);
}

function editing({ world, record: about }: PartPlace, part: PartOf<'form'>): PartData {
  const record = formTarget(world, part.target, about);
  const entity = record === null ? null : world.index.entity(record.entity);
  if (record === null || entity === null) {
    const signedOut = part.target !== null && world.me() === null;
    const none = signedOut ? accessRefusal(world.index, false, { because: 'the person is signed out' }) : null;
    return { kind: 'form', entity: part.entity?.text ?? '', record: null, inputs: [], hidden: [], refusal: none };
  }
  const name = entity.name.text;
  const { fields, allowed } = editableFields(world, part, record);
  const questions = fields.map((field) => ({
    operation: 'update',
    field: field.name.text,
    grant: fieldGrant(world, name, 'update', field.name.text),
  }));
  const [first] = questions;
  return {
    kind: 'form',
    entity: name,
    record: recordData(
      world,
      record,
      allowed.filter((field) => field.settable).map((field) => field.name.text),
    ),
    inputs: allowed.map((field) => knowing(formPresets(world, part, about), inputOf(world, part, field, record, record))),
    hidden: hiddenFields(world, part, record),
    refusal:
      allowed.length > 0 || first === undefined
        ? null
        : (unreachable(world, name, record, questions, 'person') ?? resultRefusal(world, record, first)),
  };
}
