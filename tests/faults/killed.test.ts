import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lookAfter, nothingPromised, workUntilKilled } from './killed.ts';

/* A few kills; `npm run faults` does hundreds, at moments drawn by a seed. */

test('a process that is killed while it writes, also while it changes the document: nothing is lost, doubled or half there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-killed-'));
  try {
    let promised = nothingPromised;
    for (const [index, patience] of [3, 11].entries()) {
      promised = await workUntilKilled(folder, promised, { seed: index + 1, deeds: 12, patience });
      expect(await lookAfter(folder, promised)).toEqual([]);
    }
    expect(promised.made.size).toBeGreaterThan(3);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 240_000);
