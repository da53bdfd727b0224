import type { Type } from '../../expression/types/type.ts';
import type { FieldType } from '../ast/entities.ts';
import type { ModelDeclarations } from './declarations.ts';
import { isAsked, isComputed, isLabel } from './default-fields.ts';
import type { EntityDraft, MachineDraft } from './drafts.ts';
import type { Machines } from './machines.ts';
import type { Names } from './names.ts';

/** Separates the parts of a key; people do not type this character. */
const separator = '\0';

/** The state of a reading after its first pass. */
export interface FirstPass {
  readonly names: Names;
  readonly declarations: ModelDeclarations;
  readonly entities: ReadonlyMap<string, EntityDraft>;
  readonly machines: Machines;
}

/**
 * A key of everything from the first pass that the second pass reads, without spans: with equal
 * keys, equal row texts yield equal facts. Whatever else the second pass reads outside its own row
 * must be added here.
 */
export function environmentKey({ names, declarations, entities, machines }: FirstPass): string {
  const key: string[] = [declarations.account ?? ''];
  names.writeKey(key);
  addTypes(key, declarations.constants);
  for (const pairs of [declarations.views, declarations.examples]) {
    key.push(String(pairs.size));
    for (const pair of pairs) key.push(...pair);
  }
  for (const names of [declarations.screens, declarations.errors, declarations.services, declarations.messages])
    addAll(key, names, names.size);
  addAll(key, declarations.secrets.keys(), declarations.secrets.size);
  key.push(String(entities.size));
  for (const entity of entities.values()) addEntity(key, entity);
  for (const machine of machines) addMachine(key, machine);
  return key.join(separator);
}

/** A key of bound names with their types, in order. */
export function bindingsKey(bound: ReadonlyMap<string, Type>): string {
  const key: string[] = [];
  addTypes(key, bound);
  return key.join(separator);
}

function addAll(key: string[], words: Iterable<string>, size: number): void {
  key.push(String(size));
  for (const word of words) key.push(word);
}

function addTypes(key: string[], types: ReadonlyMap<string, Type>): void {
  key.push(String(types.size));
  for (const [name, type] of types) {
    key.push(name);
    addType(key, type);
  }
}

function addEntity(key: string[], { name, fields, examples }: EntityDraft): void {
  key.push(name.text, String(fields.length), String(examples.length));
  for (const field of fields) {
    key.push(field.name.text, `${field.builtIn} ${field.row !== null} ${isComputed(field)} ${isAsked(field)} ${isLabel(field)}`);
    addFieldType(key, field.type);
    addType(key, field.valueType);
  }
  for (const example of examples) key.push(example.name.text);
}

function addMachine(key: string[], { entity, field, states, starts, events }: MachineDraft): void {
  key.push(entity.text, field.text, String(states.size), String(starts.length), String(events.size));
  for (const state of states.values()) key.push(state.name.text, String(state.final));
  for (const start of starts) key.push(start.text);
  for (const event of events.values()) {
    key.push(event.name.text, String(event.parameters.length));
    for (const { name, field: own, type, written, required } of event.parameters) {
      key.push(name.text, `${own === null} ${written === null} ${required}`, own ?? '', written ?? '');
      addType(key, type);
    }
  }
}

function addFieldType(key: string[], type: FieldType): void {
  key.push(type.kind);
  switch (type.kind) {
    case 'enum':
      key.push(String(type.values.length), ...type.values.map((value) => value.text));
      break;
    case 'relation':
      key.push(type.entity.text, type.onDelete);
      break;
    case 'list':
      addFieldType(key, type.of);
      break;
    case 'members':
      key.push(type.entity.text);
      break;
    case 'inverse':
      key.push(type.entity.text, type.by.text);
      break;
    case 'rows':
      key.push(...type.columns.flatMap((column) => [column.name.text, column.type.kind]));
      break;
    case 'unknown':
      key.push(type.text);
      break;
    default:
      if ('in' in type && type.in !== undefined) key.push('in', type.in.text);
  }
}

function addType(key: string[], type: Type): void {
  key.push(type.nullable === true ? `${type.kind}?` : type.kind);
  if (type.unit !== undefined) key.push('in', type.unit);
  if (type.percent) key.push('%');
  switch (type.kind) {
    case 'money':
      key.push(type.currency ?? '', type.in ?? '');
      break;
    case 'enum':
      addAll(key, type.values, type.values.length);
      break;
    case 'state':
      key.push(type.entity, type.field);
      addAll(key, type.values, type.values.length);
      break;
    case 'record':
      key.push(type.entity);
      break;
    case 'view':
      key.push(type.view);
      break;
    case 'list':
      addType(key, type.of);
      break;
    case 'map':
      if (type.entries === null) key.push('open');
      else addTypes(key, type.entries);
      addType(key, type.value);
      break;
    default:
  }
}
