import type { Duplex } from 'node:stream';
import type { SqlEngine } from '../../sql/sql-engine.ts';
import { sessionSettings } from '../open-connection.ts';
import { postgresEngine } from '../postgres-engine.ts';
import { openServerSession } from '../server/server-session.ts';
import { Sessions } from '../sessions.ts';
import { StatementTexts } from '../statement-texts.ts';

/** Without `guard`, because every connection can become the superuser, the only user. */
export const embeddedEngine: SqlEngine = { ...postgresEngine, guard: () => [] };

/** Not checked, because the database is in this process. */
const address = {
  host: 'localhost',
  port: 5432,
  user: 'ninefold',
  password: '',
  database: 'ninefold',
  encryption: 'disable',
  rootCertificate: null,
} as const;

/** In milliseconds. An import or migration may take long, and no other client waits. */
const silence = 3_600_000;

/**
 * Opens the only connection to PGlite, which has one session. `check`: throws if PGlite has ended,
 * since a client would wait for its answer.
 */
export async function connectEmbedded(socket: () => Duplex, schema: string, check: () => void = () => undefined): Promise<Sessions> {
  const settings = sessionSettings(schema);
  const texts = new StatementTexts();
  const sessions = new Sessions({
    open: async () => {
      check();
      return openServerSession({ address, settings, texts, silence, socket });
    },
    texts,
    most: 1,
    reopening: 0,
  });
  await sessions.start();
  return sessions;
}
