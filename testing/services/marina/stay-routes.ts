import { type Body, type Route, refuse } from '../hand-written.ts';
import { among, date, given, orNull, text, whole } from '../hand-written-inputs.ts';
import type { MarinaParts } from './berth-routes.ts';
import type { Berth, Person, Stay } from './data.ts';
import { bodyOf, complete, money, pageIn } from './inputs.ts';

const statuses = ['requested', 'confirmed', 'moored', 'departed', 'declined', 'cancelled', 'expired', 'missed'];
const chargeKinds = ['electricity', 'water', 'laundry', 'work'];

export function stayRoutes({ data, rules, steps, views, access, has, now }: MarinaParts): readonly Route[] {
  const { signedIn, enter, forbidden, missing, readsBoat, readsStay, readsJob, stayNumbered, chargeNumbered } = access;

  const values = (body: Body, stay: Stay): Stay => {
    const changed = { ...stay };
    if ('arrives' in body) changed.arrives = date(body['arrives']);
    if ('leaves' in body) changed.leaves = date(body['leaves']);
    if ('persons' in body) changed.persons = whole(body['persons']);
    if ('note' in body) changed.note = orNull(body['note'], (value) => text(value, has('longNotes') ? 5000 : 300));
    return changed;
  };

  const shown = (stay: Stay): readonly [number, unknown] => [200, views.stay(stay)];

  /** The berth that a request about a stay names. */
  const berthOf = (body: Body): Berth => {
    const code = orNull(body['code'] ?? null, text);
    return data.berths.find((one) => one.code === code) ?? refuse(has('noSuchBerthIs422') ? 422 : 404, 'NO_SUCH_BERTH');
  };

  const create: Route = [
    'POST',
    /^\/api\/stays$/,
    (_, request) => {
      const me = enter(request, 'skipper', !has('harbourmasterAsksForNone') && 'harbourmaster', has('dockhandsAskForStays') && 'dockhand');
      const body = bodyOf(request, has, ['registration', 'arrives', 'leaves', 'persons', 'note']);
      const registration = orNull(body['registration'] ?? null, text);
      const unknown = (): never => refuse(has('noSuchBoatIs422') ? 422 : 404, has('noSuchBoatIsNotFound') ? 'NOT_FOUND' : 'NO_SUCH_BOAT');
      const boat = data.boats.find((one) => one.registration === registration) ?? unknown();
      if (!readsBoat(me, boat) && !has('anySkipperAsksForBoats')) unknown();
      const start = { number: 0, boat, berth: null, status: has('newStaysAreConfirmed') ? 'confirmed' : 'requested' };
      const empty = { note: null, reason: null, arrivedAt: null, departedAt: null, paid: 0, createdAt: now() };
      complete(body, has, ['arrives', 'leaves']);
      const stay = values(body, { ...start, ...empty, arrives: '', leaves: '', persons: has('aloneByDefault') ? 1 : 2 });
      rules.stay(stay, 'create');
      const kept = { ...stay, number: data.next('stay'), ...(has('noteNotKept') ? { note: null } : {}) };
      data.stays.push(kept);
      return [has('newStayIs200') ? 200 : 201, views.stay(kept)];
    },
  ];

  const list: Route = [
    'GET',
    /^\/api\/stays$/,
    (_, request) => {
      const query = new URLSearchParams(request.query);
      const cut = pageIn(query, has);
      const status = given(query, 'status', (value) => among(value, statuses));
      const registration = given(query, 'registration', text);
      const from = given(query, 'from', date);
      const me = signedIn(request);
      const matching = data.stays.filter(
        (one) =>
          (status === null || one.status === status || has('statusFilterIgnored')) &&
          (registration === null || one.boat.registration === registration || has('boatFilterIgnored')) &&
          (from === null ||
            (has('fromCountsLastDay') ? one.leaves >= from : has('fromIsArrival') ? one.arrives >= from : one.leaves > from)),
      );
      const showsAll =
        (has('stayListShowsAll') && me.role === 'skipper') ||
        (has('requestedListedToDockhands') && me.role === 'dockhand') ||
        (has('boatFilterFindsAllStays') && registration !== null) ||
        (has('statusFilterFindsAllStays') && status !== null) ||
        (has('cancelledListedToDockhands') && me.role === 'dockhand' && status === 'cancelled');
      const found = matching.filter((one) => showsAll || readsStay(me, one));
      const byNumber = (one: Stay, other: Stay): number => one.number - other.number;
      if (has('staysByNumber')) found.sort(byNumber);
      else if (has('latestStaysFirst')) found.sort((one, other) => (one.arrives > other.arrives ? -1 : 1));
      else found.sort((one, other) => (one.arrives === other.arrives ? byNumber(one, other) : one.arrives < other.arrives ? -1 : 1));
      const { page, total } = cut(found);
      return [200, { stays: page.map(views.stay), total: has('allStaysAreCounted') ? matching.length : total }];
    },
  ];

  const update: Route = [
    'PATCH',
    /^\/api\/stays\/(\d+)$/,
    ([, number = ''], request) => {
      const me = signedIn(request);
      const body = bodyOf(request, has, ['arrives', 'leaves', 'persons', 'note']);
      const stay = stayNumbered(me, number, has('anySkipperEditsStays') && me.role === 'skipper');
      const isRequested =
        stay.status === 'requested' ||
        (has('confirmedIsEdited') && stay.status === 'confirmed') ||
        (has('mooredIsEdited') && stay.status === 'moored');
      if (me.role === 'skipper' && !isRequested) forbidden();
      if (me.role === 'dockhand' && !has('dockhandsEditStays')) forbidden();
      if (me.role === 'harbourmaster' && stay.status !== 'requested' && has('harbourmasterEditsRequestsOnly')) forbidden();
      const changed = values(body, stay);
      rules.stay(changed, 'update');
      Object.assign(stay, has('personsAreNotChanged') ? { ...changed, persons: stay.persons } : changed);
      return shown(stay);
    },
  ];

  /**
   * A route of an event of a stay. `wanted`: the roles that may call it. `evenFor`: a role
   * that finds
   * those it may not read.
   */
  const event = (
    name: string,
    wanted: readonly (string | false)[],
    keys: readonly string[],
    run: (me: Person, stay: Stay, body: Body) => void,
    evenFor: string | false = false,
  ): Route => [
    'POST',
    new RegExp(`^/api/stays/([^/]+)/${name}$`),
    ([, number = ''], request) => {
      if (wanted.length === 0 && !/^\d+$/.test(number)) missing();
      const me = wanted.length === 0 ? signedIn(request) : enter(request, ...wanted);
      const body = keys.length === 0 ? {} : bodyOf(request, has, keys);
      orNull(body['code'] ?? null, text);
      const stay = stayNumbered(me, number, evenFor === me.role);
      run(me, stay, body);
      return shown(stay);
    },
  ];

  const office = ['dockhand', 'harbourmaster'];
  const events: readonly Route[] = [
    event(
      'confirm',
      ['harbourmaster', has('dockhandsConfirm') && 'dockhand', has('skippersConfirm') && 'skipper'],
      ['code'],
      (_, stay, body) => steps.confirm(stay, berthOf(body)),
      has('dockhandsConfirm') && 'dockhand',
    ),
    event('decline', ['harbourmaster', has('skippersDecline') && 'skipper'], ['reason'], (_, stay, { reason }) =>
      steps.decline(stay, () => text(reason, 300)),
    ),
    event(
      'cancel',
      ['skipper', !has('harbourmasterCancelsNone') && 'harbourmaster', has('dockhandsCancel') && 'dockhand'],
      [],
      steps.cancel,
      has('anySkipperCancels') && 'skipper',
    ),
    event('arrive', ['dockhand', !has('harbourmasterReceivesNone') && 'harbourmaster', has('skippersArrive') && 'skipper'], [], (_, stay) =>
      steps.arrive(stay),
    ),
    event('move', [...office, has('skippersMove') && 'skipper'], ['code'], (_, stay, body) => steps.move(stay, berthOf(body))),
    event(
      'extend',
      [],
      ['until'],
      (me, stay, { until }) => {
        if (has('dockhandsExtendNone') && me.role === 'dockhand') forbidden();
        if (has('skippersExtendNone') && me.role === 'skipper') forbidden();
        steps.extend(stay, () => date(until));
      },
      has('anySkipperExtends') && 'skipper',
    ),
    event('settle', [], [], (me, stay) => {
      if (me.role === 'skipper' && !has('skippersSettle')) forbidden();
      if (me.role === 'harbourmaster' && has('harbourmasterSettlesNone')) forbidden();
      steps.settle(stay);
    }),
    event('depart', [...office, has('skippersDepart') && 'skipper'], [], (_, stay) => steps.depart(stay)),
  ];

  const charges: readonly Route[] = [
    [
      'POST',
      /^\/api\/stays\/(\d+)\/charges$/,
      ([, number = ''], request) => {
        const me = enter(request, 'dockhand', !has('harbourmasterNotesNone') && 'harbourmaster', has('skippersNoteCharges') && 'skipper');
        const body = bodyOf(request, has, ['kind', 'price', 'quantity']);
        const stay = stayNumbered(me, number);
        complete(body, has, ['kind', 'price']);
        const quantity = whole('quantity' in body ? body['quantity'] : has('tenByDefault') ? 10 : 1);
        const kind = among(body['kind'], chargeKinds, has('anyKindOfCharge'));
        const price = has('priceInAnyPlaces') ? Number(money(Number(body['price']).toFixed(2))) : money(body['price']);
        const one = { stay, kind, quantity, price, by: me, job: null };
        rules.charge({ number: 0, ...one });
        return [201, views.charge(steps.charge(one), () => true)];
      },
    ],
    [
      'GET',
      /^\/api\/stays\/(\d+)\/charges$/,
      ([, number = ''], request) => {
        const cut = pageIn(new URLSearchParams(request.query), has);
        const me = signedIn(request);
        const stay = stayNumbered(me, number, has('anySkipperReadsCharges'));
        const found = data.charges.filter((one) => one.stay === stay || has('chargesOfAllStays'));
        const { page, total } = cut(found);
        return [
          200,
          {
            charges: page.map((one) => views.charge(one, (job) => readsJob(me, job))),
            total: has('allChargesAreCounted') ? data.charges.length : total,
          },
        ];
      },
    ],
    [
      'DELETE',
      /^\/api\/charges\/(\d+)$/,
      ([, number = ''], request) => {
        const me = signedIn(request);
        const charge = chargeNumbered(me, number);
        const isOwn = charge.by === me;
        if (me.role === 'skipper' && !has('skippersDeleteCharges')) forbidden();
        if (me.role === 'dockhand' && !isOwn && !has('anyDockhandDeletesCharges')) forbidden();
        if (me.role === 'harbourmaster' && !isOwn && has('harbourmasterDeletesOwnCharges')) forbidden();
        rules.open(charge.stay, 'delete');
        if (!has('chargeIsNotDeleted')) data.charges = data.charges.filter((other) => other !== charge);
        return [has('deletedChargeIs200') ? 200 : 204, has('deletedChargeIs200') ? {} : null];
      },
    ],
  ];

  const summary: Route = [
    'GET',
    /^\/api\/summary$/,
    (_, request) => {
      const me = signedIn(request);
      const readable = data.stays.filter((one) => readsStay(me, one));
      const counted = has('summaryCountsAll') ? data.stays : readable;
      const ofDockhands = has('dockhandsCountRequests') && me.role === 'dockhand' ? data.stays : counted;
      const moored = (has('summaryOwesAll') ? data.stays : readable).filter(({ status }) => status === 'moored');
      const owed = moored.reduce((sum, one) => sum + ((has('owedIsTotal') ? data.total(one) : data.balance(one)) ?? 0), 0);
      const there = counted.filter(({ status }) => status === 'moored' || (has('expectedAreMoored') && status === 'confirmed'));
      return [
        200,
        { requested: ofDockhands.filter(({ status }) => status === 'requested').length, moored: there.length, owed: owed / 100 },
      ];
    },
  ];

  const read: Route = [
    'GET',
    /^\/api\/stays\/(\d+)$/,
    ([, number = ''], request) => {
      const me = signedIn(request);
      const evenHidden = has(me.role === 'dockhand' ? 'dockhandsReadRequests' : 'anySkipperReadsStays');
      const stay = stayNumbered(me, number, evenHidden);
      return shown(stay);
    },
  ];

  return [create, list, read, update, ...events, ...charges, summary];
}
