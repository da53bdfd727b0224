import { expect, test } from 'vitest';
import { memoryDatabases } from '../../../testing/store/sqlite-database.ts';
import { stamps } from '../../../testing/store/store-records.ts';
import { readModel } from '../../model/read.ts';
import { gatherSnapshot, type SnapshotSink } from '../../store/snapshot/sink.ts';
import { attachSqliteStore } from '../../store/sqlite/store.ts';
import type { Snapshot } from '../../store/store.ts';
import { documentOpener, openDocument } from './open-document.ts';
import { DataWouldBeLost } from './open-model.ts';

const text = (fields: string): string => `# Specification: Shop

## 3. Entities and their fields

### Person

| Field | Type |
|---|---|
${fields}
`;

async function opened(fields: string) {
  const store = attachSqliteStore((await memoryDatabases())());
  openDocument({ store, text: text(fields), onLoss: 'refuse' });
  store.transaction(() =>
    store.apply({ kind: 'insert', entity: 'Person', record: { ...stamps, id: 'a', name: 'Ana', marker: 'red', count: '7' } }),
  );
  const kept: Snapshot[] = [];
  const keep = (give: (sink: SnapshotSink) => void): void => {
    const before = gatherSnapshot();
    give(before);
    kept.push(before.snapshot());
  };
  const open = (now: string) => openDocument({ store, text: text(now), onLoss: 'refuse', keep });
  return { store, kept, open };
}

const fields = '| name | text |\n| marker | text |\n| count | text |';

test('a replaced field is not taken for a renamed one: opening fails, and the error names both readings', async () => {
  const { store, kept, open } = await opened(fields);
  const replaced = fields.replace('marker', 'shoeSize');
  expect(() => open(replaced)).toThrow(DataWouldBeLost);
  expect(() => open(replaced)).toThrow(
    /“Person\.marker” is called “shoeSize” now, “--renamed Person\.marker=shoeSize --apply”; if “Person\.marker” is gone, “--accept-losses --apply”/,
  );
  expect(kept).toEqual([]);
  expect(readModel(store.meta('document') ?? '').entities[0]?.byName.has('marker')).toBe(true);
});

test('data is saved before a change deletes, converts or moves it; a purely additive change saves nothing', async () => {
  const { store, kept, open } = await opened(fields);
  open(`${fields}\n| room | text |`);
  expect(kept).toEqual([]);
  open(fields.replace('| count | text |', '| count | integer |'));
  expect(store.record('Person', 'a')).toMatchObject({ count: 7 });
  expect(kept).toHaveLength(1);
  expect(kept[0]?.records.get('Person')?.[0]).toMatchObject({ count: '7' });
  expect(kept[0]?.settings.get('document')).toContain('| count | text |');
  const was = '\n\n| Was | Is |\n|---|---|\n| marker | Marker |';
  open(`${fields.replace('| count | text |', '| count | integer |').replace('marker', 'Marker')}${was}`);
  expect(kept).toHaveLength(2);
});

test('if the data cannot be saved, nothing changes', async () => {
  const { store } = await opened(fields);
  const full = (): never => {
    throw new Error('the disk is full');
  };
  expect(() =>
    openDocument({ store, text: text(fields.replace('| count | text |', '| count | integer |')), onLoss: 'refuse', keep: full }),
  ).toThrow('the disk is full');
  expect(store.meta('document')).toContain('| count | text |');
});

test('a body that runs again, as on Postgres, reads no text a second time', async () => {
  const { store } = await opened(fields);
  const wanted = documentOpener({ store, text: text(fields), onLoss: 'refuse' });
  expect(wanted()).toBe(wanted());
  // Another text, where the data keeps its own.
  const kept = documentOpener({ store, text: text(`${fields}\n| room | text |`), onLoss: 'refuse', keepDocument: true });
  expect(kept().text).toBe(text(fields));
  expect(kept()).toBe(kept());
});
