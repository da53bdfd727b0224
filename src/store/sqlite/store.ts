import type { RunModel } from '../../model/run-model.ts';
import type { StreamingStore } from '../snapshot/sink.ts';
import { attachStore, openStore, type UnopenedStore } from '../sql/document-store.ts';
import type { SqliteDatabase } from './database.ts';
import { prepareDatabase } from './open.ts';
import { sqliteEngine } from './sqlite-engine.ts';

/**
 * Opens the store of a model in an SQLite database. Creates the tables in an empty database; throws
 * if the data has another schema, which attachSqliteStore and `migrate` convert.
 */
export const openSqliteStore = (database: SqliteDatabase, model: RunModel): StreamingStore => openStore(attachSqliteStore(database), model);

/** Prepares a database whose document is not known yet. */
export const attachSqliteStore = (database: SqliteDatabase, journal?: 'WAL' | 'MEMORY'): UnopenedStore =>
  attachStore(prepareDatabase(database, journal), sqliteEngine);
