import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, date, orNull, text } from '../hand-written-inputs.ts';
import { from } from './booking-steps.ts';
import { type Performance, type Person, slots } from './data.ts';
import type { Has, Others } from './faults.ts';
import type { HouseCalls } from './house-calls.ts';
import type { Theatre } from './theatre.ts';

/** The calls about performances. */
export function performanceCalls({ data, figures, rules, steps, access, views, door, now }: Theatre, house: HouseCalls, has: Has) {
  const { allow, enter, numbered } = door;
  const note = (value: unknown): string | null => orNull(value, (one) => text(one, 100));

  const performanceOf = (number: unknown, me: Person | null): Performance =>
    numbered(data.performances, String(number), (one) => access.seesPerformance(one, me));
  const add = (request: Request): Body => {
    const keys = ['code', 'day', 'slot', 'salesFrom', 'note'];
    const { me, body } = enter(request, ['manager'], keys, { clerksAddPerformances: 'clerk' });
    if ('code' in body) orNull(body['code'], text);
    const production = house.productionOf(body['code'], me);
    const one: Performance = {
      ...{ number: 0, production, day: date(body['day']), slot: among(body['slot'], slots) },
      ...{ salesFrom: date(body['salesFrom']), moved: false, reason: null },
      ...{ note: 'note' in body ? note(body['note']) : null, state: 'scheduled' },
    };
    if (production.state === 'archived' && !has('archivedGetsPerformances')) refuse(409, 'ARCHIVED');
    rules.newPerformance(one);
    const performance = { ...one, number: data.next('performance') };
    data.performances.push(performance);
    return views.performance(performance, me);
  };
  const read = (number: string, request: Request): Body => {
    const me = door.actor(request, false);
    if (!/^-?\d+$/.test(number)) door.missing();
    return views.performance(performanceOf(number, me), me);
  };
  const sales = (number: string, request: Request): Body => {
    const { me } = enter(request, ['manager'], null, { ushersReadSales: 'usher' }, number);
    return views.sales(performanceOf(number, me));
  };
  const edit = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['clerk', 'manager'], ['salesFrom', 'note'], {}, number);
    const one = performanceOf(number, me);
    const isNote = 'note' in body && !('salesFrom' in body);
    allow(me.role === 'manager' || (isNote && !has('clerksDoNotNotePerformances')) || has('clerksSetSales'));
    const changed = {
      salesFrom: 'salesFrom' in body ? date(body['salesFrom']) : one.salesFrom,
      note: 'note' in body ? note(body['note']) : has('patchClearsPerformanceNote') ? null : one.note,
    };
    if (changed.salesFrom !== one.salesFrom) {
      rules.salesFrom({ ...one, ...changed }, 'patchedSalesAreNotChecked');
    }
    return views.performance(Object.assign(one, changed), me);
  };
  const remove = (number: string, request: Request): null => {
    const { me } = enter(request, ['manager'], null, {}, number);
    const one = performanceOf(number, me);
    from(one.state === 'scheduled' || (one.state === 'cancelled' && has('cancelledIsDeleted')));
    data.performances = data.performances.filter((other) => other !== one);
    return null;
  };

  type Step = (one: Performance, body: Body, me: Person) => void;
  const step =
    (roles: readonly string[], keys: readonly string[] | null, change: Step, others: Others) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, roles, keys, others, number);
      const one = performanceOf(number, me);
      change(one, body, me);
      return views.performance(one, me);
    };
  const publish: Step = (one) => {
    from(one.state === 'scheduled');
    const isAnnounced = one.production.state === 'announced' || (one.production.state === 'planned' && has('plannedIsPublished'));
    if (!isAnnounced) refuse(has('notAnnouncedIs422') ? 422 : 409, 'NOT_ANNOUNCED');
    if (figures.starts(one) <= now() && !has('pastIsPublished')) refuse(422, 'PAST');
    one.state = 'on sale';
  };
  const postpone: Step = (one, body) => {
    from(one.state === 'scheduled' || (one.state === 'on sale' && !has('onSaleIsNotPostponed')));
    const day = date(body['day']);
    const slot = 'slot' in body ? among(body['slot'], slots) : one.slot;
    const isLater = day > one.day || (day === one.day && has('sameDayIsLater'));
    if (!isLater) refuse(422, 'NOT_LATER');
    rules.day(day);
    rules.hall({ ...one, day, slot }, one);
    one.day = day;
    if (!has('postponeIgnoresSlot')) one.slot = slot;
    if (one.state === 'on sale' && !has('postponedIsNotMoved')) one.moved = true;
  };
  const cancel: Step = (one, body, me) => {
    const states = ['scheduled', 'on sale'];
    if (has('scheduledIsNotCancelled')) states.shift();
    if (has('admittingIsCancelled')) states.push('admitting');
    from(states.includes(one.state));
    const reason = text(body['reason'], 100);
    rules.notBlank(reason, null, 'cancellationMayBeSpaces');
    steps.cancel(one, reason, me);
  };
  const open: Step = (one) => {
    from(one.state === 'on sale');
    const opens = has('doorsOpenAtTheBeginning') ? figures.starts(one) : figures.doors(one);
    if (now() < opens) refuse(409, 'TOO_EARLY');
    one.state = 'admitting';
  };
  return {
    ...{ performanceOf, add, read, sales, edit, remove },
    publish: step(['manager'], null, publish, { clerksPublish: 'clerk' }),
    postpone: step(['manager'], ['day', 'slot'], postpone, { clerksPostpone: 'clerk' }),
    cancel: step(['manager'], ['reason'], cancel, { clerksCancelPerformances: 'clerk' }),
    open: step(has('managersDoNotOpen') ? ['usher'] : ['usher', 'manager'], null, open, { clerksOpen: 'clerk' }),
  };
}

export type PerformanceCalls = ReturnType<typeof performanceCalls>;
