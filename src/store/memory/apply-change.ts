import { own } from '../../base/own.ts';
import { evaluateNode } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import { compare } from '../../expression/values/compare.ts';
import type { Value } from '../../expression/values/value.ts';
import type { RunModel } from '../../model/run-model.ts';
import { valueToJson } from '../json-value.ts';
import { recordValues } from '../record-values.ts';
import { linkFor, overlapWhere, type Schema, uniqueWhere } from '../schema.ts';
import { refuseLongUnique } from '../storable.ts';
import { type Change, OverlapConflict, ReferenceConflict, type Store, type StoredRecord, UniqueConflict, ValueConflict } from '../store.ts';
import { plainContext } from './plain-context.ts';
import { type RecordTable, sameKey } from './record-table.ts';
import type { LoggedMap } from './undo-log.ts';

export interface Tables {
  readonly model: RunModel;
  readonly schema: Schema;
  readonly records: ReadonlyMap<string, RecordTable>;
  /** Members by `Entity.field/id`, in the order they were added. */
  readonly links: LoggedMap<readonly string[]>;
  readonly reader: Pick<Store, 'record' | 'query' | 'count'>;
}

/** Makes one change. Throws a conflict of store.ts if it is not allowed. */
export function applyChange(tables: Tables, entered: LoggedMap<number>, change: Change): void {
  switch (change.kind) {
    case 'insert':
      insert(tables, change.entity, change.record);
      break;
    case 'update':
      update(tables, change.entity, change.id, change.values);
      break;
    case 'delete':
      remove(tables, entered, change.entity, change.id);
      break;
    case 'add':
    case 'remove':
      link(tables, change);
      break;
  }
}

function tableOf(tables: Tables, entity: string): RecordTable {
  const table = tables.records.get(entity);
  if (table === undefined) throw new Error(`the store has no records of ${entity}`);
  return table;
}

/** Checks the length of written values only, so that older records stay as they are. */
function completed(table: RecordTable, written: Readonly<Record<string, Value>>, record: StoredRecord): StoredRecord {
  for (const [field, value] of Object.entries(written)) refuseLongUnique(table.schema, field, value);
  return table.complete(record);
}

function insert(tables: Tables, entity: string, given: StoredRecord): void {
  const table = tableOf(tables, entity);
  if (table.get(given.id) !== null) throw new UniqueConflict(entity, ['id'], null);
  const record = completed(table, given, given);
  checkRelations(tables, table, record, null);
  checkUnique(tables, table, record, null);
  checkOverlaps(tables, table, record, null);
  table.put(record);
}

function update(tables: Tables, entity: string, id: string, values: Readonly<Record<string, Value>>): void {
  const table = tableOf(tables, entity);
  const before = table.get(id);
  if (before === null) throw new ReferenceConflict(entity, 'id', id);
  const record = completed(table, values, { ...before, ...values, id } as StoredRecord);
  checkRelations(tables, table, record, before);
  checkUnique(tables, table, record, before);
  checkOverlaps(tables, table, record, before);
  table.put(record);
}

/**
 * Checks that relations point to existing records. Unchanged ones need no check, because a record
 * that another one refers to cannot be deleted.
 */
function checkRelations(tables: Tables, table: RecordTable, record: StoredRecord, before: StoredRecord | null): void {
  for (const column of table.relations) {
    const id = own(record, column.field) ?? null;
    if (id === null || column.target === null || id === (before === null ? null : own(before, column.field))) continue;
    if (typeof id !== 'string') throw new ValueConflict(table.schema.entity, column.field, 'keeps the id of a record');
    if (id === record.id && column.target === table.schema.entity) continue;
    if (tables.records.get(column.target)?.get(id) === null) throw new ReferenceConflict(table.schema.entity, column.field, id);
  }
}

/**
 * Checks unique constraints. Records that were duplicates before the constraint existed (lenient)
 * may still change in other fields.
 */
function checkUnique(tables: Tables, table: RecordTable, record: StoredRecord, before: StoredRecord | null): void {
  const { entity } = table.schema;
  for (const unique of table.schema.uniques) {
    const others = table.alike(unique, record).filter((id) => id !== record.id);
    if (others.length === 0) continue;
    if (unique.where === null && before !== null && sameKey(unique, before, record)) continue;
    const where = uniqueWhere(tables.model, entity, unique);
    const within = (candidate: StoredRecord): boolean => where === null || isTrueFor(tables, entity, candidate, where.node);
    if (!within(record)) continue;
    if (others.some((id) => within(table.get(id) as StoredRecord))) throw new UniqueConflict(entity, unique.fields, unique.rule);
  }
}

/**
 * Checks `no overlap`: intervals are half-open, and records with null in one of the fields never
 * conflict. If some records overlapped before the rule existed (lenient), the engine checks
 * instead.
 */
