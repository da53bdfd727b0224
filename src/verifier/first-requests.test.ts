import { beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../../testing/long-run.ts';
import { type Recording, recorded, requestsToDiffer } from '../../testing/replays.ts';
import { handWrittenServices } from '../../testing/services/hand-written-services.ts';
import type { Run } from './answers/finding.ts';
import { verify } from './run.ts';

/**
 * Services whose whole plans take longer than a test may: the first requests, and faults that they
 * show. `npm run bench verify` tries all requests and faults. The plan of the auction takes as long
 * before its first request as all of the garden's, so it is for the long run.
 */
const services = [
  {
    name: 'depot',
    count: 720,
    faults: ['closeRefusesOne', 'sellerIsNotPaid', 'defaultHeightIsTwo', 'offeredFilterShowsStored', 'codesMayBeShared'],
  },
  {
    name: 'garden',
    count: 2200,
    faults: ['anyWardenEditsWorkdays', 'bannedApply', 'cancelledIsDeleted', 'openIsEdited', 'patchedWishIsNotKept', 'daysAreOfAll'],
  },
  {
    name: 'auction',
    count: 1450,
    faults: [
      'expertsBid',
      'enteredIsPassed',
      'acceptedIsDeclined',
      'cancelledSalesCount',
      'declineForgetsReason',
      'turnoverCountsEstimates',
    ],
  },
];

const tried = services.filter(({ name }) => isLong || name !== 'auction');

describe.each(tried)('the first $count requests to the $name service', ({ name, count, faults }) => {
  const one = handWrittenServices.find((service) => service.name === name);
  if (one === undefined) throw new Error(`there is no service named ${name}`);
  let run: Run;
  let recording: Recording;

  beforeAll(async () => {
    const stop = new AbortController();
    const progress = ({ length }: Run['exchanges']): void => void (length >= count && stop.abort());
    [run, recording] = await recorded(one, (parts) => verify({ ...parts, signal: stop.signal, progress }));
  }, 240_000);

  test('report nothing about the correct service', () => {
    expect(run.findings.map(({ exchange }) => `${exchange.attempt.words}: ${exchange.fault?.words}`)).toEqual([]);
    expect(run.exchanges.length).toBeGreaterThanOrEqual(count);
  });

  test.each(faults)('show the fault %s', async (fault) => {
    expect(Object.values(one.faults).flat()).toContain(fault);
    expect(await requestsToDiffer(one, fault, recording)).not.toBeNull();
  });
});
