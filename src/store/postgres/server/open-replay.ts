import { serialize } from 'pg-protocol';
import { attachStore, type UnopenedStore } from '../../sql/document-store.ts';
import type { AskedSession } from '../asked-session.ts';
import { postgresFlavour } from '../flavour.ts';
import { readAnswer } from '../protocol/answer.ts';
import { Replay } from '../replay.ts';
import { sessionSettings } from '../session.ts';
import { sharedTurn } from '../turn.ts';
import { readAddress } from './server-address.ts';
import { openServerSession, type ServerSession } from './server-session.ts';

export interface ReplayOptions {
  /** The Postgres schema that holds the product's tables. */
  readonly schema?: string;
  /** How many sessions are only looked at, by whoever looks; and how many take one transaction each at a time (none: nothing is written). */
  readonly sessions: { readonly looking: number; readonly writing: number };
}

/** A store in a thread that must not wait. */
export interface ReplayedStore {
  /** Asked only inside `run`. */
  readonly store: UnopenedStore;
  /** Runs a body as often as it takes to find out what it asks. Null: it cannot be answered here, and nothing has been done. */
  run: Replay['run'];
  /** What comes from elsewhere: the same however often a body runs. */
  once: Replay['once'];
  /** A session has been lost, or the tables are those of another document. */
  readonly isOver: boolean;
  close(): void;
  /** At once: whoever waits hears that the connection is lost. */
  abandon(): void;
}

/** Milliseconds: what takes longer is asked where nobody stands behind it. */
const patience = 1000;

/** Milliseconds after which a server that says nothing is not waited for: the statements of several requests may stand before this one. */
const silence = 15_000;

/** A session whose server may vanish without a word. */
const inTime = (session: ServerSession): AskedSession => ({
  async exchange(request) {
    const timer = setTimeout(() => session.abandon(`the database did not answer in ${silence / 1000} seconds`), silence);
    try {
      return await session.exchange(request);
    } finally {
      clearTimeout(timer);
    }
  },
  get open() {
    return session.open;
  },
});

/** Opens some sessions with a Postgres server. Rejects in words when it cannot be reached. */
export async function openReplay(address: string, { schema = 'ninefold', sessions }: ReplayOptions): Promise<ReplayedStore> {
  const server = readAddress(address, process.env['PGPASSWORD']);
  const settings = sessionSettings(schema, { statement: patience, lock: patience, idle: patience });
  const all: ServerSession[] = [];
  const close = (): void => {
    for (const one of all) one.close();
  };
  const opened = async (count: number, said: string): Promise<AskedSession[]> => {
    const some: AskedSession[] = [];
    while (some.length < count) {
      const session = await openServerSession(server);
      all.push(session);
      some.push(inTime(session));
      const { error } = readAnswer(await session.exchange(serialize.query(said)));
      if (error !== null) throw error;
    }
    return some;
  };
  const turn = sharedTurn(schema);
  try {
    const replay = new Replay({
      looking: await opened(sessions.looking, `${settings}; SET default_transaction_read_only = on`),
      writing: await opened(sessions.writing, settings),
      begin: () => turn.begin('beside'),
    });
    if ((await replay.run(() => turn.look(replay.connection))) === null) throw new Error('the tables cannot be looked at');
    return {
      store: attachStore(replay.connection, postgresFlavour),
      run: (body) => replay.run(body),
      once: (draw) => replay.once(draw),
      get isOver() {
        return replay.outdated || all.some((session) => !session.open);
      },
      close,
      abandon() {
        for (const one of all) one.abandon('the database does not answer');
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}
