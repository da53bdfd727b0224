import { expect, test } from 'vitest';
import { memoryDatabases } from '../../../testing/store/sqlite-database.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { connect } from '../../store/sqlite/connection.ts';
import { openSqliteStore } from '../../store/sqlite/store.ts';
import { cheapHasher } from '../account/hasher.ts';
import { createProduct } from '../product.ts';
import { SessionHost } from '../session-host.ts';

const text = `# Specification: Notes

## 3. Entities

### Note

| Field | Type |
|---|---|
| body | markdown |

### Line

| Field | Type |
|---|---|
| note | Note |
| text | text |
`;

test('a full storage refuses a write with a message and leaves nothing half written; reads work, and writes work again once there is space', async () => {
  const opened = (await memoryDatabases())();
  const model = readModel(text);
  const product = createProduct({ model, store: openSqliteStore(opened, model), platform: fixedPlatform(), hasher: cheapHasher });
  const host = new SessionHost(product);
  const add = (body: string) => host.run({ kind: 'create', part: null, entity: 'Note', values: { body } });
  const notes = () => product.store.query({ entity: 'Note', conditions: [] }).length;
  expect(await add('first')).toMatchObject({ ok: true });
  const connection = connect(opened);
  const pages = Number(connection.row('PRAGMA page_count')?.[0]);
  connection.row(`PRAGMA max_page_count = ${pages + 2}`);

  expect(await add('x'.repeat(200_000))).toMatchObject({
    ok: false,
    refusals: [
      {
        error: 'STORAGE_FULL',
        status: 507,
        message: expect.stringMatching(/^Your browser’s storage is full, so nothing was saved\. Delete what you no longer need/),
        own: { code: 'storage-full' },
        shown: { kind: 'dialog' },
      },
    ],
  });
  expect(notes()).toBe(1);
  expect(await host.records('Note')).toMatchObject({ ok: true });
  await expect(host.putFile({ name: 'a', mediaType: 'text/plain', bytes: new Uint8Array(200_000) })).rejects.toThrow('storage is full');

  connection.row('PRAGMA max_page_count = 100000');
  expect(await add('x'.repeat(200_000))).toMatchObject({ ok: true });
  expect(notes()).toBe(2);
});
