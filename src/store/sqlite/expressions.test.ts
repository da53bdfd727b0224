import { expressionSuite } from '../../../testing/expression-suite.ts';
import { memoryDatabases } from '../../../testing/sqlite-database.ts';
import { sqliteFlavour } from './flavour.ts';
import { prepareDatabase } from './open.ts';

expressionSuite({ dialect: 'SQLite', flavour: sqliteFlavour, connect: async () => prepareDatabase((await memoryDatabases())()) });
