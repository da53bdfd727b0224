import { readFileSync } from 'node:fs';
import type { Benchmark, Figure } from './benchmark.ts';
import { published } from './published.ts';
import { databasesOf } from './store/databases.ts';

const tickets = 100_000;

/**
 * The helpdesk's store with many tickets, beside SQL written by hand through the same connection,
 * in turn.
 */
export const benchmark: Benchmark = {
  name: `store: ${tickets} tickets`,
  async run() {
    const document = readFileSync(new URL('../specs/helpdesk.md', import.meta.url), 'utf8');
    const { measure, ...kinds } = await published();
    const figures: Figure[] = [];
    for (const [name, open] of Object.entries(databasesOf(kinds))) {
      const database = await open();
      try {
        figures.push(...measure(name, database, document, tickets));
      } finally {
        await database.close();
      }
    }
    return figures;
  },
};
