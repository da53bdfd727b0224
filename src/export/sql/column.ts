import type { Field, FieldType } from '../../model/ast/entities.ts';
import { machineOf, startOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { PlainKind } from '../../model/types/index.ts';
import { quotedName, quotedText } from './quoted.ts';

/** Types with an SQL type of their own. */
const sqlTypes: Partial<Readonly<Record<PlainKind, string>>> = {
  text: 'text',
  integer: 'bigint',
  decimal: 'numeric',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'timestamptz',
  duration: 'interval',
  json: 'jsonb',
  uuid: 'uuid',
};

/** Types that SQL can distinguish only by a domain, with the base type of the domain. */
const domains: Partial<Readonly<Record<PlainKind, string>>> = {
  markdown: 'text',
  percent: 'numeric',
  money: 'numeric(19, 2)',
  email: 'text',
  url: 'text',
  phone: 'text',
  color: 'text',
  password: 'text',
  file: 'text',
  image: 'text',
  slug: 'text',
  secret: 'text',
};

/** The prefix of domain names; an import recovers the type from the rest of the name. */
export const domainPrefix = 'nf_';

/** A column of a table, and the statements that must come before it. */
export interface SqlColumn {
  readonly definition: string;
  /** `CREATE TYPE …` and `CREATE DOMAIN …`; several columns may need the same one. */
  readonly before: readonly string[];
}

/**
 * Returns null if no column stores the field (computed fields, the other side of a relation, lists
 * of records).
 */
export function sqlColumn(model: Model, field: Field): SqlColumn | null {
  if (field.computed !== null) return null;
  const type = sqlType(model, field, field.type);
  if (type === null) return null;
  const words = [
    quotedName(field.name.text),
    type.name,
    ...(field.required || field.type.kind === 'state' ? ['NOT NULL'] : []),
    ...(field.unique ? ['UNIQUE'] : []),
    ...defaultWords(model, field),
  ];
  return { definition: words.join(' '), before: type.before };
}

interface SqlType {
  readonly name: string;
  readonly before: readonly string[];
}

function sqlType(model: Model, field: Field, type: FieldType): SqlType | null {
  const plain = (name: string): SqlType => ({ name, before: [] });
  const valuesOf = (values: readonly string[]): SqlType => {
    const name = quotedName(`${field.entity}.${field.name.text}`);
    return { name, before: [`CREATE TYPE ${name} AS ENUM (${values.map(quotedText).join(', ')});`] };
  };
  switch (type.kind) {
    case 'enum':
      return valuesOf(type.values.map(({ text }) => text));
    case 'state': {
      const states = machineOf(model, field.entity, field.name.text)?.states ?? [];
      return states.length === 0 ? plain('text') : valuesOf(states.map(({ name }) => name));
    }
    case 'relation':
      return plain('uuid');
    case 'list': {
      const of = sqlType(model, field, type.of);
      return of === null ? null : { ...of, name: `${of.name}[]` };
    }
    case 'serial':
      return plain('bigint GENERATED ALWAYS AS IDENTITY');
    case 'members':
    case 'inverse':
    case 'rows':
    case 'unknown':
      return null;
    default: {
      const base = domains[type.kind];
      if (base === undefined) return plain(type.maxLength === undefined ? (sqlTypes[type.kind] ?? 'text') : `varchar(${type.maxLength})`);
      const length = type.maxLength === undefined ? '' : `_${type.maxLength}`;
      const name = `${domainPrefix}${type.kind}${length}`;
      const kept = type.maxLength === undefined ? base : `varchar(${type.maxLength})`;
      return { name, before: [`CREATE DOMAIN ${name} AS ${kept};`] };
    }
  }
}

/** Moments that SQL has keywords for. */
const moments = new Map([
  ['now', 'now()'],
  ['today', 'CURRENT_DATE'],
]);

function defaultWords(model: Model, { default: given, type, entity, name }: Field): string[] {
  const machine = type.kind === 'state' ? machineOf(model, entity, name.text) : undefined;
  const start = machine === undefined ? null : startOf(machine);
  if (start !== null) return [`DEFAULT ${quotedText(start)}`];
  if (given === null || type.kind === 'list') return [];
  if (given.kind === 'expression') {
    const moment = moments.get(given.expression.source.trim());
    return moment === undefined ? [] : [`DEFAULT ${moment}`];
  }
  const { value } = given;
  if (typeof value === 'boolean') return [`DEFAULT ${value}`];
  const words = model.text.slice(given.span.from, given.span.to).replaceAll('`', '').trim();
  const isNumber = /^-?\d+(\.\d+)?$/.test(words) && ['integer', 'decimal', 'money', 'percent'].includes(type.kind);
  if (isNumber) return [`DEFAULT ${words}`];
  return typeof value === 'string' ? [`DEFAULT ${quotedText(value)}`] : [];
}

/** True if the column definition expresses the field's default. */
export const saysDefault = (model: Model, field: Field): boolean => field.default === null || defaultWords(model, field).length > 0;
