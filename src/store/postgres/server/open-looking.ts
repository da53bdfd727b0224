import { serialize } from 'pg-protocol';
import { attachStore, type UnopenedStore } from '../../sql/document-store.ts';
import { postgresFlavour } from '../flavour.ts';
import { readAnswer } from '../protocol/answer.ts';
import { Replay } from '../replay.ts';
import { sessionSettings } from '../session.ts';
import { readAddress } from './server-address.ts';
import { openServerSession, type ServerSession } from './server-session.ts';

export interface LookingOptions {
  /** The Postgres schema that holds the product's tables. */
  readonly schema?: string;
  readonly sessions?: number;
}

/** A store that is only looked at, in a thread that must not wait. */
export interface Looking {
  /** Asked only inside `run`. */
  readonly store: UnopenedStore;
  /** Runs a body that looks, as often as it takes to find out what it asks. Null: it cannot be answered here, and nothing has been done. */
  run<T>(body: () => T): Promise<{ readonly value: T } | null>;
  /** A session has been lost. */
  readonly lost: boolean;
  close(): void;
}

/** Milliseconds: what takes longer is asked where nobody stands behind it. */
const patience = 1000;

/** Opens some sessions with a Postgres server. Rejects in words when it cannot be reached. */
export async function openLooking(address: string, { schema = 'ninefold', sessions = 3 }: LookingOptions = {}): Promise<Looking> {
  const server = readAddress(address, process.env['PGPASSWORD']);
  const settings = `${sessionSettings(schema, { statement: patience, idle: patience })}; SET default_transaction_read_only = on`;
  const opened: ServerSession[] = [];
  const close = (): void => {
    for (const one of opened) one.close();
  };
  try {
    for (let count = 0; count < sessions; count++) {
      const session = await openServerSession(server);
      opened.push(session);
      const { error } = readAnswer(await session.exchange(serialize.query(settings)));
      if (error !== null) throw error;
    }
  } catch (error) {
    close();
    throw error;
  }
  const replay = new Replay(opened);
  return {
    store: attachStore(replay.connection, postgresFlavour),
    run: (body) => replay.run(body),
    get lost() {
      return opened.some((session) => !session.open);
    },
    close,
  };
}
