import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import { type Complaint, type Fruit, type OrchardData, type Order, type Person, sum, type Tour } from './data.ts';
import type { Has } from './faults.ts';
import type { OrchardRules } from './rules.ts';

const patience = 3 * 86_400_000;

/** The events of the farm's records. `now`: milliseconds since the epoch. */
export function orchardSteps(data: OrchardData, rules: OrchardRules, has: Has, now: () => number) {
  const from = (isThere: boolean): void => {
    if (!isThere) refuse(has('conflictIs422') ? 422 : 409, 'CONFLICT');
  };
  const today = (): string => dayOf(now());

  const place = (one: Order): void => {
    from(one.state === 'draft' || (one.state === 'cancelled' && has('cancelledIsPlaced')));
    const lines = data.linesOf(one);
    if (lines.length === 0 && !has('emptyIsPlaced')) refuse(409, 'EMPTY');
    const priceOf = (line: { readonly fruit: Fruit; readonly price: number }): number =>
      has('placeKeepsPrices') ? line.price : line.fruit.price;
    const amounts = lines.map((line) =>
      has('totalIsOfOldPrices') ? data.amount(line) : data.amount({ boxes: line.boxes, price: priceOf(line) }),
    );
    const total = sum(amounts);
    rules.place(one, total);
    for (const line of lines) line.price = priceOf(line);
    one.state = 'placed';
    one.total = has('placeForgetsTotal') ? 0 : total;
    one.placedAt = now();
    if (!has('placeForgetsDay')) one.placedOn = today();
  };
  const confirm = (one: Order, tour: Tour): void => {
    from(one.state === 'placed');
    const isOpen = tour.state === 'planned' || (tour.state === 'running' && has('runningTakesOrders'));
    if (!isOpen && !(tour.state === 'cancelled' && has('cancelledTakesOrders'))) refuse(409, 'TOUR_CLOSED');
    if (has('tourBeforeStock')) rules.confirm(one, tour);
    const lines = data.linesOf(one);
    for (const { fruit, boxes } of lines) rules.stock(fruit.stock - boxes, 'soldOutIsConfirmed');
    rules.confirm(one, tour);
    one.state = 'confirmed';
    if (!has('confirmForgetsTour')) one.tour = tour;
    if (has('confirmKeepsStock')) return;
    for (const { fruit, boxes } of has('confirmTakesOneFruit') ? lines.slice(0, 1) : lines) fruit.stock -= boxes;
  };
  const decline = (one: Order, reason: string): void => {
    rules.notBlank(reason, 'declineReasonMayBeBlank');
    one.state = 'declined';
    if (!has('declineForgetsReason')) one.reason = reason;
  };
  const cancel = (one: Order, me: Person): void => {
    const states = ['draft', 'placed', 'confirmed'];
    if (has('confirmedStays')) states.pop();
    if (has('draftStays')) states.shift();
    if (has('pickedIsCancelled')) states.push('picked');
    if (has('declinedIsCancelled')) states.push('declined');
    from(states.includes(one.state));
    const isConfirmed = one.state === 'confirmed' || one.state === 'picked';
    const days = rules.daysUntil(one.wanted);
    const isLate = isConfirmed && (has('lateDayIsFree') ? days < 1 : has('earlyIsLate') ? days <= 2 : days <= 1);
    if (isLate && !has('lateIsCancelled') && !(me.role === 'office' && has('officeCancelsLate')))
      refuse(has('tooLateIs422') ? 422 : 409, 'TOO_LATE');
    const lines = data.linesOf(one);
    if (isConfirmed) for (const { fruit, boxes } of lines) rules.stock(fruit.stock + boxes, 'returnsOverfill');
    one.state = 'cancelled';
    if (!isConfirmed) return;
    if (!has('cancelKeepsTour')) one.tour = null;
    if (has('cancelKeepsStock')) return;
    for (const { fruit, boxes } of has('cancelReturnsOneFruit') ? lines.slice(0, 1) : lines) fruit.stock += boxes;
  };
  const pick = (one: Order, me: Person): void => {
    from(one.state === 'confirmed' || (one.state === 'picked' && has('pickedTwice')));
    const days = rules.daysUntil(one.wanted);
    const isEarly = has('eveIsEarly') ? days > 0 : days > (has('pickedTwoDaysBefore') ? 2 : 1);
    if (isEarly && !has('pickIgnoresDay')) refuse(409, 'TOO_EARLY');
    one.state = 'picked';
    if (!has('pickForgetsPicker')) one.picker = me;
  };
  const deliver = (one: Order): void => {
    from(one.state === 'picked');
    const isRunning = one.tour?.state === 'running' || (one.tour?.state === 'planned' && has('plannedDelivers'));
    if (!isRunning) refuse(409, 'NOT_RUNNING');
    one.state = has('deliverSettles') ? 'settled' : 'delivered';
    if (!has('deliverForgetsDay')) one.deliveredOn = has('deliveredAsWanted') ? one.wanted : today();
  };
  const settle = (one: Order): void => {
    const states = ['delivered'];
    if (has('complainedIsSettled')) states.push('complained');
    from(states.includes(one.state));
    one.state = 'settled';
  };

  const start = (one: Tour): void => {
    from(one.state === 'planned');
    const days = rules.daysUntil(one.day);
    const isEarly = has('startsOnTheDay') ? days > 0 : days > (has('startsTwoDaysBefore') ? 2 : 1);
    if (isEarly && !has('startIgnoresDay')) refuse(409, 'TOO_EARLY');
    rules.start(one);
    one.state = 'running';
  };
  const finish = (one: Tour): void => {
    from(one.state === 'running' || (one.state === 'planned' && has('plannedFinishes')));
    const orders = data.ordersOn(one);
    const isDone = orders.every(({ state }) => state !== 'picked');
    if (!isDone && !has('undeliveredIsFinished')) refuse(409, 'UNDELIVERED');
    one.state = 'finished';
  };
  const cancelTour = (one: Tour): void => {
    from(one.state === 'planned' || (one.state === 'running' && has('runningIsCancelled')));
    const isUsed = data.load(one) > 0 && !(has('pickedTourIsCancelled') && data.ordersOn(one).every(({ state }) => state !== 'confirmed'));
    if (isUsed && !has('usedTourIsCancelled')) refuse(409, 'IN_USE');
    one.state = 'cancelled';
  };

  const file = (one: Complaint): void => {
    const states = ['delivered'];
    if (has('complainedMayRepeat')) states.push('complained');
    if (has('pickedIsComplained')) states.push('picked');
    if (!states.includes(one.order.state)) refuse(has('notDeliveredIs422') ? 422 : 409, 'NOT_DELIVERED');
    rules.complaint(one);
    data.complaints.push(one);
    if (!has('complaintLeavesOrder')) one.order.state = 'complained';
  };
  const reconcile = ({ order }: Complaint): void => {
    order.state = 'delivered';
  };
  const accept = (one: Complaint, credit: number, me: Person): void => {
    const { order } = one;
    const most = has('creditOfTotal') ? order.total : data.due(order);
    const isHigh = has('fullCreditIsRefused') ? credit >= most : credit > most;
    const isLow = has('noCreditIsFine') ? credit < 0 : credit <= 0;
    if (isLow || (isHigh && !has('creditIsUnbounded'))) refuse(has('badCreditIs409') ? 409 : 422, 'BAD_CREDIT');
    rules.accept(credit, me);
    one.state = 'accepted';
    if (!has('acceptForgetsCredit')) one.credit = credit;
    if (!has('acceptForgetsWho')) one.handledBy = me;
    if (!has('creditIsNotGiven')) order.credit = has('creditReplaces') ? credit : order.credit + credit;
    if (!has('acceptedStaysComplained')) reconcile(one);
  };
  const reject = (one: Complaint, answer: string, me: Person): void => {
    rules.notBlank(answer, 'answerMayBeBlank');
    one.state = 'rejected';
    if (!has('rejectForgetsAnswer')) one.answer = answer;
    if (!has('rejectForgetsWho')) one.handledBy = me;
    if (!has('rejectedStaysComplained')) reconcile(one);
  };
  const withdraw = (one: Complaint): void => {
    from(one.state === 'open' || (one.state === 'rejected' && has('rejectedIsWithdrawn')));
    one.state = 'withdrawn';
    if (!has('withdrawnStaysComplained')) reconcile(one);
  };

  const reprice = (one: Fruit, amount: number, me: Person): void => {
    if (amount === one.price && !has('samePriceIsFine')) refuse(409, 'SAME_PRICE');
    const highest = has('stepIsTwice') ? one.price * 2 : Math.floor((one.price * 15 + 5) / 10);
    const isBig = has('biggestStepIsStrict') ? amount >= highest : amount > highest;
    if (isBig && !has('anyStep')) refuse(has('bigStepIs409') ? 409 : 422, 'BIG_STEP');
    rules.price(amount, false);
    rules.cost({ price: amount, cost: one.cost }, 'priceMayBeBelowCost');
    const [was, price] = [has('historyForgetsWas') ? amount : one.price, amount];
    if (!has('repriceForgetsHistory')) data.prices.push({ number: data.next(), fruit: one, was, price, author: me, changedOn: today() });
    if (!has('repriceForgetsPrice')) one.price = amount;
    if (has('repriceChangesDrafts'))
      for (const line of data.lines) if (line.fruit === one && line.order.state === 'draft') line.price = amount;
  };
  const harvest = (one: Fruit, boxes: number): void => {
    const isFew = has('harvestOfNothing') ? boxes < 0 : boxes < 1;
    if (isFew) refuse(has('badCountIs409') ? 409 : 422, 'BAD_COUNT');
    const stock = one.stock + boxes;
    rules.stock(stock, 'harvestOverfills');
    if (!has('harvestIsNotKept')) one.stock = stock;
  };

  /** What happens by itself: orders that nobody answers expire. */
  const expire = (): void => {
    const at = now();
    for (const one of data.orders) if (one.state === 'placed' && one.placedAt + patience <= at) one.state = 'expired';
  };
  return {
    ...{ from, place, confirm, decline, cancel, pick, deliver, settle, start, finish, cancelTour },
    ...{ file, accept, reject, withdraw, reprice, harvest, expire },
  };
}
