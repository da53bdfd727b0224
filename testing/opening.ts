import { readFileSync } from 'node:fs';
import { readModel } from '../src/model/read.ts';
import { openPostgres } from './postgres/blocking.ts';

/*
 * A process that opens a document's data on command: `opening.ts ADDRESS SCHEMA FILE`. Prints
 * `ready`, waits for a line, and prints `done` or the error.
 */
const [address = '', schema = '', file = ''] = process.argv.slice(2);
const model = readModel(readFileSync(file, 'utf8'));
const store = await openPostgres(address, { schema });
process.stdout.write('ready\n');
process.stdin.once('data', () => {
  try {
    store.adopt(model);
    process.stdout.write('done\n');
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  store.close();
  process.exit(0);
});
