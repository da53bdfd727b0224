import { parameter, raw, sql } from '../../expression/sql/fragment.ts';
import type { ColumnSchema, Schema, TableSchema } from '../schema.ts';
import { conditionsOf } from '../sql/conditions.ts';
import { identifier, shortened, textLiteral } from '../sql/identifier.ts';
import { createIndexes, indexesOf, keptLength } from '../sql/shape.ts';
import type { SqlEngine, Violation } from '../sql/sql-engine.ts';
import { RuleConflict } from '../store.ts';
import { caseClasses } from './case-classes.ts';
import { completeTables } from './completing.ts';
import { createDefences, dropDefences, hasDefences, moveMark, quotedBody } from './defences.ts';
import { postgresDialect } from './dialect.ts';
import { guardServer, mayReplaceTrail } from './guard.ts';
import { laidOut } from './laid-out.ts';
import { listIndexes } from './list-indexes.ts';
import { createOverlaps, overlapNamed } from './overlaps.ts';
import { PostgresError } from './postgres-error.ts';
import { createRemembering } from './remembering.ts';
import { createRights } from './rights.ts';
import {
  checkName,
  createLink,
  createReferences,
  createTable,
  createTriggers,
  dropOwnParts,
  dropReferences,
  lockTable,
  ownTables,
} from './tables.ts';
import { createTextsIn } from './texts-in.ts';

export const postgresEngine: SqlEngine = {
  dialect: postgresDialect,
  createTable,
  completeTable: (_schema, table, conditions) => [
    ...createIndexes(table, conditions),
    ...createTriggers(table),
    ...createOverlaps(table, conditions),
  ],
  createLink,
  createReferences,
  migrating(connection, from, to, body) {
    connection.forget();
    try {
      connection.changing(() => {
        for (const statement of dropReferences(from)) connection.run(statement);
        body();
        // Checks every record again, so that a missing reference is reported with its table and
        // key.
        for (const statement of createReferences(to)) connection.run(statement);
      });
    } finally {
      connection.forget();
    }
  },
  // An index entry has at most 2,704 bytes, including its header and alignment. pg_column_size is
  // the stored size, compressed where that helps, as in an index.
  isTooLong: (columns) =>
    `${columns.map((column) => `coalesce(pg_column_size(${column}), 0)`).join(' + ')} > ${2704 - 16 - 8 * columns.length}`,
  clear(connection, fill) {
    mayReplaceTrail(connection);
    connection.forget();
    connection.changing(() => {
      // Except the document lock table, which is locked and has a new name.
      const tables = connection.rows(
        `SELECT "tablename" FROM pg_tables WHERE "schemaname" = current_schema() AND "tablename" !~ '^_document_lock'`,
      );
      // Including the trail, which is otherwise read-only.
      for (const [name] of tables) connection.run(`DROP TABLE ${identifier(String(name))} CASCADE`);
      for (const statement of dropOwnParts) connection.run(statement);
      for (const statement of ownTables) if (statement !== lockTable) connection.run(statement);
      fill?.();
    });
    connection.forget();
  },
  skipLocked: ' FOR UPDATE SKIP LOCKED',
  putTrail:
    'INSERT INTO "_audit" ("sequence", "at", "by", "entity", "record", "operation", "changes") OVERRIDING SYSTEM VALUE VALUES (?, ?, ?, ?, ?, ?, ?)',
  continueTrail: (connection, last) => void connection.run(`SELECT setval(pg_get_serial_sequence('"_audit"', 'sequence'), ?)`, [last]),
  laidOut: (connection, model, schema) => laidOut(connection, postgresEngine, model, schema),
  defences(connection, what) {
    const within = String(connection.row('SELECT current_schema()')?.[0]);
    return what === null
      ? createDefences(within, { moves: [], rules: [] })
      : [...createDefences(within, what), ...createRights(within, what.model, what.schema).statements];
  },
  guard: guardServer,
  dropDefences,
  complete: (connection, model, schema) => completeTables(connection, schema, conditionsOf(model, schema, postgresEngine)),
  hasDefences,
  runAll(connection, statements) {
    if (statements.length > 0)
      connection.run(`DO ${quotedBody(`BEGIN ${statements.map((one) => `EXECUTE ${textLiteral(one)};`).join('\n')} END`)}`);
  },
  withoutRuleChecks: (connection, body) =>
    connection.transaction(() => {
      connection.run('INSERT INTO "_pardon" ("transaction") VALUES (txid_current()) ON CONFLICT DO NOTHING');
      const result = body();
      // Check the deferred constraints now, then defer them again.
      connection.run('SET CONSTRAINTS ALL IMMEDIATE');
      connection.run('DELETE FROM "_pardon" WHERE "transaction" = txid_current()');
      return result;
    }),
  // Deferred triggers check the rules at COMMIT.
  broken: () => null,
  brokenAtEnd: (error) =>
    error instanceof PostgresError && error.code === '23514' && error.table !== null && error.constraint !== null
      ? new RuleConflict(error.table, error.constraint, error.detail)
      : null,

  remove(connection, schema, table, id) {
    const text = `DELETE FROM ${identifier(table.table)} WHERE "id" = ?`;
    if (!takesAlongAndHoldsBack(schema, table.entity)) return connection.run(text, [id]);
    // Postgres checks for remaining references as soon as a record is deleted; rows that a cascade
    // deletes later must not count.
    connection.transaction(() => {
      connection.run('SET CONSTRAINTS ALL DEFERRED');
      connection.run(text, [id]);
      connection.run('SET CONSTRAINTS ALL IMMEDIATE');
    });
  },

  // With the collation C, lower() changes ASCII letters only.
  textOrder: (text) => `lower(${text} COLLATE "C")`,
  inOrder: (key, { descending, nullable }, fromEnd) =>
    sql`${key}${raw(descending !== fromEnd ? ' DESC' : '')}${raw(nullable ? ` NULLS ${fromEnd ? 'FIRST' : 'LAST'}` : '')}`,
  indexKey: (key, { descending, nullable }) => `(${key})${descending ? ` DESC${nullable ? ' NULLS LAST' : ''}` : ''}`,
  listIndexes,
  // An index on one column is much smaller, because equal values are stored once.
  leavesOutCovered: false,
  indexNames: (connection) =>
    connection.rows('SELECT "indexname" FROM pg_indexes WHERE "schemaname" = current_schema()').map(([name]) => String(name)),
  found(text, needle) {
    if (needle.ascii) return sql`(strpos(lower(${text} COLLATE "C"), ${parameter(needle.text)}) > 0)`;
    const classes = caseClasses(needle.text);
    return classes === null ? null : sql`(${text} COLLATE "C" ~ ${parameter(classes)})`;
  },
  joinsToOrder: true,
  searchesFirst: true,
  isOneOf: (id, ids) => sql`${id} = ANY (${parameter(arrayText(notFew(ids)))}::text[])`,
  items: (list, alias) => `jsonb_array_elements_text(${list}) AS ${alias} (value)`,
  textsIn: createTextsIn,
  remembering: createRemembering,
  numberText: (number) => sql`CAST(${number} AS text)`,
  page(limit, offset) {
    const from = offset === 0 ? sql`` : sql` OFFSET ${parameter(offset)}`;
    return limit === null ? from : sql` LIMIT ${limit <= smallPage ? raw(String(limit)) : parameter(limit)}${from}`;
  },

  // Identifies the set of committed transactions: two sessions that see the same set see the same
  // records. Another server, or this one restored to an earlier state, repeats the numbers, but it
  // started at another microsecond.
  moment: "concat_ws(' ', pg_current_snapshot(), pg_postmaster_start_time())",

  violation,
  // Class 22: a number out of range, a date beyond the calendar.
  isUnrepresentable: (error) => error instanceof PostgresError && error.code.startsWith('22'),
  isUnsupported: (error) => error instanceof PostgresError && error.code === '0A000',
};

