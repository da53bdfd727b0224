import type { Request } from '../../../src/verifier/answers/request.ts';
import type { Body } from '../hand-written.ts';
import { among, orNull, text, whole } from '../hand-written-inputs.ts';
import type { Coop } from './coop.ts';
import { type Booking, owed, type Person, places, type Rent, type Repair, type Tenancy, trades, urgencies } from './data.ts';
import type { CoopFault, Has, Others } from './faults.ts';
import { cents, moment } from './inputs.ts';
import { from } from './steps.ts';

/** The calls about rents, repairs and bookings. */
export function tenantCalls({ data, steps, home, rules, access, views, door }: Coop, has: Has) {
  const { allow, enter, numbered } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));

  type OnRent = (one: Rent, body: Body, me: Person) => void;
  const rentStep =
    (roles: readonly string[], keys: readonly string[] | null, step: OnRent, others: Others = {}, lax: CoopFault | null = null) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, roles, keys, others, number);
      if ('amount' in body) orNull(body['amount'], cents);
      const one = numbered(data.rents, number, (each) => access.seesRent(each, me) || (lax !== null && has(lax)));
      step(one, body, me);
      return views.rent(one);
    };
  const pay: OnRent = (one, body) => {
    const states = ['open', 'overdue', 'planned'];
    if (has('askedIsPaid')) states.push('asked');
    from(states.includes(one.state));
    steps.pay(one, cents(body['amount']));
  };
  const askPlan: OnRent = (one, body) => {
    from(one.state === 'overdue');
    steps.askPlan(one, whole(body['parts']));
  };
  const agree: OnRent = (one, _body, me) => {
    const isLimited = me.role === 'clerk' || has('boardIsLimited');
    const isWithin = has('clerkLimitIsStrict') ? owed(one) < 40_000 : owed(one) <= 40_000;
    if (isLimited && !has('clerksAgreeToAll')) allow(isWithin);
    from(one.state === 'asked');
    steps.agree(one);
  };
  const turnDown: OnRent = (one, body) => {
    from(one.state === 'asked');
    steps.turnDown(one, text(body['reply'], 100));
  };
  const waive: OnRent = (one, body) => {
    from(one.state === 'open' || (one.state === 'overdue' && !has('overdueIsNotWaived')));
    steps.waive(one, text(body['reply'], 100));
  };

  /** `lax`: a fault that lets people find what they may not see. */
  const tenancyOf = (number: string, me: Person, lax = false): Tenancy =>
    numbered(data.tenancies, number, (one) => access.seesTenancy(one, me) || lax);
  const addRepair = (number: string, request: Request): Body => {
    const keys = ['what', 'trade', 'urgency'];
    const { me, body } = enter(request, ['tenant'], keys, { membersReport: 'member' }, number);
    const tenancy = tenancyOf(number, me, has('neighboursReport'));
    allow(tenancy.member === me || has('neighboursReport'));
    const repair = steps.addRepair({
      tenancy,
      what: text(body['what'], 200),
      trade: among(body['trade'], trades, has('tradeMayBeAnything')),
      urgency: 'urgency' in body ? among(body['urgency'], urgencies) : 'normal',
    });
    return views.repair(repair, me);
  };
  type OnRepair = (one: Repair, body: Body, me: Person) => void;
  const repairStep =
    (role: string, keys: readonly string[] | null, step: OnRepair, others: Others = {}, lax: CoopFault | null = null) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, [role], keys, others, number);
      if ('person' in body) orNull(body['person'], whole);
      const one = numbered(data.repairs, number, (each) => access.seesRepair(each, me) || (lax !== null && has(lax)));
      step(one, body, me);
      return views.repair(one, me);
    };
  const assign: OnRepair = (one, body, me) => {
    const person = numbered(data.people, String(body['person'] ?? ''), (each) => access.seesPerson(each, me));
    from(one.state === 'reported');
    steps.assign(one, person);
  };
  const handBack = (number: string, request: Request): null => {
    const { me } = enter(request, ['craftsman'], null, {}, number);
    const one = numbered(data.repairs, number, (each) => access.seesRepair(each, me));
    allow(one.craftsman === me);
    from(one.state === 'assigned' || (one.state === 'working' && has('workingIsHandedBack')));
    steps.handBack(one);
    return null;
  };
  /** Whether a craftsman may work on a repair. */
  const mayWork = (one: Repair, me: Person, lax: CoopFault): boolean => one.craftsman === me || has(lax);
  const quote: OnRepair = (one, body, me) => {
    allow(mayWork(one, me, 'anyCraftsmanQuotes'));
    from(one.state === 'assigned');
    steps.quote(one, cents(body['estimate']));
  };
  const approve: OnRepair = (one) => {
    from(one.state === 'quoted');
    steps.enter(one, 'working');
  };
  const sendBack: OnRepair = (one, body) => {
    from(one.state === 'quoted');
    steps.sendBack(one, text(body['reply'], 100));
  };
  const finish: OnRepair = (one, body, me) => {
    allow(mayWork(one, me, 'anyCraftsmanFinishes'));
    from(one.state === 'working');
    steps.finish(one, cents(body['cost']));
  };
  const accept: OnRepair = (one, body) => {
    from(one.state === 'done');
    steps.acceptWork(one, 'stars' in body ? orNull(body['stars'], whole) : null);
  };
  const reopen: OnRepair = (one, body) => {
    from(one.state === 'done' || (one.state === 'accepted' && has('acceptedIsReopened')));
    steps.reopen(one, text(body['complaint'], 100));
  };

  const addBooking = (number: string, request: Request): Body => {
    const keys = ['place', 'starts', 'ends', 'note'];
    const { me, body } = enter(request, ['tenant'], keys, {}, number);
    const tenancy = tenancyOf(number, me);
    const booking = steps.addBooking({
      tenancy,
      place: among(body['place'], places),
      ...{ starts: moment(body['starts']), ends: moment(body['ends']) },
      note: 'note' in body ? words(60)(body['note']) : null,
    });
    return views.booking(booking, me);
  };
  const bookingOf = (number: string, me: Person): Booking => numbered(data.bookings, number, (one) => access.seesBooking(one, me));
  const cancel = (number: string, request: Request): Body => {
    const { me } = enter(request, ['tenant'], null, {}, number);
    const one = bookingOf(number, me);
    allow(one.tenancy.member === me || has('neighboursCancel'));
    from(one.state === 'booked');
    steps.cancel(one);
    return views.booking(one, me);
  };
  const callOff = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['clerk'], ['reason'], { tenantsCallOff: 'member' }, number);
    const one = bookingOf(number, me);
    from(one.state === 'booked');
    const reason = text(body['reason'], 100);
    rules.notBlank(reason);
    home.callOff(one, reason);
    return views.booking(one, me);
  };
  return {
    ...{ addRepair, handBack, addBooking, cancel, callOff },
    pay: rentStep(['member'], ['amount'], pay, {}, 'anyonePays'),
    askPlan: rentStep(['member'], ['parts'], askPlan),
    agree: rentStep(['clerk', 'board'], null, agree),
    turnDown: rentStep(has('boardTurnsNothingDown') ? ['clerk'] : ['clerk', 'board'], ['reply'], turnDown),
    waive: rentStep(['board'], ['reply'], waive, { clerksWaive: 'clerk' }),
    assign: repairStep('clerk', ['person'], assign, { boardAssigns: 'board' }),
    quote: repairStep('craftsman', ['estimate'], quote, {}, 'anyCraftsmanQuotes'),
    approve: repairStep('board', null, approve, { clerksApprove: 'clerk' }),
    sendBack: repairStep('board', ['reply'], sendBack),
    finish: repairStep('craftsman', ['cost'], finish, {}, 'anyCraftsmanFinishes'),
    accept: repairStep('tenant', ['stars'], accept, { clerksAcceptWork: 'clerk' }),
    reopen: repairStep('tenant', ['complaint'], reopen),
  };
}

export type TenantCalls = ReturnType<typeof tenantCalls>;
