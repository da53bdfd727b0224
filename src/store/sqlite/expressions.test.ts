import { expressionSuite } from '../../../testing/expression/expression-suite.ts';
import { memoryDatabases } from '../../../testing/store/sqlite-database.ts';
import { prepareDatabase } from './open.ts';
import { sqliteEngine } from './sqlite-engine.ts';

expressionSuite({
  dialect: 'SQLite',
  sqlEngine: sqliteEngine,
  connect: async () => prepareDatabase((await memoryDatabases())()),
  explain: (connection, text, parameters) =>
    connection
      .rows(`EXPLAIN QUERY PLAN ${text}`, parameters)
      .map((row) => String(row.at(-1)))
      .join('\n'),
  wholeTable: /SCAN t\b/,
});
