import type { Body } from '../hand-written.ts';
import { refuse } from '../hand-written.ts';
import { among, date, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import type { HutAccess } from './access.ts';
import {
  type Damage,
  type Delivery,
  goodsKinds,
  type Hut,
  type HutData,
  mealKinds,
  type Order,
  type Person,
  placeKinds,
  type Reservation,
  roles,
  type Season,
  seasonKinds,
  severities,
  ways,
} from './data.ts';
import type { Has, HutFault } from './faults.ts';
import type { HutRules } from './rules.ts';
import type { HutViews } from './views.ts';

const guests = ['guest', 'member'];

/** How records are found, made and changed. `now`: milliseconds since the epoch. */
export function hutChanges(data: HutData, rules: HutRules, views: HutViews, access: HutAccess, has: Has, now: () => number) {
  const { allow, missing, numbered } = access;

  const addHut = (
    code: string,
    name: string,
    altitude: number,
    beds: number,
    mattresses: number,
    kitchen: number,
    note: string | null,
    keyCode: string | null,
  ): Hut => {
    const hut: Hut = {
      code,
      name,
      altitude,
      beds,
      mattresses,
      kitchen,
      note,
      keyCode,
      stock: has('hutsHaveStock') ? 100 : 0,
      closed: has('newHutsAreClosed'),
    };
    data.huts.push(hut);
    return hut;
  };
  const hutOf = (code: string): Hut => data.huts.find((one) => one.code === code) ?? missing();
  const seasonOf = (key: string, me: Person | null, lax = false): Season =>
    numbered(data.seasons, key, (one) => views.seesSeason(one, me), lax);
  const reservationOf = (key: string, me: Person, lax = false): Reservation =>
    numbered(data.reservations, key, (one) => views.seesReservation(one, me), lax);
  const orderOf = (key: string, me: Person, lax = false): Order => numbered(data.orders, key, (one) => views.seesOrder(one, me), lax);
  const damageOf = (key: string, me: Person, lax = false): Damage => numbered(data.damages, key, (one) => views.seesDamage(one, me), lax);
  const deliveryOf = (key: string, me: Person, lax = false): Delivery =>
    numbered(data.deliveries, key, (one) => views.seesDelivery(one, me), lax);
  /** The value given for a key, or else the present one. */
  const changed = <T>(body: Body, key: string, was: T, read: (value: unknown) => T): T => (key in body ? read(body[key]) : was);
  const words = (most: number, lax: HutFault) => (value: unknown) => text(value, has(lax) ? undefined : most);
  const optional = (body: Body, key: string, most: number, lax: HutFault): string | null =>
    changed<string | null>(body, key, null, (value) => orNull(value, words(most, lax)));

  const editPerson = (me: Person, key: string, body: Body): Body => {
    const person = numbered(data.people, key, (one) => views.seesPerson(one, me));
    const isEditable = (role: string): boolean => guests.includes(role) || (role === 'warden' && has('wardensAreEdited'));
    allow(isEditable(person.role));
    const role = changed(body, 'role', person.role, (value) => among(value, roles, has('rolesAreFree')));
    const barred = changed(body, 'barred', person.barred, (value) => yesOrNo(value));
    allow(isEditable(role) || has('officeMakesWardens') || !roles.includes(role));
    Object.assign(person, { role, barred: has('barredIsNotKept') ? person.barred : barred });
    if (has('unbarringClearsNoShows') && !barred) person.noShows = 0;
    return views.person(person, me);
  };

  const createHut = (me: Person, _key: string, body: Body): Body => {
    const code = words(4, 'codeMayBeLong')(body['code']);
    const hut: Omit<Hut, 'code' | 'stock' | 'closed'> = {
      name: words(40, 'hutNameMayBeLong')(body['name']),
      ...{
        altitude: whole(body['altitude']),
        beds: whole(body['beds']),
        mattresses: whole(body['mattresses']),
        kitchen: whole(body['kitchen']),
      },
      ...{ note: optional(body, 'note', 100, 'noteMayBeLong'), keyCode: optional(body, 'keyCode', 4, 'keyMayBeLong') },
    };
    if (has('rulesBeforeUnique')) rules.hut(hut, null);
    if (data.huts.some((one) => one.code === code) && !has('codesMayRepeat')) refuse(has('takenCodeIs422') ? 422 : 409, 'CONFLICT');
    rules.code(code);
    rules.hut(hut, null);
    const { name, altitude, beds, mattresses, kitchen, note, keyCode } = hut;
    return views.hut(addHut(code, name, altitude, beds, mattresses, kitchen, has('noteIsNotStored') ? null : note, keyCode), me);
  };
  const editHut = (me: Person, code: string, body: Body): Body => {
    const hut = hutOf(code);
    allow(me.role !== 'warden' || me.hut === hut || has('wardensEditAllHuts'));
    const officeKeys = has('wardensEditPlaces')
      ? ['name', 'altitude']
      : has('wardensRename')
        ? ['altitude', 'beds', 'mattresses']
        : ['name', 'altitude', 'beds', 'mattresses'];
    allow(me.role !== 'warden' || !officeKeys.some((key) => key in body));
    allow(me.role !== 'warden' || !('closed' in body) || !has('wardensDoNotClose'));
    const fields = {
      name: changed(body, 'name', hut.name, words(40, 'patchedNameMayBeLong')),
      altitude: changed(body, 'altitude', hut.altitude, whole),
      beds: changed(body, 'beds', hut.beds, whole),
      mattresses: changed(body, 'mattresses', hut.mattresses, whole),
      kitchen: changed(body, 'kitchen', hut.kitchen, whole),
      note: changed<string | null>(body, 'note', has('patchClearsNote') ? null : hut.note, (value) =>
        orNull(value, words(100, 'patchedNoteMayBeLong')),
      ),
      keyCode: changed<string | null>(body, 'keyCode', has('patchClearsKey') ? null : hut.keyCode, (value) =>
        orNull(value, words(4, 'patchedKeyMayBeLong')),
      ),
    };
    const closed = changed(body, 'closed', hut.closed && !has('patchOpensHut'), yesOrNo);
    rules.hut(fields, hut);
    Object.assign(hut, has('patchedKitchenIsNotKept') ? { ...fields, kitchen: hut.kitchen } : fields, { closed });
    return views.hut(hut, me);
  };
  const deleteHut = (_me: Person, code: string): null => {
    const hut = hutOf(code);
    allow(hut.closed || has('openHutsAreDeleted'));
    const holders: readonly (readonly { readonly hut: Hut | null }[])[] = [
      ...(has('wardensDoNotHold') ? [] : [data.people]),
      ...(has('seasonsDoNotHold') ? [] : [data.seasons]),
      ...(has('damagesDoNotHold') ? [] : [data.damages]),
      ...(has('deliveriesDoNotHold') ? [] : [data.deliveries]),
    ];
    if (holders.some((all) => all.some((one) => one.hut === hut))) refuse(has('usedIs422') ? 422 : 409, 'CONFLICT');
    data.huts = data.huts.filter((one) => one !== hut);
    return null;
  };

  const createSeason = (me: Person, code: string, body: Body): Body => {
    const season: Season = {
      ...{ number: data.next(), hut: hutOf(code), kind: among(body['kind'], seasonKinds, has('seasonKindsAreFree')) },
      ...{
        starts: date(body['starts']),
        ends: date(body['ends']),
        bedPrice: whole(body['bedPrice']),
        mattressPrice: whole(body['mattressPrice']),
      },
      state: has('newSeasonsAreOpen') ? 'open' : 'planned',
    };
    rules.season(season, null);
    data.seasons.push(season);
    return views.season(season, me);
  };
  const editSeason = (me: Person, key: string, body: Body): Body => {
    const season = seasonOf(key, me);
    allow(
      season.state === 'planned' ||
        (season.state === 'open' && has('openSeasonsAreEdited')) ||
        (season.state === 'closed' && has('closedSeasonsAreEdited')),
    );
    const fields = {
      starts: changed(body, 'starts', season.starts, date),
      ends: changed(body, 'ends', season.ends, date),
      bedPrice: changed(body, 'bedPrice', season.bedPrice, whole),
      mattressPrice: changed(body, 'mattressPrice', season.mattressPrice, whole),
    };
    rules.season({ ...season, ...fields }, season);
    const kept = has('patchedPriceIsNotKept')
      ? { ...fields, bedPrice: season.bedPrice }
      : has('patchedEndIsNotKept')
        ? { ...fields, ends: season.ends }
        : fields;
    return views.season(Object.assign(season, kept), me);
  };
  const deleteSeason = (me: Person, key: string): null => {
    const season = seasonOf(key, me);
    allow(season.state === 'planned' || (season.state === 'open' && has('openSeasonsAreDeleted')));
    const isUsed = data.reservationsIn(season).some(({ state }) => state !== 'cancelled' || !has('cancelledDoesNotHold'));
    if (isUsed && !has('usedSeasonsAreDeleted')) refuse(409, 'CONFLICT');
    data.seasons = data.seasons.filter((one) => one !== season);
    return null;
  };

  const createReservation = (me: Person, key: string, body: Body): Body => {
    const season = seasonOf(key, me, has('anyoneReservesPlans'));
    if (has('barredBeforeValues') && me.barred) refuse(403, 'BARRED');
    const one: Reservation = {
      ...{ number: data.next(), season, person: me, kind: among(body['kind'], placeKinds), arrival: date(body['arrival']) },
      ...{ nights: whole(body['nights']), people: whole(body['people']), remark: optional(body, 'remark', 120, 'remarkMayBeLong') },
      ...{ note: null, reason: null, price: has('requestsHaveAPrice') ? season.bedPrice : 0, meals: 0, paid: 0, fee: 0, refund: 0 },
      ...{ confirmedOn: null, arrivedOn: null, leftOn: null, at: now() },
      state: has('membersAreConfirmed') && me.role === 'member' ? 'confirmed' : 'requested',
    };
    if (has('rulesBeforeBarred')) rules.reservation(one);
    if (me.barred && !has('barredReserve') && !(me.role === 'member' && has('barredMembersReserve')))
      refuse(has('barredIs409') ? 409 : 403, 'BARRED');
    rules.reservation(one);
    data.reservations.push(has('remarkIsNotStored') ? Object.assign(one, { remark: null }) : one);
    return views.reservation(one, me);
  };
  const editReservation = (me: Person, key: string, body: Body): Body => {
    const one = reservationOf(key, me, has('anyoneEditsReservations'));
    const isWarden = me.role === 'warden';
    const [isRest, isNote] = ['people' in body || 'remark' in body || !('note' in body), 'note' in body];
    const isOpen = one.state === 'requested' || (one.state === 'confirmed' && has('confirmedIsEdited'));
    allow(!isRest || (isWarden ? has('wardensEditReservations') : isOpen));
    allow(!isNote || isWarden || (isOpen && has('guestsWriteNotes')));
    const fields = {
      people: changed(body, 'people', one.people, whole),
      remark: changed<string | null>(body, 'remark', has('patchClearsRemark') ? null : one.remark, (value) =>
        orNull(value, words(120, 'patchedRemarkMayBeLong')),
      ),
      note: changed<string | null>(body, 'note', one.note, (value) => orNull(value, words(80, 'wardensNoteMayBeLong'))),
    };
    if (fields.people !== one.people) rules.smaller(fields.people, one.people);
    return views.reservation(Object.assign(one, has('patchedPeopleAreNotKept') ? { ...fields, people: one.people } : fields), me);
  };

  const createOrder = (me: Person, key: string, body: Body): Body => {
    const reservation = reservationOf(key, me, has('anyoneOrders'));
    const one: Order = {
      ...{ number: data.next(), reservation, meal: among(body['meal'], mealKinds, has('mealsAreFreeText')), day: date(body['day']) },
      ...{ count: whole(body['count']), remark: optional(body, 'remark', 80, 'dietMayBeLong'), price: 0, state: 'ordered' },
    };
    const states = has('requestedOrders')
      ? ['requested', 'confirmed', 'arrived']
      : has('arrivedDoNotOrder')
        ? ['confirmed']
        : has('leftOrder')
          ? ['confirmed', 'arrived', 'left']
          : ['confirmed', 'arrived'];
    if (has('countBeforeState')) rules.count(one.count, reservation);
    if (!states.includes(reservation.state)) refuse(has('notComingIs422') ? 422 : 409, 'NOT_COMING');
    rules.order(one, me);
    data.orders.push(has('dietIsNotStored') ? Object.assign(one, { remark: null }) : one);
    return views.order(one, me);
  };
  const editOrder = (me: Person, key: string, body: Body): Body => {
    const one = orderOf(key, me, has('anyoneEditsOrders'));
    const today = new Date(now()).toISOString().slice(0, 10);
    allow(one.state === 'ordered' || (one.state === 'cancelled' && has('cancelledIsEdited')));
    allow(one.day > today || (one.day === today && has('ordersAreEditedTheSameDay')) || has('ordersAreEditedAnyDay'));
    const count = changed(body, 'count', one.count, whole);
    const remark = changed<string | null>(body, 'remark', one.remark, (value) => orNull(value, words(80, 'patchedDietMayBeLong')));
    if (count !== one.count && !has('patchedCountIsNotChecked')) rules.count(count, one.reservation);
    return views.order(Object.assign(one, has('patchedCountIsNotKept') ? { remark } : { count, remark }), me);
  };

  const createDamage = (me: Person, code: string, body: Body): Body => {
    const hut = hutOf(code);
    allow(me.role !== 'warden' || me.hut === hut || has('wardensReportElsewhere'));
    const one: Damage = {
      ...{
        number: data.next(),
        hut,
        reporter: me,
        title: words(60, 'titleMayBeLong')(body['title']),
        severity: among(body['severity'], severities),
      },
      ...{
        reason: null,
        cost: null,
        repairedOn: null,
        state: has('wardensReportsAreAccepted') && me.role === 'warden' ? 'accepted' : 'reported',
      },
    };
    if (has('reportedDangerCloses') && one.severity === 'danger') hut.closed = true;
    rules.damage(one);
    data.damages.push(one);
    return views.damage(one, me);
  };

  const createDelivery = (me: Person, code: string, body: Body): Body => {
    const one: Delivery = {
      ...{
        number: data.next(),
        hut: hutOf(code),
        goods: among(body['goods'], goodsKinds, has('goodsAreFree')),
        way: among(body['way'], ways),
      },
      ...{
        amount: whole(body['amount']),
        day: date(body['day']),
        cost: whole(body['cost']),
        received: null,
        state: has('newDeliveriesAreSent') ? 'sent' : 'planned',
      },
    };
    rules.delivery(one, null);
    data.deliveries.push(one);
    return views.delivery(one, me);
  };
  const editDelivery = (me: Person, key: string, body: Body): Body => {
    const one = deliveryOf(key, me);
    allow(
      one.state === 'planned' ||
        (one.state === 'sent' && has('sentIsEdited')) ||
        (one.state === 'cancelled' && has('cancelledDeliveryIsEdited')),
    );
    const fields = {
      way: changed(body, 'way', one.way, (value) => among(value, ways)),
      amount: changed(body, 'amount', one.amount, whole),
      day: changed(body, 'day', one.day, date),
      cost: changed(body, 'cost', one.cost, whole),
    };
    rules.delivery({ ...one, ...fields }, one);
    return views.delivery(
      Object.assign(
        one,
        has('patchedDayIsNotKept') ? { ...fields, day: one.day } : has('patchedCostIsNotKept') ? { ...fields, cost: one.cost } : fields,
      ),
      me,
    );
  };
  return {
    ...{ addHut, hutOf, seasonOf, reservationOf, orderOf, damageOf, deliveryOf, words },
    ...{ editPerson, createHut, editHut, deleteHut, createSeason, editSeason, deleteSeason },
    ...{ createReservation, editReservation, createOrder, editOrder, createDamage, createDelivery, editDelivery },
  };
}
