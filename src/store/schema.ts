import { foldEmail } from '../base/email.ts';
import type { Expression } from '../expression/expression.ts';
import type { Value } from '../expression/values/value.ts';
import type { Entity, Field, FieldType } from '../model/ast/entities.ts';
import type { Machine } from '../model/ast/states.ts';
import type { RunModel } from '../model/run-model.ts';
import { isFolded, traitsOf } from '../model/types/traits.ts';
import type { StorageType } from '../model/types/type.ts';
import { valueToJson } from './json-value.ts';

/**
 * Describes how a document's records are stored: plain data, which is stored with the records and
 * compared with the schema of a changed document (migration/). The same for every kind of store.
 */
export interface Schema {
  readonly version: 1;
  readonly tables: readonly TableSchema[];
  readonly links: readonly LinkSchema[];
}

/** The records of one entity. */
export interface TableSchema {
  readonly entity: string;
  /** The name of the table: that of the entity, with a suffix if another differs only in case. */
  readonly table: string;
  /** Stored fields in the document's order; `id` first. */
  readonly columns: readonly ColumnSchema[];
  readonly uniques: readonly UniqueSchema[];
  /** Absent if there are none. */
  readonly overlaps?: readonly OverlapSchema[];
  /**
   * The field that labels a record; lists that sort by a relation use it. It may be a computed
   * field, which has no column.
   */
  readonly label: string | null;
}

export interface ColumnSchema {
  readonly field: string;
  readonly column: string;
  readonly type: StorageType;
  /** The type as written in the document, for people: `email`, `serial`, `list of text`. */
  readonly declared: string;
  readonly required: boolean;
  /** Whether the store's counter provides the numbers (nextSerial). */
  readonly serial: boolean;
  /**
   * For enums and states: the allowed values in declaration order, by which lists sort. Otherwise
   * empty.
   */
  readonly values: readonly string[];
  /** For texts: the maximum length in code points. Absent: unlimited. */
  readonly maxLength?: number;
  /** Some older texts are longer: the database tolerates these, the engine refuses new ones. */
  readonly overlong?: boolean;
  /** For relations: the other entity. Null also if that entity is not declared. */
  readonly target: string | null;
  readonly onDelete: OnDelete | null;
  /** For lists: the storage type of an item. */
  readonly item: StorageType | null;
  /**
   * The value for records that are older than the field, as JSON (json-value.ts): a constant
   * default, or the start of a state machine.
   */
  readonly initial: string | null;
  /**
   * Whether older records may lack a value although the field is required; the database tolerates
   * these (migration/).
   */
  readonly lenient?: boolean;
}

export type OnDelete = 'restrict' | 'cascade' | 'clear';

/**
 * Fields whose values together must not occur twice. Records in which one of them is null never
 * conflict.
 */
export interface UniqueSchema {
  readonly fields: readonly string[];
  /**
   * Those of the fields that contain email addresses, which are compared without case (foldEmail).
   * Absent: none.
   */
  readonly folded?: readonly string[];
  /** The rule of section 5 that requires it; null for a field's Unique. */
  readonly rule: string | null;
  /**
   * For `unique … where …`: applies only to records for which this expression is true (see
   * uniqueWhere).
   */
  readonly where: string | null;
  /**
   * The constants that the condition uses, as JSON (json-value.ts): if one changes, the constraint
   * changes too.
   */
  readonly constants?: Readonly<Record<string, string>>;
  /** Some older records are duplicates: the database tolerates these and refuses new ones. */
  readonly lenient?: boolean;
  /**
   * Whether texts of some older records are too long for an index; then there is no index, and the
   * constraint is lenient.
   */
  readonly unindexed?: boolean;
}

/**
 * `no overlap START, END per …`: no two records with the same values in `per` overlap in time.
 * Intervals are half-open; records with null in one of these fields never conflict.
 */
export interface OverlapSchema {
  /** The rule of section 5 that requires it. */
  readonly rule: string;
  readonly start: string;
  readonly end: string;
  readonly per: readonly string[];
  /** As in UniqueSchema. */
  readonly where: string | null;
  readonly constants?: Readonly<Record<string, string>>;
  readonly lenient?: boolean;
}

/** The table of a many-to-many list, such as `Ticket.watchers`. */
export interface LinkSchema {
  readonly entity: string;
  readonly field: string;
  readonly table: string;
  readonly target: string;
}

/** The tables for a model's records. If two entities have the same name, the first counts. */
export function schemaOf(model: RunModel): Schema {
  const entities = firsts(model.entities, (entity) => entity.name.text);
  const tableName = distinctNames();
  const tables = entities.map((entity) => tableOf(model, entity, tableName(entity.name.text)));
  const links = entities.flatMap((entity) =>
    linkedFields(entity, entities).map(({ name, target }) => ({
      entity: entity.name.text,
      field: name,
      table: tableName(`${entity.name.text}.${name}`),
      target,
    })),
  );
  return { version: 1, tables, links };
}

