import { own, setOwn } from '../../base/own.ts';
import type { Value } from '../../expression/values/value.ts';
import { valueFromJson } from '../json-value.ts';
import { compareIds } from '../meaning.ts';
import { convertColumn } from '../migration/columns.ts';
import type { ExistingData } from '../migration/data.ts';
import type { MigrationPlan, MigrationStep } from '../migration/plan.ts';
import { columnFor } from '../schema.ts';
import type { StoredRecord } from '../store.ts';
import type { Tables } from './apply-change.ts';
import { RecordTable } from './record-table.ts';
import { LoggedMap, type UndoLog } from './undo-log.ts';

type Rebuild = Extract<MigrationStep, { readonly kind: 'rebuild-table' }>;

const inOrder = (records: readonly StoredRecord[]): readonly StoredRecord[] => [...records].sort((a, b) => compareIds(a.id, b.id));

/** The existing data, in the form that a migration plan reads. */
export function existingData(tables: Pick<Tables, 'records' | 'links'>): ExistingData {
  return {
    tooLong: () => [],
    count: (entity) => tables.records.get(entity)?.all().length ?? 0,
    values: (entity, field) => inOrder(tables.records.get(entity)?.all() ?? []).map((record) => own(record, field) ?? null),
    linked: (entity, field) =>
      [...tables.links.keys()]
        .filter((key) => key.startsWith(`${entity}.${field}/`))
        .reduce((sum, key) => sum + (tables.links.get(key) ?? []).length, 0),
    has: (entity, id) => (tables.records.get(entity)?.get(id) ?? null) !== null,
  };
}

/**
 * Returns the tables after a migration; the old ones do not change. Counters and state times move
 * to the new names.
 */
export function migrated(
  tables: Tables,
  plan: MigrationPlan,
  log: UndoLog,
  kept: readonly LoggedMap<number>[],
): { readonly records: Map<string, RecordTable>; readonly links: LoggedMap<readonly string[]> } {
  const data = existingData(tables);
  const rebuilds = plan.steps.filter((step): step is Rebuild => step.kind === 'rebuild-table');
  const records = new Map<string, RecordTable>();
  for (const schema of plan.schema.tables) {
    const table = new RecordTable(schema, log);
    records.set(schema.entity, table);
    const step = rebuilds.find((candidate) => candidate.to.entity === schema.entity);
    const source = tables.records.get(step?.from.entity ?? schema.entity);
    const created = plan.steps.some((candidate) => candidate.kind === 'create-table' && candidate.table.entity === schema.entity);
    if (source === undefined || created) continue;
    const old = inOrder(source.all());
    for (const [index, record] of old.entries()) {
      table.put(table.complete(step === undefined ? record : converted(record, index + 1, step, data)));
    }
    if (step !== undefined) rename(step, old.length, kept);
  }
  return { records, links: relinked(tables, plan, log) };
}

function converted(record: StoredRecord, place: number, { from, to, moves }: Rebuild, data: ExistingData): StoredRecord {
  const values: Record<string, Value> & { id: string } = { id: record.id };
  for (const column of to.columns) {
    if (column.field === 'id') continue;
    const move = moves.find((candidate) => candidate.to === column.field);
    const source = move?.from == null ? null : columnFor(from, move.from);
    let value: Value = null;
    if (move !== undefined && source !== null) value = convertColumn(own(record, source.field) ?? null, source, column, move, data).value;
    if (value === null && move?.otherwise === 'initial' && column.initial !== null) value = valueFromJson(column.initial);
    if (value === null && move?.otherwise === 'count') value = place;
    setOwn(values, column.field, value);
  }
  return values;
}

/**
 * Moves counters and state times to new names. `kept`: the maps by `Entity.field` (counters) and
 * `Entity.field/id` (when a state was entered).
 */
function rename({ from, to, moves }: Rebuild, count: number, kept: readonly LoggedMap<number>[]): void {
  for (const move of moves) {
    const before = move.from === null ? null : `${from.entity}.${move.from}`;
    const after = `${to.entity}.${move.to}`;
    for (const map of kept) {
      if (before !== null && before !== after) {
        for (const key of [...map.keys()].filter((candidate) => candidate === before || candidate.startsWith(`${before}/`))) {
          map.set(after + key.slice(before.length), map.get(key) ?? 0);
          map.delete(key);
        }
      }
    }
    const [serials] = kept;
    if (move.otherwise === 'count' && serials !== undefined) serials.set(after, Math.max(serials.get(after) ?? 0, count));
  }
}

function relinked(tables: Tables, plan: MigrationPlan, log: UndoLog): LoggedMap<readonly string[]> {
  const links = new LoggedMap<readonly string[]>(log);
  for (const { entity, field } of plan.schema.links) {
    const step = plan.steps.find(
      (candidate) => candidate.kind === 'rebuild-link' && candidate.to.entity === entity && candidate.to.field === field,
    );
    const before = step?.kind === 'rebuild-link' ? `${step.from.entity}.${step.from.field}/` : `${entity}.${field}/`;
    for (const key of tables.links.keys()) {
      if (key.startsWith(before)) links.set(`${entity}.${field}/${key.slice(before.length)}`, tables.links.get(key) ?? []);
    }
  }
  return links;
}
