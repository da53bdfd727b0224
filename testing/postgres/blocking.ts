import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { type Platform, systemPlatform } from '../../src/base/platform.ts';
import { DatabaseUnavailable } from '../../src/store/errors.ts';
import { BodyChanged } from '../../src/store/postgres/body-changed.ts';
import { connect } from '../../src/store/postgres/connection.ts';
import { noDocumentLock } from '../../src/store/postgres/document-lock.ts';
import { newTransaction } from '../../src/store/postgres/driver.ts';
import { embeddedEngine } from '../../src/store/postgres/embedded/connect-embedded.ts';
import type { Found, Reply, Request } from '../../src/store/postgres/exchange.ts';
import { openConnection } from '../../src/store/postgres/open-connection.ts';
import type { PassContext } from '../../src/store/postgres/pass-context.ts';
import { postgresEngine } from '../../src/store/postgres/postgres-engine.ts';
import { PostgresError, type ReportedError } from '../../src/store/postgres/postgres-error.ts';
import type { PostgresOptions } from '../../src/store/postgres/server/open-postgres.ts';
import { Unreachable } from '../../src/store/postgres/unreachable.ts';
import type { Connection } from '../../src/store/sql/connection.ts';
import { attachStore, type UnopenedStore } from '../../src/store/sql/document-store.ts';
import type { SqlEngine } from '../../src/store/sql/sql-engine.ts';

export type { PostgresOptions };

/*
 * Postgres for tests that call a store synchronously, as in memory: this thread sleeps until
 * another one, which owns the product's real connections, has the answer. Everything above the
 * connections is the product's code, except that nothing runs again.
 */

export type BlockingQuestion = { readonly store: number } & (
  | { readonly kind: 'embedded'; readonly folder: string | null }
  | { readonly kind: 'schema'; readonly database: number; readonly schema: string }
  | { readonly kind: 'server'; readonly address: string; readonly options: Omit<PostgresOptions, 'platform'> }
  | { readonly kind: 'request'; readonly request: Request }
  | { readonly kind: 'close' }
);

export type BlockingReply = Found | { readonly error: { readonly [Field in keyof ReportedError]: ReportedError[Field] | null } };
export type BlockingAnswer = { readonly replies: readonly BlockingReply[] } | { readonly lost: string; readonly isUnreachable: boolean };

class Thread {
  readonly #port: MessagePort;
  readonly #cell = new Int32Array(new SharedArrayBuffer(4));
  #count = 0;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const worker = new Worker(new URL('./blocking-thread.js', import.meta.url), {
      workerData: { port: port2, cell: this.#cell },
      transferList: [port2],
    });
    worker.unref();
    port1.unref();
  }

  next(): number {
    return ++this.#count;
  }

  ask(question: BlockingQuestion): readonly Reply[] {
    this.#port.postMessage(question);
    for (;;) {
      const seen = Atomics.load(this.#cell, 0);
      const message = receiveMessageOnPort(this.#port) as { message: BlockingAnswer } | undefined;
      if (message !== undefined) return repliesOf(message.message);
      if (Atomics.wait(this.#cell, 0, seen, 90_000) === 'timed-out') throw new Error('the thread with the connections does not answer');
    }
  }
}

function repliesOf(answer: BlockingAnswer): readonly Reply[] {
  if ('lost' in answer) throw answer.isUnreachable ? new Unreachable(answer.lost) : new DatabaseUnavailable(answer.lost);
  return answer.replies.map((reply) => {
    if (!('error' in reply)) return reply;
    const known = Object.entries(reply.error).filter(([, value]) => value !== null);
    return new PostgresError(Object.fromEntries(known) as unknown as ReportedError);
  });
}

/** One thread for all stores of a process. */
const thread = ((): (() => Thread) => {
  let made: Thread | null = null;
  return () => (made ??= new Thread());
})();

function contextOf(store: number): PassContext {
  let transactions = 0;
  return {
    pass: { unit: 0, draws: 0, document: null, inside: null, changes: 0 },
    pending: false,
    fixed: (_key, make) => make(),
    forget: () => undefined,
    ask(_key, asked) {
      const { request, read } = asked();
      return read(thread().ask({ store, kind: 'request', request }));
    },
    tell(request) {
      try {
        thread().ask({ store, kind: 'request', request });
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
      }
    },
    transaction: (_unit, key) => newTransaction(store * 1_000_000 + ++transactions, key),
    changed(what) {
      throw new BodyChanged(what);
    },
  };
}

function opened(
  store: number,
  parts: { schema: string; platform: Platform; shared: boolean; onlyReads?: boolean; hasCopies?: boolean },
): Connection {
  const { connection, begin } = openConnection({
    ...parts,
    context: contextOf(store),
    close: () => void thread().ask({ store, kind: 'close' }),
  });
  begin();
  return connection;
}

/** A connection to a server; this thread waits for its answers. */
export async function connectPostgres(address: string, options: PostgresOptions = {}): Promise<Connection> {
  const { schema = 'ninefold', platform = systemPlatform, onlyReads = false, hasCopies = false, ...rest } = options;
  const store = thread().next();
  thread().ask({ store, kind: 'server', address, options: { schema, ...rest } });
  return opened(store, { schema, platform, shared: true, onlyReads, hasCopies });
}

/**
 * A single connection to a server with the permissions of the address's role. Neither creates nor
 * checks a schema.
 */
export function connectAs(address: string): Connection {
  const store = thread().next();
  thread().ask({ store, kind: 'server', address, options: { schema: 'public', connections: 1 } });
  const close = () => void thread().ask({ store, kind: 'close' });
  return connect({ context: contextOf(store), turn: noDocumentLock, pause: () => 1, close });
}

export const openPostgres = async (address: string, options: PostgresOptions = {}): Promise<UnopenedStore> =>
  attachStore(await connectPostgres(address, options), postgresEngine);

/**
 * A database whose answers this thread waits for. Each store and connection has a schema of its
 * own.
 */
export interface BlockingDatabase {
  readonly engine: SqlEngine;
  store(schema?: string, platform?: Platform): UnopenedStore;
  connection(schema?: string, platform?: Platform): Connection;
  close(): Promise<void>;
}

/** A database on a running server. Every store has its own session. */
export function databaseOf(address: string): BlockingDatabase {
  const connection = (schema = 'ninefold', platform: Platform = systemPlatform): Connection => {
    const store = thread().next();
    thread().ask({ store, kind: 'server', address, options: { schema, connections: 1 } });
    return opened(store, { schema, platform, shared: false });
  };
  return {
    engine: postgresEngine,
    connection,
    store: (schema, platform) => attachStore(connection(schema, platform), postgresEngine),
    close: async () => undefined,
  };
}

/** PGlite; its stores share a single session. */
export async function openPglite(folder: string | null): Promise<BlockingDatabase> {
  const database = thread().next();
  thread().ask({ store: database, kind: 'embedded', folder });
  const connection = (schema = 'ninefold', platform: Platform = systemPlatform): Connection => {
    const store = thread().next();
    thread().ask({ store, kind: 'schema', database, schema });
    return opened(store, { schema, platform, shared: false });
  };
  return {
    engine: embeddedEngine,
    connection,
    store: (schema, platform) => attachStore(connection(schema, platform), embeddedEngine),
    close: async () => void thread().ask({ store: database, kind: 'close' }),
  };
}
