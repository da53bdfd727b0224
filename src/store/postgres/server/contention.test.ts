import { expect, test } from 'vitest';
import { contend } from '../../../../testing/contention/contention.ts';
import { contradictions } from '../../../../testing/contention/contention-check.ts';
import { contentionDocument } from '../../../../testing/contention/contention-document.ts';
import { onPostgres } from '../../../../testing/postgres/postgres-stores.ts';
import { readModel } from '../../../model/read.ts';
import { openStore } from '../../sql/document-store.ts';

// `npm run bench -- contention` creates ten thousand.
const [processes, each, limit] = [4, 40, 45] as const;

onPostgres((stores) => {
  test('with four processes that create records concurrently, nothing is duplicated, overlaps or breaks a rule, and no number is left out', async () => {
    const schema = `contention ${process.pid}`;
    const store = await stores.open(schema);
    openStore(store, readModel(contentionDocument.replace('1000000', String(limit))));
    const { outcomes } = await contend(stores.server.address, schema, processes, each, limit);
    expect(Object.values(outcomes).reduce((sum, times) => sum + times, 0)).toBe(processes * each);

    expect(contradictions(store)).toEqual([]);
    const count = (entity: string): number => store.count({ entity, conditions: [] });
    // 80 members were attempted; the rule on the number of members refused the rest.
    expect([count('Member'), count('Booking')]).toEqual([limit, outcomes['Booking']]);
    expect(outcomes['Member']).toBe(limit);
  }, 120_000);
});
