import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, orNull, text, whole } from '../hand-written-inputs.ts';
import type { Company } from './company.ts';
import { type Booking, bookingKinds, dayAfter, type Pass, type Person, passKinds, routes } from './data.ts';
import type { FerryFault, Has, Others } from './faults.ts';
import { cents } from './inputs.ts';

/** The calls about bookings and passes. */
export function bookingCalls({ data, rules, bookings, access, views, door, now }: Company, has: Has) {
  const { allow, enter, numbered } = door;
  const { from } = bookings;
  const note = (value: unknown): string | null => orNull(value, (one) => text(one, has('noteMayBeLong') ? 1000 : 100));

  const addPass = (request: Request): Body => {
    const { me, body } = enter(request, ['passenger'], ['kind', 'route']);
    allow(body['kind'] !== 'return' || has('passengersTakeReturns'));
    const kind = among(body['kind'], passKinds);
    const today = rules.today();
    const newYear = `${today.slice(0, 4)}-12-31`;
    const one: Pass = {
      ...{ number: 0, owner: me, kind, route: among(body['route'], routes) },
      left: kind === 'ten' ? 10 : 1,
      ...{ until: kind === 'season' ? newYear : dayAfter(today, 365), booking: null, state: 'valid' },
    };
    rules.newPass(one);
    const pass = { ...one, number: data.next('pass') };
    data.passes.push(pass);
    return views.pass(pass, me);
  };

  const addBooking = (number: string, request: Request): Body => {
    const keys = ['kind', 'adults', 'children', 'car', 'bicycles', 'dogs', 'note'];
    const { me, body } = enter(request, ['passenger'], keys, { managersBook: 'manager' }, number);
    const crossing = numbered(data.crossings, number, () => true);
    const count = (key: string): number => (key in body ? whole(body[key]) : 0);
    const one: Booking = {
      ...{ number: 0, crossing, passenger: me, kind: 'kind' in body ? among(body['kind'], bookingKinds) : 'single' },
      ...{ adults: whole(body['adults']), children: count('children'), car: count('car') },
      ...{ bicycles: count('bicycles'), dogs: count('dogs'), note: 'note' in body ? note(body['note']) : null, remark: null },
      ...{ price: 0, paid: 0, fee: 0, refund: 0, formerly: null, pass: null, haulier: null, invoice: null },
      ...{ state: 'held', heldAt: now() },
    };
    if (has('rulesBeforeOpen')) rules.newBooking(one);
    if (!bookings.isBookable(crossing)) refuse(has('notOpenIs404') ? 404 : 409, 'NOT_OPEN');
    bookings.book(one);
    rules.newBooking(one);
    const booking = { ...one, number: data.next('booking') };
    data.bookings.push(booking);
    return views.booking(booking, me);
  };

  const bookingOf = (number: string, me: Person, lax = false): Booking =>
    numbered(data.bookings, number, (one) => access.seesBooking(one, me) || lax);
  const readBooking = (number: string, request: Request): Body => {
    const { me } = enter(request, ['passenger', 'purser', 'captain', 'manager'], null, {}, number);
    return views.booking(bookingOf(number, me), me);
  };
  const editBooking = (number: string, request: Request): Body => {
    const roles = has('pursersRemarkNot') ? ['passenger', 'manager'] : ['passenger', 'purser', 'manager'];
    const { me, body } = enter(request, roles, ['bicycles', 'dogs', 'note', 'remark'], {}, number);
    const one = bookingOf(number, me);
    const isOther = ['bicycles', 'dogs', 'note'].some((key) => key in body) || !('remark' in body);
    const isOwn = one.passenger === me || (me.role === 'passenger' && has('colleaguesEdit'));
    const mayEdit = isOwn && (one.state === 'held' || (one.state === 'booked' && has('bookedIsEdited')));
    allow(!isOther || mayEdit || (me.role === 'purser' && has('pursersEditBookings')));
    allow(!('remark' in body) || me.role !== 'passenger' || has('passengersWriteRemarks'));
    const changed = {
      bicycles: 'bicycles' in body ? whole(body['bicycles']) : one.bicycles,
      dogs: 'dogs' in body ? whole(body['dogs']) : one.dogs,
      note: 'note' in body ? note(body['note']) : one.note,
      remark: 'remark' in body ? orNull(body['remark'], (value) => text(value, 100)) : one.remark,
    };
    const isChanged = changed.bicycles !== one.bicycles || changed.dogs !== one.dogs;
    if (changed.bicycles !== one.bicycles) rules.extras({ ...one, ...changed });
    if (changed.dogs !== one.dogs) rules.dogs(changed.dogs, true);
    Object.assign(one, changed);
    if (isChanged) bookings.price(one);
    return views.booking(one, me);
  };

  type OnBooking = (one: Booking, body: Body, me: Person) => void;
  const stepOf =
    (roles: readonly string[], keys: readonly string[] | null, step: OnBooking, others: Others = {}, lax: FerryFault | null = null) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, roles, keys, others, number);
      if ('amount' in body) orNull(body['amount'], cents);
      for (const key of ['pass', 'crossing']) if (key in body) orNull(body[key], whole);
      const one = bookingOf(number, me, lax !== null && has(lax));
      step(one, body, me);
      return views.booking(one, me);
    };
  const isOwn = (one: Booking, me: Person, lax: FerryFault): boolean => one.passenger === me || has(lax);
  const pay: OnBooking = (one, body, me) => {
    if (has('stateBeforeOwner')) from(one.state === 'held');
    allow(isOwn(one, me, 'colleaguesPay'));
    from(one.state === 'held' || (one.state === 'lapsed' && has('lapsedIsPaid')));
    bookings.pay(one, cents(body['amount']));
  };
  const redeem: OnBooking = (one, body, me) => {
    const pass = numbered(data.passes, String(body['pass'] ?? ''), (each) => access.seesPass(each, me));
    allow(one.passenger === me);
    from(one.state === 'held');
    bookings.redeem(one, pass);
  };
  const charge: OnBooking = (one, _body, me) => {
    allow(isOwn(one, me, 'colleaguesCharge'));
    from(one.state === 'held');
    bookings.charge(one);
  };
  const move: OnBooking = (one, body, me) => {
    const target = numbered(data.crossings, String(body['crossing'] ?? ''), () => true);
    allow(me.role === 'manager' || isOwn(one, me, 'colleaguesMove'));
    from(one.state === 'booked' || one.state === 'held');
    bookings.move(one, target);
  };
  const cancel: OnBooking = (one, _body, me) => {
    allow(me.role !== 'passenger' || one.passenger === me || !has('colleaguesDoNotCancel'));
    const states = ['held', 'booked'];
    if (!has('waitingIsNotCancelled')) states.push('waiting');
    if (has('checkedInIsCancelled')) states.push('checked in');
    from(states.includes(one.state));
    bookings.cancel(one);
  };
  const checkIn: OnBooking = (one) => {
    from(one.state === 'booked');
    bookings.checkIn(one);
  };
  return {
    ...{ addPass, addBooking, readBooking, editBooking },
    pay: stepOf(['passenger'], ['amount'], pay),
    redeem: stepOf(['passenger'], ['pass'], redeem),
    charge: stepOf(['passenger'], null, charge),
    move: stepOf(['passenger', 'manager'], ['crossing'], move),
    cancel: stepOf(['passenger', 'manager'], null, cancel, { pursersCancel: 'purser' }, 'anyoneCancels'),
    checkIn: stepOf(has('managersCheckInNot') ? ['purser'] : ['purser', 'manager'], null, checkIn, {}, 'anyPurserChecksIn'),
  };
}
