import { Timestamp, type Value } from '../../src/expression/values/value.ts';
import type { Store, StoredRecord } from '../../src/store/store.ts';

/**
 * The contradictions in the data of the contention document: numbers assigned twice or skipped,
 * duplicate emails, overlapping bookings.
 */
export function contradictions(store: Store): string[] {
  const members = store.query({ entity: 'Member', conditions: [] });
  const bookings = store.query({ entity: 'Booking', conditions: [], sort: [{ field: 'starts', descending: false }] });
  const found: string[] = [];
  for (const [entity, records] of [
    ['Member', members],
    ['Booking', bookings],
  ] as const) {
    const numbers = records.map((record) => Number(record['number'])).sort((a, b) => a - b);
    numbers.forEach((number, index) => {
      if (number !== index + 1) found.push(`${entity}: ${number} is the number of the ${index + 1}. record`);
    });
  }
  const emails = new Set<Value | undefined>();
  for (const { email } of members) {
    if (emails.has(email)) found.push(`${String(email)} is there twice`);
    emails.add(email);
  }
  const last = new Map<Value | undefined, StoredRecord>();
  for (const booking of bookings) {
    const before = last.get(booking['room']);
    if (before !== undefined && seconds(before['ends']) > seconds(booking['starts'])) {
      found.push(`booking ${String(before['number'])} and booking ${String(booking['number'])} overlap`);
    }
    last.set(booking['room'], booking);
  }
  return found;
}

function seconds(value: Value | undefined): number {
  if (!(value instanceof Timestamp)) throw new Error('a booking has two times');
  return value.seconds;
}
