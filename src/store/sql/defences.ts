import type { Model } from '../../model/model.ts';
import { keptMoves } from '../defences/kept-moves.ts';
import { keptRules } from '../defences/kept-rules.ts';
import type { Schema } from '../schema.ts';
import { conditionsOf } from './conditions.ts';
import type { Connection } from './connection.ts';
import type { Flavour } from './flavour.ts';
import { fingerprint } from './identifier.ts';
import { defencesKey, readMeta, writeMeta } from './meta.ts';

/*
 * What sections 4, 5 and 6 say, said again to the database, so that a write or a query that goes round the engine keeps to it as well
 * (docs/guide/database.md). It is no part of the schema: another rule moves no data. When a document is opened, what is wanted is compared with what was
 * made last.
 */

/** Makes the database keep what this document says, where its tables lie on one machine. Not inside a transaction. */
export function tuneDefences(connection: Connection, flavour: Flavour, model: Model, schema: Schema, laidOut: boolean): void {
  const conditions = conditionsOf(model, schema, flavour);
  const what = { model, schema, moves: keptMoves(model, schema), rules: keptRules(model, schema, conditions).kept };
  const wanted = flavour.defences(connection, laidOut ? null : what);
  const mark = fingerprint(JSON.stringify(wanted));
  if (readMeta(connection, defencesKey) === mark && flavour.hasDefences(connection, wanted)) return;
  connection.transaction(() => {
    flavour.dropDefences(connection);
    flavour.runAll(connection, wanted);
    writeMeta(connection, defencesKey, mark);
  });
}

/** Takes them away, before tables are rebuilt: they look at these tables. */
export function dropDefences(connection: Connection, flavour: Flavour): void {
  connection.transaction(() => {
    flavour.dropDefences(connection);
    writeMeta(connection, defencesKey, '');
  });
}
