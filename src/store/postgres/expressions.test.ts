import { expressionSuite } from '../../../testing/expression/expression-suite.ts';
import { explainPostgres } from '../../../testing/postgres/explain-postgres.ts';
import { embeddedConnections } from '../../../testing/postgres/postgres-embedded.ts';
import { postgresEngine } from './postgres-engine.ts';

expressionSuite({ dialect: 'Postgres', sqlEngine: postgresEngine, connect: embeddedConnections(), ...explainPostgres });
