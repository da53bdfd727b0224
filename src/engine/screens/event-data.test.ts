import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { SessionHost } from '../session-host.ts';

const document = `# Specification: Concerts

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
| Concert | /concerts/:title | Concert |

### Concert

- buttons: announce, sell

## 3. Entities and their fields

### Concert

| Field | Type |
|---|---|
| title | text |
| state | state |

| Example | title |
|---|---|
| Advent | advent |

## 4. States and transitions

### Concert.state

| From | Event | To |
|---|---|---|
| | | planned |
| planned | announce | announced |
| planned, announced | sell(count: integer) | planned |
`;

test('an event that leads to the state in which the record is leads nowhere else', async () => {
  const host = new SessionHost(productInMemory(document).product);
  const found = await host.part({ address: { screen: 'Concert', parameters: { title: 'advent' } }, part: '0' });
  expect(found.ok && found.value.kind === 'buttons' ? found.value.events.map(({ event, to }) => [event, to]) : null).toEqual([
    ['announce', 'announced'],
    ['sell', null],
  ]);
});
