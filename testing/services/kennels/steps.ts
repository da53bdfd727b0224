import { refuse } from '../hand-written.ts';
import {
  type Animal,
  daysBetween,
  type Incident,
  type Invoice,
  type KennelData,
  type Person,
  type Stay,
  share,
  type Task,
} from './data.ts';
import type { Has } from './faults.ts';
import type { KennelRules } from './rules.ts';

export type KennelSteps = ReturnType<typeof kennelSteps>;

const hour = 3_600_000;

/** The events of the kennels' records. `now`: milliseconds since the epoch. */
export function kennelSteps(data: KennelData, rules: KennelRules, has: Has, now: () => number) {
  const { today } = rules;
  const from = (isThere: boolean): void => {
    if (!isThere) refuse(409, 'CONFLICT');
  };

  /** The price of a stay as things are. */
  const quote = ({ place, arrival, departure, companion }: Stay): number => {
    const isBeforeEnd = has('seasonEndsADayLater') ? arrival <= '2026-09-01' : arrival < '2026-09-01';
    const isSeason = has('seasonCountsDeparture')
      ? departure >= '2026-07-01' && arrival < '2026-09-01'
      : arrival >= '2026-07-01' && isBeforeEnd;
    const more = isSeason ? 25 : 0;
    const shared = companion !== null && !has('companionIsFree') ? 60 : 0;
    const nights = daysBetween(arrival, departure);
    if (has('surchargesMultiply')) return share(share(place.rate * nights, 100 + more), 100 + shared);
    return share(place.rate * nights, 100 + more + shared);
  };
  /** The units of its place that no other stay holds while it lasts. */
  const free = (one: Stay): number => {
    const states = ['offered', 'confirmed', 'present'];
    if (has('askedHolds')) states.push('asked');
    const others = data.staysIn(one.place).filter((other) => other.number !== one.number && states.includes(other.state));
    const overlaps = (other: Stay): boolean =>
      has('holdingIsClosed')
        ? other.arrival <= one.departure && one.arrival <= other.departure
        : has('holdingIgnoresDays') || (other.arrival < one.departure && one.arrival < other.departure);
    const held = others.filter(overlaps);
    return one.place.units - held.reduce((all, { companion }) => all + (companion !== null && has('companionHoldsAUnit') ? 2 : 1), 0);
  };
  const needRoom = (one: Stay): void => {
    if (free(one) <= 0) refuse(has('fullIs422') ? 422 : 409, 'FULL');
  };
  const agree = (one: Stay): void => {
    one.state = 'confirmed';
    one.price = quote(one);
    one.deposit = has('depositRoundsDown') ? Math.floor((one.price * 30) / 100) : share(one.price, 30);
  };

  const confirm = (one: Stay, me: Person): void => {
    from(one.state === 'asked' || (one.state === 'waiting' && has('waitingIsConfirmed')));
    const isFlagged = one.animal.flagged && (me.role !== 'manager' || has('managerIsHeldToFlags'));
    if (isFlagged && !has('flaggedIsConfirmed')) refuse(403, 'FLAGGED');
    if (!has('fullIsConfirmed')) needRoom(one);
    agree(one);
  };
  const queue = (one: Stay): void => {
    from(one.state === 'asked');
    if (free(one) > 0 && !has('freeIsQueued')) refuse(has('notFullIs422') ? 422 : 409, 'NOT_FULL');
    one.state = 'waiting';
  };
  const offered = (one: Stay, at: number): void => {
    one.state = 'offered';
    one.offeredAt = at;
  };
  const offer = (one: Stay): void => {
    from(one.state === 'waiting');
    needRoom(one);
    offered(one, now());
    if (has('offerConfirms')) agree(one);
  };
  /** Offers the place to those who wait for days of a stay that does not happen. */
  const moveUp = (one: Stay, at: number): void => {
    const waiting = data.stays.filter(({ state, place }) => state === 'waiting' && (place === one.place || has('allPlacesMoveUp')));
    const wanted = waiting.filter((other) => has('allDaysMoveUp') || (other.arrival < one.departure && one.arrival < other.departure));
    for (const other of has('oneMovesUp') ? wanted.slice(0, 1) : wanted) {
      if (free(other) > 0) offered(other, at);
    }
  };
  /** Cancels what was offered and not accepted in time. */
  const lapse = (): void => {
    const time = has('offersLastThreeDays') ? 72 * hour : 48 * hour;
    for (;;) {
      const due = data.stays.filter(({ state, offeredAt }) => state === 'offered' && offeredAt + time <= now());
      due.sort((a, b) => a.offeredAt - b.offeredAt);
      const [first] = due;
      if (first === undefined) return;
      first.state = 'cancelled';
      if (!has('lapseForgetsReason')) first.reason = 'Offer lapsed';
      if (!has('lapseMovesNobodyUp')) moveUp(first, first.offeredAt + time);
    }
  };
  const accept = (one: Stay): void => {
    from(one.state === 'offered' || (one.state === 'waiting' && has('waitingIsAccepted')));
    agree(one);
  };

  const invoice = (stay: Stay, amount: number): void => {
    data.invoices.push({
      ...{ number: data.next('invoice'), stay, owner: stay.owner, amount, paid: 0 },
      ...{ settledOn: null, reason: null, state: 'open' },
    });
  };
  /** Demands a fee for a stay that does not happen. */
  const charge = (one: Stay, fee: number): void => {
    one.fee = fee;
    const owed = has('feeForgetsDeposit') ? fee : fee - one.deposited;
    if (owed > 0 && !has('feeIsNotInvoiced')) invoice(one, owed);
  };
  const cancel = (one: Stay, reason: string | null | undefined): void => {
    const { state } = one;
    one.state = 'cancelled';
    if (reason !== undefined && !has('cancelForgetsReason')) one.reason = reason;
    if (state !== 'confirmed') {
      if (state === 'offered' && !has('declinedMovesNobodyUp')) moveUp(one, now());
      return;
    }
    const notice = daysBetween(today(), one.arrival);
    const long = has('longNoticeOfTen') ? 10 : has('longNoticeIsStrict') ? 15 : 14;
    const short = has('shortNoticeIsStrict') ? 4 : has('shortNoticeOfTwo') ? 2 : 3;
    if (notice >= long) {
      one.refund = has('cancelRefundsPrice') ? one.price : one.deposited;
      if (has('cancelClearsDeposit')) one.deposited = 0;
      if (!has('cancelMovesNobodyUp')) moveUp(one, now());
    } else if (notice >= short) {
      charge(one, has('halfFeeIsAll') ? one.price : share(one.price, 50));
      if (!has('lateCancelMovesNobodyUp')) moveUp(one, now());
    } else {
      charge(one, one.price);
    }
  };
  const payDeposit = (one: Stay, payment: number): void => {
    const owed = one.deposit - one.deposited;
    const isMore = has('depositMustBeLess') ? payment >= owed : payment > owed;
    if (payment < 1 || isMore) refuse(422, 'BAD_AMOUNT');
    if (payment !== owed && has('depositIsPaidAtOnce')) refuse(422, 'BAD_AMOUNT');
    one.deposited = has('depositReplaces') ? payment : one.deposited + payment;
  };

  const safeUntil = ({ species, rabiesUntil, coughUntil }: Animal): string | null => {
    if (species === 'cat') return rabiesUntil;
    if (rabiesUntil === null || coughUntil === null) return null;
    if (has('safeUntilTheLater')) return rabiesUntil < coughUntil ? coughUntil : rabiesUntil;
    return rabiesUntil < coughUntil ? rabiesUntil : coughUntil;
  };
  const isSafe = (one: Animal, { arrival, departure }: Stay): boolean => {
    const until = safeUntil(one);
    if (until === null) return has('missingVaccineIsFine');
    if (has('vaccinesHoldAtArrival')) return until >= arrival;
    return has('vaccinesHoldLonger') ? until > departure : until >= departure;
  };
  const begin = (one: Stay): void => {
    from(one.state === 'confirmed');
    if (has('depositBeforeDay') && one.deposited < one.deposit) refuse(402, 'NO_DEPOSIT');
    if (one.arrival > today() && !has('beginsEarly')) refuse(has('tooEarlyIs422') ? 422 : 409, 'TOO_EARLY');
    if (one.departure <= today()) refuse(409, 'TOO_LATE');
    const isPaid = has('someDepositIsEnough') ? one.deposited > 0 : one.deposited >= one.deposit;
    if (!isPaid && !has('noDepositIsNeeded')) refuse(has('noDepositIs409') ? 409 : 402, 'NO_DEPOSIT');
    const isOwnSafe = isSafe(one.animal, one) || has('vaccinesAreNotNeeded');
    const isOtherSafe = one.companion === null || isSafe(one.companion, one) || has('companionNeedsNoVaccine');
    if (!isOwnSafe || !isOtherSafe) refuse(has('unvaccinatedIs422') ? 422 : 409, 'UNVACCINATED');
    one.state = 'present';
    one.beganOn = today();
    if (!has('beginForgetsTask')) addTask(one, 'feeding', has('fedAtTheEnd') ? one.departure : today(), null);
  };
  const miss = (one: Stay): void => {
    from(one.state === 'confirmed');
    if (one.arrival > today()) refuse(has('notYetIs422') ? 422 : 409, 'NOT_YET');
    if (one.arrival === today() && has('missedTomorrow')) refuse(409, 'NOT_YET');
    one.state = 'missed';
    charge(one, one.price);
    const { owner } = one;
    owner.misses += 1;
    if (owner.misses >= 2 && !has('missesDoNotBlock')) owner.blocked = true;
    else if (has('missUnblocks')) owner.blocked = false;
  };
  const extend = (one: Stay, departure: string): void => {
    if (has('sameDayExtends') ? departure < one.departure : departure <= one.departure) refuse(422, 'NOT_LATER');
    const changed = { ...one, departure };
    rules.stay(changed, one);
    if (!has('extendsWhenFull')) needRoom(changed);
    one.departure = departure;
    if (!has('extendKeepsPrice')) one.price = quote(changed);
  };
  const end = (one: Stay): void => {
    from(one.state === 'present');
    const due = data.tasksOf(one).filter(({ state }) => state === 'due');
    const isDue = ({ day }: Task): boolean => (has('todaysTasksMayStay') ? day < today() : day <= today() || has('laterTasksHold'));
    if (due.some(isDue) && !has('dueTasksMayStay')) refuse(409, 'TASKS_DUE');
    one.state = 'ended';
    if (!has('endForgetsDay')) one.endedOn = today();
    const late = daysBetween(one.departure, today());
    if (late > 0 && !has('lateIsFree')) one.late = one.place.rate * late;
    for (const task of due) if (!has('endKeepsTasks')) task.state = 'dropped';
    const extras = has('invoiceForgetsExtras') ? 0 : one.extras;
    if (!has('endForgetsInvoice')) invoice(one, one.price + extras + one.late - one.deposited);
  };
  const review = (one: Stay, rating: number, comment: string | null | undefined): void => {
    if (one.rating !== null && !has('reviewedAgain')) refuse(409, 'REVIEWED');
    if (rating < 1 || rating > 5) refuse(has('badRatingIs400') ? 400 : 422, 'BAD_RATING');
    if (!has('reviewForgetsRating')) one.rating = rating;
    if (comment !== undefined) one.comment = comment;
  };

  const prices: Readonly<Record<string, number>> = {
    grooming: has('groomingCostsThirty') ? 3000 : 3500,
    taxi: 1850,
    medicine: has('medicineIsFree') ? 0 : 800,
    walk: has('walksCost') ? 500 : 0,
  };
  const addTask = (stay: Stay, kind: string, day: string, note: string | null): Task => {
    const task: Task = {
      ...{ number: data.next('task'), stay, kind, day, note, price: prices[kind] ?? 0 },
      ...{ keeper: null, result: null, reason: null, state: 'due' },
    };
    data.tasks.push(task);
    return task;
  };
  const take = (one: Task, me: Person): void => {
    from(one.state === 'due' || (one.state === 'skipped' && has('skippedIsTaken')));
    if (one.keeper !== null && !has('takenIsTaken')) refuse(409, 'TAKEN');
    if (!has('takeForgetsKeeper')) one.keeper = me;
  };
  const finish = (one: Task, result: string | null | undefined, me: Person): void => {
    const { stay } = one;
    const isThere = stay.state === 'present' || (stay.state === 'confirmed' && has('finishedBeforeArrival'));
    if (!isThere) refuse(409, 'NOT_PRESENT');
    if (one.day > today() && !has('finishedEarly')) refuse(409, 'NOT_YET');
    one.state = 'done';
    if (result !== undefined) one.result = result;
    if (!has('finishForgetsKeeper')) one.keeper = me;
    stay.extras = has('extrasReplace') ? one.price : stay.extras + one.price;
    if (has('extrasRaisePrice')) stay.price += one.price;
  };
  const skip = (one: Task, reason: string, me: Person): void => {
    if (one.kind === 'feeding') refuse(409, 'MUST_EAT');
    if (one.kind === 'medicine' && has('medicineIsNotSkipped')) refuse(409, 'MUST_EAT');
    rules.notBlank(reason, 'skipMayBeBlank');
    one.state = has('skipFinishes') ? 'done' : 'skipped';
    if (!has('skipForgetsReason')) one.reason = reason;
    if (!has('skipForgetsKeeper')) one.keeper = me;
  };

  const report = ({ severity, stay }: Incident): void => {
    const isSevere = severity === 'severe';
    if (isSevere && !has('severeDoesNotFlag')) stay.animal.flagged = true;
    if (isSevere && has('companionIsFlagged') && stay.companion !== null) stay.companion.flagged = true;
  };

  const pay = (one: Invoice, payment: number): void => {
    const owed = one.amount - one.paid;
    if (payment < (has('payNothing') ? 0 : 1) || payment > owed) refuse(422, 'BAD_AMOUNT');
    one.paid = has('payReplaces') ? payment : one.paid + payment;
    if (one.paid < one.amount) return;
    if (!has('payDoesNotSettle')) one.state = 'settled';
    if (!has('settleForgetsDay')) one.settledOn = today();
  };
  const writeOff = (one: Invoice, reason: string): void => {
    if (one.paid > 0) refuse(has('partlyPaidIs422') ? 422 : 409, 'PARTLY_PAID');
    rules.notBlank(reason, 'writeOffMayBeBlank');
    one.state = has('writtenOffIsSettled') ? 'settled' : 'written off';
    if (!has('writeOffForgetsReason')) one.reason = reason;
    if (has('writeOffPays')) one.paid = one.amount;
  };
  return {
    ...{ from, quote, free, lapse, confirm, queue, offer, accept, cancel, payDeposit, safeUntil, begin, miss, extend, end, review },
    ...{ addTask, take, finish, skip, report, pay, writeOff },
  };
}
