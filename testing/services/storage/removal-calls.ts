import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { date, orNull, text, whole } from '../hand-written-inputs.ts';
import type { Company } from './company.ts';
import type { Damage, Person, Removal } from './data.ts';
import type { Has, Others, StorageFault } from './faults.ts';
import { cents, decimal, timeOfDay } from './inputs.ts';

/** The calls about removals and damages. */
export function removalCalls({ data, rules, removals, access, views, door, now }: Company, has: Has) {
  const { allow, enter, from, missing, numbered } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));
  const clients = ['customer', 'clerk'];
  const lets = (lax: StorageFault | null): boolean => lax !== null && has(lax);

  /** `lax`: a fault that lets people find what they may not see. */
  const removalOf = (number: string, me: Person, lax: StorageFault | null = null): Removal =>
    numbered(data.removals, number, (one) => access.seesRemoval(one, me) || lets(lax));
  const addRemoval = (request: Request): Body => {
    const keys = ['origin', 'destination', 'day', 'volume', 'floors', 'note'];
    const { me, body } = enter(request, ['customer'], keys, { clerksAddRemovals: 'clerk' });
    const one: Removal = {
      ...{ number: 0, customer: me, origin: text(body['origin'], 80), destination: text(body['destination'], 80) },
      ...{ day: date(body['day']), volume: whole(body['volume']), floors: 'floors' in body ? whole(body['floors']) : 0 },
      note: 'note' in body ? words(has('noteMayBeLong') ? 2000 : 200)(body['note']) : null,
      ...{ remark: null, price: null, planned: null, lapsesOn: null, van: null, foreman: null, begins: null, ends: null },
      ...{ hours: null, report: null, extra: 0, fee: 0, reason: null, doneOn: null, state: 'asked' },
    };
    if (has('rulesBeforeBlocked')) rules.removal(one, null);
    if (me.blocked && !has('blockedCustomersMove')) refuse(has('blockedIs409') ? 409 : 403, 'BLOCKED');
    rules.removal(one, null);
    const removal = { ...one, number: data.next('removal') };
    data.removals.push(removal);
    return views.removal(removal, me);
  };
  const readRemoval = (number: string, request: Request): Body => {
    const others: Others = { storekeepersReadRemovals: 'storekeeper' };
    const { me } = enter(request, ['customer', 'foreman', 'clerk'], null, others, number);
    const isLax = me.role === 'storekeeper' || (me.role === 'customer' && has('customersReadAllRemovals'));
    const one = numbered(data.removals, number, (each) => isLax || access.seesRemoval(each, me));
    return views.removal(one, me);
  };
  const mayEdit = ({ state }: Removal, me: Person): boolean => {
    if (me.role === 'clerk' && has('clerksEditNothing')) return false;
    return state === 'asked' || (state === 'quoted' && me.role === 'clerk' && has('clerksEditQuoted'));
  };
  const editRemoval = (number: string, request: Request): Body => {
    const keys = ['origin', 'destination', 'day', 'volume', 'floors', 'note', 'remark'];
    const { me, body } = enter(request, clients, keys, {}, number);
    const one = removalOf(number, me);
    const isRemark = 'remark' in body;
    const isOther = !isRemark || Object.keys(body).length > 1;
    allow(!isOther || mayEdit(one, me));
    allow(!isRemark || me.role === 'clerk' || has('customersWriteRemarks'));
    allow(!isRemark || one.state === 'asked' || !has('onlyRequestsGetRemarks'));
    const changed = {
      origin: 'origin' in body ? text(body['origin'], 80) : one.origin,
      destination: 'destination' in body ? text(body['destination'], 80) : one.destination,
      day: 'day' in body ? date(body['day']) : one.day,
      volume: 'volume' in body ? whole(body['volume']) : one.volume,
      floors: 'floors' in body ? whole(body['floors']) : one.floors,
      note: 'note' in body ? words(200)(body['note']) : one.note,
      remark: isRemark ? words(100)(body['remark']) : one.remark,
    };
    rules.removal({ ...one, ...changed }, one);
    return views.removal(Object.assign(one, changed), me);
  };

  type OnRemoval = (one: Removal, body: Body, me: Person) => void;
  /** A call that leads a removal on. `lax`: a fault that lets people find others' removals. */
  const stepOf =
    (roles: readonly string[], keys: readonly string[] | null, step: OnRemoval, others: Others = {}, lax: StorageFault | null = null) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, roles, keys, others, number);
      const one = removalOf(number, me, lax);
      step(one, body, me);
      return views.removal(one, me);
    };
  const quote: OnRemoval = (one, body) => {
    const isLate = one.state === 'accepted' && has('acceptedIsQuoted');
    from(one.state === 'asked' || (one.state === 'quoted' && !has('quotedOnlyOnce')) || isLate);
    removals.quote(one, cents(body['price']), whole(body['planned']));
  };
  const accept: OnRemoval = (one) => {
    from(
      one.state === 'quoted' || (one.state === 'asked' && has('requestIsAccepted')) || (one.state === 'lapsed' && has('lapsedIsAccepted')),
    );
    one.state = 'accepted';
  };
  const assign = (number: string, request: Request): Body => {
    const others: Others = { foremenAssign: 'foreman' };
    const { me, body } = enter(request, ['clerk'], ['plate', 'leader', 'begins', 'ends'], others, number);
    const plate = 'plate' in body ? orNull(body['plate'], text) : null;
    const leader = 'leader' in body ? orNull(body['leader'], whole) : null;
    const one = removalOf(number, me);
    const van = data.vans.find((each) => each.plate === plate) ?? missing();
    const foreman = data.people.find((each) => each.number === leader) ?? missing();
    if (foreman.role !== 'foreman' && !(has('anyoneLeads') && foreman.role !== 'customer')) missing();
    from(one.state === 'accepted' || one.state === 'planned');
    removals.assign(one, { van, foreman, begins: timeOfDay(body['begins']), ends: timeOfDay(body['ends']) });
    return views.removal(one, me);
  };
  const postpone: OnRemoval = (one, body, me) => {
    if (has('clerksPostponeNothing')) allow(me.role !== 'clerk');
    from(one.state === 'accepted' || (one.state === 'planned' && !has('plannedIsNotPostponed')));
    removals.postpone(one, date(body['day']));
  };
  const cancel: OnRemoval = (one, body, me) => {
    const states = ['asked', 'quoted', 'accepted', 'planned'];
    if (has('underWayIsCancelled')) states.push('under way');
    from(states.includes(one.state));
    removals.cancel(one, 'reason' in body ? words(100)(body['reason']) : undefined, me);
  };
  const begin: OnRemoval = (one) => {
    from(one.state === 'planned');
    removals.begin(one);
  };
  const finish: OnRemoval = (one, body) => {
    from(one.state === 'under way' || (one.state === 'planned' && has('plannedIsFinished')));
    removals.finish(one, decimal(body['hours']), 'report' in body ? words(200)(body['report']) : undefined);
  };

  const addDamage = (number: string, request: Request): Body => {
    const others: Others = { clerksReportDamages: 'clerk' };
    const { me, body } = enter(request, ['customer'], ['item', 'claimed'], others, number);
    const removal = removalOf(number, me);
    const one: Damage = {
      ...{ number: 0, removal, item: text(body['item'], 60), claimed: cents(body['claimed']) },
      ...{ finding: null, assessed: null, settlement: null, paidOut: null, reason: null, urgent: false },
      ...{ state: 'reported', reportedAt: now() },
    };
    const isDone = removal.state === 'done' || (removal.state === 'under way' && has('damageWhileUnderWay'));
    if (!isDone) refuse(409, 'NOT_DONE');
    rules.newDamage(one);
    const damage = { ...one, number: data.next('damage') };
    data.damages.push(damage);
    return views.damage(damage, me);
  };
  type OnDamage = (one: Damage, body: Body) => void;
  const damageStep =
    (role: string, keys: readonly string[], step: OnDamage, others: Others = {}, lax: StorageFault | null = null) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, [role], keys, others, number);
      const one = numbered(data.damages, number, (each) => access.seesDamage(each, me) || lets(lax));
      step(one, body);
      return views.damage(one, me);
    };
  const assess: OnDamage = (one, body) => {
    from(one.state === 'reported');
    removals.assess(one, text(body['finding'], 200), cents(body['assessed']));
  };
  const settle: OnDamage = (one, body) => {
    const isEarly = one.state === 'reported' && has('reportedIsSettled');
    from(one.state === 'assessed' || isEarly);
    removals.settle(one, cents(body['settlement']));
  };
  const decline: OnDamage = (one, body) => {
    const isEarly = one.state === 'reported' && !has('onlyAssessedIsDeclined');
    from(one.state === 'assessed' || isEarly);
    removals.decline(one, text(body['reason'], 100));
  };
  return {
    ...{ addRemoval, readRemoval, editRemoval, assign, addDamage },
    quote: stepOf(['clerk'], ['price', 'planned'], quote, { customersQuote: 'customer' }),
    accept: stepOf(['customer'], null, accept, { clerksAccept: 'clerk' }, 'anyoneAccepts'),
    postpone: stepOf(clients, ['day'], postpone, { foremenPostpone: 'foreman' }),
    cancel: stepOf(clients, ['reason'], cancel, {}, 'anyoneCancels'),
    begin: stepOf(['foreman'], null, begin, { clerksBegin: 'clerk' }, 'anyForemanBegins'),
    finish: stepOf(['foreman'], ['hours', 'report'], finish, {}, 'anyForemanFinishes'),
    assess: damageStep('foreman', ['finding', 'assessed'], assess, {}, 'anyForemanAssesses'),
    settle: damageStep('clerk', ['settlement'], settle, { foremenSettle: 'foreman' }),
    decline: damageStep('clerk', ['reason'], decline),
  };
}
