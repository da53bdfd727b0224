import { existsSync, fsyncSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { type Platform, systemPlatform } from '../../../base/platform.ts';
import { DatabaseUnavailable } from '../../errors.ts';
import type { Connection } from '../../sql/connection.ts';
import { attachStore, type UnopenedStore } from '../../sql/document-store.ts';
import type { Flavour } from '../../sql/flavour.ts';
import { postgresFlavour } from '../flavour.ts';
import type { Wire } from '../protocol/wire.ts';
import { openSession } from '../session.ts';
import { emptyDatabase } from './archive.ts';
import { lockFolder } from './folder-lock.ts';

/** In this process every session may become the superuser: there is nobody to hold back. */
const embeddedFlavour: Flavour = { ...postgresFlavour, guard: () => [] };

/** Postgres inside this process (PGlite). It has one session: of the stores over it one works at a time. */
export interface Embedded {
  /** A store in a Postgres schema of its own. Closing the store leaves the database open. */
  store(schema?: string, platform?: Platform): UnopenedStore;
  /** The same without a store over it yet. */
  connection(schema?: string, platform?: Platform): Connection;
  close(): Promise<void>;
}

/**
 * Opens the database in a folder, which belongs to this process until it is closed; null: in memory. A folder that is not there is made.
 * What was committed is on the disk before it is acknowledged.
 */
export async function openPglite(folder: string | null): Promise<Embedded> {
  if (folder === null) return over(await fresh({}), () => undefined);
  const unlock = await takeFolder(folder);
  try {
    return over(await inFolder(folder), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Makes it where it is not there. Throws in words for whoever named it. */
async function takeFolder(folder: string): Promise<() => void> {
  try {
    mkdirSync(folder, { recursive: true });
    return await lockFolder(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw new Error(`the data cannot be kept in ${folder}: this account may not write there`, { cause: error });
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new Error(`the data cannot be kept in ${folder}: there is a file of that name`, { cause: error });
    throw error;
  }
}

function over(database: PGlite, unlock: () => void): Embedded {
  const shared: SharedSession = { database, holder: null };
  let count = 0;
  const connection = (schema = 'ninefold', platform = systemPlatform): Connection =>
    openSession({ wire: wireTo(shared), schema, platform, shared: false, prefix: `store${++count}_` });
  return {
    connection,
    store: (schema, platform) => attachStore(connection(schema, platform), embeddedFlavour),
    async close() {
      await database.close();
      unlock();
    },
  };
}

/** As PGlite starts by itself, but that nothing is acknowledged before it is on the disk (its own -F does not wait for it). */
const durable = [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync'];

async function inFolder(folder: string): Promise<PGlite> {
  const dataDir = join(folder, 'postgres');
  if (!existsSync(dataDir)) {
    // Under another name until it is whole: a start that is interrupted leaves nothing that looks like a database.
    const unfinished = join(folder, 'postgres.unfinished');
    rmSync(unfinished, { recursive: true, force: true });
    await (await fresh({ dataDir: unfinished })).close();
    renameSync(unfinished, dataDir);
  }
  const database = await PGlite.create({ dataDir, extensions: { btree_gist }, startParams: durable });
  syncFiles(database);
  return database;
}

/** What initdb would take two seconds for comes out of an archive. */
async function fresh(options: PGliteOptions): Promise<PGlite> {
  const loadDataDir = await emptyDatabase(`pglite-${pgliteVersion()}.tar.gz`, async () => {
    const database = await PGlite.create({ extensions: { btree_gist } });
    await database.exec('CREATE EXTENSION btree_gist');
    const archive = await database.dumpDataDir('gzip');
    await database.close();
    return archive;
  });
  return PGlite.create({ ...options, extensions: { btree_gist }, loadDataDir });
}

/** PGlite's files on Node know no fsync: what Postgres asks for is passed on. Folders, which have no handle there, are left out. */
function syncFiles(database: PGlite): void {
  const { stream_ops: operations } = (database.Module as unknown as NodeFiles).NODEFS;
  operations.fsync = ({ nfd }) => {
    if (typeof nfd === 'number') fsyncSync(nfd);
    return 0;
  };
}

interface NodeFiles {
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: { readonly nfd?: number }) => number } };
}

/** The package does not export its own package.json. */
function pgliteVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { version } = JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8')) as { version: string };
  return version;
}

interface SharedSession {
  readonly database: PGlite;
  /** Who asked last. */
  holder: Wire | null;
}

function wireTo(shared: SharedSession): Wire {
  const { database } = shared;
  // What a connection says first are its settings: said again when another store was here in between.
  let greeting: Uint8Array | null = null;
  const wire: Wire = {
    exchange(request) {
      if (database.closed) throw new DatabaseUnavailable('the embedded database is closed');
      if (shared.holder !== wire) {
        shared.holder = wire;
        if (greeting !== null) database.execProtocolRawSync(greeting);
      }
      greeting ??= request;
      return database.execProtocolRawSync(request);
    },
    reopen() {
      // It is in this process: it does not get lost.
      if (database.closed) throw new DatabaseUnavailable('the embedded database is closed');
    },
    close: () => undefined,
  };
  return wire;
}
