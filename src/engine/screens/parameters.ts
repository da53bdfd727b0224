import { absentNames } from '../../expression/evaluate/given.ts';
import type { Type } from '../../expression/types/type.ts';
import { Mistake } from '../../expression/values/json.ts';
import type { Value } from '../../expression/values/value.ts';
import type { FieldType } from '../../model/ast/entities.ts';
import type { Parameter, Transition } from '../../model/ast/states.ts';
import { isPlainKind } from '../../model/types/index.ts';
import { allowsAnyReference, mayName } from '../access/reference-access.ts';
import { coerce } from '../change/coerce.ts';
import { addRefusal, refusal } from '../change/refusals.ts';
import { requiredRefusal, valueRefusal } from '../change/values.ts';
import type { Given } from '../operation.ts';
import type { Refusal } from '../outcome.ts';
import { shortened, toWords } from '../wording.ts';
import type { Authority, World } from '../world/world.ts';

export interface Parameters {
  /** By name, as expressions see them: relations are records. */
  readonly bound: Map<string, Value>;
  /** Values for the fields that parameters set, as the caller gave them. */
  readonly fields: Map<string, Value>;
  readonly mistakes: Refusal[];
}

export const parametersOf = (transition: Transition): readonly Parameter[] =>
  transition.trigger.kind === 'event' ? transition.trigger.parameters : [];

/** Reads the values of an event's parameters by the types in its row. */
export function readParameters(
  world: World,
  entity: string,
  event: string,
  transition: Transition,
  given: Given,
  authority: Authority,
): Parameters {
  const bound = new Map<string, Value>();
  const fields = new Map<string, Value>();
  const mistakes: Refusal[] = [];
  const parameters = parametersOf(transition);
  const may = authority === 'person' ? mayName(world) : allowsAnyReference;
  const wrong = (name: string, value: Value, message: string, must = ''): void => {
    addRefusal(mistakes, () =>
      refusal(world.index, {
        error: 'INVALID',
        entity,
        field: name,
        value,
        at: transition.span,
        own: valueRefusal(entity, name, message, must),
        because: `a value given to “${event}” is invalid: ${toWords(name)} ${message}`,
      }),
    );
  };
  for (const name of given.keys()) {
    if (!parameters.some((parameter) => parameter.name.text === name))
      wrong(shortened(name), given.get(name) ?? null, 'is not a known parameter');
  }
  for (const parameter of parameters) {
    const name = parameter.name.text;
    const argument = given.get(name) ?? null;
    const field = parameter.field === null ? null : world.index.field(entity, parameter.field);
    const type = field?.type ?? parameterType(parameter);
    const value = coerce(world, type, field?.valueType ?? parameter.type, argument, may);
    if (value instanceof Mistake) wrong(name, argument, value.message, value.must);
    else if (value === null && parameter.required && field?.error) mistakes.push(requiredRefusal(world, field));
    else if (value === null && parameter.required) wrong(name, argument, 'is required', 'required');
    else {
      bound.set(name, seen(world, type, value));
      // An omitted value is not null: the field keeps its value.
      if (parameter.field !== null && given.has(name)) fields.set(parameter.field, argument);
    }
  }
  const absent = parameters.map(({ name }) => name.text).filter((name) => !given.has(name));
  if (absent.length > 0) bound.set(absentNames, absent);
  return { bound, fields, mistakes };
}

/** The type against which a parameter's value is checked. */
export function parameterType({ type, maxLength }: Parameter): FieldType {
  const read = asFieldType(type);
  return maxLength !== undefined && isPlainKind(read.kind) ? { kind: read.kind, maxLength } : read;
}

function asFieldType(type: Type): FieldType {
  const name = (text: string) => ({ text, span: { from: 0, to: 0 } });
  switch (type.kind) {
    case 'record':
      return { kind: 'relation', entity: name(type.entity), onDelete: 'restrict' };
    case 'list':
      return type.of.kind === 'record' ? { kind: 'members', entity: name(type.of.entity) } : { kind: 'list', of: asFieldType(type.of) };
    case 'enum':
      return { kind: 'enum', values: type.values.map(name) };
    case 'state':
      return { kind: 'state' };
    default:
      return { kind: isPlainKind(type.kind) ? type.kind : 'json' };
  }
}

function seen(world: World, type: FieldType, value: Value): Value {
  if (type.kind === 'relation' && typeof value === 'string') return world.record(type.entity.text, value);
  if (type.kind !== 'members' || !Array.isArray(value)) return value;
  return (value as readonly string[]).flatMap((id) => world.record(type.entity.text, id) ?? []);
}
