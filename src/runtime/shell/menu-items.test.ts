import { expect, it } from 'vitest';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { productInMemory } from '../../../testing/product.ts';
import { SessionHost } from '../../engine/session-host.ts';
import { nobody } from '../../engine/world/world.ts';
import { menuItems } from './menu-items.ts';

async function menuOf(text: string, example?: string): Promise<readonly string[]> {
  const { product, as } = productInMemory(text);
  const person = example === undefined ? nobody : as(example);
  const navigation = await new SessionHost(product, { remembers: false, person }).navigation();
  return menuItems(product.index.model, navigation).map(({ screen }) => screen);
}

const table = ['| Field | Type |', '|---|---|', '| name | text |'];

it('has no entry “New …” for each entity of a document without screens', async () => {
  expect(await menuOf(['## 3. Entities', '### Boat', ...table, '### Trip', ...table].join('\n\n').replaceAll('|\n\n|', '|\n|'))).toEqual([
    'Boats',
    'Trips',
  ]);
});

it('has an entry for a form that the document declares as a screen', async () => {
  expect(await menuOf(helpdesk, 'Mia')).toEqual(['Queue', 'New ticket', 'Team']);
});
