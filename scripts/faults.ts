// Kills a process at random moments while it writes: `npm run faults -- 200 17` does it two hundred
// times, at moments drawn from the seed 17.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixedPlatform, systemPlatform } from '../src/base/platform.ts';
import { lookAfter, nothingPromised, workUntilKilled } from '../tests/faults/killed.ts';

const [times = '200', given] = process.argv.slice(2);
const seed = given === undefined ? Math.floor(systemPlatform.now() / 86_400_000) : Number(given);
const random = fixedPlatform(0, seed);

const below = (limit: number): number => (random.randomBytes(1)[0] ?? 0) % limit;

/** Starts a new folder every few kills, because a growing database takes longer to open. */
const each = 20;

let kills = 0;
let deeds = 0;
let changes = 0;
let folder = '';
let promised = nothingPromised;
try {
  for (; kills < Number(times); kills++) {
    if (kills % each === 0) {
      if (folder !== '') rmSync(folder, { recursive: true, force: true });
      folder = mkdtempSync(join(tmpdir(), 'ninefold-faults-'));
      deeds += promised.made.size + promised.shipped.size + promised.deleted.size;
      changes += promised.changes;
      promised = nothingPromised;
    }
    if (kills > 0 && kills % each === 0) console.log(`${kills} kills: no problem so far`);
    promised = await workUntilKilled(folder, promised, { seed: kills + 1, deeds: below(40), patience: below(60) });
    const wrong = await lookAfter(folder, promised);
    if (wrong.length > 0) {
      console.log(`After kill ${kills + 1} (seed ${seed}, ${folder} is kept):\n${wrong.map((line) => `  ${line}\n`).join('')}`);
      process.exitCode = 1;
      folder = '';
      break;
    }
  }
} finally {
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
}
deeds += promised.made.size + promised.shipped.size + promised.deleted.size;
changes += promised.changes;
if (process.exitCode !== 1)
  console.log(
    `${kills} kills (seed ${seed}): ${deeds} deeds and ${changes} changes of the document were acknowledged; none was lost, duplicated or half-applied.`,
  );
