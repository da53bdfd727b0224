import { expect, test } from 'vitest';
import { contend } from '../../../../testing/contention.ts';
import { contentionDocument } from '../../../../testing/contention-document.ts';
import { onPostgres } from '../../../../testing/postgres-stores.ts';
import { Timestamp } from '../../../expression/value.ts';
import { readModel } from '../../../model/read.ts';
import { openStore } from '../../sql/document-store.ts';

// `npm run bench -- contention` does ten thousand.
const [processes, each, limit] = [4, 40, 45] as const;

onPostgres((stores) => {
  test('four processes create at once: nothing twice, nothing overlaps, no number left out, no rule broken', async () => {
    const schema = `contention ${process.pid}`;
    const store = await stores.open(schema);
    openStore(store, readModel(contentionDocument.replace('1000000', String(limit))));
    const { outcomes } = await contend(stores.server.address, schema, processes, each, limit);
    expect(Object.values(outcomes).reduce((sum, times) => sum + times, 0)).toBe(processes * each);

    const members = store.query({ entity: 'Member', conditions: [], sort: [{ field: 'number', descending: false }] });
    const bookings = store.query({ entity: 'Booking', conditions: [], sort: [{ field: 'starts', descending: false }] });
    expect({ Member: members.length, Booking: bookings.length }).toMatchObject({
      Member: outcomes['Member'],
      Booking: outcomes['Booking'],
    });
    expect(new Set(members.map((record) => record['email'])).size).toBe(members.length);
    // 80 were tried: the rule over all members stopped the rest.
    expect(members.length).toBe(limit);
    expect(members.map((record) => record['number'])).toEqual(members.map((_, index) => index + 1));
    const numbers = bookings.map((record) => Number(record['number'])).sort((a, b) => a - b);
    expect(numbers).toEqual(bookings.map((_, index) => index + 1));
    for (const room of ['red', 'green', 'blue']) {
      const times = bookings.filter((record) => record['room'] === room);
      times.slice(1).forEach((booking, index) => {
        const before = times[index]?.['ends'];
        if (!(before instanceof Timestamp) || !(booking['starts'] instanceof Timestamp)) throw new Error('a booking has two times');
        expect(before.seconds).toBeLessThanOrEqual(booking['starts'].seconds);
      });
    }
  }, 120_000);
});
