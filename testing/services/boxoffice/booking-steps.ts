import { refuse } from '../hand-written.ts';
import {
  type Booking,
  type BoxData,
  dayAfter,
  dayLength,
  hour,
  type Payment,
  type Performance,
  type Person,
  type Ticket,
  total,
  type Voucher,
} from './data.ts';
import type { Has } from './faults.ts';
import type { Figures } from './figures.ts';
import type { BoxRules } from './rules.ts';

export type BookingSteps = ReturnType<typeof bookingSteps>;

/** Goes on only where there is a transition from the state. */
export const from = (isThere: boolean): void => {
  if (!isThere) refuse(409, 'CONFLICT');
};

/** The events of bookings. `now`: milliseconds since the epoch. */
export function bookingSteps(data: BoxData, rules: BoxRules, figures: Figures, has: Has, now: () => number) {
  const { today, starts } = figures;

  const release = (one: Booking): void => {
    for (const ticket of data.ticketsOf(one)) ticket.state = 'void';
  };
  const sell = (one: Booking): void => {
    const tickets = data.ticketsOf(one);
    for (const ticket of has('onlyFirstIsSold') ? tickets.slice(0, 1) : tickets) ticket.state = 'sold';
  };
  const takePayment = (booking: Booking, kind: Payment['kind'], method: string, amount: number, takenBy: Person): void => {
    data.payments.push({
      ...{ number: data.next('payment'), booking, kind, method, amount, day: today() },
      takenBy: has('customerTakesPayments') ? booking.customer : takenBy,
    });
  };
  const use = (voucher: Voucher, amount: number): void => {
    voucher.spent += amount;
    if (voucher.spent >= voucher.value && !has('emptyVoucherStaysActive')) voucher.state = 'used';
  };
  const giveBack = (one: Booking): void => {
    const { voucher } = one;
    if (voucher === null || has('voucherIsNotGivenBack')) return;
    voucher.spent -= one.vouchered;
    if (voucher.state === 'used' && !has('usedStaysUsed')) voucher.state = 'active';
  };

  const reserve = (one: Booking): void => {
    from(one.state === 'basket');
    const tickets = data.ticketsOf(one);
    if (tickets.length === 0 && !has('emptyIsReserved')) refuse(has('emptyIs409') ? 409 : 422, 'EMPTY');
    if (now() >= starts(one.performance) && !has('lateIsReserved')) refuse(409, 'CLOSED');
    one.state = 'reserved';
    for (const ticket of tickets) {
      ticket.price = has('ticketPriceIsTheBands') ? ticket.row.band.price : figures.fare(ticket);
    }
    const fares = total(tickets.map(figures.fare));
    one.price = has('priceIsWithoutDiscount') ? fares : figures.quote(one);
    const held = now() + (has('heldForADay') ? 24 : 48) * hour;
    one.payBy = has('heldBeyondTheBeginning') ? held : Math.min(held, starts(one.performance));
  };
  /** `reason`: undefined if it is not given. */
  const callOff = (one: Booking, reason: string | null | undefined): void => {
    one.state = 'cancelled';
    if (reason !== undefined && !has('cancelForgetsReason')) one.reason = reason;
    if (!has('cancelledKeepsSeats')) release(one);
    giveBack(one);
    if (!has('cancelledStaysVouchered')) one.vouchered = 0;
  };
  const lapse = (one: Booking): void => {
    const { customer } = one;
    one.state = 'lapsed';
    if (!has('lapsedKeepsSeats')) release(one);
    if (!has('lapsedKeepsVoucher')) giveBack(one);
    one.vouchered = 0;
    if (!has('strikeIsNotCounted')) customer.strikes += 1;
    const most = has('bannedAtTwoStrikes') ? 2 : 3;
    if (customer.strikes >= most && !has('strikesDoNotBan')) customer.banned = true;
  };
  const abandon = (one: Booking): void => {
    one.state = 'abandoned';
    if (!has('abandonedKeepsSeats')) release(one);
  };

  const redeem = (one: Booking, voucher: Voucher): void => {
    from(one.state === 'reserved');
    if (has('holderBeforeState') && voucher.holder !== null && voucher.holder !== one.customer) refuse(403, 'NOT_HOLDER');
    if (one.voucher !== null && !has('twoVouchers')) refuse(409, 'ONE_VOUCHER');
    const isGood = voucher.state === 'active' || (voucher.state === 'expired' && has('expiredIsRedeemed'));
    if (!isGood) refuse(has('voucherOverIs404') ? 404 : 409, 'VOUCHER_OVER');
    const isHolder = voucher.holder === null || voucher.holder === one.customer;
    if (!isHolder && !has('anyoneRedeems')) refuse(has('notHolderIs409') ? 409 : 403, 'NOT_HOLDER');
    const left = figures.left(voucher);
    one.voucher = voucher;
    if (has('exactVoucherDoesNotPay') ? left > one.price : left >= one.price) {
      one.vouchered = one.price;
      use(voucher, has('restIsLost') ? left : one.price);
      one.state = 'paid';
      if (!has('voucherForgetsDay')) one.paidOn = today();
      if (!has('voucherSellsNothing')) sell(one);
    } else {
      one.vouchered = left;
      if (!has('partOfVoucherIsFree')) use(voucher, left);
    }
  };
  const pay = (one: Booking, method: string, amount: number, me: Person): void => {
    const due = one.price - one.vouchered - one.paid;
    const needed = has('wholePriceIsPaid') ? one.price : due;
    if (has('amountBeforeCard') && amount !== needed) refuse(402, 'BAD_AMOUNT');
    if (method === 'cash' && me.role === 'customer' && !has('customersPayCash')) refuse(has('cardOnlyIs403') ? 403 : 422, 'CARD_ONLY');
    const isBad = has('moreMayBePaid') ? amount < needed : has('lessMayBePaid') ? amount > needed || amount <= 0 : amount !== needed;
    if (isBad) refuse(has('badAmountIs422') ? 422 : 402, 'BAD_AMOUNT');
    one.state = 'paid';
    one.paid = amount;
    if (!has('methodIsForgotten')) one.method = method;
    one.paidOn = today();
    if (!has('saleIsNotRecorded')) takePayment(one, 'sale', method, amount, me);
    if (!has('paidKeepsTicketsHeld')) sell(one);
  };

  const exchange = (one: Booking, to: Performance, me: Person): void => {
    const was = one.performance;
    const late = (): void => {
      const notice = has('exchangeNoticeOfTwoDays') ? 48 : 24;
      const isLate = starts(was) - now() < notice * hour;
      if (isLate && !(was.moved && !has('movedIsNotExchanged'))) refuse(409, 'TOO_LATE');
    };
    if (to === was) refuse(422, 'SAME_PERFORMANCE');
    const isLikely = to.production.kind === was.production.kind && has('sameKindIsExchanged');
    if (to.production !== was.production && !isLikely) refuse(422, 'OTHER_PRODUCTION');
    if (to.state !== 'on sale' && !has('anyStateIsExchanged')) refuse(409, 'NOT_ON_SALE');
    if (starts(to) <= now() && !has('begunIsExchanged')) refuse(409, 'NOT_ON_SALE');
    if (to.slot === 'evening' && was.slot === 'matinee' && !has('dearerIsExchanged')) refuse(409, 'DEARER');
    if (to.slot === 'matinee' && was.slot === 'evening' && has('cheaperIsNotExchanged')) refuse(409, 'DEARER');
    if (has('lateBeforeMoves')) late();
    if (one.moves >= (has('threeMoves') ? 3 : 2)) refuse(has('tooManyMovesIs429') ? 429 : 409, 'TOO_MANY_MOVES');
    late();
    const tickets = data.ticketsOf(one);
    const taken = tickets.filter((ticket) => rules.isTaken(to, ticket.row, ticket.seat, null));
    const isTaken = has('allSeatsMustBeTaken') ? taken.length === tickets.length : taken.length > 0;
    if (isTaken && !has('exchangedSeatsAreTakenTwice')) refuse(409, 'SEAT_TAKEN');
    one.performance = to;
    if (!has('movesAreNotCounted')) one.moves += 1;
    if (!has('exchangedTicketsStay')) for (const ticket of tickets) ticket.performance = to;
    if (has('exchangeUpdatesPrice')) for (const ticket of tickets) ticket.price = figures.fare(ticket);
    if (figures.isMember(one.customer) && !has('membersPayForExchange')) return;
    one.fee = has('exchangeFeeReplaces') ? 300 : one.fee + 300;
    if (!has('exchangeIsNotRecorded')) takePayment(one, 'exchange', 'card', 300, me);
  };
  /** `returned`: what the customer gets back of what was paid. */
  const giveMoneyBack = (one: Booking, returned: number, me: Person): void => {
    one.state = 'refunded';
    one.returned = returned;
    if (!has('refundedKeepsSeats')) release(one);
    if (!has('refundKeepsVoucher')) giveBack(one);
    if (returned === 0 || one.method === null || has('refundIsNotRecorded')) return;
    takePayment(one, 'refund', one.method, -returned, me);
  };
  const refund = (one: Booking, reason: string | null | undefined, me: Person): void => {
    const { performance, paid } = one;
    if (performance.state !== 'on sale' && !(performance.state === 'admitting' && has('admittingIsRefunded'))) refuse(409, 'TOO_LATE');
    const isManager = me.role === 'manager' && !has('managersRefundLikeClerks');
    const isFree = isManager || (performance.moved && !has('movedCostsFee'));
    const hours = has('refundNoticeOfTwoDays') ? 48 : 72;
    if (!isFree && starts(performance) - now() < hours * hour) refuse(has('tooLateIs422') ? 422 : 409, 'TOO_LATE');
    const fee = isFree ? 0 : 250 * (has('refundFeeIsPerBooking') ? 1 : data.ticketsOf(one).length);
    const returned = has('refundMayBeNegative') ? paid - fee : Math.max(paid - fee, 0);
    if (reason !== undefined) one.reason = reason;
    if (!isFree) one.fee = has('refundFeeReplaces') ? paid - returned : one.fee + paid - returned;
    giveMoneyBack(one, returned, me);
  };
  const payBack = (one: Booking, me: Person): void => {
    one.reason = 'Performance cancelled';
    const returned = has('payBackKeepsFee') ? Math.max(one.paid - 250 * data.ticketsOf(one).length, 0) : one.paid;
    giveMoneyBack(one, returned, me);
  };

  /** The events of performances. */
  const cancel = (one: Performance, reason: string, me: Person): void => {
    const wasOnSale = one.state === 'on sale';
    one.state = 'cancelled';
    one.reason = reason;
    if (!wasOnSale) return;
    for (const booking of data.bookings) {
      if (booking.performance !== one) continue;
      const { state } = booking;
      if ((state === 'basket' && !has('basketsOutliveCancel')) || (state === 'reserved' && !has('reservedOutlivesCancel'))) {
        callOff(booking, has('callOffGivesNoReason') ? undefined : 'Performance cancelled');
      } else if (state === 'paid' && !has('paidOutlivesCancel')) {
        payBack(booking, me);
      }
    }
  };
  const play = (one: Performance): void => {
    one.state = 'played';
    for (const ticket of data.tickets) {
      if (ticket.performance !== one || ticket.state !== 'sold' || has('soldIsNotMissed')) continue;
      ticket.state = 'missed';
    }
  };
  const join = (one: Person): void => {
    if (one.banned && !has('bannedPeopleJoin')) refuse(403, 'BANNED');
    const { memberUntil } = one;
    const left = memberUntil === null ? 0 : (Date.parse(memberUntil) - Date.parse(today())) / dayLength;
    const isNear = has('renewalIsStrict') ? left < 30 : left <= 30;
    if (!isNear && !has('membersJoinAgain')) refuse(409, 'ALREADY_MEMBER');
    const isMember = memberUntil !== null && memberUntil >= today() && !has('renewalBeginsToday');
    const begins = isMember ? memberUntil : has('lapsedMembersRenewFromTheEnd') && memberUntil !== null ? memberUntil : today();
    one.memberUntil = dayAfter(begins, 365);
  };

  /** The events of tickets. */
  const admit = (one: Ticket, me: Person): void => {
    if (one.performance.state !== 'admitting' && !has('admittedBeforeDoors')) refuse(409, 'NOT_OPEN');
    one.state = 'admitted';
    one.admittedAt = now();
    if (!has('admittedByIsForgotten')) one.admittedBy = me;
  };
  return { reserve, callOff, lapse, abandon, redeem, pay, exchange, refund, cancel, play, join, admit };
}
