import type { Database } from '@sqlite.org/sqlite-wasm';
import type { Model } from '../../model/model.ts';
import { attachStore, openStore, type UnopenedStore } from '../sql/document-store.ts';
import type { DocumentStore } from '../store.ts';
import { sqliteFlavour } from './flavour.ts';
import { prepareDatabase } from './open.ts';

/**
 * The records of a model in an SQLite database. An empty database gets its tables; one whose data was made under another schema
 * is refused: attachSqliteStore and `migrate` bring it along.
 */
export const openSqliteStore = (database: Database, model: Model): DocumentStore => openStore(attachSqliteStore(database), model);

export const attachSqliteStore = (database: Database, journal?: 'WAL' | 'MEMORY'): UnopenedStore =>
  attachStore(prepareDatabase(database, journal), sqliteFlavour);
