import { expect, test } from 'vitest';
import { readModel } from '../read.ts';

test('an assumed screen does not take the address of a call', () => {
  const calls = (path: string) => `# Specification: T

## 3. Entities and their fields

### Ticket

| Field | Type |
|---|---|
| subject | text |

## 7. The calls it makes

| Call | Does | Returns |
|---|---|---|
| \`GET ${path}\` | \`list Ticket as ts\` | 200 \`{"total": total}\` |
`;
  const routes = (path: string) => readModel(calls(path)).screens.map(({ route }) => route);
  expect(routes('/api/tickets')).toEqual(['/tickets', '/tickets/new', '/tickets/:id']);
  expect(routes('/tickets/:number?full')).toEqual(['/tickets-records', '/tickets-records/new', '/tickets-records/:id']);
  expect(routes('/tickets')[0]).toBe('/tickets-records');
});
