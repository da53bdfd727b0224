import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCli } from '../../src/cli/run.ts';
import { diskHost } from '../../testing/process/disk-host.ts';

/** `ninefold data` with real files and a real database in a folder. */
const folder = mkdtempSync(join(tmpdir(), 'ninefold-data-'));
const path = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly errors: string }> {
  const host = diskHost(folder);
  const place = ['--data', path('shop.data')];
  const code = await runCli(['data', ...args, ...place], host, '1.2.3');
  const plain = (text: string): string => text.replaceAll(path('shop.data'), 'shop.data');
  return { code, out: plain(host.output), errors: plain(host.errors) };
}

const document = `# Specification: Shop

## 3. Entities and their fields

### Item

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text | yes | yes |
| price | decimal | | |
| note | text | | |
| link | secret | | |
`;

test('in, out, a changed document, and back', async () => {
  writeFileSync(path('shop.md'), document);
  writeFileSync(path('Item.csv'), 'name,price,note\nBoiler,10.50,a\nValve,,b\n');

  const nothing = await run('export', 'shop.md');
  expect(nothing).toMatchObject({ code: 2, out: '', errors: expect.stringContaining('There is no data in shop.data.') });

  const wrong = await run('import', 'shop.md', 'shop.md');
  expect(wrong).toMatchObject({ code: 2, errors: expect.stringContaining('expected a .json or .csv file') });

  expect(await run('import', 'shop.md', 'Item.csv')).toEqual({
    code: 0,
    out: 'Item: 2 new, 0 changed\nImported into shop.data.\n',
    errors: '',
  });
  writeFileSync(path('Item.csv'), 'name,price\nBoiler,1\n,x\n');
  expect(await run('import', 'shop.md', 'Item.csv')).toEqual({
    code: 1,
    out: '',
    errors:
      'Item.csv, row 2, name: Name is already taken.\nItem.csv, row 3, price: Price must be a number.\n2 problems. Nothing was written.\n',
  });

  const exported = await run('export', 'shop.md');
  expect(JSON.parse(exported.out)).toMatchObject({
    entities: {
      Item: [
        { name: 'Boiler', price: 10.5 },
        { name: 'Valve', price: null },
      ],
    },
  });
  expect(await run('export', 'shop.md', '--out', 'out.zip')).toMatchObject({
    code: 0,
    errors: '2 records in out.zip.\nIt contains the secrets of Item.link: protect it like the database.\n',
  });
  expect(await run('import', 'shop.md', 'out.zip', '--check')).toMatchObject({
    code: 0,
    out: 'Item: 0 new, 2 changed\nNo problems found. Nothing was written.\n',
  });
  expect((await run('export', 'shop.md', '--out', 'tables')).code).toBe(0);
  expect(readFileSync(path('tables/Item.csv'), 'utf8').split('\r\n')[0]).toBe(
    '\ufeffid,name,price,note,link,createdAt,updatedAt,createdBy',
  );
  expect((await run('import', 'shop.md', 'tables')).code).toBe(0);

  // The document changes: a loss is announced, and nothing is done until it is confirmed.
  const changed = document
    .replace('| price | decimal | | |\n', '')
    .replace('| note | text | | |\n', '| note | text | | |\n| cost | decimal | | |\n| weight | decimal | | |\n')
    .concat('\n## 5. Validation rules\n\n| Rule | On | Must hold |\n|---|---|---|\n| named | Item | `size(name) > 5` |\n');
  writeFileSync(path('shop.md'), changed);
  const plan = await run('change', 'shop.md');
  expect(plan.code).toBe(1);
  expect(plan.out).toContain('The field “price” of Item would be deleted with what it holds for 1 item');
  expect(plan.out).toContain('--renamed Item.price=cost  or  --renamed Item.price=weight');
  expect(plan.out).toMatch(/shop\.md:19: “named”: 1 of Item \(Valve\)/);
  expect((await run('change', 'shop.md', '--apply')).code).toBe(1);
  expect((await run('change', 'shop.md', '--renamed', 'price')).code).toBe(2);

  const done = await run('change', 'shop.md', '--renamed', 'Item.price=cost', '--apply');
  expect(done).toMatchObject({ code: 0, errors: expect.stringContaining('a snapshot of 2 records') });
  expect(done.errors).toContain('It contains password hashes, sessions and the secrets of Item.link: protect it');
  expect(JSON.parse((await run('export', 'shop.md')).out).entities.Item[0]).toMatchObject({ name: 'Boiler', cost: 10.5 });

  // And is taken back: the data is as it was, under the document that it was under.
  const [snapshot = ''] = readdirSync(path('shop.data/snapshots'));
  const back = await run('restore', 'shop.md', `shop.data/snapshots/${snapshot}`);
  expect(back).toMatchObject({ code: 0, out: expect.stringContaining('made with another text of shop.md') });
  const again = await run('export', 'shop.md');
  expect(again.errors).toContain('shop.md has changed since the data was last migrated');
  expect(JSON.parse(again.out).entities).toEqual(JSON.parse(exported.out).entities);

  // A snapshot cut off in the middle is refused, and nothing is lost.
  cpSync(path(`shop.data/snapshots/${snapshot}`), path('whole'));
  writeFileSync(path('half'), readFileSync(path('whole')).subarray(0, 200));
  expect(await run('restore', 'shop.md', 'half')).toEqual({ code: 2, out: '', errors: 'half: this compressed file is incomplete.\n' });
  expect(JSON.parse((await run('export', 'shop.md')).out).entities).toEqual(JSON.parse(exported.out).entities);
}, 120_000);
