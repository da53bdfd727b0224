import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { gunzip } from '../../store/snapshot/gzip.ts';
import { readSnapshot } from '../../store/snapshot/lines.ts';
import { NotStarted } from './not-started.ts';
import { keepBefore } from './snapshot-before.ts';

const folder = mkdtempSync(join(tmpdir(), 'ninefold-before-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const snapshot = createMemoryStore(readModel('# Specification: Shop')).snapshot();

test('the newest ten are kept, and nothing else of the folder is touched', async () => {
  const inside = join(folder, 'new');
  const said = keepBefore(snapshot, inside, { now: () => 0 });
  expect(said).toContain(join(inside, 'before-change-1970-01-01T00-00-00Z.snapshot'));
  writeFileSync(join(inside, '2020-01-01T00-00-00Z.snapshot'), 'mine');
  for (let hour = 1; hour <= 11; hour++) keepBefore(snapshot, inside, { now: () => hour * 3_600_000 });
  const names = readdirSync(inside).sort();
  expect(names).toHaveLength(11);
  expect(names[0]).toBe('2020-01-01T00-00-00Z.snapshot');
  expect(names[1]).toBe('before-change-1970-01-01T02-00-00Z.snapshot');
  expect(readSnapshot(await gunzip(readFileSync(join(inside, names[10] ?? ''))))).toMatchObject({ schema: snapshot.schema });
});

test('a folder that cannot be written says what to do', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => keepBefore(snapshot, join(folder, 'file'), { now: () => 0 })).toThrow(NotStarted);
  expect(() => keepBefore(snapshot, join(folder, 'file'), { now: () => 0 })).toThrow(/Nothing was changed\. Pass --snapshots DIR/);
});
