import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { missingIn } from '../../check/analysis/read-by-users.ts';
import { checkModel } from '../../check/check.ts';
import { refusal } from '../../engine/change/refusals.ts';
import { inLanguage } from '../../engine/languages/in-language.ts';
import { messagesByLanguage } from '../../engine/languages/messages-by-language.ts';
import type { Refusal } from '../../engine/outcome.ts';
import { SessionHost } from '../../engine/session-host.ts';
import { Labels } from '../../model/labels.ts';
import { readModel } from '../../model/read.ts';
import { Calls } from '../../serve/calls/answer-call.ts';
import { translatedSession } from './translated-session.ts';
import { storeValue } from './use-own-language.ts';

const text = `# Specification: Shop

## 1. What

Languages: en, de

Language: \`me.language\`

Time zone: \`me.zone\`

| Word | de |
|---|---|
| Order | Bestellung / Bestellungen |
| Order.text | Wortlaut |
| EMPTY | {field} fehlt. |
| LATE | Noch {WAIT}. |
| hours | Stunde / Stunden |
| pay | bezahlen |
| Parcel | Paket |
| "paid by itself" | Von allein bezahlt |

## 2. Screens and routes

| Screen | Route | Menu | Badge | Icon |
|---|---|---|---|---|
| Orders | / | Work | \`size(Order)\` | receipt |
| Hidden | /hidden | no | | |

### Orders

- list of Order: text, placed
  - filter placed

### Hidden

- list of Order: text

## 3. Entities and their fields

### User

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| language | text | |
| zone | text | |

| Example | name | language | zone |
|---|---|---|---|
| Ana | Ana | de | Asia/Tokyo |
| Bo | Bo | | |

### Order

| Field | Type | Required |
|---|---|---|
| text | text | yes |
| placed | datetime | |
| status | state | |

| Example | text | placed |
|---|---|---|
| First | one | 2026-01-05 20:00 |

### Parcel

| Field | Type |
|---|---|
| weight | integer |

| Example | weight |
|---|---|
| Heavy | 30 |

## 4. States and transitions

### Order.status

| From | Event | To | Description |
|---|---|---|---|
| | | open | |
| open | pay | paid | |
| open | after WAIT | paid | paid by itself; final |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| said | Order.text | \`size(text) > 0\` | EMPTY |

## 6. Roles and permissions

| Account | |
|---|---|
| Entity | User |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| EMPTY | 422 | {field} is empty. |
| LATE | 409 | Wait {WAIT}. |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| WAIT | 36 | hours |
`;

const model = readModel(text);
const { product, as } = productInMemory(text);
const orders = product.index.screen('Orders')?.parts[0]?.id ?? '';
const german = new Labels(product.model.labels, 'de');
const hostOf = (example: string) => new SessionHost(product, { remembers: false, person: as(example) });

test('reads a person’s language from their record', async () => {
  expect((await hostOf('Ana').person()).language).toBe('de');
  expect((await hostOf('Bo').person()).language).toBeNull();
});

test('reads a person’s time zone from their record, and uses its days in filters', async () => {
  expect((await hostOf('Ana').person()).timeZone).toBe('Asia/Tokyo');
  expect((await hostOf('Bo').person()).timeZone).toBeNull();
  const on = async (example: string, day: string): Promise<number> => {
    const options = { filters: { placed: { from: day, to: day } } };
    const outcome = await hostOf(example).part({ address: { screen: 'Orders', parameters: {} }, part: orders }, options);
    if (!outcome.ok || outcome.value.kind !== 'list') throw new Error('no list');
    return outcome.value.rows.length;
  };
  // 20:00 UTC: the next day in Tokyo.
  expect([await on('Ana', '2026-01-06'), await on('Ana', '2026-01-05')]).toEqual([1, 0]);
  expect([await on('Bo', '2026-01-06'), await on('Bo', '2026-01-05')]).toEqual([0, 1]);
});

test('lists in the menu what the document lists, with group, count and icon', async () => {
  const listed = (await hostOf('Ana').navigation()).filter(({ assumed }) => !assumed);
  expect(listed).toEqual([{ screen: 'Orders', route: '/', assumed: false, group: 'Work', icon: 'receipt', badge: 1 }]);
});

