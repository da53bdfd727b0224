import { explainPostgres } from '../../../testing/explain-postgres.ts';
import { expressionSuite } from '../../../testing/expression-suite.ts';
import { embeddedConnections } from '../../../testing/postgres-embedded.ts';
import { postgresEngine } from './postgres-engine.ts';

expressionSuite({ dialect: 'Postgres', sqlEngine: postgresEngine, connect: embeddedConnections(), ...explainPostgres });
