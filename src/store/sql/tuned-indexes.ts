import type { RunModel } from '../../model/run-model.ts';
import type { Schema } from '../schema.ts';
import type { Connection } from './connection.ts';
import { countIndexes } from './count-indexes.ts';
import { identifier } from './identifier.ts';
import { orderIndexes } from './order-indexes.ts';
import { ruleIndexes } from './rule-indexes.ts';
import { indexesOf } from './shape.ts';
import type { SqlEngine } from './sql-engine.ts';
import { definitionOf, isTuned, namedIndex, type TunedIndex } from './tuned-index.ts';

/*
 * Indexes for the document's lists. Not part of the schema, so that another order or filter moves
 * no data: when a document is opened, the wanted indexes are compared with the existing ones by
 * name. SQLite then leaves out the schema's own indexes with which one of these begins.
 */

/** Creates missing indexes and drops those no longer needed. Not inside a transaction. */
export function tuneIndexes(connection: Connection, sqlEngine: SqlEngine, model: RunModel, schema: Schema): void {
  const tuned: readonly TunedIndex[] = [
    ...orderIndexes(model, schema, sqlEngine),
    ...countIndexes(model, schema),
    ...ruleIndexes(model, schema),
    ...sqlEngine.listIndexes(model, schema),
  ];
  const plain = sqlEngine.leavesOutCovered ? plainIndexes(schema) : [];
  const wanted = new Map([...tuned, ...plain.filter((index) => !tuned.some((other) => covers(other, index)))]);
  const ours = new Set(plain.map(([name]) => name));
  const present = sqlEngine.indexNames(connection).filter((name) => isTuned(name) || ours.has(name));
  const obsolete = present.filter((name) => !wanted.has(name));
  const missing = [...wanted].filter(([name]) => !present.includes(name));
  if (obsolete.length === 0 && missing.length === 0) return;
  connection.transaction(() => {
    for (const name of obsolete) connection.run(`DROP INDEX IF EXISTS ${identifier(name)}`);
    for (const [, statement] of missing) connection.run(statement);
  });
}

/** The schema's indexes by a relation or a state. That by creation stays, as it counts a table. */
const plainIndexes = (schema: Schema): TunedIndex[] =>
  schema.tables.flatMap((table) =>
    indexesOf(table).flatMap(({ name, columns: [column], unique }): TunedIndex[] =>
      unique !== null || column === undefined || (column.type !== 'relation' && column.type !== 'state')
        ? []
        : [namedIndex(name, `${identifier(table.table)} (${identifier(column.column)})`)],
    ),
  );

/** Whether one index begins with the columns of the other, in either direction. */
function covers([, statement]: TunedIndex, [, other]: TunedIndex): boolean {
  const [longer, shorter] = [definitionOf(statement), definitionOf(other).slice(0, -1)];
  return longer.startsWith(shorter) && /^(?:,|\)| DESC[,)])/.test(longer.slice(shorter.length));
}