test('messages are in the reader’s language: the document’s own, and the product’s with its words', async () => {
  const host = hostOf('Ana');
  const empty = { kind: 'create', part: null, entity: 'Order', values: { text: '' } } as const;
  const missing = { kind: 'create', part: null, entity: 'Order', values: {} } as const;
  const said = async (command: typeof empty | typeof missing, language: string | null): Promise<string | undefined> => {
    const outcome = await translatedSession(host, ({ data }) => `${data['field']} ist nötig.`, language === null ? null : german).run(
      command,
    );
    return outcome.ok ? undefined : outcome.refusals[0]?.message;
  };
  expect(await said(empty, 'de')).toBe('Wortlaut fehlt.');
  expect(await said(empty, null)).toBe('Text is empty.');
  expect(await said(missing, 'de')).toBe('Wortlaut ist nötig.');
});

test('the API answers in the caller’s language: the document’s messages, and the product’s with its words', () => {
  const calls = new Calls(product);
  const said = (acceptLanguage: string | null, body: object): unknown => {
    const request = { method: 'POST', path: '/api/orders', query: '', token: null, contentType: 'application/json', acceptLanguage };
    return JSON.parse(calls.answer({ ...request, body: JSON.stringify(body) }).body ?? '').detail;
  };
  expect(said('fr;q=0.3, de-AT;q=0.8', { text: '' })).toBe('Wortlaut fehlt.');
  expect(said('de', {})).toBe('Wortlaut muss ausgefüllt sein.');
  expect(said('en', {})).toBe('Text is required.');
  expect(said(null, { text: '' })).toBe('Text is empty.');
  expect(said('de', { text: 'x', wrong: 1 })).toBe('Wrong hat einen ungültigen Wert.');
});

test('messages about taken values and references use the document’s words in the reader’s language', () => {
  const taken: Refusal = {
    ...refusal(product.index, {
      error: 'CONFLICT',
      because: '',
      own: (labels) => ({
        code: 'taken',
        data: { fields: labels.field('Order', 'text') },
        message: `${labels.field('Order', 'text')} is already taken.`,
      }),
    }),
  };
  expect(inLanguage(taken, messagesByLanguage.de, 'de').message).toBe('Wortlaut ist schon vergeben.');
  expect(inLanguage(taken, null, 'de').message).toBe('Wortlaut is already taken.');
  expect(inLanguage(taken, null, null).message).toBe('Text is already taken.');
});

test('units, timers and bare event names can be translated, and missing ones are counted', () => {
  expect(refusal(product.index, { error: 'LATE', because: '' }).in?.['de']?.message).toBe('Noch 36 Stunden.');
  expect(german.event('Order', 'pay')).toBe('Bezahlen');
  expect(german.text('paid by itself')).toBe('Von allein bezahlt');
  expect(missingIn(model, 'de').map(({ word }) => word)).toEqual(expect.not.arrayContaining(['hours', 'Order.pay', '"paid by itself"']));
  expect(checkModel(model).filter(({ code }) => code === 'word-for-nothing')).toEqual([]);
});

test('labels a record without a name by its entity’s label', async () => {
  const session = translatedSession(hostOf('Ana'), null, german);
  const outcome = await session.records('Parcel');
  if (!outcome.ok) throw new Error(outcome.refusals[0]?.because);
  expect(outcome.value.rows.map(({ label }) => label)).toEqual([expect.stringMatching(/^Paket \w{6}$/u)]);
  const [plain] = await hostOf('Ana').choices('Parcel', '', 5);
  const [choice] = await session.choices('Parcel', '', 5);
  expect([plain?.label, choice?.label]).toEqual([`Parcel ${plain?.id.slice(-6)}`, `Paket ${plain?.id.slice(-6)}`]);
});

test('reports a choice that the browser cannot store', () => {
  const full = {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect([storeValue(full, 'key', 'de'), storeValue(null, 'key', 'de'), storeValue({ setItem: () => undefined }, 'key', 'de')]).toEqual([
    false,
    false,
    true,
  ]);
});
