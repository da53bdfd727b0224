import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, orNull, text, whole } from '../hand-written-inputs.ts';
import { conflict, from } from './bill-steps.ts';
import { type Bill, conditions, dayAfter, type Instrument, lentKinds, monthsAfter, type Person, share } from './data.ts';
import type { Has } from './faults.ts';
import { cents } from './inputs.ts';
import type { School } from './school.ts';

/** The calls about instruments and bills. */
export function houseCalls({ data, bills, access, views, door, now }: School, has: Has) {
  const { allow, enter, numbered } = door;
  const { today } = bills;
  const words = (value: unknown): string | null => orNull(value, (one) => text(one, 100));

  const titleRule = (title: string): void => {
    if (title.trim() === '') refuse(has('blankIs400') ? 400 : 422, 'BLANK');
  };
  const prices = ({ monthly, deposit, value }: Pick<Instrument, 'monthly' | 'deposit' | 'value'>, isPatch: boolean): void => {
    if (monthly < 500 || monthly > 6000) refuse(422, 'BAD_MONTHLY');
    if ((deposit < monthly || deposit > value) && !(isPatch && has('patchedDepositIsNotChecked'))) refuse(422, 'BAD_DEPOSIT');
  };
  const add = (request: Request): Body => {
    const keys = ['code', 'kind', 'title', 'value', 'monthly', 'deposit', 'note'];
    const { me, body } = enter(request, ['caretaker'], keys, { clerksAddInstruments: 'clerk' });
    const one: Instrument = {
      ...{ code: text(body['code'], 6), kind: among(body['kind'], lentKinds), title: text(body['title'], 40) },
      ...{ value: cents(body['value']), monthly: cents(body['monthly']), deposit: cents(body['deposit']), condition: 'good' },
      note: 'note' in body ? words(body['note']) : null,
      ...{ borrower: null, until: null, held: 0, refund: 0, state: 'in store', repairFrom: 0 },
    };
    if (data.instruments.some(({ code }) => code === one.code)) refuse(409, 'CONFLICT');
    if (!/^[A-Z]{2}-[0-9]{2,3}$/.test(one.code)) refuse(422, 'BAD_CODE');
    titleRule(one.title);
    prices(one, false);
    data.instruments.push(one);
    return views.instrument(one, me);
  };
  const instrumentOf = (code: string, me: Person, lax = false): Instrument => {
    const one = data.instruments.find((each) => each.code === code) ?? door.missing();
    return access.seesInstrument(one, me) || lax ? one : door.hidden();
  };
  const edit = (code: string, request: Request): Body => {
    const keys = ['title', 'value', 'monthly', 'deposit', 'note'];
    const { me, body } = enter(request, ['caretaker'], keys);
    const one = instrumentOf(code, me);
    allow(one.state === 'in store' || (one.borrower !== null && has('lentIsEdited')));
    const changed = {
      title: 'title' in body ? text(body['title'], 40) : one.title,
      value: 'value' in body ? cents(body['value']) : one.value,
      monthly: 'monthly' in body ? cents(body['monthly']) : one.monthly,
      deposit: 'deposit' in body ? cents(body['deposit']) : one.deposit,
      note: 'note' in body ? words(body['note']) : one.note,
    };
    if (changed.title !== one.title) titleRule(changed.title);
    prices(changed, true);
    return views.instrument(Object.assign(one, changed), me);
  };

  const suspendedCheck = ({ suspended }: Person): void => {
    if (suspended) refuse(has('suspendedIs409') ? 409 : 403, 'SUSPENDED');
  };
  const lend = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['caretaker'], ['family', 'months'], { teachersLend: 'teacher' });
    for (const key of ['family', 'months']) if (key in body) orNull(body[key], whole);
    const one = instrumentOf(code, me);
    const borrower = numbered(data.people, String(body['family'] ?? ''), (each) => access.seesPerson(each, me));
    from(one.state === 'in store' || (one.state === 'checking' && has('uncheckedIsLent')));
    const span = whole(body['months']);
    if (!has('suspendedBorrow')) suspendedCheck(borrower);
    const states = ['agreed', 'running'];
    if (has('trialsBorrow')) states.push('trial');
    const own = data.enrolments.filter(({ family }) => family === borrower);
    const isPupil = own.some(({ instrument, state }) => states.includes(state) && (instrument === one.kind || has('anyPupilBorrows')));
    if (!isPupil) refuse(409, 'NO_PUPIL');
    const loans = data.instruments.filter((each) => each.borrower === borrower);
    if (loans.length >= (has('threeLoans') ? 3 : 2)) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
    if (span < 1 || span > 12) refuse(422, 'BAD_MONTHS');
    const until = has('monthsOfThirtyDays') ? dayAfter(today(), 30 * span) : monthsAfter(today(), span);
    Object.assign(one, { borrower, state: 'lent', until, held: one.deposit, refund: 0 });
    bills.create(borrower, one.monthly * span, { instrument: one });
    return views.instrument(one, me);
  };
  const extend = (code: string, request: Request): Body => {
    const wanted = has('familiesDoNotExtend') ? ['caretaker'] : ['family', 'caretaker'];
    const { me, body } = enter(request, wanted, ['months']);
    if ('months' in body) orNull(body['months'], whole);
    const one = instrumentOf(code, me, has('anyFamilyExtends'));
    allow(me.role !== 'family' || one.borrower === me || has('anyFamilyExtends'));
    from(one.state === 'lent' || (one.state === 'overdue' && has('overdueIsExtended')));
    const span = whole(body['months']);
    const { borrower, until } = one;
    if (borrower === null || until === null) return conflict();
    suspendedCheck(borrower);
    if (span < 1 || span > (has('extendedAYear') ? 12 : 6)) refuse(422, 'BAD_MONTHS');
    one.until = monthsAfter(has('extendCountsFromToday') ? today() : until, span);
    bills.create(borrower, one.monthly * span, { instrument: one });
    return views.instrument(one, me);
  };
  const handIn = (code: string, request: Request): Body => {
    const { me } = enter(request, ['caretaker'], null, { familiesHandIn: 'family' });
    const one = instrumentOf(code, me);
    const wasLate = one.state === 'overdue';
    from(one.state === 'lent' || (wasLate && !has('overdueIsNotHandedIn')));
    const late = share(one.monthly, 50);
    if (one.borrower !== null && wasLate && !has('lateIsFree')) bills.create(one.borrower, late, { instrument: one });
    one.state = 'checking';
    return views.instrument(one, me);
  };
  const inspect = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['caretaker'], ['condition', 'cost']);
    const one = instrumentOf(code, me);
    from(one.state === 'checking');
    const [condition, cost] = [among(body['condition'], conditions), cents(body['cost'])];
    const isMore = has('wholeDepositIsTooMuch') ? cost >= one.held : cost > one.held;
    if (cost < 0 || isMore) refuse(422, 'BAD_COST');
    one.refund = has('depositIsRefundedInFull') ? one.held : one.held - cost;
    one.held = 0;
    if (!has('inspectKeepsBorrower')) one.borrower = null;
    one.until = null;
    one.condition = condition;
    one.state = condition === 'damaged' ? 'in repair' : 'in store';
    one.repairFrom = now();
    return views.instrument(one, me);
  };

  const billOf = (number: string, me: Person, lax = false): Bill => numbered(data.bills, number, (one) => access.seesBill(one, me) || lax);
  const pay = (number: string, request: Request): Body => {
    const wanted = has('clerksDoNotPay') ? ['family'] : ['family', 'clerk'];
    const { me, body } = enter(request, wanted, ['amount'], {}, number);
    if ('amount' in body) orNull(body['amount'], cents);
    const one = billOf(number, me, has('anyFamilyPays') && me.role === 'family');
    from(one.state !== 'settled');
    bills.pay(one, cents(body['amount']));
    return views.bill(one, me);
  };
  const grant = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['clerk'], ['discount'], { familiesGrant: 'family' }, number);
    const one = billOf(number, me);
    from(one.state === 'open' || one.state === 'reminded' || (one.state === 'arrears' && has('arrearsGetDiscounts')));
    bills.grant(one, whole(body['discount']));
    return views.bill(one, me);
  };
  return { add, edit, lend, extend, handIn, inspect, pay, grant };
}
