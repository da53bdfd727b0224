// Random documents and operations in memory, SQLite and Postgres, many of them: `npm run
// differential -- 2000 17` runs two thousand from the seed 17.
import { fixedPlatform, systemPlatform } from '../../src/base/platform.ts';
import { openStore } from '../../src/store/sql/document-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { openPglite } from '../../testing/postgres/blocking.ts';
import { memoryDatabases } from '../../testing/store/sqlite-database.ts';
import { type Compared, compareWorlds } from './worlds.ts';

const [runs = '1000', given] = process.argv.slice(2);
// Another each day, and said, so that what was found can be found again.
const seed = given === undefined ? Math.floor(systemPlatform.now() / 86_400_000) : Number(given);

function say(name: string, { runs: done, found }: Compared): void {
  if (found === null) {
    console.log(`${name}: ${done} documents, no difference (seed ${seed})`);
    return;
  }
  process.exitCode = 1;
  console.log(
    `${name}: differs after ${done} documents (seed ${seed})\n\n${found.text}\n${JSON.stringify([found.drawn, found.operations])}\n\n${found.what}`,
  );
}

const makeDatabase = await memoryDatabases();
say(
  'SQLite',
  compareWorlds((model) => openSqliteStore(makeDatabase(), model), { runs: Number(runs), seed }),
);

// A Postgres schema for each document; the database is rebuilt now and then, so that they do not
// pile up.
const each = 50;
for (let done = 0; done < Number(runs) / 4 && process.exitCode !== 1; done += each) {
  const database = await openPglite(null);
  let made = 0;
  const makeStore = (model: Parameters<typeof openStore>[1]) => openStore(database.store(`world ${++made}`, fixedPlatform()), model);
  say('Postgres', compareWorlds(makeStore, { runs: each, seed: seed + done }));
  await database.close();
}
