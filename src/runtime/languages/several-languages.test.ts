import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { SessionHost } from '../../engine/session-host.ts';
import { speaking } from './speaking.ts';

const text = `# Specification: Shop

## 1. What

Languages: en, de

Language: \`me.language\`

| Word | de |
|---|---|
| Order | Bestellung / Bestellungen |
| Order.text | Wortlaut |
| EMPTY | {field} fehlt. |

## 2. Screens and routes

| Screen | Route | Menu | Badge | Icon |
|---|---|---|---|---|
| Orders | / | Work | \`size(Order)\` | receipt |
| Hidden | /hidden | no | | |

### Orders

- list of Order: text

### Hidden

- list of Order: text

## 3. Entities and their fields

### User

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| language | text | |

| Example | name | language |
|---|---|---|
| Ana | Ana | de |
| Bo | Bo | |

### Order

| Field | Type | Required |
|---|---|---|
| text | text | yes |

| Example | text |
|---|---|
| First | one |

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
`;

const { product, as } = productInMemory(text);
const hostOf = (example: string) => new SessionHost(product, { remembers: false, person: as(example) });

test('a person’s language is read from their record', async () => {
  expect((await hostOf('Ana').person()).language).toBe('de');
  expect((await hostOf('Bo').person()).language).toBeNull();
});

test('the menu lists what the document lists, with its group, count and icon', async () => {
  const listed = (await hostOf('Ana').navigation()).filter(({ assumed }) => !assumed);
  expect(listed).toEqual([{ screen: 'Orders', route: '/', assumed: false, group: 'Work', icon: 'receipt', badge: 1 }]);
});

test('messages are in the reader’s language: the document’s own, and the product’s with the document’s words', async () => {
  const host = hostOf('Ana');
  const empty = { kind: 'create', part: null, entity: 'Order', values: { text: '' } } as const;
  const missing = { kind: 'create', part: null, entity: 'Order', values: {} } as const;
  const said = async (command: typeof empty | typeof missing, language: string | null): Promise<string | undefined> => {
    const outcome = await speaking(host, ({ data }) => `${data['field']} ist nötig.`, language).run(command);
    return outcome.ok ? undefined : outcome.refusals[0]?.message;
  };
  expect(await said(empty, 'de')).toBe('Wortlaut fehlt.');
  expect(await said(empty, null)).toBe('Text is empty.');
  expect(await said(missing, 'de')).toBe('Wortlaut ist nötig.');
});
