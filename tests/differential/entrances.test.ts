import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenHash } from '../../src/engine/account/hasher.ts';
import { productInMemory, type TestProduct } from '../../testing/product.ts';
import { drawnDocument } from './document.ts';
import { type Asked, byCall, byEngine, bySession, compareEntrances } from './entrances.ts';
import { drawnOperations } from './operations.ts';

test('the engine, the session protocol and the calls say the same of random operations', async () => {
  const outcomes: string[] = [];
  await fc.assert(
    fc.asyncProperty(drawnDocument, drawnOperations(20), async (drawn, operations) => {
      outcomes.push(...(await compareEntrances(drawn, operations)));
    }),
    { numRuns: 40, seed: 6, endOnFailure: true },
  );
  const share = (pattern: RegExp): number => outcomes.filter((outcome) => pattern.test(outcome)).length / outcomes.length;
  expect(share(/^done/)).toBeGreaterThan(0.15);
  expect(share(/FORBIDDEN/)).toBeGreaterThan(0.02);
  expect(share(/INVALID/)).toBeGreaterThan(0.02);
}, 120_000);

const folders = `
## 3. Entities and their fields

### User

| Field | Type | Required |
|---|---|---|
| name | text | yes |

| Example | name |
|---|---|
| Ana | Ana |
| Bo | Bo |

### Folder

| Field | Type | Required | Default |
|---|---|---|---|
| title | text | yes | |
| owner | User | yes | \`me\` |

| Example | title | owner |
|---|---|---|
| Anas | of Ana | Ana |
| Bos | of Bo | Bo |

### Page

| Field | Type | Required |
|---|---|---|
| folder | Folder | yes |

| Example | folder |
|---|---|
| First | Anas |

## 6. Roles and permissions

| Role | Is |
|---|---|
| user | \`me != null\` |

| Account | |
|---|---|
| Entity | User |
| Sign in with | name |

| Permission | user |
|---|---|
| User: read | \`self == me\` |
| Folder: read, create, update | \`owner == me\` |
| Page: read, create, update | yes |
`;

test('a record that one may not read is refused alike everywhere, and as one that does not exist', async () => {
  const nowhere = '019b8d62-0000-7000-8000-000000000000';
  const asked = (of: TestProduct, owner: string, folder: string): readonly Asked[] => {
    const made = { kind: 'create', id: '', event: '' } as const;
    const changed = { kind: 'update', event: '' } as const;
    return [
      { ...made, entity: 'Folder', values: { title: 'x', owner } },
      { ...changed, entity: 'Folder', id: of.id('Anas'), values: { owner } },
      { ...made, entity: 'Page', values: { folder } },
      { ...changed, entity: 'Page', id: of.id('First'), values: { folder } },
    ];
  };
  for (const exists of [true, false]) {
    const of = productInMemory(folders);
    const token = 'Ana';
    of.product.store.saveSession({ tokenHash: tokenHash(token), account: of.id('Ana'), began: 0, expires: Date.UTC(2100, 0, 1) });
    const words: string[][] = [];
    for (const one of asked(of, exists ? of.id('Bo') : nowhere, exists ? of.id('Bos') : nowhere))
      words.push([byEngine(of.product, token, one, false), await bySession(of.product, token, one), byCall(of.product, token, one)]);
    const all = (said: string): string[] => [said, said, said];
    expect(words).toEqual([all('FORBIDDEN 403 '), all('FORBIDDEN 403 owner'), all('INVALID 422 folder'), all('INVALID 422 folder')]);
  }
});
