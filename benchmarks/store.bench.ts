import { readFileSync } from 'node:fs';
import { systemPlatform } from '../src/base/platform.ts';
import { cheapHasher } from '../src/engine/account/hasher.ts';
import { createProduct } from '../src/engine/product.ts';
import { readModel } from '../src/model/read.ts';
import { attachStore, openStore } from '../src/store/sql/document-store.ts';
import { type Benchmark, type Figure, median } from './benchmark.ts';
import { databases } from './store/databases.ts';
import { fill } from './store/fill.ts';
import { readingTasks, type Task, writingTasks } from './store/tasks.ts';

const tickets = 100_000;

/**
 * The helpdesk's store with many tickets, beside SQL written by hand through the same connection,
 * in turn.
 */
export const benchmark: Benchmark = {
  name: `store: ${tickets} tickets`,
  async run() {
    const model = readModel(readFileSync(new URL('../specs/helpdesk.md', import.meta.url), 'utf8'));
    const figures: Figure[] = [];
    for (const [name, open] of Object.entries(databases)) {
      const database = await open();
      try {
        const store = openStore(attachStore(database.connection, database.sqlEngine), model);
        fill(database, tickets);
        const product = createProduct({ model, store, platform: systemPlatform, hasher: cheapHasher });
        const tasks = [...readingTasks(model, store, database), ...writingTasks(product, tickets, database)];
        for (const task of tasks) figures.push(beside(`${name}: ${task.name}`, task));
      } finally {
        await database.close();
      }
    }
    return figures;
  },
};

/** Both in turn, so that a busy machine is busy for both. */
function beside(name: string, { ours, byHand }: Task): Figure {
  const once = (run: () => unknown): number => {
    const start = performance.now();
    run();
    return performance.now() - start;
  };
  const [mine, theirs]: [number[], number[]] = [[], []];
  for (const run of [ours, byHand, ours, byHand, ours, byHand]) run();
  for (let spent = 0; spent < 1500 || mine.length < 7; ) {
    mine.push(once(ours));
    theirs.push(once(byHand));
    spent += (mine.at(-1) ?? 0) + (theirs.at(-1) ?? 0);
  }
  return { name, value: median(mine), unit: 'ms', against: { name: 'SQL by hand', value: median(theirs) } };
}
