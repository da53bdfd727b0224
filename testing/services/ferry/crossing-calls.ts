import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, date, orNull, text, whole } from '../hand-written-inputs.ts';
import type { Company } from './company.ts';
import { type Crossing, type Duty, directions, docks, leaves, type Person, posts, routes, ships } from './data.ts';
import type { Has, Others } from './faults.ts';
import { clockTime } from './inputs.ts';

/** The calls about crossings and their crew. */
export function crossingCalls({ data, rules, bookings, crossings, access, views, door }: Company, has: Has) {
  const { allow, enter, numbered } = door;
  const crossingOf = (number: string): Crossing => numbered(data.crossings, number, () => true);
  const isAboard = (me: Person, one: Crossing): boolean => data.isAboard(me, one);

  const addCrossing = (request: Request): Body => {
    const keys = ['ship', 'route', 'direction', 'day', 'departs', 'remark'];
    const { me, body } = enter(request, ['manager'], keys, { captainsAddCrossings: 'captain' });
    const one: Crossing = {
      ...{ number: 0, ship: among(body['ship'], ships), route: among(body['route'], routes) },
      direction: among(body['direction'], directions),
      ...{ day: date(body['day']), departs: clockTime(body['departs']), delay: 0, reason: null },
      remark: 'remark' in body ? orNull(body['remark'], (value) => text(value, 100)) : null,
      state: 'planned',
    };
    rules.newCrossing(one);
    const crossing = { ...one, number: data.next('crossing') };
    data.crossings.push(crossing);
    return views.crossing(crossing, me);
  };
  const readCrossing = (number: string, request: Request): Body => {
    const me = door.actor(request, false);
    if (!/^-?\d+$/.test(number)) door.missing();
    return views.crossing(crossingOf(number), me);
  };

  type OnCrossing = (one: Crossing, body: Body, me: Person) => void;
  const stepOf =
    (roles: readonly string[], keys: readonly string[] | null, step: OnCrossing, others: Others = {}) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, roles, keys, others, number);
      if ('instead' in body) orNull(body['instead'], whole);
      const one = crossingOf(number);
      step(one, body, me);
      return views.crossing(one, me);
    };
  const confirm: OnCrossing = (one, _body, me) => {
    allow(isAboard(me, one) || has('anyCaptainConfirms'));
    crossings.confirm(one);
  };
  const reasonIn = (body: Body): string => text(body['reason'], has('reasonMayBeLong') ? 1000 : 100);
  const delay: OnCrossing = (one, body, me) => {
    allow(me.role === 'manager' || isAboard(me, one) || has('anyCaptainDelays'));
    bookings.from(one.state === 'planned' || (one.state === 'confirmed' && !has('confirmedIsNotDelayed')));
    const [minutes, reason] = [whole(body['delay']), reasonIn(body)];
    crossings.delay(one, minutes, reason);
  };
  const cancel: OnCrossing = (one, body, me) => {
    allow(me.role === 'manager' || isAboard(me, one) || has('anyCaptainCancels'));
    bookings.from(crossings.isOpen(one) || (one.state === 'closed' && has('closedIsCancelled')));
    crossings.cancel(one, reasonIn(body));
  };
  const replace: OnCrossing = (one, body, me) => {
    const instead = crossingOf(String(body['instead'] ?? ''));
    allow(me.role === 'manager' || isAboard(me, one));
    bookings.from(crossings.isOpen(one));
    crossings.replace(one, reasonIn(body), instead);
  };
  const close: OnCrossing = (one, _body, me) => {
    allow(me.role === 'manager' || isAboard(me, one) || (me.role === 'purser' && has('anyPurserCloses')));
    crossings.close(one);
  };

  const addDuty = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['manager'], ['person', 'post'], {}, number);
    if ('person' in body) orNull(body['person'], whole);
    const crossing = crossingOf(number);
    const person = numbered(data.people, String(body['person'] ?? ''), (each) => access.seesPerson(each, me));
    const one: Duty = {
      ...{ number: 0, crossing, person, post: among(body['post'], posts) },
      starts: leaves(crossing),
      ends: docks(crossing),
    };
    if (!crossings.isOpen(crossing)) refuse(409, 'NOT_OPEN');
    rules.newDuty(one);
    const duty = { ...one, number: data.next('duty') };
    data.duties.push(duty);
    return views.duty(duty, me);
  };
  const deleteDuty = (number: string, request: Request): null => {
    const { me } = enter(request, ['manager'], null, { pursersDropDuties: 'purser' }, number);
    const one = numbered(data.duties, number, (each) => access.seesDuty(each, me));
    const { state } = one.crossing;
    const isFree = ['planned', 'cancelled'].includes(state) || (state === 'confirmed' && has('confirmedLosesCrew'));
    if (!isFree) refuse(409, 'CONFIRMED');
    data.duties = data.duties.filter((other) => other !== one);
    return null;
  };
  return {
    ...{ addCrossing, readCrossing, addDuty, deleteDuty },
    confirm: stepOf(['captain'], null, confirm),
    delay: stepOf(['captain', 'manager'], ['delay', 'reason'], delay, { pursersDelay: 'purser' }),
    cancel: stepOf(['captain', 'manager'], ['reason'], cancel),
    replace: stepOf(has('captainsReplaceNothing') ? ['manager'] : ['captain', 'manager'], ['reason', 'instead'], replace),
    close: stepOf(['purser', 'manager'], null, close),
  };
}
