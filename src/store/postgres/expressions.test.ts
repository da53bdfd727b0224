import { expressionSuite } from '../../../testing/expression/expression-suite.ts';
import { explainPostgres } from '../../../testing/postgres/explain-postgres.ts';
import { openEmbedded, postgresConnections } from '../../../testing/postgres/test-databases.ts';
import { rounds } from '../../../testing/rounds.ts';
import { postgresEngine } from './postgres-engine.ts';

// `server/expressions.test.ts` gives a server the same SQL, and more generated expressions.
expressionSuite({
  dialect: 'Postgres',
  sqlEngine: postgresEngine,
  connect: postgresConnections(openEmbedded),
  runs: rounds(40),
  ...explainPostgres,
});