/**
 * The largest page size that is written into the statement. A prepared statement keeps a generic
 * plan if that looks no more expensive than a plan for its values; otherwise it is planned each
 * time, which can take longer than running it. Postgres estimates an unknown limit as a tenth of
 * all rows, and an unknown offset likewise, so common limits are literals. Statements are cached by
 * text, so others are parameters.
 */
const smallPage = 100;

/**
 * Pads a short array with one of its own items. Postgres assumes ten items in an unknown array; a
 * shorter one would look cheaper than the generic plan.
 */
function notFew(ids: readonly string[]): readonly string[] {
  const last = ids.at(-1);
  return last === undefined || ids.length >= 10 ? ids : [...ids, ...Array<string>(10 - ids.length).fill(last)];
}

/** An array as a Postgres literal. */
const arrayText = (items: readonly string[]): string => `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/**
 * Whether deleting a record of the entity may involve both `cascade` and `restrict`, including the
 * relations to records that a cascade deletes.
 */
function takesAlongAndHoldsBack(schema: Schema, entity: string): boolean {
  const going = new Set([entity]);
  let holdsBack = false;
  for (const of of going) {
    for (const table of schema.tables) {
      for (const column of table.columns) {
        if (column.target !== of) continue;
        if (column.onDelete === 'cascade') going.add(table.entity);
        else if (column.onDelete !== 'clear') holdsBack = true;
      }
    }
  }
  return holdsBack && going.size > 1;
}

function violation(error: unknown, _schema: Schema, table: TableSchema): Violation | null {
  if (!(error instanceof PostgresError)) return null;
  const { constraint } = error;
  switch (error.code) {
    case '23503':
      return { kind: 'reference' };
    case '23505': {
      const found = indexesOf(table).find((index) => index.unique !== null && shortened(index.name) === constraint)?.unique;
      return { kind: 'unique', fields: found?.fields ?? ['id'], rule: found?.rule ?? null };
    }
    case '54000': {
      const indexes = indexesOf(table).filter(({ unique }) => unique !== null);
      const [index] = indexes.filter(({ name }) => shortened(name) === constraint);
      const isLong = (column: ColumnSchema): boolean => column.type === 'text' && keptLength(column) === null;
      return { kind: 'length', column: (index === undefined ? indexes : [index]).flatMap(({ columns }) => columns).find(isLong) ?? null };
    }
    case '23P01': {
      const found = overlapNamed(table, constraint ?? '');
      return found === undefined ? null : { kind: 'overlap', rule: found.rule };
    }
    case '23502': {
      const column = table.columns.find((candidate) => shortened(candidate.column) === error.column);
      return { kind: 'required', column: column ?? null, constraintName: error.column ?? '' };
    }
    case '23514': {
      if (error.message.includes(moveMark)) return { kind: 'move' };
      const column = table.columns.find((candidate) => shortened(checkName(candidate)) === constraint);
      return { kind: 'value', column: column ?? null, constraintName: constraint ?? '' };
    }
    default:
      return null;
  }
}
