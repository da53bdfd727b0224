import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, date, orNull, text, whole } from '../hand-written-inputs.ts';
import { dayAfter, daysBetween, forms, monthsAfter, type Person, rates, type Subscription, served, terms } from './data.ts';
import type { Has, Others } from './faults.ts';
import { cents, optionals } from './inputs.ts';
import { from, type Paper } from './paper.ts';
import type { PeopleCalls } from './people-calls.ts';

/** The calls about subscriptions. */
export function subscriptionCalls({ data, figures, rules, access, views, door, now }: Paper, people: PeopleCalls, has: Has) {
  const { allow, enter, numbered } = door;
  const { today } = rules;
  const office = ['reader', 'manager'];
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));

  const addSubscription = (request: Request): Body => {
    const keys = ['form', 'term', 'rate', 'proof', 'span', 'friend', 'code', 'street'];
    const { me, body } = enter(request, ['reader'], keys, { managersSubscribe: 'manager' });
    if ('code' in body) orNull(body['code'], text);
    const round = people.roundOf(body['code'] ?? null);
    const { read, done } = optionals();
    const one: Subscription = {
      ...{ number: 0, reader: me, form: among(body['form'], forms), term: among(body['term'], terms) },
      rate: 'rate' in body ? among(body['rate'], rates) : 'full',
      proof: 'proof' in body ? words(20)(body['proof']) : null,
      span: 'span' in body ? read(body['span'], whole) : null,
      friend: 'friend' in body ? words(40)(body['friend']) : null,
      ...{ round, street: text(body['street'], 60), away: null, back: null, paidUntil: null, credit: 0 },
      ...{ refundedOn: null, refund: 0, state: 'ordered', since: now() },
    };
    rules.newSubscription(one);
    done();
    const added = { ...one, number: data.next('subscription') };
    data.subscriptions.push(added);
    return views.subscription(added, me);
  };

  type Step = (one: Subscription, body: Body, me: Person) => void;
  const stepOf =
    (roles: readonly string[], keys: readonly string[] | null, step: Step, others: Others = {}) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, roles, keys, others, number);
      if ('amount' in body) orNull(body['amount'], cents);
      if ('code' in body) orNull(body['code'], text);
      if ('edition' in body) orNull(body['edition'], whole);
      const isLax = has('anyonePays') && keys?.[0] === 'amount' && me.role === 'reader';
      const one = numbered(data.subscriptions, number, (each) => access.seesSubscription(each, me) || isLax || me.role === 'carrier');
      step(one, body, me);
      return views.subscription(one, me);
    };

  const pay: Step = (one, body) => {
    const states = ['ordered', 'reminded', 'stopped', 'active'];
    if (has('stoppedIsNotPaid')) states.splice(2, 1);
    from(states.includes(one.state));
    const payment = cents(body['amount']);
    const due = figures.due(one);
    if (payment !== due) refuse(has('badAmountIs409') ? 409 : 422, 'BAD_AMOUNT');
    const period = figures.period(one);
    const { state, paidUntil, round } = one;
    if (state === 'stopped' && one.form !== 'digital' && !has('stoppedNeedsNoRoom')) {
      if (figures.copies(round) >= round.capacity) refuse(409, 'ROUND_FULL');
    }
    if (state === 'active' && one.term === 'gift' && !has('giftsAreRenewed')) refuse(409, 'NO_RENEWAL');
    if (state === 'active' && paidUntil !== null) {
      const ahead = daysBetween(today(), paidUntil);
      if (ahead > 370 && !has('aheadIsEndless')) rules.bad('TOO_FAR');
    }
    const isOn = state === 'active' ? !has('renewalLosesDays') : state === 'reminded' && !has('remindedLosesNoDays');
    const start = (isOn ? paidUntil : null) ?? (state === 'stopped' && has('stoppedPaysTheGap') ? paidUntil : null) ?? today();
    one.paidUntil = monthsAfter(start, period);
    if (has('monthsHaveThirtyDays')) one.paidUntil = dayAfter(start, 30 * period);
    if (!has('creditIsKept')) one.credit -= Math.min(one.credit, figures.price(one));
    if (state !== 'active') {
      one.state = 'active';
      one.since = now();
    }
  };
  const pause: Step = (one, body) => {
    from(one.state === 'active');
    const [away, back] = [date(body['away']), date(body['back'])];
    if (one.form === 'digital' && !has('digitalIsPaused')) refuse(409, 'NO_DELIVERY');
    const reversed = (): void => {
      if (has('pauseMayBeEmpty') ? back < away : back <= away) rules.bad('DATES_REVERSED');
    };
    if (has('orderBeforeDay')) reversed();
    if (has('pauseBeginsToday') ? away < today() : away <= today()) rules.bad('PAST');
    reversed();
    const days = daysBetween(away, back);
    if (days > 42 && !has('pauseIsEndless')) rules.bad('TOO_LONG');
    if (one.back !== null && one.back > today() && !has('anotherPauseReplaces')) refuse(409, 'PAUSED');
    Object.assign(one, { away, back });
    const more = has('pauseCountsBothEnds') ? days + 1 : days;
    if (one.paidUntil !== null) one.paidUntil = dayAfter(one.paidUntil, more);
  };
  const move: Step = (one, body) => {
    const round = people.roundOf(body['code'] ?? null);
    from(served.includes(one.state));
    const street = text(body['street'], 60);
    if (street !== one.street) rules.notBlank(street);
    if (one.form !== 'digital' && !has('movingNeedsNoRoom')) rules.room(round, one);
    one.street = street;
    if (!has('moveKeepsRound')) one.round = round;
  };
  const complain: Step = (one, body) => {
    const issue = numbered(data.issues, body['edition'] ?? '', () => true);
    from(one.state === 'active' || (one.state === 'reminded' && !has('remindedDoNotComplain')));
    if (one.form === 'digital' && !has('digitalComplains')) refuse(409, 'NO_DELIVERY');
    const deliveries = figures.deliveriesOf(issue).filter(({ round }) => round === one.round);
    const isThere = deliveries.some(({ state }) => state === 'delivered' || (state === 'assigned' && has('missingBeforeDelivery')));
    if (!isThere) refuse(409, 'NOT_DELIVERED');
    if (daysBetween(issue.day, today()) > 7) refuse(409, 'TOO_LATE');
    if (figures.isAway(one, issue.day) && !has('pausedComplains')) refuse(409, 'PAUSED');
    const wait = one.refundedOn === null ? null : daysBetween(one.refundedOn, today());
    const least = has('refundedOnceAWeek') ? 7 : 14;
    if (wait !== null && wait < least && !has('refundedEachTime')) refuse(has('refundedIs429') ? 429 : 409, 'REFUNDED');
    one.credit = has('refundReplacesCredit') ? 150 : one.credit + 150;
    one.refundedOn = today();
    if (!has('missingIsNotCounted')) for (const each of deliveries) each.missing += 1;
  };
  const cancel: Step = (one, _body, me) => {
    if (has('managersCancelNothing')) allow(me.role === 'reader');
    from([...served, 'stopped'].includes(one.state));
    if (one.state === 'active' && one.term === 'gift' && !has('giftsAreCancelled')) refuse(409, 'NO_CANCEL');
    one.state = 'cancelled';
    const { term, paidUntil } = one;
    if (paidUntil === null || paidUntil <= today()) return;
    if (term !== 'yearly') return;
    const left = daysBetween(today(), paidUntil) / 30;
    const months = has('startedMonthIsRefunded') ? Math.ceil(left) : Math.floor(left);
    const price = figures.price(one);
    one.refund = Math.floor((price * months) / 12 + 0.5);
  };
  return {
    addSubscription,
    pay: stepOf(office, ['amount'], pay),
    pause: stepOf(has('managersPauseNothing') ? ['reader'] : office, ['away', 'back'], pause, { carriersPause: 'carrier' }),
    move: stepOf(office, ['street', 'code'], move),
    complain: stepOf(['reader'], ['edition'], complain, { managersComplain: 'manager' }),
    cancel: stepOf(office, null, cancel),
  };
}
