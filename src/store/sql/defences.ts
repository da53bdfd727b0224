import type { RunModel } from '../../model/run-model.ts';
import { keptMoves } from '../defences/kept-moves.ts';
import { keptRules } from '../defences/kept-rules.ts';
import type { Schema } from '../schema.ts';
import { conditionsOf } from './conditions.ts';
import type { Connection } from './connection.ts';
import { fingerprint } from './identifier.ts';
import { defencesKey, readMeta, writeMeta } from './meta.ts';
import type { SqlEngine } from './sql-engine.ts';

/*
 * Enforces sections 4, 5 and 6 in the database, for writes and queries that bypass the engine
 * (docs/guide/database.md). Not part of the schema: a changed rule moves no data. When a document
 * is opened, the wanted definitions are compared with the existing ones.
 */

/**
 * Makes the database enforce this document, if its tables are on one machine. Not inside a
 * transaction.
 */
export function tuneDefences(connection: Connection, sqlEngine: SqlEngine, model: RunModel, schema: Schema, laidOut: boolean): void {
  const conditions = conditionsOf(model, schema, sqlEngine);
  const what = { model, schema, moves: keptMoves(model, schema), rules: keptRules(model, schema, conditions).kept };
  const wanted = sqlEngine.defences(connection, laidOut ? null : what);
  const mark = fingerprint(JSON.stringify(wanted));
  if (readMeta(connection, defencesKey) === mark && sqlEngine.hasDefences(connection, wanted)) return;
  connection.transaction(() => {
    sqlEngine.dropDefences(connection);
    sqlEngine.runAll(connection, wanted);
    writeMeta(connection, defencesKey, mark);
  });
}

/** Removes the definitions before tables are rebuilt, because they refer to these tables. */
export function dropDefences(connection: Connection, sqlEngine: SqlEngine): void {
  connection.transaction(() => {
    sqlEngine.dropDefences(connection);
    writeMeta(connection, defencesKey, '');
  });
}
