import { beforeAll, expect, test } from 'vitest';
import { postgresStores } from '../../../testing/postgres/test-databases.ts';
import { productInMemory, productOver } from '../../../testing/product.ts';
import { failedRows } from '../../../testing/scenario.ts';
import { memoryDatabases } from '../../../testing/store/sqlite-database.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { openStore } from '../../store/sql/document-store.ts';
import { openSqliteStore } from '../../store/sqlite/store.ts';
import { causeKey, type Store } from '../../store/store.ts';
import { cheapHasher } from '../account/hasher.ts';
import { createProduct } from '../product.ts';

const document = (rows: string, product = ''): string => `# Specification: Bills

## 3. Entities

### Bill

| Field | Type | Default |
|---|---|---|
| dueDay | integer | \`31\` |
| sent | integer | \`0\` |
| log | list of datetime | |
| status | state | |

| Example | dueDay |
|---|---|
| Rent | 31 |

### Report

| Field | Type |
|---|---|
| day | date |

## 4. States

### Bill.status

| From | Event | To | Guard | Effect |
|---|---|---|---|---|
| | | open | | |
| open | pay | paid | | |
| paid | reopen | open | | |
${rows}
${product}
## 9. Constants

| Constant | Value |
|---|---|
| TIME_ZONE | Europe/Madrid |
`;

const daily = '| open | every day at `time("08:00")` | | | `sent = sent + 1; log = log + [now]` |';
const weekly = `
### Product

| From | Event | To | Effect |
|---|---|---|---|
| | every monday at \`time("06:30")\` | | \`create Report with {"day": today}\` |
`;

test("a calendar event is triggered for each record in its state, at its moment in the product's time zone", () => {
  const { product, clock, id } = productInMemory(document(daily));
  const bill = () => product.store.record('Bill', id('Rent'));
  // 2026-01-05, 09:00 UTC: in Madrid 10:00.
  product.timers.run();
  expect(bill()?.['sent']).toBe(0);
  clock.advance(21 * 3_600_000 + 59 * 60_000);
  product.timers.run();
  expect(bill()?.['sent']).toBe(0);
  clock.advance(60_000);
  product.timers.run();
  product.timers.run();
  expect(bill()?.['sent']).toBe(1);
  const [line] = product.store.trail('Bill', id('Rent'), 1);
  expect([line?.operation, line?.by]).toEqual(['every', null]);
});

let makeSqlite: Awaited<ReturnType<typeof memoryDatabases>>;
const makePostgres = postgresStores();
beforeAll(async () => {
  makeSqlite = await memoryDatabases();
});
const stores = [
  ['memory', createMemoryStore],
  ['SQLite', (model: Model): Store => openSqliteStore(makeSqlite(), model)],
  ['Postgres', (model: Model): Store => openStore(makePostgres(), model)],
] as const;

test.each(stores)('in %s events missed during downtime are triggered once, even with several processes', (_, storeOf) => {
  const { product, clock, id } = productOver(document(daily, weekly), storeOf);
  product.timers.run();
  const model = readModel(document(daily, weekly));
  const other = createProduct({ model, store: product.store, platform: clock, hasher: cheapHasher });
  other.timers.next();
  clock.advance(20 * 86_400_000);
  for (const one of [product, other, product]) one.timers.run();
  expect(product.store.record('Bill', id('Rent'))?.['sent']).toBe(1);
  const reports = product.store.query({ entity: 'Report', conditions: [] });
  expect(reports).toHaveLength(1);
  expect(product.store.trail('Report', reports[0]?.id ?? '', 1)[0]?.changes[causeKey]?.to).toBe('every monday at time("06:30")');
  clock.advance(86_400_000);
  for (const one of [other, product]) one.timers.run();
  expect(product.store.record('Bill', id('Rent'))?.['sent']).toBe(2);
});

test('a scenario triggers each calendar event at its own moment', () => {
  const rows = [
    'nobody | `wait days(10)` | `Rent.sent == 10 && Report.all(r, r.day.getDayOfWeek() == 1) && Report.size() == 1`',
    'nobody | `pay Rent; wait days(10)` | `Rent.sent == 10 && Report.size() == 2`',
    'nobody | `reopen Rent; wait days(2)` | `Rent.sent == 12`',
  ].join('\n');
  expect(failedRows(document(daily, weekly), rows)).toEqual([]);
});

test('every month on the 31st means the last day of shorter months; a false guard skips that event', () => {
  const monthly = '| open | every month on `dueDay` | | `today.getMonth() != 1` | `sent = sent + 1; log = log + [now]` |';
  const rows = [
    'nobody | `wait days(200)` | `Rent.log.map(l, string(l.getDate()) + "." + string(l.getMonth() + 1)) == ["31.1", "31.3", "30.4", "31.5", "30.6"]`',
  ].join('\n');
  expect(failedRows(document(monthly), rows)).toEqual([]);
});

test('dates are made and moved by months; an impossible day has no value', () => {
  const rows = [
    'nobody | | `date(2026, 1, 31) + months(1) == date(2026, 2, 28) && date(2026, 3, 31) - months(1) == date(2026, 2, 28)`',
    'nobody | | `startOfMonth(today) == date(2026, 1, 1) && startOfMonth(now + days(40)) == date(2026, 2, 1)`',
    'nobody | | `datetime(today, time("08:00")) + months(13) == datetime(date(2027, 2, 5), time("08:00"))`',
    'nobody | | `Bill.filter(b, date(2026, b.dueDay, 1) < today).size() == 0 && Bill.filter(b, time("25:00") == time("08:00")).size() == 0`',
  ].join('\n');
  expect(failedRows(document(''), rows)).toEqual([]);
});
