import { afterAll, describe, test } from 'vitest';
import { expressionSuite } from '../../../../testing/expression/expression-suite.ts';
import { connectPostgres } from '../../../../testing/postgres/blocking.ts';
import { explainPostgres } from '../../../../testing/postgres/explain-postgres.ts';
import { startPostgres, type TestServer, whyNoServer } from '../../../../testing/postgres/postgres-server.ts';
import type { Connection } from '../../sql/connection.ts';
import { postgresEngine } from '../postgres-engine.ts';

const missing = whyNoServer();
let server: TestServer | undefined;
let connection: Connection | undefined;
afterAll(async () => {
  connection?.close();
  await server?.close();
});

/**
 * Creates a database that sorts texts like an English dictionary (a, B, c) unless a collation is
 * given; returns its address.
 */
async function englishDatabase(address: string): Promise<string> {
  const first = await connectPostgres(address);
  first.run(`CREATE DATABASE "english" TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'`);
  first.close();
  const english = new URL(address);
  english.pathname = '/english';
  return String(english);
}

// Unusual formats of dates and times, and another time zone; none of it may affect results.
const odd = ['timezone=America/St_Johns', 'datestyle=German', 'intervalstyle=sql_standard', 'extra_float_digits=-5'];

if (missing === null) {
  expressionSuite({
    dialect: 'Postgres',
    sqlEngine: postgresEngine,
    async connect() {
      server = await startPostgres(odd);
      const address = server.control === null ? server.address : await englishDatabase(server.address);
      connection = await connectPostgres(address, { schema: `expressions ${process.pid}` });
      return connection;
    },
    ...explainPostgres,
  });
} else describe.skip(`expressions: a Postgres server (${missing})`, () => test('is not there', () => undefined));