/**
 * The condition of `unique … where …` as an expression, found in the model, because a Schema is
 * plain data and has it only as text.
 */
export function uniqueWhere(model: RunModel, entity: string, unique: UniqueSchema): Expression | null {
  if (unique.where === null) return null;
  for (const rule of model.rules) {
    if (rule.entity.text === entity && rule.name.text === unique.rule && rule.must.kind === 'unique') return rule.must.where;
  }
  return null;
}

/** Like uniqueWhere, for the condition of `no overlap … where …`; null if there is none. */
export function overlapWhere(model: RunModel, entity: string, overlap: OverlapSchema): Expression | null {
  if (overlap.where === null) return null;
  for (const rule of model.rules) {
    if (rule.entity.text === entity && rule.name.text === overlap.rule && rule.must.kind === 'no-overlap') return rule.must.where;
  }
  return null;
}

export const tableFor = (schema: Schema, entity: string): TableSchema | null =>
  schema.tables.find((table) => table.entity === entity) ?? null;

export const columnFor = (table: TableSchema, field: string): ColumnSchema | null =>
  table.columns.find((column) => column.field === field) ?? null;

export const linkFor = (schema: Schema, entity: string, field: string): LinkSchema | null =>
  schema.links.find((link) => link.entity === entity && link.field === field) ?? null;

function tableOf(model: RunModel, entity: Entity, table: string): TableSchema {
  const columnName = distinctNames();
  // The built-in fields, then the declared ones in the document's order; a declared `id` stays
  // first.
  const builtIn = ['id', 'createdAt', 'updatedAt', 'createdBy'].flatMap((name) => entity.byName.get(name) ?? []);
  const declared = firsts(entity.fields, (field) => field.name.text).filter((field) => !builtIn.includes(field));
  const fields = firsts([...builtIn, ...declared], (field) => field.name.text);
  const columns = fields
    .filter((field) => isStored(field))
    .map((field) => columnOf(model, field, columnName(field.name.text)))
    .sort((a, b) => Number(b.field === 'id') - Number(a.field === 'id'));
  const overlaps = overlapsOf(model, entity, columns);
  return {
    entity: entity.name.text,
    table,
    columns,
    uniques: uniquesOf(model, entity, columns),
    ...(overlaps.length === 0 ? {} : { overlaps }),
    label: entity.label,
  };
}

/**
 * Whether a record stores a value for the field. Computed fields, inverse lists and members have
 * none.
 */
export const isStored = (field: Field): boolean =>
  field.computed === null && field.type.kind !== 'members' && field.type.kind !== 'inverse';

function columnOf(model: RunModel, field: Field, column: string): ColumnSchema {
  const name = field.name.text;
  const { type } = field;
  const builtInMoment = name === 'createdAt' || name === 'updatedAt';
  const known = type.kind === 'relation' && model.entities.some((entity) => entity.name.text === type.entity.text);
  return {
    field: name,
    column,
    type: name === 'id' ? 'text' : traitsOf(type).storage,
    declared: declaredType(type),
    required: field.required || name === 'id' || builtInMoment,
    serial: type.kind === 'serial',
    values: valuesOf(model, field),
    ...('maxLength' in type && type.maxLength !== undefined ? { maxLength: type.maxLength } : {}),
    target: type.kind === 'relation' && known ? type.entity.text : null,
    // Deleting an account must not fail because that person created a record.
    onDelete: type.kind === 'relation' ? (name === 'createdBy' ? 'clear' : type.onDelete) : null,
    item: type.kind === 'list' ? traitsOf(type.of).storage : null,
    initial: initialOf(model, field),
  };
}

function initialOf(model: RunModel, field: Field): string | null {
  if (field.type.kind === 'state') {
    const machine = machineOf(model, field);
    const start = machine?.start?.text ?? machine?.states[0]?.name;
    return start === undefined ? null : valueToJson(start);
  }
  return field.default?.kind === 'value' ? valueToJson(field.default.value) : null;
}

const machineOf = (model: RunModel, field: Field): Machine | undefined =>
  model.machines.find((machine) => machine.entity === field.entity && machine.field === field.name.text);

/** The type of a field in the notation of section 3. */
export function declaredType(type: FieldType): string {
  switch (type.kind) {
    case 'enum':
      return `enum ${type.values.map((value) => value.text).join(', ')}`;
    case 'relation':
      return type.entity.text;
    case 'list':
      return `list of ${declaredType(type.of)}`;
    case 'members':
      return `list of ${type.entity.text}`;
    case 'inverse':
      return `list of ${type.entity.text} by ${type.by.text}`;
    case 'rows':
      return `list of {${type.columns.map((column) => `${column.name.text}: ${column.type.kind}`).join(', ')}}`;
    case 'unknown':
      return type.text === '' ? 'unknown' : type.text;
    default:
      return type.kind;
  }
}

