import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { date, orNull, text, whole } from '../hand-written-inputs.ts';
import type { animalCalls } from './animal-calls.ts';
import type { Animal, Person, Stay } from './data.ts';
import { everyone } from './door.ts';
import type { Has, KennelFault, Others } from './faults.ts';
import { cents } from './inputs.ts';
import type { Kennels } from './kennels.ts';

/** The calls about stays. */
export function stayCalls({ data, rules, steps, access, views, door }: Kennels, animals: ReturnType<typeof animalCalls>, has: Has) {
  const { allow, enter, numbered } = door;
  const { from } = steps;
  const office = ['keeper', 'manager'];
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));

  /** `lax`: a fault that lets people find what they may not see. */
  const stayOf = (number: string, me: Person, lax = false): Stay => numbered(data.stays, number, (one) => access.seesStay(one, me) || lax);
  /** The animal that a body names. */
  const petOf = (value: unknown, me: Person): Animal => animals.animalOf(String(value ?? ''), me);

  const addStay = (request: Request): Body => {
    const keys = ['pet', 'code', 'arrival', 'departure', 'wish'];
    const { me, body } = enter(request, ['owner'], keys, { keepersAsk: 'keeper', managersAsk: 'manager' });
    if ('pet' in body) orNull(body['pet'], whole);
    if ('code' in body) orNull(body['code'], text);
    const animal = petOf(body['pet'], me);
    const place = animals.placeOf(String(body['code'] ?? ''), me, has('closedIsAskedFor'));
    if (has('blockedBeforeValues') && me.blocked) refuse(403, 'BLOCKED');
    const [arrival, departure] = [date(body['arrival']), date(body['departure'])];
    const wish = 'wish' in body ? words(has('wishMayBeLong') ? 1000 : 120)(body['wish']) : null;
    const one: Stay = {
      ...{ number: 0, owner: me, animal, companion: null, place, arrival, departure },
      ...{ wish, staffNote: null, price: 0, deposit: 0, deposited: 0 },
      ...{ extras: 0, late: 0, fee: 0, refund: 0, reason: null, beganOn: null, endedOn: null, rating: null, comment: null },
      ...{ state: has('newIsConfirmed') ? 'confirmed' : 'asked', offeredAt: 0 },
    };
    if (has('rulesBeforeBlocked')) rules.stay(one, null);
    if (me.blocked) refuse(has('blockedIs409') ? 409 : 403, 'BLOCKED');
    rules.stay(one, null);
    const stay = { ...one, number: data.next('stay') };
    if (has('askedIsPriced')) stay.price = steps.quote(stay);
    data.stays.push(stay);
    return views.stay(stay, me);
  };
  const readStay = (number: string, request: Request): Body => {
    const { me } = enter(request, everyone, null);
    return views.stay(stayOf(number, me), me);
  };
  const editStay = (number: string, request: Request): Body => {
    const keys = ['arrival', 'departure', 'wish', 'staffNote'];
    const { me, body } = enter(request, ['owner', ...office], keys, { vetsEditStays: 'vet' });
    const one = stayOf(number, me);
    const isOther = ['arrival', 'departure', 'wish'].some((key) => key in body) || !('staffNote' in body);
    const states: string[] = ['asked'];
    if (me.role === 'manager' && !has('managersEditAskedOnly')) states.push('waiting');
    if (me.role === 'manager' && has('confirmedIsEdited')) states.push('confirmed');
    const isOffice = me.role === 'owner' || me.role === 'manager' || (me.role === 'keeper' && has('keepersMoveStays'));
    allow(!isOther || (isOffice && states.includes(one.state)));
    allow(!('staffNote' in body) || me.role !== 'owner' || has('ownersWriteStaffNotes'));
    const changed = {
      arrival: 'arrival' in body ? date(body['arrival']) : one.arrival,
      departure: 'departure' in body ? date(body['departure']) : one.departure,
      wish: 'wish' in body ? words(120)(body['wish']) : one.wish,
      staffNote: 'staffNote' in body ? words(has('staffNoteMayBeLong') ? 1000 : 120)(body['staffNote']) : one.staffNote,
    };
    rules.stay({ ...one, ...changed }, one);
    return views.stay(Object.assign(one, changed), me);
  };
  const mayShare = (one: Stay): boolean =>
    one.state === 'asked' || (one.state === 'confirmed' && has('confirmedIsShared')) || (one.state === 'waiting' && has('waitingIsShared'));
  const addCompanion = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['owner'], ['pet'], { managersAddCompanions: 'manager' });
    if ('pet' in body) orNull(body['pet'], whole);
    const one = stayOf(number, me);
    const other = petOf(body['pet'], me);
    allow(mayShare(one));
    if (other !== one.companion) rules.companion(one, other);
    one.companion = other;
    return views.stay(one, me);
  };
  const dropCompanion = (number: string, request: Request): Body => {
    const { me } = enter(request, ['owner'], null, { keepersDropCompanions: 'keeper' });
    const one = stayOf(number, me);
    allow(one.state === 'asked');
    if (!has('companionIsKept')) one.companion = null;
    return views.stay(one, me);
  };

  type OnStay = (one: Stay, body: Body, me: Person) => void;
  /** A step of a stay; `lax`: a fault that lets people do it with stays of others. */
  const stepOf =
    (roles: readonly string[], keys: readonly string[] | null, step: OnStay, others: Others = {}, lax: KennelFault | null = null) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, roles, keys, others);
      if ('amount' in body) orNull(body['amount'], cents);
      const one = stayOf(number, me, lax !== null && has(lax));
      step(one, body, me);
      return views.stay(one, me);
    };
  const cancel: OnStay = (one, body) => {
    const states = ['asked', 'waiting', 'offered', 'confirmed'];
    if (has('confirmedStays')) states.pop();
    if (has('presentIsCancelled')) states.push('present');
    if (has('cancelsMissed')) states.push('missed');
    from(states.includes(one.state));
    steps.cancel(one, 'reason' in body ? words(120)(body['reason']) : undefined);
  };
  const deposit: OnStay = (one, body) => {
    from(one.state === 'confirmed');
    steps.payDeposit(one, cents(body['amount']));
  };
  const extend: OnStay = (one, body) => {
    from(one.state === 'present');
    steps.extend(one, date(body['departure']));
  };
  const review: OnStay = (one, body) => {
    from(one.state === 'ended');
    const comment = 'comment' in body ? words(200)(body['comment']) : undefined;
    steps.review(one, whole(body['rating']), comment);
  };
  return {
    ...{ stayOf, addStay, readStay, editStay, addCompanion, dropCompanion },
    confirm: stepOf(office, null, (one, _body, me) => steps.confirm(one, me), { ownersConfirm: 'owner' }),
    queue: stepOf(has('managersQueueOnly') ? ['manager'] : office, null, steps.queue, {}),
    offer: stepOf(office, null, steps.offer, {}),
    accept: stepOf(['owner'], null, steps.accept, { keepersAccept: 'keeper' }, 'anyoneAccepts'),
    deposit: stepOf(['owner'], ['amount'], deposit, {}, 'anyonePaysDeposits'),
    cancel: stepOf(['owner', 'manager'], ['reason'], cancel, { keepersCancel: 'keeper' }),
    begin: stepOf(office, null, steps.begin, { ownersBegin: 'owner' }),
    miss: stepOf(['keeper'], null, steps.miss, { managersMiss: 'manager' }),
    extend: stepOf(office, ['departure'], extend, {}),
    end: stepOf(office, null, steps.end, { vetsEnd: 'vet' }),
    review: stepOf(['owner'], ['rating', 'comment'], review, {}, 'anyoneReviews'),
  };
}
