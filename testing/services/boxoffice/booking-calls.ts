import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, orNull, text, whole } from '../hand-written-inputs.ts';
import { from } from './booking-steps.ts';
import { type Booking, methods, type Person } from './data.ts';
import type { BoxFault, Has, Others } from './faults.ts';
import { cents } from './inputs.ts';
import type { PeopleCalls } from './people-calls.ts';
import type { PerformanceCalls } from './performance-calls.ts';
import type { Theatre } from './theatre.ts';
import type { VoucherCalls } from './voucher-calls.ts';

interface Parts {
  readonly theatre: Theatre;
  readonly onPeople: PeopleCalls;
  readonly onPerformances: PerformanceCalls;
  readonly onVouchers: VoucherCalls;
}

/** The calls about bookings. */
export function bookingCalls({ theatre, onPeople, onPerformances, onVouchers }: Parts, has: Has) {
  const { data, rules, steps, access, views, door, now } = theatre;
  const { allow, enter, numbered } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));

  const begin = (customer: Person, body: Body, me: Person): Body => {
    const performance = onPerformances.performanceOf(body['performanceNumber'], me);
    const one: Booking = {
      ...{ number: 0, customer, performance, wish: null, remark: null, price: 0, voucher: null, vouchered: 0, paid: 0 },
      ...{ method: null, fee: 0, returned: 0, moves: 0, payBy: null, paidOn: null, reason: null, state: 'basket', begunAt: now() },
    };
    if (has('rulesBeforeBanned')) rules.newBooking(one);
    if (customer.banned && !(me === customer && has('bannedPeopleBook'))) refuse(has('bannedIs409') ? 409 : 403, 'BANNED');
    rules.newBooking(one);
    const booking = { ...one, number: data.next('booking') };
    data.bookings.push(booking);
    return views.booking(booking, me);
  };
  const add = (request: Request): Body => {
    const { me, body } = enter(request, ['customer'], ['performanceNumber'], { clerksBookForThemselves: 'clerk', ushersBook: 'usher' });
    if ('performanceNumber' in body) orNull(body['performanceNumber'], whole);
    return begin(me, body, me);
  };
  const addFor = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['clerk'], ['performanceNumber'], { managersBookForCustomers: 'manager' }, number);
    if ('performanceNumber' in body) orNull(body['performanceNumber'], whole);
    return begin(onPeople.customerOf(number, me), body, me);
  };

  /** `lax`: a fault that lets people find what they may not see. */
  const bookingOf = (number: string, me: Person, lax = false): Booking =>
    numbered(data.bookings, number, (one) => access.seesBooking(one, me) || lax);
  const read = (number: string, request: Request): Body => {
    const { me } = enter(request, ['customer', 'clerk', 'manager'], null, { ushersReadBookings: 'usher' }, number);
    return views.booking(bookingOf(number, me, me.role === 'usher' || has('anyoneReadsBookings')), me);
  };
  const edit = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['customer', 'clerk', 'manager'], ['wish', 'remark'], {}, number);
    const one = bookingOf(number, me);
    allow(Object.keys(body).length > 0);
    const isEarly = one.state === 'basket' || one.state === 'reserved' || (one.state === 'paid' && has('paidGetsWishes'));
    const mayWish = me.role === 'clerk' || (me.role === 'customer' && isEarly);
    allow(!('wish' in body) || (mayWish && !(me.role === 'clerk' && has('clerksDoNotWish'))));
    allow(!('remark' in body) || access.isOffice(me) || has('customersRemark'));
    const changed = {
      wish: 'wish' in body ? words(has('wishMayBeLong') ? 1000 : 80)(body['wish']) : has('patchClearsWish') ? null : one.wish,
      remark: 'remark' in body ? words(100)(body['remark']) : one.remark,
    };
    return views.booking(Object.assign(one, changed), me);
  };

  type Step = (one: Booking, body: Body, me: Person) => void;
  const step =
    (roles: readonly string[], keys: readonly string[] | null, change: Step, others: Others = {}, lax: BoxFault | null = null) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, roles, keys, others, number);
      if ('performanceNumber' in body) orNull(body['performanceNumber'], whole);
      if ('code' in body) orNull(body['code'], text);
      const one = bookingOf(number, me, lax !== null && has(lax));
      change(one, body, me);
      return views.booking(one, me);
    };
  const redeem: Step = (one, body, me) => {
    const voucher = onVouchers.voucherOf(body['code'], me, has('anyoneFindsVouchers'));
    steps.redeem(one, voucher);
  };
  const pay: Step = (one, body, me) => {
    from(one.state === 'reserved' || (one.state === 'lapsed' && has('lapsedIsPaid')));
    const method = among(body['method'], methods);
    steps.pay(one, method, cents(body['amount']), me);
  };
  const cancel: Step = (one, body) => {
    const states = ['basket', 'reserved'];
    if (has('basketIsNotCancelled')) states.shift();
    if (has('paidIsCancelled')) states.push('paid');
    from(states.includes(one.state));
    steps.callOff(one, 'reason' in body ? words(100)(body['reason']) : undefined);
  };
  const exchange: Step = (one, body, me) => {
    const to = onPerformances.performanceOf(body['performanceNumber'], me);
    from(one.state === 'paid' || (one.state === 'reserved' && has('reservedIsExchanged')));
    steps.exchange(one, to, me);
  };
  const refund: Step = (one, body, me) => {
    from(one.state === 'paid');
    const reason = 'reason' in body ? words(100)(body['reason']) : undefined;
    if (has('refundNeedsReason') && (reason === undefined || reason === null)) refuse(422, 'INVALID');
    steps.refund(one, reason, me);
  };
  const sellers = ['customer', 'clerk'];
  const office = ['customer', 'clerk', 'manager'];
  return {
    ...{ add, addFor, read, edit, bookingOf },
    reserve: step(sellers, null, steps.reserve, { managersReserve: 'manager' }, 'anyoneReserves'),
    redeem: step(sellers, ['code'], redeem),
    pay: step(sellers, ['method', 'amount'], pay, {}, 'anyonePays'),
    cancel: step(has('managersDoNotCancel') ? sellers : office, ['reason'], cancel, {}, 'anyoneCancels'),
    exchange: step(sellers, ['performanceNumber'], exchange, {}, 'anyoneExchanges'),
    refund: step(has('clerksDoNotRefund') ? ['customer', 'manager'] : office, ['reason'], refund, {}, 'anyoneRefunds'),
  };
}

export type BookingCalls = ReturnType<typeof bookingCalls>;
