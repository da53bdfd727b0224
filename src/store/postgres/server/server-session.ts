import type { Duplex } from 'node:stream';
import postgres, { type PostgresType, type Row } from 'postgres';
import { DatabaseUnavailable } from '../../errors.ts';
import type { DatabaseSession, Question, Reply } from '../exchange.ts';
import { isOutdated, PostgresError } from '../postgres-error.ts';
import type { StatementTexts } from '../statement-texts.ts';
import { clientOptions } from './client-options.ts';
import { addressWords, type ServerAddress } from './server-address.ts';

export interface ServerSessionParts {
  readonly address: ServerAddress;
  /** The SQL that configures the session; takes no parameters. */
  readonly settings: string;
  readonly texts: StatementTexts;
  /** After how many milliseconds a silent server is given up. */
  readonly silence: number;
  /** Replaces the network connection. */
  readonly socket?: () => Duplex;
}

/** Seconds for connecting and logging in. */
const patience = 3;

const same = (value: unknown): unknown => value;

/** Beyond 15 digits a number may not be exact, so the result may be a bigint. */
function readInteger(text: string): number | bigint {
  const number = Number(text);
  return text.length <= 15 || Number.isSafeInteger(number) ? number : BigInt(text);
}

/**
 * How values are sent and received, by the OIDs of their types (pg_type.dat): as the server's text,
 * so that dates, intervals and decimals lose nothing; integers and floats as numbers, booleans as 0
 * and 1, bytes as bytes.
 */
const types: Record<string, PostgresType> = {
  string: { to: 25, from: [114, 3802, 1082, 1114, 1184], serialize: same, parse: same },
  number: { to: 20, from: [20, 21, 23, 26], serialize: same, parse: readInteger },
  float: { to: 701, from: [700, 701], serialize: same, parse: Number },
  boolean: { to: 16, from: [16], serialize: same, parse: (text: string) => (text === 't' ? 1 : 0) },
};

/**
 * Opens a connection to a server. Rejects with a message if the server is unreachable, the login
 * fails or the database does not exist.
 */
export async function openServerSession({ address, settings, texts, silence, socket }: ServerSessionParts): Promise<DatabaseSession> {
  let open = true;
  /** The rejections of open requests, called when the connection is lost. */
  const waiting = new Set<(error: Error) => void>();
  /** The codes of the server's warnings since the session was last idle. */
  let warnings: string[] = [];
  const client = postgres({
    ...clientOptions(address, 'ninefold'),
    ...(socket === undefined ? {} : { socket }),
    max: 1,
    onnotice: ({ code }) => void warnings.push(code ?? ''),
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: patience,
    types,
    onclose() {
      open = false;
      const lost = new DatabaseUnavailable('the connection to the database was lost');
      for (const reject of [...waiting]) reject(lost);
    },
  });
  /** One timer for all questions, because any answer shows that the server is not silent. */
  const watch = setTimeout(() => void (waiting.size > 0 && close()), silence).unref();
  const close = async (): Promise<void> => {
    open = false;
    clearTimeout(watch);
    await client.end({ timeout: 0 });
  };
  const known = new Set<string>();
  try {
    // Query once before reserving: postgres.js 3.4.9 waits forever if the first use of a connection
    // is to reserve it.
    await client.unsafe(settings);
    // Reserved permanently: after a loss, no other connection may send a statement outside its
    // transaction.
    const own = await client.reserve();
    const ask = async ({ sql, values }: Question): Promise<Reply> => {
      const text = texts.of(sql);
      known.add(text);
      try {
        const found = await own.unsafe(text, values as string[], { prepare: true, simple: false } as object).values();
        watch.refresh();
        return { rows: found as unknown as Row[] as never, count: found.count ?? 0, command: found.command ?? '' };
      } catch (error) {
        if (!(error instanceof postgres.PostgresError)) throw new DatabaseUnavailable(wordsOf(error), { cause: error });
        watch.refresh();
        const reported = reportedError(error, warnings);
        if (isOutdated(reported)) texts.forget();
        return reported;
      }
    };
    return {
      async ask(questions) {
        if (!open) throw new DatabaseUnavailable('the connection to the database was lost');
        if (waiting.size === 0) warnings = [];
        watch.refresh();
        let reject: (error: Error) => void = () => undefined;
        try {
          return await new Promise<readonly Reply[]>((resolve, lose) => {
            reject = lose;
            waiting.add(reject);
            Promise.all(questions.map(ask)).then(resolve, lose);
          });
        } catch (error) {
          await close();
          throw error;
        } finally {
          waiting.delete(reject);
        }
      },
      get open() {
        return open;
      },
      get worn() {
        return known.size > mostStatements;
      },
      close,
    };
  } catch (error) {
    await close();
    const database = `the database ${addressWords(address)}`;
    const why =
      error instanceof postgres.PostgresError
        ? `${database} refused the sign-in: ${error.message}`
        : isAboutTrust(error)
          ? `no safe connection to ${database}: ${wordsOf(error)}`
          : `${database} cannot be reached: ${wordsOf(error)}`;
    throw new Error(why, { cause: error });
  }
}

/** A server keeps every prepared statement; a document has a few hundred. */
const mostStatements = 1000;

/** Whether an error is about certificates or TLS; network errors name a system call instead. */
const isAboutTrust = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && !('syscall' in error) && /CERT|TLS|SSL|ISSUER|SIGNATURE/.test(String(error.code));

const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
};

const reportedError = (error: postgres.PostgresError, warnings: readonly string[]): PostgresError => {
  const { message, code, detail, table_name: table, column_name: column, constraint_name: constraint, routine } = error;
  return new PostgresError({ message, code, detail, table, column, constraint, routine, warnings: [...warnings] });
};