function checkOverlaps(tables: Tables, table: RecordTable, record: StoredRecord, before: StoredRecord | null): void {
  const { entity, overlaps = [] } = table.schema;
  for (const overlap of overlaps) {
    const { start, end, per } = overlap;
    const fields = [start, end, ...per];
    if (overlap.lenient === true || fields.some((field) => (own(record, field) ?? null) === null)) continue;
    const where = overlapWhere(tables.model, entity, overlap);
    const unchanged =
      before !== null && fields.every((field) => valueToJson(own(before, field) ?? null) === valueToJson(own(record, field) ?? null));
    if (unchanged && where === null) continue;
    const within = (candidate: StoredRecord): boolean => where === null || isTrueFor(tables, entity, candidate, where.node);
    if (!within(record)) continue;
    const same = per.map((field) => valueToJson(own(record, field) ?? null));
    for (const other of table.all()) {
      if (other.id === record.id || fields.some((field) => (own(other, field) ?? null) === null)) continue;
      if (per.some((field, place) => valueToJson(own(other, field) ?? null) !== same[place])) continue;
      if (isBefore(own(other, start), own(record, end)) && isBefore(own(record, start), own(other, end)) && within(other))
        throw new OverlapConflict(entity, overlap.rule);
    }
  }
}

const isBefore = (a: Value | undefined, b: Value | undefined): boolean => (compare(a ?? null, b ?? null) ?? 0) < 0;

function isTrueFor(tables: Tables, entity: string, stored: StoredRecord, node: Parameters<typeof evaluateNode>[0] | null): boolean {
  if (node === null) return false;
  const evaluationContext = plainContext(tables.model);
  const record = recordValues(tables.reader, tables.model, evaluationContext).of(entity, stored);
  try {
    return evaluateNode(node, { evaluationContext, self: record, row: record, old: null, bound: new Map() }) === true;
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

/**
 * Deletes a record: collects what is deleted with it (cascade), then checks what must not lose its
 * reference (restrict), then writes.
 */
function remove(tables: Tables, entered: LoggedMap<number>, entity: string, id: string): void {
  if (tableOf(tables, entity).get(id) === null) return;
  const going = new Map<string, Set<string>>([[entity, new Set([id])]]);
  const waiting: [string, string][] = [[entity, id]];
  const goes = (other: string, record: string): boolean => going.get(other)?.has(record) === true;
  const held: { entity: string; field: string; record: string; id: string }[] = [];
  const cleared: { entity: string; field: string; record: string }[] = [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [target, targetId] = next;
    for (const table of tables.records.values()) {
      const other = table.schema.entity;
      for (const column of table.relations) {
        if (column.target !== target) continue;
        for (const record of table.referring(column.field, targetId)) {
          if (column.onDelete === 'cascade') {
            if (goes(other, record)) continue;
            going.set(other, (going.get(other) ?? new Set()).add(record));
            waiting.push([other, record]);
          } else if (column.onDelete === 'clear') cleared.push({ entity: other, field: column.field, record });
          else held.push({ entity: other, field: column.field, record, id: targetId });
        }
      }
    }
  }
  const holder = held.find((reference) => !goes(reference.entity, reference.record));
  if (holder !== undefined) throw new ReferenceConflict(holder.entity, holder.field, holder.id);
  for (const reference of cleared) {
    if (!goes(reference.entity, reference.record)) update(tables, reference.entity, reference.record, { [reference.field]: null });
  }
  for (const [other, ids] of going) for (const record of ids) forget(tables, entered, other, record);
}

function forget(tables: Tables, entered: LoggedMap<number>, entity: string, id: string): void {
  const table = tableOf(tables, entity);
  table.remove(id);
  for (const column of table.schema.columns) if (column.type === 'state') entered.delete(`${entity}.${column.field}/${id}`);
  for (const schema of tables.schema.links) {
    if (schema.entity === entity) tables.links.delete(`${entity}.${schema.field}/${id}`);
    if (schema.target !== entity) continue;
    const prefix = `${schema.entity}.${schema.field}/`;
    // Called to report the read: the loop below depends on all records of that entity.
    tableOf(tables, schema.entity).all();
    for (const key of [...tables.links.keys()]) {
      if (!key.startsWith(prefix)) continue;
      const members = tables.links.get(key) ?? [];
      if (members.includes(id))
        tables.links.set(
          key,
          members.filter((member) => member !== id),
        );
    }
  }
}

function link(tables: Tables, change: Extract<Change, { kind: 'add' | 'remove' }>): void {
  const { entity, field, id, member } = change;
  const schema = linkFor(tables.schema, entity, field);
  if (schema === null) throw new Error(`${entity}.${field} is not a list to which records are added`);
  if (tableOf(tables, entity).get(id) === null) throw new ReferenceConflict(entity, 'id', id);
  const key = `${entity}.${field}/${id}`;
  const members = tables.links.get(key) ?? [];
  if (change.kind === 'remove') {
    if (members.includes(member))
      tables.links.set(
        key,
        members.filter((other) => other !== member),
      );
    return;
  }
  if (tables.records.get(schema.target)?.get(member) === null) throw new ReferenceConflict(entity, field, member);
  if (!members.includes(member)) tables.links.set(key, [...members, member]);
}
