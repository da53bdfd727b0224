import { expect, test } from 'vitest';
import { noPages, ownPage } from '../../../testing/browser/own-page.ts';
import { productInMemory } from '../../../testing/product.ts';
import type { Address } from '../../engine/record-data.ts';
import { shownAt } from '../../engine/session-calls.ts';
import { ProductEngine } from '../engine/product-engine.ts';
import { createApp } from '../http/app.ts';

const claims = `# Specification: Claims

## 2. Screens and routes

| Screen | Route | About | Roles |
|---|---|---|---|
| Shared | /shared/:key | Claim | guest |

### Shared

- form to edit: photo

## 3. Entities and their fields

### Claim

| Field | Type |
|---|---|
| title | text |
| photo | image |
| key | secret |

| Example | title |
|---|---|
| Roof | Roof |

## 6. Roles and permissions

| Role | Is | Of |
|---|---|---|
| guest | link | Claim |

| Permission | guest |
|---|---|
| Claim: read | yes |
| Claim: update | no |
| Claim.photo: update | yes |
`;

test('a guest can upload a file only by the link, and the record of the link accepts it', async () => {
  const { product, clock, id } = productInMemory(claims);
  const engine = new ProductEngine(product, () => undefined);
  const app = createApp({ engine, platform: clock, log: () => undefined, settings: { requestsPerMinute: 0 }, site: noPages });
  const put = (at?: Address) =>
    app.request('http://127.0.0.1/~/file/roof.png', {
      method: 'PUT',
      body: 'abc',
      headers: {
        ...ownPage,
        'content-type': 'image/png',
        ...(at === undefined ? {} : { [shownAt]: encodeURIComponent(JSON.stringify(at)) }),
      },
    });
  const roof = id('Roof');
  const key = String(product.store.record('Claim', roof)?.['key']);
  const address: Address = { screen: 'Shared', parameters: { key } };
  expect((await put()).status).toBe(403);
  expect((await put({ screen: 'Shared', parameters: { key: `${key.slice(1)}x` } })).status).toBe(403);
  const kept = await put(address);
  expect(kept.status).toBe(200);
  const photo = ((await kept.json()) as { id: string }).id;
  const args = [
    { kind: 'update', entity: 'Claim', id: roof, values: { photo } },
    { address, parts: [] },
  ];
  expect((await engine.screen({ token: null, name: 'run', args })).value).toMatchObject({ ok: true });
  expect(product.store.record('Claim', roof)).toMatchObject({ photo: { id: photo, size: 3 } });
});
