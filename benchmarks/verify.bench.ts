import { verify } from '../src/verifier/run.ts';
import { randomRequests } from '../testing/random-requests.ts';
import { type Recording, recorded, requestsToDiffer } from '../testing/replays.ts';
import { type HandWritten, handWrittenServices, heldApart, requestsToFind } from '../testing/services/hand-written-services.ts';
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

/** Of so many faults, one is also run in full, which should say the same as its replay. */
const everyRunInFull = 25;

async function scored(one: HandWritten): Promise<readonly Figure[]> {
  const began = process.cpuUsage();
  const [right, whole] = await recorded(one, verify);
  const { user, system } = process.cpuUsage(began);
  const count = whole.requests.length;
  const [usualRun, usual] = await recorded(one, verify, usualBudget);
  const [, random] = await recorded(one, (parts) => randomRequests(parts, count));
  const figure = (name: string, value: number, unit: Figure['unit'] = ''): Figure => ({ name: `${one.name}: ${name}`, value, unit });
  const figures: Figure[] = [
    figure('false alarms on the correct service', right.findings.length + usualRun.findings.length),
    figure('requests', count),
    figure('processor time', (user + system) / 1000, 'ms'),
  ];
  const sums = { apart: [0, 0], all: [0, 0], usual: [0, 0] };
  const add = (sum: number[], isFound: boolean): void => {
    sum[0] = (sum[0] ?? 0) + (isFound ? 1 : 0);
    sum[1] = (sum[1] ?? 0) + 1;
  };
  const differing: string[] = [];
  let tried = 0;
  for (const [name, faults] of Object.entries(one.faults)) {
    const missed: string[] = [];
    const counts = { usual: 0, random: 0 };
    const shows = async (fault: string, recording: Recording): Promise<boolean> => (await requestsToDiffer(one, fault, recording)) !== null;
    for (const fault of faults) {
      const requests = await requestsToDiffer(one, fault, whole);
      // A run in full looks again before it reports: it needs some requests more.
      const isFound = tried++ % everyRunInFull === 0 ? (await requestsToFind(one, fault, right.plan)) !== null : requests !== null;
      if (isFound !== (requests !== null)) differing.push(fault);
      const isUsual = await shows(fault, usual);
      if (requests === null) missed.push(fault);
      if (isUsual) counts.usual++;
      if (await shows(fault, random)) counts.random++;
      add(sums.all, requests !== null);
      add(sums.usual, isUsual);
      if (heldApart(faults).includes(fault)) add(sums.apart, requests !== null);
    }
    const words = missed.length === 0 ? '' : ` (missed: ${missed.join(', ')})`;
    figures.push({
      ...figure(`${name}, of ${faults.length}${words}`, faults.length - missed.length),
      against: { name: 'random requests', value: counts.random },
    });
    figures.push(figure(`${name}, with ${usualBudget} requests at most`, counts.usual));
  }
  const summed = (name: string, [found = 0, of = 0]: readonly number[]): Figure => ({
    ...figure(name, found),
    against: { name: 'seeded', value: of },
  });
  figures.push(summed('the half held apart', sums.apart), summed('all', sums.all));
  figures.push(summed(`with ${usualBudget} requests at most`, sums.usual));
  figures.push(figure(`runs in full that say something else than the replay ${differing.join(', ')}`.trimEnd(), differing.length));
  return figures;
}
