import { fixedPlatform } from '../src/base/platform.ts';
import { readModel } from '../src/model/read.ts';
import type { Run } from '../src/verifier/finding.ts';
import { verify } from '../src/verifier/run.ts';
import { lendingDocument } from '../testing/lending-document.ts';
import { type Fault, faultsByClass } from '../testing/lending-faults.ts';
import { lendingService } from '../testing/lending-service.ts';
import type { Benchmark, Figure } from './benchmark.ts';

const model = readModel(lendingDocument);

/** Holds the hand-written service, with one fault or none, against its document. */
async function lendingVerified(fault: Fault | null): Promise<Run> {
  const clock = fixedPlatform();
  const service = lendingService(() => {
    clock.advance(7);
    return clock.now();
  }, fault);
  const platform = { ...clock, now: () => clock.now() };
  return verify({ model, platform, marker: 'vk3f9x', budget: 4000, implementation: service });
}

/** Which of the seeded faults of a hand-written service `verify` finds, one at a time. */
export const benchmark: Benchmark = {
  name: 'verify: seeded faults of a hand-written service',
  async run() {
    const figures: Figure[] = [];
    const right = await lendingVerified(null);
    figures.push({ name: 'false alarms on the correct service', value: right.findings.length, unit: '' });
    figures.push({ name: 'requests', value: right.exchanges.length, unit: '' });
    for (const [name, faults] of Object.entries(faultsByClass)) {
      const missed: string[] = [];
      for (const fault of faults) if ((await lendingVerified(fault)).findings.length === 0) missed.push(fault);
      const all = { name: 'seeded', value: faults.length };
      figures.push({
        name: missed.length === 0 ? name : `${name} (missed: ${missed.join(', ')})`,
        value: faults.length - missed.length,
        unit: '',
        against: all,
      });
    }
    return figures;
  },
};
