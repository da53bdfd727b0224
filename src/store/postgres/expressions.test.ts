import { explainPostgres } from '../../../testing/explain-postgres.ts';
import { expressionSuite } from '../../../testing/expression-suite.ts';
import { embeddedConnections } from '../../../testing/postgres-embedded.ts';
import { postgresFlavour } from './flavour.ts';

expressionSuite({ dialect: 'Postgres', flavour: postgresFlavour, connect: embeddedConnections(), ...explainPostgres });
