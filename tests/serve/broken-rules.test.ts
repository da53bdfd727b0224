import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Service } from '../../src/serve/engine/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'ninefold-broken-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const document = (most: number): string => `# Specification: Shop

## 3. Entities and their fields

### Item

| Field | Type |
|---|---|
| name | text |
| price | integer |

| Example | name | price |
|---|---|---|
| Boiler | Boiler | 90 |
| Valve | Valve | 7 |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| affordable | Item | \`price < ${most}\` | TOO_DEAR |
`;

async function saidAtStart(text: string): Promise<readonly string[]> {
  const said: string[] = [];
  const pool = await Service.start({
    text,
    database: { kind: 'embedded', folder: join(folder, 'data') },
    examples: true,
    log: (level, message) => {
      if (level === 'error') said.push(message);
    },
  });
  await pool.close();
  return said;
}

test('a server that starts with a changed document lists the records that break its rules, once', async () => {
  expect(await saidAtStart(document(100))).toEqual([]);
  expect(await saidAtStart(document(50))).toEqual([
    'the document was changed: the rule “affordable” is broken by 1 record of Item (Boiler); they stay as they are until someone changes them',
  ]);
  expect(await saidAtStart(document(50))).toEqual([]);
}, 120_000);
