import { readModel } from '../src/model/read.ts';
import { openStore } from '../src/store/sql/document-store.ts';
import { contend } from '../testing/contention/contention.ts';
import { contradictions } from '../testing/contention/contention-check.ts';
import { contentionDocument } from '../testing/contention/contention-document.ts';
import { openPostgres } from '../testing/postgres/blocking.ts';
import { startPostgres, whyNoServer } from '../testing/postgres/postgres-server.ts';
import type { Benchmark } from './benchmark.ts';

const all = 10_000;

/**
 * Ten thousand creates against unique, no overlap, serial numbers and a rule over all records, by
 * one and by four processes on one Postgres.
 */
export const benchmark: Benchmark = {
  name: `contention: ${all} creates`,
  async run() {
    const missing = whyNoServer();
    if (missing !== null) throw new Error(missing);
    const server = await startPostgres();
    try {
      const alone = await contend(server.address, 'alone', 1, all / 4, all);
      const together = await contend(server.address, 'together', 4, all / 4, all);
      const store = await openPostgres(server.address, { schema: 'together' });
      const wrong = contradictions(openStore(store, readModel(contentionDocument.replace('1000000', String(all)))));
      store.close();
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
      return [
        {
          name: 'creates a second, four processes',
          value: all / together.seconds,
          unit: '/s',
          against: { name: 'one process', value: all / 4 / alone.seconds },
        },
        {
          name: 'a create among four processes, median',
          value: together.median,
          unit: 'ms',
          against: { name: 'one process', value: alone.median },
        },
        { name: 'the slowest of them', value: together.slowest, unit: 'ms' },
      ];
    } finally {
      await server.close();
    }
  },
};
