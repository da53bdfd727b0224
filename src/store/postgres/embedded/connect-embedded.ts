import type { Duplex } from 'node:stream';
import type { SqlEngine } from '../../sql/sql-engine.ts';
import { sessionSettings } from '../open-connection.ts';
import { postgresEngine } from '../postgres-engine.ts';
import { openServerSession } from '../server/server-session.ts';
import { Sessions } from '../sessions.ts';
import { StatementTexts } from '../statement-texts.ts';

/** Every connection may become the superuser: there is no other user. */
export const embeddedEngine: SqlEngine = { ...postgresEngine, guard: () => [] };

/** It is not checked: the database is in this process. */
const address = {
  host: 'localhost',
  port: 5432,
  user: 'ninefold',
  password: '',
  database: 'ninefold',
  encryption: 'disable',
  rootCertificate: null,
} as const;

/** A statement of an import or migration may take long, and no other client waits: milliseconds. */
const silence = 3_600_000;

/** The one connection to PGlite, which has one session. */
export async function connectEmbedded(socket: () => Duplex, schema: string): Promise<Sessions> {
  const settings = sessionSettings(schema);
  const texts = new StatementTexts();
  const sessions = new Sessions({
    open: () => openServerSession({ address, settings, texts, silence, socket }),
    texts,
    most: 1,
    reopening: 0,
  });
  await sessions.start();
  return sessions;
}
