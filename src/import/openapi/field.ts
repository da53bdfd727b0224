import { own } from '../../base/own.ts';
import { valueNames } from '../value-names.ts';
import { type ApiDocument, isNode, listAt, type Node, nodeAt, textAt } from './document.ts';

/** A schema in terms of a field. */
export interface FieldShape {
  readonly type: string;
  readonly nullable: boolean;
  readonly default: string;
  /** Conditions on the field, one expression each. */
  readonly conditions: readonly string[];
}

const formats = new Map([
  ['date', 'date'],
  ['date-time', 'datetime'],
  ['time', 'time'],
  ['duration', 'duration'],
  ['email', 'email'],
  ['idn-email', 'email'],
  ['uri', 'url'],
  ['url', 'url'],
  ['uuid', 'uuid'],
  ['password', 'password'],
  ['byte', 'file'],
  ['binary', 'file'],
]);

/** Formats that only specify the size of a number. */
const widths = ['int32', 'int64', 'float', 'double', 'decimal', 'string'];

const limited = ['text', 'email', 'url'];

/** The keys that are read for each kind of schema; all other keys are losses. */
const shared = ['type', 'format', 'description', 'title', 'nullable', 'enum', 'const', 'default', 'items', '$ref', 'allOf'];

/**
 * Converts a schema to the shape of a field. `entityOf` returns the entity of a named schema, or
 * null; `name` is the field's name in the conditions.
 */
