import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { emptyDatabase } from './archive.ts';
import { lockFolder } from './folder-lock.ts';

/**
 * Postgres inside this thread (PGlite). It has one session: connections take turns, and none may
 * interrupt the transaction of another.
 */
export interface Embedded {
  /** Opens a connection; the stream acts like a socket to a server. */
  socket(): Duplex;
  close(): Promise<void>;
}

/**
 * Opens the database in a folder, which belongs to this process until it is closed; null: in
 * memory. A missing folder is created. A commit is on disk before it is acknowledged. `end`: ends
 * the thread when the database's log cannot be written, because a query then never returns.
 */
export async function openPglite(
  folder: string | null,
  end: (cause: Error) => never = (cause) => {
    throw cause;
  },
): Promise<Embedded> {
  if (folder === null) return over(await fresh({}), () => undefined);
  const unlock = await takeFolder(folder);
  try {
    return over(await inFolder(folder, end), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Creates the folder if it is missing. Throws with a message for the person who named it. */
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
  const shared: Shared = { database, holder: null };
  return {
    socket: () => socketTo(shared),
    async close() {
      await database.close();
      unlock();
    },
  };
}

/**
 * PGlite's own start options, and a cache of 32 MB: Postgres zeroes all of its cache at the start,
 * and the default of 128 MB takes a quarter of the start and stays in memory. The operating system
 * also caches the files.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/** Nothing is acknowledged before it is on disk: PGlite's own -F does not wait. */
const durable = [...startParams.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync'];

/**
 * Opens PGlite. Node's optimising compiler takes functions of WebAssembly after ten times as much
 * use as by default: else it spends a third of the start on functions that run only then.
 */
function create(options: PGliteOptions): Promise<PGlite> {
  setFlagsFromString('--wasm-tiering-budget=18000000');
  return PGlite.create({ startParams, ...options, extensions: { btree_gist } });
}

async function inFolder(folder: string, end: (cause: Error) => never): Promise<PGlite> {
  const dataDir = join(folder, 'postgres');
  // There until the database is complete, so that an interrupted start leaves nothing that passes
  // for a database.
  const unfinished = join(folder, 'postgres.unfinished');
  const isNew = existsSync(unfinished) || !existsSync(dataDir);
  if (isNew) {
    for (const left of [dataDir, unfinished]) rmSync(left, { recursive: true, force: true });
    writeFileSync(unfinished, '');
  }
  const database = await (isNew ? fresh({ dataDir, startParams: durable }) : create({ dataDir, startParams: durable }));
  if (isNew) {
    rmSync(unfinished);
    syncFolder(folder);
  }
  watchFiles(database, end);
  return database;
}

/**
 * After this, what was removed from the folder stays removed. Without it a power failure could
 * bring back the marker of an unfinished database, and the next start would delete the data.
 */
function syncFolder(folder: string): void {
  // Windows opens no folders, and keeps its own journal of them.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Starts from an archive, because initdb would take two seconds. */
async function fresh(options: PGliteOptions): Promise<PGlite> {
  const loadDataDir = await emptyDatabase(`pglite-${pgliteVersion()}.tar.gz`, async () => {
    const database = await create({});
    await database.exec('CREATE EXTENSION btree_gist');
    const archive = await database.dumpDataDir('gzip');
    await database.close();
    return archive;
  });
  return create({ ...options, loadDataDir });
}

/**
 * PGlite's files on Node do not implement fsync, so pass on what Postgres asks for. Folders have no
 * handle there and are skipped. Postgres panics if it cannot write or sync its log, which PGlite
 * does not survive.
 */
function watchFiles(database: PGlite, end: (cause: Error) => never): void {
  const { stream_ops: operations } = (database.Module as unknown as NodeFiles).NODEFS;
  operations.fsync = ({ nfd }) => {
    if (typeof nfd !== 'number') return 0;
    try {
      fsyncSync(nfd);
    } catch (error) {
      end(new Error('its files cannot be synced to the disk.', { cause: error }));
    }
    return 0;
  };
  const { write } = operations;
  operations.write = (stream, ...given) => {
    try {
      return write(stream, ...given);
    } catch (error) {
      if (stream.path?.includes('/pg_wal/') === true) end(new Error('its log cannot be written; is the disk full?', { cause: error }));
      throw error;
    }
  };
}

interface NodeFiles {
  readonly NODEFS: { readonly stream_ops: FileOperations };
}

interface FileOperations {
  fsync?: (stream: { readonly nfd?: number }) => number;
  write: (stream: { readonly path?: string }, ...given: readonly unknown[]) => number;
}

/** The package does not export its own package.json. */
function pgliteVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { version } = JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8')) as { version: string };
  return version;
}

interface Shared {
  readonly database: PGlite;
  /** The connection that sent the last request. */
  holder: object | null;
}

/** AuthenticationOk and ReadyForQuery: PGlite's only session needs no login. */
const letIn = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
const query = 0x51; // Q
const terminate = 0x58; // X

function socketTo(shared: Shared): Duplex {
  const { database } = shared;
  const own = {};
  let isIn = false;
  // The settings that a connection sends first, repeated after another connection was active.
  let greeting: Uint8Array | null = null;
  const answerTo = (request: Buffer): Uint8Array | null => {
    if (!isIn) {
      isIn = true;
      return letIn;
    }
    if (request[0] === terminate) return null;
    if (greeting === null && request[0] === query) greeting = Uint8Array.from(request);
    else if (shared.holder !== own && greeting !== null) database.execProtocolRawSync(greeting);
    shared.holder = own;
    return database.execProtocolRawSync(request);
  };
  const socket = new Duplex({
    read: () => undefined,
    write(request: Buffer, _encoding, done) {
      if (database.closed) return done(new Error('the embedded database is closed'));
      const answer = answerTo(request);
      // Deferred until the write has finished, because the client does not expect an answer while
      // it still writes.
      setImmediate(() => {
        if (!socket.destroyed) socket.push(answer);
      });
      done();
    },
  });
  return socket;
}
