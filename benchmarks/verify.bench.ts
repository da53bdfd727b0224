import { type HandWritten, handWrittenServices, heldApart, partsFor, requestsToFind, verified } from '../testing/hand-written-services.ts';
import { randomRequests } from '../testing/random-requests.ts';
import type { Benchmark, Figure } from './benchmark.ts';

/** Which of the seeded faults of services written by hand `verify` finds, one at a time. */
export const benchmark: Benchmark = {
  name: 'verify: seeded faults of services written by hand, beside random requests of the same number',
  async run() {
    const figures: Figure[] = [];
    for (const one of handWrittenServices) figures.push(...(await scored(one)));
    return figures;
  },
};

/** What the command sends unless it is told otherwise. */
const usualBudget = 2000;

async function scored(one: HandWritten): Promise<readonly Figure[]> {
  const began = performance.now();
  const right = await verified(one, null);
  const count = right.exchanges.length;
  const figures: Figure[] = [
    { name: `${one.name}: false alarms on the correct service`, value: right.findings.length, unit: '' },
    { name: `${one.name}: requests`, value: count, unit: '' },
    { name: `${one.name}: time`, value: performance.now() - began, unit: 'ms' },
  ];
  const [apart, total] = [
    { found: 0, of: 0 },
    { found: 0, of: 0 },
  ];
  let soon = 0;
  for (const [name, faults] of Object.entries(one.faults)) {
    const missed: string[] = [];
    let byChance = 0;
    for (const fault of faults) {
      const requests = await requestsToFind(one, fault, right.plan);
      const isFound = requests !== null;
      if (requests !== null && requests <= usualBudget) soon++;
      if (!isFound) missed.push(fault);
      if ((await randomRequests(partsFor(one, fault), count)) !== null) byChance++;
      for (const sum of heldApart(faults).includes(fault) ? [apart, total] : [total]) {
        sum.of++;
        if (isFound) sum.found++;
      }
    }
    figures.push({
      name: `${one.name}: ${name}, of ${faults.length}${missed.length === 0 ? '' : ` (missed: ${missed.join(', ')})`}`,
      value: faults.length - missed.length,
      unit: '',
      against: { name: 'random requests', value: byChance },
    });
  }
  figures.push({ name: `${one.name}: the half held apart`, value: apart.found, unit: '', against: { name: 'seeded', value: apart.of } });
  figures.push({ name: `${one.name}: all`, value: total.found, unit: '', against: { name: 'seeded', value: total.of } });
  figures.push({
    name: `${one.name}: within ${usualBudget} requests`,
    value: soon,
    unit: '',
    against: { name: 'seeded', value: total.of },
  });
  return figures;
}
