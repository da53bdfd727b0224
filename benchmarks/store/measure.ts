import { systemPlatform } from '../../src/base/platform.ts';
import { cheapHasher } from '../../src/engine/account/hasher.ts';
import { createProduct } from '../../src/engine/product.ts';
import { readModel } from '../../src/model/read.ts';
import { attachStore, openStore } from '../../src/store/sql/document-store.ts';
import { type Figure, median } from '../benchmark.ts';
import { fill } from './fill.ts';
import type { BenchDatabase } from './kinds.ts';
import { readingTasks, type Task, writingTasks } from './tasks.ts';

export { inPostgres, openSqlite } from './kinds.ts';

/** Both sides of each comparison. */
export function measure(name: string, database: BenchDatabase, document: string, tickets: number): Figure[] {
  const model = readModel(document);
  const store = openStore(attachStore(database.connection, database.sqlEngine), model);
  fill(database, tickets);
  const product = createProduct({ model, store, platform: systemPlatform, hasher: cheapHasher });
  const tasks = [...readingTasks(model, store, database), ...writingTasks(product, tickets, database)];
  return tasks.map((task) => beside(`${name}: ${task.name}`, task));
}

/** So often, or for so many ms, both run before they are measured: until V8 has compiled them. */
const warming = { times: 3000, milliseconds: 3000 };

/** Both in turn, so that a busy machine is busy for both. */
function beside(name: string, { ours, byHand }: Task): Figure {
  const once = (run: () => unknown): number => {
    const start = performance.now();
    run();
    return performance.now() - start;
  };
  for (let times = 0, spent = 0; times < warming.times && spent < warming.milliseconds; times++) spent += once(ours) + once(byHand);
  const [mine, theirs]: [number[], number[]] = [[], []];
  // There are only so many tickets to resolve.
  for (let spent = 0; (spent < 1500 && mine.length < 5000) || mine.length < 7; ) {
    mine.push(once(ours));
    theirs.push(once(byHand));
    spent += (mine.at(-1) ?? 0) + (theirs.at(-1) ?? 0);
  }
  return { name, value: median(mine), unit: 'ms', against: { name: 'SQL by hand', value: median(theirs) } };
}
