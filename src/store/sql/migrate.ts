import type { SqlScalar } from '../../expression/sql/represent.ts';
import type { Value } from '../../expression/values/value.ts';
import { valueFromJson } from '../json-value.ts';
import { convertColumn } from '../migration/columns.ts';
import type { ExistingData } from '../migration/data.ts';
import { readRenamings, renamingsKey, renamingsOf } from '../migration/former-names.ts';
import type { MigrationPlan, MigrationStep } from '../migration/plan.ts';
import { columnFor, linkFor, type Schema, type TableSchema, tableFor } from '../schema.ts';
import { type Codec, createCodec } from './codec.ts';
import type { Connection } from './connection.ts';
import { dropDefences } from './defences.ts';
import { identifier } from './identifier.ts';
import type { Conditions } from './kept-conditions.ts';
import { keepSchema, readMeta, writeMeta } from './meta.ts';
import type { SqlEngine } from './sql-engine.ts';
import { raiseSerial } from './write.ts';

/** The data in a database as a migration plan reads it, under its current schema. */
export function existingData(connection: Connection, sqlEngine: Pick<SqlEngine, 'isTooLong'>, schema: Schema): ExistingData {
  // Amounts need no currency here, because they are converted, not compared.
  const codec = createCodec('');
  const table = (entity: string): TableSchema => {
    const found = tableFor(schema, entity);
    if (found === null) throw new Error(`the data has no entity ${entity}`);
    return found;
  };
  const number = (sql: string, parameters: readonly SqlScalar[] = []): number => Number(connection.row(sql, parameters)?.[0] ?? 0);
  return {
    count: (entity) => number(`SELECT count(*) FROM ${identifier(table(entity).table)}`),
    values(entity, field) {
      const column = columnFor(table(entity), field);
      if (column === null) return [];
      const rows = connection.rows(`SELECT ${identifier(column.column)} FROM ${identifier(table(entity).table)} ORDER BY "id"`);
      return rows.map(([value]) => codec.decode(column, value ?? null));
    },
    linked(entity, field) {
      const link = linkFor(schema, entity, field);
      return link === null ? 0 : number(`SELECT count(*) FROM ${identifier(link.table)}`);
    },
    tooLong(entity, fields) {
      const found = table(entity);
      const columns = fields.flatMap((field) => columnFor(found, field) ?? []).map(({ column }) => identifier(column));
      const condition = columns.length === 0 ? null : sqlEngine.isTooLong(columns);
      if (condition === null) return [];
      return connection.rows(`SELECT "id" FROM ${identifier(found.table)} WHERE ${condition} ORDER BY "id"`).map(([id]) => String(id));
    },
    has(entity, id) {
      const found = tableFor(schema, entity);
      return found !== null && connection.row(`SELECT 1 FROM ${identifier(found.table)} WHERE "id" = ?`, [id]) !== null;
    },
  };
}

/** Runs a plan in one transaction, and stores the resulting schema. */
export function applyMigration(
  connection: Connection,
  sqlEngine: SqlEngine,
  conditions: Conditions,
  from: Schema,
  plan: MigrationPlan,
  note?: () => void,
): void {
  const { schema } = plan;
  sqlEngine.migrating(connection, from, schema, () => {
    dropDefences(connection, sqlEngine);
    const data = existingData(connection, sqlEngine, from);
    const finish: (() => void)[] = [];
    for (const step of ordered(plan.steps)) runStep({ connection, sqlEngine, conditions, schema, data, finish }, step);
    for (const last of finish) last();
    renameKept(connection, plan);
    noteRenamings(connection, plan);
    keepSchema(connection, schema);
    note?.();
  });
}

/**
 * Records are copied while what they refer to still exists; then the old tables are dropped, then
 * the new ones are renamed.
 */
const ordered = (steps: readonly MigrationStep[]): MigrationStep[] => {
  const order: Record<MigrationStep['kind'], number> = {
    'rebuild-table': 0,
    'rebuild-link': 1,
    'drop-link': 2,
    'drop-table': 3,
    'create-table': 4,
    'create-link': 5,
  };
  return [...steps].sort((a, b) => order[a.kind] - order[b.kind]);
};

const temporary = (table: string): string => `~new ${table}`;

interface Work {
  readonly connection: Connection;
  readonly sqlEngine: SqlEngine;
  readonly conditions: Conditions;
  readonly schema: Schema;
  readonly data: ExistingData;
  /** What to do after all records are copied. */
  readonly finish: (() => void)[];
}

