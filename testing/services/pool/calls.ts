import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, date, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { type Booking, dayAfter, type Locker, lockerSizes, type Pass, type Person, passKinds, type Rental } from './data.ts';
import { everyone } from './door.ts';
import type { Has, Others } from './faults.ts';
import { cents } from './inputs.ts';
import type { Pool } from './pool.ts';
import { from } from './steps.ts';

const fullPrices = new Map([
  ['single', 650],
  ['ten', 5500],
  ['season', 14_000],
]);
const daysValid = new Map([
  ['single', 30],
  ['ten', 180],
  ['season', 120],
]);
const visits = new Map([
  ['single', 1],
  ['ten', 10],
]);

/** The calls about people, passes, lockers and lanes. */
export function poolCalls({ data, figures, rules, steps, access, views, door }: Pool, has: Has) {
  const { allow, enter, numbered } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));

  const personOf = (number: string, me: Person): Person => numbered(data.people, number, (one) => access.seesPerson(one, me));
  const mayEdit = (one: Person, key: string, me: Person): boolean => {
    const isSwimmer = one.role === 'swimmer';
    const isManager = me.role === 'manager';
    const isCashier = me.role === 'cashier';
    switch (key) {
      case 'phone':
        if (isManager || (one === me && !isCashier)) return true;
        if (me.role === 'instructor') return isSwimmer && has('instructorsEditSwimmers');
        return isCashier && (isSwimmer || (one.role === 'instructor' && has('cashiersEditInstructors')));
      case 'member':
        if (me.role === 'swimmer') return one === me && has('swimmersBecomeMembers');
        return (isCashier || isManager) && isSwimmer;
      case 'note':
        if (me.role === 'swimmer') return one === me && has('swimmersWriteNotes');
        return (isCashier || isManager) && (isSwimmer || (isManager && has('managersNoteOnStaff')));
      default:
        return isSwimmer && (isManager || (key === 'level' && isCashier && has('cashiersGiveLevels')));
    }
  };
  const editPerson = (number: string, request: Request): Body => {
    const { me, body } = enter(request, everyone, ['phone', 'member', 'club', 'level', 'note'], {}, number);
    const one = personOf(number, me);
    const keys = Object.keys(body);
    allow((keys.length > 0 || has('emptyPatchIsFine')) && keys.every((key) => mayEdit(one, key, me)));
    const changed = {
      phone: 'phone' in body ? words(20)(body['phone']) : one.phone,
      member: 'member' in body ? yesOrNo(body['member']) : one.member,
      club: 'club' in body ? words(30)(body['club']) : has('patchClearsClub') ? null : one.club,
      level: 'level' in body ? whole(body['level']) : one.level,
      note: 'note' in body ? words(100)(body['note']) : one.note,
    };
    rules.person({ ...one, ...changed }, one);
    return views.person(Object.assign(one, changed), me);
  };
  const settle = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['cashier'], ['payment'], { swimmersSettle: 'swimmer' }, number);
    const one = personOf(number, me);
    allow(one.role === 'swimmer');
    const payment = cents(body['payment']);
    if (payment <= 0 || payment > one.fines) refuse(422, 'BAD_AMOUNT');
    one.fines = has('settleForgivesAll') ? 0 : one.fines - payment;
    return views.person(one, me);
  };

  const buy = (request: Request): Body => {
    const { me, body } = enter(request, ['swimmer'], ['kind'], { cashiersBuyPasses: 'cashier' });
    const kind = among(body['kind'], passKinds);
    const pass: Pass = {
      ...{ number: 0, swimmer: me, kind, price: figures.reduced(fullPrices.get(kind) ?? 0, me), left: visits.get(kind) ?? 0 },
      ...{ boughtOn: rules.today(), expires: dayAfter(rules.today(), daysValid.get(kind) ?? 0) },
      ...{ lastOn: null, refund: 0, state: 'valid' },
    };
    rules.newPass(pass);
    const bought = { ...pass, number: data.next('pass') };
    data.passes.push(bought);
    return views.pass(bought, me);
  };
  const passStep =
    (roles: readonly string[], step: (one: Pass) => void, others: Others = {}) =>
    (number: string, request: Request): Body => {
      const { me } = enter(request, roles, null, others, number);
      const one = numbered(data.passes, number, (each) => access.seesPass(each, me));
      step(one);
      return views.pass(one, me);
    };

  const addLocker = (request: Request): Body => {
    const { me, body } = enter(request, ['manager'], ['code', 'size']);
    const locker: Locker = { code: text(body['code'], 3), size: among(body['size'], lockerSizes), state: 'free' };
    if (data.lockers.some(({ code }) => code === locker.code)) refuse(409, 'CONFLICT');
    rules.lockerCode(locker.code);
    data.lockers.push(locker);
    return views.locker(locker, me);
  };
  const lockerOf = (code: string): Locker => data.lockers.find((one) => one.code === code) ?? door.missing();
  const repair = (code: string, request: Request): Body => {
    const { me } = enter(request, has('managersDoNotRepair') ? ['cashier'] : ['cashier', 'manager'], null);
    const one = lockerOf(code);
    from(one.state === 'broken' || (one.state === 'taken' && has('takenIsRepaired')));
    one.state = 'free';
    return views.locker(one, me);
  };
  const rent = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['swimmer'], ['term'], { cashiersRent: 'cashier' });
    const locker = lockerOf(code);
    const term = whole(body['term']);
    const daily = locker.size === 'small' || has('largeCostsAsSmall') ? 150 : 300;
    const rental: Rental = {
      ...{ number: 0, locker, swimmer: me, begins: rules.today(), term, price: daily * term, deposit: 1000 },
      ...{ fine: 0, refund: 0, backOn: null, state: 'out' },
    };
    return views.rental(steps.rent(rental), me);
  };
  const rentalStep =
    (step: (one: Rental) => void, others: Others) =>
    (number: string, request: Request): Body => {
      const { me } = enter(request, ['cashier'], null, others, number);
      const one = numbered(data.rentals, number, (each) => access.seesRental(each, me));
      step(one);
      return views.rental(one, me);
    };

  const book = (request: Request): Body => {
    const { me, body } = enter(request, ['swimmer'], ['day', 'lane', 'starts', 'ends']);
    allow(me.club !== null || has('clublessBook'));
    const [day, lane, starts, ends] = [date(body['day']), whole(body['lane']), whole(body['starts']), whole(body['ends'])];
    const booking: Booking = {
      ...{ number: 0, booker: me, club: me.club, day, lane, starts, ends, price: 1800 * (ends - starts) },
      ...{ refund: 0, reason: null, state: 'asked' },
    };
    rules.newBooking(booking);
    const booked = { ...booking, number: data.next('booking') };
    data.bookings.push(booked);
    return views.booking(booked, me);
  };
  type OnBooking = (one: Booking, body: Body, me: Person) => void;
  const bookingStep =
    (roles: readonly string[], keys: readonly string[] | null, step: OnBooking, others: Others = {}) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, roles, keys, others, number);
      const one = numbered(data.bookings, number, (each) => access.seesBooking(each, me));
      step(one, body, me);
      return views.booking(one, me);
    };
  const decline: OnBooking = (one, body) => {
    if (has('valuesBeforeState')) text(body['reason'], 100);
    from(one.state === 'asked' || (one.state === 'agreed' && has('agreedIsDeclined')));
    steps.decline(one, text(body['reason'], 100));
  };
  const cancel: OnBooking = (one, _body, me) => {
    allow(me.role !== 'swimmer' || one.booker === me || has('clubmatesCancel'));
    steps.cancel(one);
  };
  return {
    ...{ editPerson, settle, buy, addLocker, repair, rent, book },
    use: passStep(has('managersUsePasses') ? ['cashier', 'manager'] : ['cashier'], steps.use, { swimmersUsePasses: 'swimmer' }),
    giveBack: passStep(has('managersGiveNothingBack') ? ['swimmer'] : ['swimmer', 'manager'], steps.giveBack, {
      cashiersGiveBack: 'cashier',
    }),
    bringKey: rentalStep(steps.bringKey, { swimmersBringKeys: 'swimmer' }),
    loseKey: rentalStep(steps.loseKey, { managersLoseKeys: 'manager' }),
    agree: bookingStep(['manager'], null, steps.agree, { cashiersAgree: 'cashier' }),
    decline: bookingStep(['cashier', 'manager'], ['reason'], decline),
    cancel: bookingStep(['swimmer', 'manager'], null, cancel),
  };
}