function valuesOf(model: RunModel, field: Field): readonly string[] {
  if (field.type.kind === 'enum') return unique(field.type.values.map((value) => value.text));
  if (field.type.kind !== 'state') return [];
  return unique(machineOf(model, field)?.states.map((state) => state.name) ?? []);
}

function uniquesOf(model: RunModel, entity: Entity, columns: readonly ColumnSchema[]): UniqueSchema[] {
  const stored = new Set(columns.map((column) => column.field));
  const found: UniqueSchema[] = columns
    .filter((column) => column.field !== 'id' && entity.byName.get(column.field)?.unique === true)
    .map((column) => ({ fields: [column.field], ...foldedOf(entity, [column.field]), rule: null, where: null }));
  for (const rule of model.rules) {
    if (rule.entity.text !== entity.name.text || rule.must.kind !== 'unique') continue;
    const fields = unique(rule.must.fields.map((field) => field.text));
    // An undeclared or computed field cannot be unique; the checker reports it.
    if (fields.length === 0 || !fields.every((field) => stored.has(field))) continue;
    const { where } = rule.must;
    // A broken condition is a mistake in the document and must not turn into a wider rule.
    if (where !== null && where.node === null) continue;
    found.push({ fields, ...foldedOf(entity, fields), rule: rule.name.text, ...conditionOf(model, where) });
  }
  return found;
}

function foldedOf(entity: Entity, fields: readonly string[]): Pick<UniqueSchema, 'folded'> {
  const folded = fields.filter((field) => isFolded(entity.byName.get(field)));
  return folded.length === 0 ? {} : { folded };
}

/** The values of the unique fields in the form that is compared; null if one of them is null. */
export function uniqueKey(unique: UniqueSchema, read: (field: string) => Value): string | null {
  const values = unique.fields.map((field) => {
    const value = read(field);
    return typeof value === 'string' && unique.folded?.includes(field) === true ? foldEmail(value) : value;
  });
  return values.includes(null) ? null : JSON.stringify(values.map(valueToJson));
}

/** Types with an order, which an overlap requires. */
const ordered: readonly StorageType[] = ['integer', 'decimal', 'money', 'date', 'time', 'datetime', 'duration'];

function overlapsOf(model: RunModel, entity: Entity, columns: readonly ColumnSchema[]): OverlapSchema[] {
  const typeOf = (field: string): StorageType | undefined => columns.find((column) => column.field === field)?.type;
  return model.rules.flatMap((rule): OverlapSchema[] => {
    // Rules with `on create` and the like apply to some writes only, so the engine checks them.
    if (rule.entity.text !== entity.name.text || rule.must.kind !== 'no-overlap' || rule.on.length > 0) return [];
    const { where } = rule.must;
    const [start, end, per] = [rule.must.start.text, rule.must.end.text, unique(rule.must.per.map((field) => field.text))];
    const type = typeOf(start);
    if (type === undefined || typeOf(end) !== type || !ordered.includes(type)) return [];
    if (!per.every((field) => typeOf(field) !== undefined) || (where !== null && where.node === null)) return [];
    return [{ rule: rule.name.text, start, end, per, ...conditionOf(model, where) }];
  });
}

function conditionOf(model: RunModel, where: Expression | null): Pick<UniqueSchema, 'where' | 'constants'> {
  if (where === null) return { where: null };
  const values = where.reads.constants.flatMap((name): [string, string][] => {
    const constant = model.constants.find((candidate) => candidate.name.text === name);
    return constant === undefined ? [] : [[name, valueToJson(constant.value ?? null)]];
  });
  return { where: where.source, ...(values.length === 0 ? {} : { constants: Object.fromEntries(values) }) };
}

function linkedFields(entity: Entity, entities: readonly Entity[]): { name: string; target: string }[] {
  return firsts(entity.fields, (field) => field.name.text).flatMap((field) => {
    const { type } = field;
    if (type.kind !== 'members' || field.computed !== null) return [];
    const declared = entities.some((other) => other.name.text === type.entity.text);
    return declared ? [{ name: field.name.text, target: type.entity.text }] : [];
  });
}

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

function firsts<T>(items: readonly T[], key: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(key(item)) && seen.add(key(item)));
}

/**
 * Makes table and column names distinct: SQL names ignore case, and some prefixes are reserved.
 * `Ticket` and `ticket` become `Ticket` and `ticket~2`.
 */
function distinctNames(): (name: string) => string {
  const taken = new Map<string, number>();
  return (name) => {
    const free = /^(_|sqlite_|pg_)/i.test(name) ? `~${name}` : name;
    const count = (taken.get(free.toLowerCase()) ?? 0) + 1;
    taken.set(free.toLowerCase(), count);
    return count === 1 ? free : `${free}~${count}`;
  };
}

/**
 * The most bytes of UTF-8 that all texts of one unique, or of one `per`, may have together.
 * Postgres limits an index entry to 2,704 bytes; the rest is for ids and numbers.
 */
export const mostUnique = 2400;