function runStep({ connection, sqlEngine, conditions, schema, data, finish }: Work, step: MigrationStep): void {
  const drop = (table: string): void => connection.run(`DROP TABLE ${identifier(table)}`);
  const runAll = (statements: readonly string[]): void => {
    for (const statement of statements) connection.run(statement);
  };
  switch (step.kind) {
    case 'create-table':
      finish.push(() => runAll([sqlEngine.createTable(schema, step.table), ...sqlEngine.completeTable(schema, step.table, conditions)]));
      return;
    case 'drop-table':
      finish.push(() => {
        drop(step.table.table);
        for (const own of ['_serial', '_entered']) connection.run(`DELETE FROM "${own}" WHERE "entity" = ?`, [step.table.entity]);
      });
      return;
    case 'rebuild-table': {
      const { from, to } = step;
      connection.run(sqlEngine.createTable(schema, to, temporary(to.table)));
      copyRecords(connection, step, data);
      finish.unshift(() => drop(from.table));
      finish.push(() => {
        connection.run(`ALTER TABLE ${identifier(temporary(to.table))} RENAME TO ${identifier(to.table)}`);
        runAll(sqlEngine.completeTable(schema, to, conditions));
      });
      return;
    }
    case 'create-link':
      finish.push(() => runAll(sqlEngine.createLink(schema, step.link)));
      return;
    case 'drop-link':
      finish.unshift(() => drop(step.link.table));
      return;
    case 'rebuild-link': {
      const rows = connection.rows(`SELECT "owner", "member" FROM ${identifier(step.from.table)} ORDER BY "position"`);
      finish.unshift(() => drop(step.from.table));
      finish.push(() => {
        runAll(sqlEngine.createLink(schema, step.to));
        for (const row of rows) connection.run(`INSERT INTO ${identifier(step.to.table)} ("owner", "member") VALUES (?, ?)`, row);
      });
    }
  }
}

function copyRecords(
  connection: Connection,
  { from, to, moves }: Extract<MigrationStep, { kind: 'rebuild-table' }>,
  data: ExistingData,
): void {
  const codec: Codec = createCodec('');
  const read = from.columns.map((column) => identifier(column.column)).join(', ');
  const write = to.columns.map((column) => identifier(column.column)).join(', ');
  const insert = `INSERT INTO ${identifier(temporary(to.table))} (${write}) VALUES (${to.columns.map(() => '?').join(', ')})`;
  let place = 0;
  for (const row of connection.rows(`SELECT ${read} FROM ${identifier(from.table)} ORDER BY "id"`)) {
    place++;
    const values = to.columns.map((column) => {
      const move = moves.find((candidate) => candidate.to === column.field);
      const source = move?.from == null ? null : columnFor(from, move.from);
      let value: Value = null;
      if (move !== undefined && source !== null) {
        const before = codec.decode(source, row[from.columns.indexOf(source)] ?? null);
        value = convertColumn(before, source, column, move, data).value;
      }
      if (value === null && move?.otherwise === 'initial' && column.initial !== null) value = valueFromJson(column.initial);
      if (value === null && move?.otherwise === 'count') value = place;
      return codec.encode(to, column, value);
    });
    connection.run(insert, values);
  }
  for (const move of moves) if (move.otherwise === 'count') raiseSerial(connection, to.entity, move.to, place);
}

/** The audit trail is never rewritten, so its earlier names are stored separately. */
function noteRenamings(connection: Connection, plan: MigrationPlan): void {
  const [last] = connection.row('SELECT max("sequence") FROM "_audit"') ?? [];
  const more = renamingsOf(plan, Number(last ?? 0));
  if (more.length === 0) return;
  writeMeta(connection, renamingsKey, JSON.stringify([...readRenamings(readMeta(connection, renamingsKey)), ...more]));
}

/** Moves counters and state times to the new names of entities and fields. */
function renameKept(connection: Connection, plan: MigrationPlan): void {
  for (const step of plan.steps) {
    if (step.kind !== 'rebuild-table') continue;
    const { from, to, moves } = step;
    for (const move of moves) {
      if (move.from === null || (move.from === move.to && from.entity === to.entity)) continue;
      for (const own of ['_serial', '_entered']) {
        connection.run(`UPDATE "${own}" SET "entity" = ?, "field" = ? WHERE "entity" = ? AND "field" = ?`, [
          to.entity,
          move.to,
          from.entity,
          move.from,
        ]);
      }
    }
  }
}
