import { expressionSuite } from '../../../testing/expression/expression-suite.ts';
import { explainPostgres } from '../../../testing/postgres/explain-postgres.ts';
import { whyNoServer } from '../../../testing/postgres/postgres-server.ts';
import { openEmbedded, postgresConnections } from '../../../testing/postgres/test-databases.ts';
import { rounds } from '../../../testing/rounds.ts';
import { postgresEngine } from './postgres-engine.ts';

expressionSuite({
  dialect: 'Postgres',
  sqlEngine: postgresEngine,
  connect: postgresConnections(openEmbedded),
  runs: rounds(40),
  // `server/expressions.test.ts` checks it on a real server, if there is one.
  sameSqlElsewhere: whyNoServer() === null,
  ...explainPostgres,
});
