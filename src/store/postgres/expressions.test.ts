import { expressionSuite } from '../../../testing/expression-suite.ts';
import { embeddedConnections } from '../../../testing/postgres-embedded.ts';
import { postgresFlavour } from './flavour.ts';

expressionSuite({
  dialect: 'Postgres',
  flavour: postgresFlavour,
  connect: embeddedConnections(),
  explain(connection, text, parameters) {
    connection.run('SET enable_seqscan = off');
    const lines = connection.rows(`EXPLAIN ${text}`, parameters).map(([line]) => String(line));
    connection.run('RESET enable_seqscan');
    return lines.some((line) => line.includes('Index Cond')) ? lines.join('\n') : `no condition of an index\n${lines.join('\n')}`;
  },
  wholeTable: /Seq Scan on "Thing" t\b|no condition of an index/,
});
