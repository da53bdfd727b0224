import { refuse } from '../hand-written.ts';
import type { Box, LaboratoryData, Order, Person, Sample, Test } from './data.ts';
import type { Has } from './faults.ts';

export type LaboratorySteps = ReturnType<typeof laboratorySteps>;

/** The events of the laboratory's records. `now`: milliseconds since the epoch. */
export function laboratorySteps(data: LaboratoryData, has: Has, now: () => number) {
  const conflict = (): never => refuse(has('conflictIs422') ? 422 : 409, 'CONFLICT');
  const from = (isThere: boolean): void => {
    if (!isThere) conflict();
  };

  const boxes: Readonly<Record<string, (box: Box) => void>> = {
    defrost(box) {
      from(box.state === 'ready');
      if (box.taken > 0 && !has('fullBoxesAreDefrosted')) refuse(409, 'NOT_EMPTY');
      box.state = 'defrosting';
    },
    resume(box) {
      from(box.state === 'defrosting');
      box.state = 'ready';
    },
    retire(box) {
      from(box.state === 'defrosting' || (box.state === 'ready' && has('readyIsRetired')));
      box.state = 'retired';
    },
  };

  const send = (order: Order): void => {
    from(order.state === 'draft' || (order.state === 'returned' && has('returnedIsSent')));
    const samples = data.samplesOf(order);
    const isTested = (sample: Sample): boolean => data.testsOf(sample).length > 0;
    const areTested = has('oneTestedSampleIsEnough') ? samples.some(isTested) : samples.every(isTested);
    if ((samples.length === 0 && !has('emptyOrdersAreSent')) || !areTested) refuse(409, 'NO_TESTS');
    order.state = 'sent';
    order.sentAt = now();
    if (has('sendForgetsPrice')) return;
    const priced = has('sendPricesOneSample') ? samples.slice(0, 1) : samples;
    order.price = priced.flatMap((sample) => data.testsOf(sample)).reduce((sum, { price }) => sum + price, 0);
  };
  const accept = (order: Order): void => {
    from(order.state === 'sent' || (order.state === 'returned' && has('returnedIsAccepted')));
    const { client, price } = order;
    const owed = (has('creditIgnoresOwed') ? 0 : client.owed) + (has('creditIgnoresPrice') ? 0 : price);
    const limit = has('creditIsTheUsualLimit') ? 400 : client.limit;
    if (owed > limit || (owed === limit && has('creditIsStrict'))) refuse(has('creditIs409') ? 409 : 402, 'NO_CREDIT');
    order.state = 'accepted';
    if (!has('acceptKeepsNote')) order.note = null;
    if (has('acceptReplacesOwed')) client.owed = price;
    else if (!has('acceptForgetsOwed')) client.owed += price;
  };
  const cancel = (order: Order): void => {
    const states = ['draft', 'sent'];
    if (!has('returnedIsNotCancelled')) states.push('returned');
    if (has('acceptedIsCancelled')) states.push('accepted');
    from(states.includes(order.state));
    order.state = 'cancelled';
    if (has('cancelKeepsSamples')) return;
    const samples = data.samplesOf(order);
    for (const sample of has('cancelWithdrawsOne') ? samples.slice(0, 1) : samples) sample.state = 'withdrawn';
  };
  const report = (order: Order): void => {
    from(order.state === 'accepted');
    const done = has('reportNeedsApproved') ? ['approved'] : ['approved', 'failed', 'dropped'];
    const samples = data.samplesOf(order);
    const isDone = (sample: Sample): boolean =>
      (sample.state !== 'expected' || has('reportIgnoresExpected')) && data.testsOf(sample).every(({ state }) => done.includes(state));
    const looked = has('reportLooksAtOneSample') ? samples.slice(0, 1) : samples;
    if (!looked.every(isDone)) refuse(409, 'UNFINISHED');
    order.state = 'reported';
    if (!has('reportForgetsTime')) order.reportedAt = now();
  };
  const leaveBox = (sample: Sample): void => {
    if (sample.box !== null && !has('discardKeepsSlot')) sample.box.taken -= 1;
    if (!has('discardKeepsBox')) sample.box = null;
  };
  const settle = (order: Order): void => {
    from(order.state === 'reported');
    order.state = 'settled';
    if (has('settleClearsOwed')) order.client.owed = 0;
    else if (!has('settleKeepsOwed')) order.client.owed -= order.price;
    if (has('settleKeepsSamples')) return;
    const stored = data.samplesOf(order).filter(({ state }) => state === 'stored');
    for (const sample of has('settleDiscardsOne') ? stored.slice(0, 1) : stored) {
      sample.state = 'discarded';
      if (has('settleKeepsSlots')) sample.box = null;
      else leaveBox(sample);
    }
  };
  const orders: Readonly<Record<string, (order: Order) => void>> = {
    ...{ send, accept, cancel, report, settle },
    reopen(order) {
      from(order.state === 'returned');
      order.state = 'draft';
      if (!has('reopenKeepsTime')) order.sentAt = null;
      if (!has('reopenKeepsPrice')) order.price = 0;
    },
  };
  const giveBack = (order: Order, note: string): void => {
    order.state = 'returned';
    if (!has('returnForgetsNote')) order.note = note;
  };

  const noSpace = (): never => refuse(409, has('noSpaceIsTaken') ? 'TAKEN' : 'NO_SPACE');
  const store = (sample: Sample, box: Box): void => {
    const slots = box.slots - (has('storeLeavesOne') ? 1 : 0);
    if (box.state !== 'ready' && !(box.state === 'defrosting' && has('storeIgnoresDefrosting'))) noSpace();
    if (box.taken >= slots && !has('storeIgnoresSlots')) noSpace();
    sample.state = 'stored';
    sample.box = box;
    if (!has('storeForgetsSlot')) box.taken += 1;
  };
  const move = (sample: Sample, to: Box): void => {
    if (to.state !== 'ready' || (to.taken >= to.slots && !has('moveIgnoresSlots'))) noSpace();
    if (sample.box !== null && !has('moveKeepsOldSlot')) sample.box.taken -= 1;
    if (!has('moveForgetsNewSlot')) to.taken += 1;
    if (!has('moveKeepsBox')) sample.box = to;
  };
  const takeOff = (test: Test, times = 1): void => {
    const { order } = test.sample;
    order.price -= times * test.price;
    order.client.owed -= times * test.price;
  };
  const dropTest = (test: Test): void => {
    test.state = 'dropped';
    if (has('dropKeepsOwed')) test.sample.order.price -= test.price;
    else takeOff(test, has('dropReducesTwice') ? 2 : 1);
  };
  const samples: Readonly<Record<string, (sample: Sample) => void>> = {
    reject(sample) {
      const tests = data.testsOf(sample);
      // Each of its tests is dropped with it, so none may have been dropped before.
      from(sample.state === 'expected' && tests.every(({ state }) => state === 'wanted'));
      sample.state = 'rejected';
      if (has('rejectKeepsTests')) return;
      for (const test of has('rejectDropsOneTest') ? tests.slice(0, 1) : tests) dropTest(test);
    },
    discard(sample) {
      from(sample.state === 'stored');
      const inUse = has('discardNeedsNoTests') ? ['wanted', 'running', 'measured'] : ['running'];
      const isUsed = data.testsOf(sample).some(({ state }) => inUse.includes(state));
      if (isUsed && !has('discardIgnoresRunning')) refuse(409, 'IN_USE');
      sample.state = 'discarded';
      leaveBox(sample);
    },
  };

  const start = (test: Test, me: Person): void => {
    from(test.state === 'wanted');
    const { sample } = test;
    const isThere = sample.state === 'stored' || (sample.state === 'expected' && has('expectedIsStarted'));
    const isEnough = sample.volume >= (has('startNeedsMore') ? 51 : 50) || has('startIgnoresVolume');
    if (!isThere || !isEnough) refuse(409, 'TOO_LITTLE');
    if (has('refusedStartTakesVolume')) sample.volume -= 50;
    const states = has('busyIncludesMeasured') ? ['running', 'measured'] : ['running'];
    const own = data.tests.filter(({ analyst, state }) => (analyst === me || has('busyIsOfAll')) && states.includes(state));
    const most = has('busyIsOneLess') ? 2 : 3;
    if (own.length >= most && !has('busyIsNotChecked')) refuse(has('busyIs409') ? 409 : 429, 'BUSY');
    test.state = 'running';
    if (!has('startForgetsAnalyst')) test.analyst = me;
    test.startedAt = now();
    if (has('startTakesAll')) sample.volume = 0;
    else if (!has('startForgetsVolume') && !has('refusedStartTakesVolume')) sample.volume -= 50;
  };
  const tests: Readonly<Record<string, (test: Test, me: Person) => void>> = {
    start,
    approve(test, me) {
      from(test.state === 'measured' || (test.state === 'running' && has('runningIsApproved')));
      if (test.analyst === me && !has('ownResultsAreApproved')) refuse(has('ownResultIs409') ? 409 : 403, 'OWN_RESULT');
      test.state = 'approved';
    },
    repeat(test) {
      from(test.state === 'measured');
      if (test.repeats >= (has('oneRepeatMore') ? 3 : 2) && !has('repeatsAreEndless')) refuse(409, 'TOO_OFTEN');
      test.state = 'wanted';
      if (!has('repeatForgetsCount')) test.repeats += 1;
      if (!has('repeatKeepsResult')) test.result = null;
      if (!has('repeatKeepsAnalyst')) test.analyst = null;
      test.startedAt = null;
    },
    fail(test) {
      from(test.state === 'running');
      test.state = 'failed';
      if (has('failKeepsOwed')) test.sample.order.price -= test.price;
      else if (has('failKeepsPrice')) test.sample.order.client.owed -= test.price;
      else takeOff(test);
    },
    drop(test) {
      from(test.state === 'wanted' || (test.state === 'running' && has('runningIsDropped')));
      if (test.sample.order.state !== 'accepted' && !has('dropIgnoresOrder')) refuse(409, 'NOT_ACCEPTED');
      dropTest(test);
    },
  };
  const measure = (test: Test, result: number): void => {
    if ((result < 0 && !has('resultMayBeNegative')) || result > 1000) refuse(422, 'BAD_RESULT');
    test.state = 'measured';
    test.result = result;
  };
  return { from, boxes, orders, giveBack, samples, store, move, tests, measure };
}
