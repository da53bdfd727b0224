import { expressionSuite } from '../../../testing/expression/expression-suite.ts';
import { explainPostgres } from '../../../testing/postgres/explain-postgres.ts';
import { openEmbedded, postgresConnections } from '../../../testing/postgres/test-databases.ts';
import { postgresEngine } from './postgres-engine.ts';

expressionSuite({ dialect: 'Postgres', sqlEngine: postgresEngine, connect: postgresConnections(openEmbedded), ...explainPostgres });
