import { expect, test } from 'vitest';
import { behaviourMistakes } from '../../../testing/behaviour-mistakes.ts';
import { orders } from '../../../testing/orders.ts';
import { readModel } from '../../model/read.ts';
import { explore } from '../explore.ts';

test('of two people who are alike, the first in the document acts first', async () => {
  let traces = 0;
  for (const [, , wrong] of behaviourMistakes.slice(0, 16)) {
    const { findings, behaviours } = await explore(readModel(orders(wrong)), { bounds: { records: 1 }, now: () => 0, behaviours: true });
    for (const trace of [...findings.map(({ trace: one }) => one), ...(behaviours ?? []).map(({ trace }) => trace)]) {
      const words = (trace?.rows ?? []).map((row) => `${row.as} ${row.do} ${row.expect}`).join(' ');
      const [cleo, carl] = [words.indexOf('Cleo'), words.indexOf('Carl')];
      if (carl >= 0) expect(words).toMatch(/Cleo.*Carl/);
      if (cleo >= 0) traces++;
    }
  }
  expect(traces).toBeGreaterThan(20);
}, 30_000);
