import type { RunModel } from '../../model/run-model.ts';
import type { Schema } from '../schema.ts';
import type { Connection } from './connection.ts';
import { countIndexes } from './count-indexes.ts';
import { identifier } from './identifier.ts';
import { orderIndexes } from './order-indexes.ts';
import { ruleIndexes } from './rule-indexes.ts';
import type { SqlEngine } from './sql-engine.ts';
import { isTuned } from './tuned-index.ts';

/*
 * Indexes for the document's lists. Not part of the schema, so that another order or filter moves
 * no data: when a document is opened, the wanted indexes are compared with the existing ones by
 * name.
 */

/** Creates missing indexes and drops those no longer needed. Not inside a transaction. */
export function tuneIndexes(connection: Connection, sqlEngine: SqlEngine, model: RunModel, schema: Schema): void {
  const wanted = new Map([
    ...orderIndexes(model, schema, sqlEngine),
    ...countIndexes(model, schema),
    ...ruleIndexes(model, schema),
    ...sqlEngine.listIndexes(model, schema),
  ]);
  const present = sqlEngine.indexNames(connection).filter(isTuned);
  const obsolete = present.filter((name) => !wanted.has(name));
  const missing = [...wanted].filter(([name]) => !present.includes(name));
  if (obsolete.length === 0 && missing.length === 0) return;
  connection.transaction(() => {
    for (const name of obsolete) connection.run(`DROP INDEX IF EXISTS ${identifier(name)}`);
    for (const [, statement] of missing) connection.run(statement);
  });
}
