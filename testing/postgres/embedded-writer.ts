// A process that writes to an embedded database until it is killed, and prints the records whose
// storage was confirmed.

import { openStore } from '../../src/store/sql/document-store.ts';
import { idOf, suiteModel, user } from '../store/store-records.ts';
import { openPglite } from './blocking.ts';

const [folder = '', first = '1'] = process.argv.slice(2);
const database = await openPglite(folder);
const store = openStore(database.store(), suiteModel().model);
for (let number = Number(first); ; number += 2) {
  // Two related records: a crash must keep both or none.
  store.transaction(() => {
    store.apply({ kind: 'insert', entity: 'User', record: user(number) });
    store.apply({ kind: 'insert', entity: 'User', record: user(number + 1, { boss: idOf(number) }) });
  });
  process.stdout.write(`${number + 1}\n`);
  await new Promise((resolve) => setImmediate(resolve));
}
