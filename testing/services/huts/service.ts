import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import { type Body, type Route, serviceOf } from '../hand-written.ts';
import { among, text, whole } from '../hand-written-inputs.ts';
import { hutAccess } from './access.ts';
import { hutChanges } from './changes.ts';
import { type Damage, type Delivery, HutData, type Person, type Reservation, roles, type Season, severities } from './data.ts';
import type { HutFault, Others } from './faults.ts';
import { hutLists } from './lists.ts';
import { hutRules } from './rules.ts';
import { hutSteps } from './steps.ts';
import { hutViews } from './views.ts';

const guests = ['guest', 'member'];

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `now`:
 * milliseconds since the epoch.
 */
export function hutService(now: () => number, fault: HutFault | null = null): Implementation {
  const has = (one: HutFault): boolean => fault === one;
  const data = new HutData();
  const rules = hutRules(data, has, now);
  const steps = hutSteps(data, rules, has, now);
  const views = hutViews(data, has);
  const lists = hutLists(data, views, has);
  const access = hutAccess(data, rules, views, has, fault, now, steps.fire);
  const { allow, route } = access;
  const { from } = steps;

  const changes = hutChanges(data, rules, views, access, has, now);
  const { hutOf, seasonOf, reservationOf, orderOf, damageOf, deliveryOf, words } = changes;
  const steinhaus = changes.addHut('STE', 'Stein house', 1850, 12, 20, 30, 'Wood is behind the house', '4711');
  const gipfelhaus = changes.addHut('GIP', 'Gipfel house', 2740, 6, 10, 12, null, '1907');
  for (const hut of [steinhaus, gipfelhaus]) Object.assign(hut, { stock: 0, closed: false });
  for (const name of [
    'Gus Guest',
    'Greta Guest',
    'Mia Member',
    'Max Member',
    'Will Warden',
    'Wanda Warden',
    'Olga Office',
    'Otto Office',
  ]) {
    const [first = '', role = ''] = name.toLowerCase().split(' ');
    const hut = first === 'will' ? steinhaus : first === 'wanda' ? gipfelhaus : null;
    access.addPerson(name, `${first}@example.com`, 'correct-horse', role, hut).barred = false;
  }

  const withdrawDamage = (me: Person, key: string): Body => {
    const one = damageOf(key, me);
    allow(one.reporter === me || (me.role === 'warden' && has('wardensWithdraw')) || me.role === 'office');
    steps.withdraw(one);
    return views.damage(one, me);
  };

  type Find<T> = (key: string, me: Person, lax: boolean) => T;
  type Step<T> = (one: T, body: Body) => void;
  /** A call for an event. `lax`: a fault that lets people do it to any record. */
  const event =
    <T>(find: Find<T>, show: (one: T, me: Person) => Body) =>
    (
      name: string,
      wanted: readonly string[],
      step: Step<T>,
      more: { keys?: readonly string[]; others?: Others; lax?: HutFault } = {},
    ): Route =>
      route<Person>(`POST ${name}`, {
        ...{ roles: wanted, keys: more.keys ?? null, others: more.others ?? {} },
        handle: (me, key, body) => {
          const one = find(key, me, more.lax !== undefined && has(more.lax));
          step(one, body);
          return show(one, me);
        },
      });
  const ofSeason = event<Season>(seasonOf, views.season);
  const ofReservation = event(reservationOf, views.reservation);
  const ofOrder = event(orderOf, views.order);
  const ofDamage = event(damageOf, views.damage);
  const ofDelivery = event(deliveryOf, views.delivery);

  const decline: Step<Reservation> = (one, body) => {
    if (has('reasonBeforeState')) text(body['reason']);
    from(one.state === 'requested' || (one.state === 'confirmed' && has('confirmedIsDeclined')));
    steps.decline(one, words(120, 'reasonMayBeLong')(body['reason']));
  };
  const pay: Step<Reservation> = (one, body) => {
    const states = has('requestedIsPaid')
      ? ['requested', 'confirmed', 'arrived']
      : has('arrivedIsNotPaid')
        ? ['confirmed']
        : has('leftIsPaid')
          ? ['confirmed', 'arrived', 'left']
          : ['confirmed', 'arrived'];
    from(states.includes(one.state));
    steps.pay(one, whole(body['amount']));
  };
  const accept: Step<Damage> = (one, body) => {
    from(
      one.state === 'reported' ||
        (one.state === 'rejected' && has('rejectedIsAccepted')) ||
        (one.state === 'withdrawn' && has('withdrawnIsAccepted')),
    );
    steps.accept(one, among(body['severity'], severities, has('severityIsFree')));
  };
  const reject: Step<Damage> = (one, body) => {
    from(one.state === 'reported' || (one.state === 'accepted' && has('acceptedIsRejected')));
    steps.reject(one, words(120, 'rejectionMayBeLong')(body['reason']));
  };
  const repair: Step<Damage> = (one, body) => {
    if (has('costBeforeState')) whole(body['cost']);
    from(
      one.state === 'accepted' ||
        (one.state === 'reported' && has('reportedIsRepaired')) ||
        (one.state === 'repaired' && has('repairedTwice')),
    );
    steps.repair(one, whole(body['cost']));
  };
  const receive: Step<Delivery> = (one, body) => {
    from(one.state === 'sent' || (one.state === 'received' && has('receivedTwice')) || (one.state === 'lost' && has('lostIsReceived')));
    steps.receive(one, whole(body['received']));
  };

  const list = (name: string, wanted: readonly string[], show: (me: Person, query: URLSearchParams) => Body, others: Others = {}): Route =>
    route<Person>(`GET ${name}`, { roles: wanted, others, handle: (me, _key, _body, query) => show(me, query) });
  const hutKeys = ['name', 'altitude', 'beds', 'mattresses', 'kitchen', 'note', 'keyCode'];
  return serviceOf(
    [
      route<Person>('POST /people', {
        roles: ['visitor'],
        keys: ['name', 'email', 'password'],
        status: 201,
        others: { guestsSignUp: 'guest' },
        handle: (_me, _key, body) => access.signUp(body),
      }),
      route<null>('POST /session', {
        roles: null,
        keys: ['email', 'password'],
        handle: (_me, _key, body, _query, token) => access.signIn(body, token),
      }),
      route<Person>('DELETE /session', { roles, handle: (_me, _key, _body, _query, token) => access.signOut(token) }),
      route<Person>('GET /me', { roles, handle: (me) => views.person(me, me) }),
      list('/people', ['warden', 'office'], lists.people, { membersListPeople: 'member', guestsListPeople: 'guest' }),
      route<Person>('PATCH /people/:number', {
        roles: ['office'],
        keys: ['role', 'barred'],
        others: { wardensBar: 'warden', membersEditPeople: 'member' },
        handle: changes.editPerson,
      }),
      route<null>('GET /huts', { roles: null, handle: (me, _key, _body, query) => lists.huts(me, query) }),
      route<Person>('POST /huts', {
        roles: ['office'],
        keys: ['code', ...hutKeys],
        status: 201,
        others: { wardensAddHuts: 'warden', membersAddHuts: 'member' },
        handle: changes.createHut,
      }),
      route<null>('GET /huts/:code', { roles: null, handle: (me, code) => views.hut(hutOf(code), me) }),
      route<Person>('PATCH /huts/:code', {
        roles: ['warden', 'office'],
        keys: [...hutKeys, 'closed'],
        others: { membersEditHuts: 'member' },
        handle: changes.editHut,
      }),
      route<Person>('DELETE /huts/:code', { roles: ['office'], others: { wardensDeleteHuts: 'warden' }, handle: changes.deleteHut }),
      route<Person>('POST /huts/:code/seasons', {
        roles: ['office'],
        keys: ['kind', 'starts', 'ends', 'bedPrice', 'mattressPrice'],
        status: 201,
        others: { wardensPlan: 'warden' },
        handle: changes.createSeason,
      }),
      route<null>('GET /seasons', { roles: null, handle: (me, _key, _body, query) => lists.seasons(me, query) }),
      route<null>('GET /seasons/:number', {
        roles: null,
        handle: (me, key) => views.season(seasonOf(key, me, has('anyoneReadsSeasons')), me),
      }),
      route<Person>('PATCH /seasons/:number', {
        roles: ['office'],
        keys: ['starts', 'ends', 'bedPrice', 'mattressPrice'],
        others: { wardensEditSeasons: 'warden' },
        handle: changes.editSeason,
      }),
      ofSeason('/seasons/:number/publish', ['office'], steps.publish, { others: { wardensPublish: 'warden', membersPublish: 'member' } }),
      ofSeason('/seasons/:number/close', ['office'], steps.close, { others: { wardensClose: 'warden' } }),
      route<Person>('DELETE /seasons/:number', {
        roles: ['office'],
        others: { wardensDeleteSeasons: 'warden' },
        handle: changes.deleteSeason,
      }),
      route<Person>('POST /seasons/:number/reservations', {
        roles: has('guestsDoNotReserve') ? ['member'] : guests,
        keys: ['kind', 'arrival', 'nights', 'people', 'remark'],
        status: 201,
        others: { wardensReserve: 'warden', officeReserves: 'office' },
        handle: changes.createReservation,
      }),
      list('/reservations', roles, lists.reservations),
      route<Person>('GET /reservations/:number', {
        roles,
        handle: (me, key) => views.reservation(reservationOf(key, me, has('anyoneReadsReservations')), me),
      }),
      route<Person>('PATCH /reservations/:number', {
        roles: [...guests, 'warden'],
        keys: ['people', 'remark', 'note'],
        others: { officeEditsReservations: 'office' },
        handle: changes.editReservation,
      }),
      ofReservation('/reservations/:number/confirm', has('officeDoesNotConfirm') ? ['warden'] : ['warden', 'office'], steps.confirm, {
        others: { membersConfirm: 'member' },
        lax: 'anyWardenConfirms',
      }),
      ofReservation('/reservations/:number/decline', has('wardensDoNotDecline') ? ['office'] : ['warden', 'office'], decline, {
        keys: ['reason'],
        others: { guestsDecline: 'guest' },
        lax: 'anyWardenDeclines',
      }),
      ofReservation('/reservations/:number/pay', guests, pay, {
        keys: ['amount'],
        others: { wardensPay: 'warden', officePays: 'office' },
        lax: 'anyonePays',
      }),
      ofReservation('/reservations/:number/cancel', has('officeDoesNotCancel') ? guests : [...guests, 'office'], steps.cancel, {
        others: { wardensCancel: 'warden' },
        lax: 'anyoneCancels',
      }),
      ofReservation('/reservations/:number/arrive', ['warden'], steps.arrive, {
        others: { officeArrives: 'office', guestsArrive: 'guest' },
        lax: 'anyWardenLetsIn',
      }),
      ofReservation('/reservations/:number/leave', ['warden'], steps.leave, {
        others: { membersLeave: 'member', officeLeaves: 'office' },
        lax: 'anyWardenLetsGo',
      }),
      ofReservation('/reservations/:number/no-show', ['warden'], steps.noShow, {
        others: { officeMisses: 'office' },
        lax: 'anyWardenMisses',
      }),
      route<Person>('POST /reservations/:number/orders', {
        roles: has('wardensDoNotOrder') ? guests : [...guests, 'warden'],
        keys: ['meal', 'day', 'count', 'remark'],
        status: 201,
        others: { officeOrders: 'office' },
        handle: changes.createOrder,
      }),
      list('/orders', roles, lists.orders),
      route<Person>('PATCH /orders/:number', {
        roles: guests,
        keys: ['count', 'remark'],
        others: { wardensEditOrders: 'warden', officeEditsOrders: 'office' },
        handle: changes.editOrder,
      }),
      ofOrder('/orders/:number/serve', ['warden'], steps.serve, {
        others: { guestsServe: 'guest', officeServes: 'office' },
        lax: 'anyWardenServes',
      }),
      ofOrder('/orders/:number/cancel', [...guests, 'warden'], steps.cancelOrder, {
        others: { officeCancelsOrders: 'office' },
        lax: 'anyoneCancelsOrders',
      }),
      route<Person>('POST /huts/:code/damages', {
        roles: ['member', 'warden'],
        keys: ['title', 'severity'],
        status: 201,
        others: { officeReports: 'office', guestsReport: 'guest' },
        handle: changes.createDamage,
      }),
      list('/damages', ['member', 'warden', 'office'], lists.damages, { guestsListDamages: 'guest' }),
      route<Person>('GET /damages/:number', {
        roles: ['member', 'warden', 'office'],
        handle: (me, key) => views.damage(damageOf(key, me, has('anyoneReadsDamages')), me),
      }),
      ofDamage('/damages/:number/accept', ['office'], accept, { keys: ['severity'], others: { wardensAccept: 'warden' } }),
      ofDamage('/damages/:number/reject', ['office'], reject, { keys: ['reason'], others: { wardensReject: 'warden' } }),
      route<Person>('POST /damages/:number/withdraw', {
        roles: ['member', 'warden'],
        others: { officeWithdraws: 'office' },
        handle: withdrawDamage,
      }),
      ofDamage('/damages/:number/repair', ['warden'], repair, {
        keys: ['cost'],
        others: { officeRepairs: 'office', reportersRepair: 'member' },
        lax: 'anyWardenRepairs',
      }),
      ofDamage('/damages/:number/reopen', ['office'], steps.reopen, { others: { wardensReopen: 'warden', reportersReopen: 'member' } }),
      route<Person>('POST /huts/:code/deliveries', {
        roles: ['office'],
        keys: ['goods', 'way', 'amount', 'day', 'cost'],
        status: 201,
        others: { wardensDeliver: 'warden' },
        handle: changes.createDelivery,
      }),
      list('/deliveries', ['warden', 'office'], lists.deliveries),
      route<Person>('PATCH /deliveries/:number', {
        roles: ['office'],
        keys: ['way', 'amount', 'day', 'cost'],
        handle: changes.editDelivery,
      }),
      ofDelivery('/deliveries/:number/send', ['office'], steps.send, { others: { wardensSend: 'warden' } }),
      ofDelivery('/deliveries/:number/cancel', ['office'], steps.cancelDelivery, { others: { wardensCancelDeliveries: 'warden' } }),
      ofDelivery('/deliveries/:number/receive', ['warden'], receive, {
        keys: ['received'],
        others: { officeReceives: 'office' },
        lax: 'anyWardenReceives',
      }),
      ofDelivery('/deliveries/:number/lose', ['office'], steps.lose, { others: { wardensLose: 'warden' } }),
    ],
    now,
  );
}
