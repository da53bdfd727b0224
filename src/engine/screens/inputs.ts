import type { Node } from '../../expression/node.ts';
import { Money, type RecordValue, type Value } from '../../expression/values/value.ts';
import type { Field, FieldType } from '../../model/ast/entities.ts';
import type { Parameter, Transition } from '../../model/ast/states.ts';
import { currencyField } from '../../model/types/currency-field.ts';
import { isPlainKind, plainTypes } from '../../model/types/index.ts';
import { isSecret } from '../../model/types/traits.ts';
import { declaredType } from '../../store/schema.ts';
import { mayBeChosen } from '../change/choices.ts';
import type { InputData } from '../form-data.ts';
import type { Json } from '../record-data.ts';
import { readOrNull } from '../world/labels.ts';
import type { World } from '../world/world.ts';
import { parametersOf, parameterType } from './parameters.ts';
import { valueData } from './record-data.ts';

/** A form's input for a field; `record` provides the initial value. */
export function fieldInput(world: World, field: Field, record: RecordValue | null, required = field.required): InputData {
  const secret = isSecret(field);
  return {
    ...typeData(world, field.entity, field.name.text, field.type),
    name: field.name.text,
    label: world.index.labels.field(field.entity, field.name.text),
    required,
    // A password is never sent back.
    value: secret || record === null ? null : inputData(world, initialValue(world, field, record)),
    ...(currencyField(field.type) === null ? {} : { ownCurrency: true }),
    description: field.description === 'label' ? '' : field.description,
    maxLength: maxLengthOf(world, field),
    ...(field.choices === null ? {} : { choosing: { entity: field.entity, field: field.name.text, id: idOf(world, record) } }),
  };
}

/** Amounts are typed without their currency. */
const inputData = (world: World, value: Value): Json => (value instanceof Money ? value.amount.toFixed(2) : valueData(world, value));

/**
 * The initial value of an input. A default outside the choices is dropped, so the field of a new
 * record starts empty.
 */
function initialValue(world: World, { entity, name, choices }: Field, record: RecordValue): Value {
  const value = readOrNull(record, name.text);
  if (choices === null || value === null || mayBeChosen(world, choices, record, value)) return value;
  return world.record(entity, record.id) === null ? null : value;
}

/** The inputs of an event. A parameter that sets a field starts with the record's value. */
export const eventInputs = (world: World, entity: string, transition: Transition, record: RecordValue | null): readonly InputData[] =>
  parametersOf(transition).map((parameter) => parameterInput(world, entity, transition, parameter, record));

/** The record's id; null if it is not stored yet. */
const idOf = (world: World, record: RecordValue | null): string | null =>
  record !== null && world.stored(record.entity, record.id) !== null ? record.id : null;

function parameterInput(
  world: World,
  entity: string,
  { trigger }: Transition,
  parameter: Parameter,
  record: RecordValue | null,
): InputData {
  const field = parameter.field === null ? null : world.index.field(entity, parameter.field);
  if (field !== null) return { ...fieldInput(world, field, record, parameter.required), name: parameter.name.text };
  const nothing: Json = null;
  return {
    ...typeData(world, entity, parameter.name.text, parameterType(parameter)),
    name: parameter.name.text,
    label: world.index.labels.field(entity, parameter.name.text),
    required: parameter.required,
    value: nothing,
    description: '',
    maxLength: parameter.maxLength ?? null,
    ...(parameter.choices === null || trigger.kind !== 'event'
      ? {}
      : { choosing: { entity, field: parameter.name.text, event: trigger.name.text, id: record?.id ?? null } }),
    // For expressions `markdown` and `email` are text, but for people they differ.
    ...(parameter.written !== null && looksOtherwise(wordOf(parameter.written)) ? { type: wordOf(parameter.written) } : {}),
  };
}

/** The type's name: `text` of `text(200)`. */
const wordOf = (written: string): string => written.replace(/\(.*$/s, '').trim();

/** Whether expressions treat the type as text or file although the Type column distinguishes it. */
const looksOtherwise = (written: string): boolean => isPlainKind(written) && ['text', 'file'].includes(plainTypes[written].value.kind);

function typeData(
  world: World,
  entity: string,
  name: string,
  type: FieldType,
): Pick<InputData, 'type' | 'values' | 'entity' | 'creates' | 'of'> {
  const states = type.kind === 'state' ? (world.index.machine(entity, name)?.states.map((state) => state.name) ?? []) : [];
  const target = type.kind === 'relation' || type.kind === 'members' ? type.entity.text : null;
  const creates = target !== null && world.index.entity(target) !== null && world.access.grant(target, 'create').kind !== 'no';
  return {
    type: type.kind,
    ...(creates ? { creates } : {}),
    values:
      type.kind === 'enum'
        ? type.values.map((value) => value.text)
        : type.kind === 'list' && type.of.kind === 'enum'
          ? type.of.values.map((value) => value.text)
          : states,
    entity: type.kind === 'relation' || type.kind === 'members' || type.kind === 'inverse' ? type.entity.text : null,
    of: type.kind === 'list' ? (type.of.kind === 'enum' ? 'enum' : declaredType(type.of)) : null,
  };
}

/** The limit of the type, else of a rule in the simplest form: `size(subject) <= MAX_SUBJECT`. */
function maxLengthOf(world: World, field: Field): number | null {
  if ('maxLength' in field.type && field.type.maxLength !== undefined) return field.type.maxLength;
  for (const rule of world.index.rules(field.entity)) {
    if (rule.field?.text !== field.name.text || rule.on.length > 0 || rule.must.kind !== 'holds' || rule.must.expression.node === null)
      continue;
    const found = longest(world, rule.must.expression.node, field.name.text);
    if (found !== null) return found;
  }
  return null;
}

function longest(world: World, node: Node, field: string): number | null {
  if (node.kind !== 'binary') return null;
  // `body == null || size(body) <= MAX_BODY` sets the same limit.
  if (node.operator === '&&' || node.operator === '||') return longest(world, node.left, field) ?? longest(world, node.right, field);
  if (node.operator !== '<=' && node.operator !== '<') return null;
  const { left, right } = node;
  const measured = left.kind === 'call' && left.name === 'size' ? (left.target ?? left.args[0]) : null;
  if (measured?.kind !== 'name' || measured.name !== field || measured.type.kind !== 'text') return null;
  const value =
    right.kind === 'literal'
      ? right.value
      : right.kind === 'name' && right.resolution.kind === 'constant'
        ? world.index.constant(right.name)?.value
        : null;
  if (typeof value !== 'number') return null;
  return node.operator === '<' ? value - 1 : value;
}
