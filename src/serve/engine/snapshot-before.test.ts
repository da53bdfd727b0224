import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { gunzip } from '../../store/snapshot/gzip.ts';
import { readSnapshot } from '../../store/snapshot/lines.ts';
import { writeSnapshotTo } from '../../store/snapshot/sink.ts';
import { NotStarted } from './not-started.ts';
import { SnapshotBefore } from './snapshot-before.ts';

const folder = mkdtempSync(join(tmpdir(), 'ninefold-before-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
function keepBefore(into: string, now: number): string {
  const before = new SnapshotBefore(into, { now: () => now });
  // A restarted transaction pours the whole snapshot again.
  before.sink.begin(snapshot.schema);
  before.sink.setting('lost', 'with the transaction');
  writeSnapshotTo(snapshot, before.sink);
  return before.keep();
}

const snapshot = createMemoryStore(readModel('# Specification: Shop')).snapshot();

test('keeps the ten newest snapshots and leaves other files alone', async () => {
  const inside = join(folder, 'new');
  const said = keepBefore(inside, 0);
  expect(said).toContain(join(inside, 'before-change-1970-01-01T00-00-00Z.snapshot'));
  writeFileSync(join(inside, '2020-01-01T00-00-00Z.snapshot'), 'mine');
  for (let hour = 1; hour <= 11; hour++) keepBefore(inside, hour * 3_600_000);
  const names = readdirSync(inside).sort();
  expect(names).toHaveLength(11);
  expect(names[0]).toBe('2020-01-01T00-00-00Z.snapshot');
  expect(names[1]).toBe('before-change-1970-01-01T02-00-00Z.snapshot');
  const newest = join(inside, names[10] ?? '');
  expect(readSnapshot(await gunzip(readFileSync(newest)))).toEqual(snapshot);
  expect(statSync(newest).mode & 0o777).toBe(0o600);
});

test('tells what to do if the folder is not writable', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => keepBefore(join(folder, 'file'), 0)).toThrow(NotStarted);
  expect(() => keepBefore(join(folder, 'file'), 0)).toThrow(/Nothing was changed\. Pass --snapshots DIR/);
});

test('dropping the snapshot leaves no file', () => {
  const inside = join(folder, 'dropped');
  const before = new SnapshotBefore(inside, { now: () => 0 });
  writeSnapshotTo(snapshot, before.sink);
  expect(readdirSync(inside)).toHaveLength(1);
  before.drop();
  expect(readdirSync(inside)).toEqual([]);
});