export function fieldShape(
  api: ApiDocument,
  given: unknown,
  path: string,
  name: string,
  entityOf: (schema: string) => string | null,
): FieldShape {
  const node = isNode(given) ? given : {};
  const entity = referred(api, node, entityOf);
  if (entity !== null) return { type: entity, nullable: isNullable(node), default: '', conditions: [] };
  const schema = api.resolved(node);
  const types = typesOf(schema).filter((type) => type !== 'null');
  const read = [...shared];
  const conditions: string[] = [];
  const condition = (key: string, words: (value: number) => string): void => {
    const value = own(schema, key);
    if (typeof value !== 'number' || !Number.isFinite(value)) return;
    read.push(key);
    conditions.push(words(value));
  };
  let type = 'json';
  const [only = ''] = types;
  const values = enumOf(schema);
  if (values !== null) {
    const named = valueNames(values);
    type = `enum ${[...named.values()].join(', ')}`;
    for (const [was, is] of named) if (was !== is) api.reportLoss(path, `The value “${was}” became “${is}”.`);
  } else if (types.length > 1) api.reportLoss(`${path}.type`, 'Values of several types became json.');
  else if (only === 'string') {
    const format = textAt(schema, 'format');
    type = formats.get(format) ?? 'text';
    if (format !== '' && !formats.has(format)) api.reportLoss(`${path}.format`, `The format “${format}” was not carried over.`);
    const most = own(schema, 'maxLength');
    if (typeof most === 'number' && Number.isInteger(most) && most > 0 && limited.includes(type)) {
      read.push('maxLength');
      type = `${type}(${most})`;
    }
    if (limited.includes(type.replace(/\(.*/, ''))) condition('minLength', (least) => `size(${name}) >= ${least}`);
    const pattern = textAt(schema, 'pattern');
    if (pattern !== '' && type.startsWith('text') && !/[`\n\\]/.test(pattern)) {
      read.push('pattern');
      conditions.push(`${name}.matches(${JSON.stringify(pattern)})`);
    }
  } else if (only === 'integer' || only === 'number') {
    type = only === 'integer' ? 'integer' : 'decimal';
    const number = (value: number): string => (only === 'integer' ? String(Math.trunc(value)) : decimalText(value));
    condition('minimum', (least) => `${name} ${own(schema, 'exclusiveMinimum') === true ? '>' : '>='} ${number(least)}`);
    condition('maximum', (most) => `${name} ${own(schema, 'exclusiveMaximum') === true ? '<' : '<='} ${number(most)}`);
    condition('exclusiveMinimum', (least) => `${name} > ${number(least)}`);
    condition('exclusiveMaximum', (most) => `${name} < ${number(most)}`);
    for (const key of ['exclusiveMinimum', 'exclusiveMaximum']) if (typeof own(schema, key) === 'boolean') read.push(key);
    const format = textAt(schema, 'format');
    if (format !== '' && !widths.includes(format)) api.reportLoss(`${path}.format`, `The format “${format}” was not carried over.`);
  } else if (only === 'boolean') type = 'boolean';
  else if (only === 'file') type = 'file';
  else if (only === 'array') {
    type = listType(api, schema, path, name, entityOf);
  } else if (Object.keys(nodeAt(schema, 'properties')).length > 0) {
    read.push('properties', 'required');
    api.reportLoss(`${path}.properties`, 'An object inside an object became json: its shape was not carried over.');
  }
  if (listAt(schema, 'allOf').length > 0) api.reportLoss(`${path}.allOf`, 'Combined schemas became json.');
  // Losses of a named schema are reported where that schema itself is read.
  if (own(node, '$ref') === undefined) api.reportUnread(schema, path, read);
  return { type, nullable: isNullable(schema) || isNullable(node), default: defaultOf(api, schema, type, path), conditions };
}

function listType(api: ApiDocument, schema: Node, path: string, name: string, entityOf: (schema: string) => string | null): string {
  const of = fieldShape(api, own(schema, 'items') ?? {}, `${path}.items`, name, entityOf);
  if (of.conditions.length > 0) api.reportLoss(`${path}.items`, 'Limits of the entries were not carried over.');
  const isPlain = !/^(list|json|file|password)/.test(of.type);
  if (!isPlain && of.type !== 'file') api.reportLoss(`${path}.items`, 'Entries that are lists or objects became json.');
  return isPlain || of.type === 'file' ? `list of ${of.type}` : 'json';
}

/** Returns the entity that a schema refers to, directly or as the only entry of `allOf`. */
function referred(api: ApiDocument, node: Node, entityOf: (schema: string) => string | null): string | null {
  const all = listAt(node, 'allOf');
  const reference = all.length === 1 && isNode(all[0]) ? all[0] : node;
  const name = api.schemaName(reference);
  return name === null ? null : entityOf(name);
}

export function typesOf(schema: Node): readonly string[] {
  const type = own(schema, 'type');
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((one): one is string => typeof one === 'string');
  return Object.keys(nodeAt(schema, 'properties')).length > 0 ? ['object'] : [];
}

const isNullable = (schema: Node): boolean => own(schema, 'nullable') === true || typesOf(schema).includes('null');

/** Returns the values of an enum of texts, or null for any other schema. */
function enumOf(schema: Node): readonly string[] | null {
  const constant = own(schema, 'const');
  const values = typeof constant === 'string' ? [constant] : listAt(schema, 'enum').filter((value) => value !== null);
  return values.length > 0 && values.every((value): value is string => typeof value === 'string' && value !== '') ? values : null;
}

function defaultOf(api: ApiDocument, schema: Node, type: string, path: string): string {
  const value = own(schema, 'default');
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean' && type === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && (type === 'integer' || type === 'decimal')) return decimalText(value).replace(/\.0$/, '');
  if (typeof value === 'string' && type.startsWith('enum')) return valueNames(enumOf(schema) ?? []).get(value) ?? '';
  if (typeof value === 'string' && /^text/.test(type) && value.trim() === value && value !== '' && !/[`|\n]/.test(value)) return value;
  api.reportLoss(`${path}.default`, `The default ${JSON.stringify(value)} was not carried over.`);
  return '';
}

function decimalText(value: number): string {
  const text = value.toFixed(6).replace(/0+$/, '');
  return text.endsWith('.') ? `${text}0` : text;
}
