import type { Body } from '../hand-written.ts';
import { among, date, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import {
  damageStates,
  deliveryStates,
  goodsKinds,
  type Hut,
  type HutData,
  mealKinds,
  orderStates,
  type Person,
  placeKinds,
  reservationStates,
  roles,
  seasonKinds,
  seasonStates,
  severities,
} from './data.ts';
import type { Has } from './faults.ts';
import type { HutViews } from './views.ts';

/** Texts sort without regard to case. */
const byText = (a: string, b: string): number => {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  return one < other ? -1 : one > other ? 1 : 0;
};

/** The lists that people ask for. `me` is null if signed out. */
export function hutLists(data: HutData, views: HutViews, has: Has) {
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const usual = has('usualLimitIsTen') ? 10 : has('usualLimitIsFifty') ? 50 : 20;
    const limit = given(query, 'limit', integer) ?? usual;
    const offset = given(query, 'offset', integer) ?? 0;
    const isWrong = limit < 0 || (limit > 1000 && !has('limitIsUnbounded')) || offset < 0;
    if (isWrong) invalid();
    const found = all.filter(fits);
    const from = has('offsetIsIgnored') ? 0 : has('offsetBeginsAtOne') ? Math.max(0, offset - 1) : offset;
    const size = has('limitIsIgnored') ? 1000 : has('pageHasOneMore') ? limit + 1 : limit;
    return { shown: found.slice(from, from + size), total: has('totalIsOfThePage') ? Math.min(limit, found.length) : found.length };
  };
  const holds = (text: string, words: string): boolean =>
    has('wordsMindCase')
      ? text.includes(words)
      : has('wordsAreAtTheStart')
        ? text.toLowerCase().startsWith(words.toLowerCase())
        : has('wordsAreTheWhole')
          ? text.toLowerCase() === words.toLowerCase()
          : text.toLowerCase().includes(words.toLowerCase());
  /** Of records with a number. */
  const newestFirst = (a: { readonly number: number }, b: { readonly number: number }): number => b.number - a.number;

  const people = (me: Person, query: URLSearchParams): Body => {
    const role = given(query, 'role', (value) => among(value, roles));
    const barred = given(query, 'barred', flag);
    const words = query.get('words');
    const byName = (a: Person, b: Person): number =>
      has('peopleAreByNumber') ? 0 : has('namesDescend') ? byText(b.name, a.name) : byText(a.name, b.name);
    const all = [...data.people].sort((a, b) => byName(a, b) || (has('newestNameFirst') ? newestFirst(a, b) : newestFirst(b, a)));
    const { shown, total } = page(all, query, (one) => {
      if (!views.seesPerson(one, me) && !has('everybodyIsListed')) return false;
      if (role !== null && one.role !== role && !has('roleIsIgnored')) return false;
      if (has('barredIgnoresFalse') ? barred && !one.barred : barred !== null && one.barred !== barred) return false;
      return words === null || holds(one.name, words);
    });
    return { people: shown.map((one) => views.person(one, me)), total };
  };
  const huts = (me: Person | null, query: URLSearchParams): Body => {
    const closed = given(query, 'closed', flag);
    const least = given(query, 'least', integer);
    const words = query.get('words');
    const byAltitude = (a: Hut, b: Hut): number =>
      has('lowestHutFirst') ? a.altitude - b.altitude : has('hutsAreByCode') ? 0 : b.altitude - a.altitude;
    const all = [...data.huts].sort((a, b) => byAltitude(a, b) || (has('codesDescend') ? byText(b.code, a.code) : byText(a.code, b.code)));
    const { shown, total } = page(all, query, (one) => {
      if (closed === null && one.closed && has('closedIsNotListed')) return false;
      if (has('closedIgnoresFalse') ? closed && !one.closed : closed !== null && one.closed !== closed) return false;
      if (least !== null && (has('leastIsStrict') ? one.altitude <= least : one.altitude < least)) return false;
      if (words === null) return true;
      const seesNote = me !== null && (me.role !== 'guest' || has('wordsFindHiddenNotes'));
      const text = has('wordsAreOfTheName') ? one.name : one.note;
      return seesNote && text !== null && holds(text, words);
    });
    return { huts: shown.map((one) => views.hut(one, me)), total: has('hutTotalIsOfAll') ? data.huts.length : total };
  };
  const seasons = (me: Person | null, query: URLSearchParams): Body => {
    const kind = given(query, 'kind', (value) => among(value, seasonKinds, has('anySeasonKindIsFine')));
    const state = given(query, 'state', (value) => among(value, seasonStates));
    const on = given(query, 'on', date);
    const code = query.get('hut');
    const all = [...data.seasons].sort((a, b) => {
      const byStart = has('seasonsAreByNumber') ? 0 : has('lastSeasonFirst') ? byText(b.starts, a.starts) : byText(a.starts, b.starts);
      return byStart || (has('oldestSeasonFirst') ? a.number - b.number : b.number - a.number);
    });
    const { shown, total } = page(all, query, (one) => {
      if (!views.seesSeason(one, me) && !(has('plannedIsListed') && one.state === 'planned')) return false;
      if (code !== null && one.hut.code !== code && !has('seasonHutIsIgnored')) return false;
      if (kind !== null && one.kind !== kind && !(state !== null && has('kindIsIgnoredWithState'))) return false;
      if (state !== null && one.state !== state) return false;
      if (on === null) return true;
      return (has('onIsAfterStart') ? one.starts < on : one.starts <= on) && (has('onIncludesTheEnd') ? on <= one.ends : on < one.ends);
    });
    return { seasons: shown.map((one) => views.season(one, me)), total };
  };
  const reservations = (me: Person, query: URLSearchParams): Body => {
    const kind = given(query, 'kind', (value) => among(value, placeKinds));
    const state = given(query, 'state', (value) => among(value, reservationStates));
    const start = given(query, 'from', date);
    const owing = given(query, 'owing', integer);
    const code = query.get('hut');
    const all = [...data.reservations].sort((a, b) => {
      const byDay = has('reservationsAreByNumber')
        ? 0
        : has('lastArrivalFirst')
          ? byText(b.arrival, a.arrival)
          : byText(a.arrival, b.arrival);
      return byDay || (has('oldestReservationFirst') ? a.number - b.number : b.number - a.number);
    });
    const { shown, total } = page(all, query, (one) => {
      const isLeaked =
        me.role === 'warden'
          ? has('wardensListAllReservations')
          : has('guestsListReservations') || (me.role === 'member' && has('membersListReservations'));
      if (!views.seesReservation(one, me) && !isLeaked) return false;
      if (code !== null && !(one.season.hut.code === code && (views.seesSeason(one.season, me) || has('hiddenSeasonIsFiltered'))))
        return false;
      if (kind !== null && one.kind !== kind) return false;
      if (state !== null && one.state !== state && !(state === 'cancelled' && one.state === 'declined' && has('cancelledFindsDeclined')))
        return false;
      if (start !== null && (has('fromIsStrict') ? one.arrival <= start : one.arrival < start)) return false;
      if (owing === null) return true;
      const all = (has('owingIgnoresMeals') ? one.price : one.price + one.meals) - (has('owingIgnoresPaid') ? 0 : one.paid);
      return has('owingIsStrict') ? all > owing : all >= owing;
    });
    return { reservations: shown.map((one) => views.reservation(one, me)), total };
  };
  const orders = (me: Person, query: URLSearchParams): Body => {
    const of = given(query, 'reservation', integer);
    const meal = given(query, 'meal', (value) => among(value, mealKinds));
    const state = given(query, 'state', (value) => among(value, orderStates));
    const day = given(query, 'day', date);
    const all = [...data.orders].sort((a, b) => {
      const byDay = has('ordersAreByNumber') ? 0 : has('firstDayFirst') ? byText(a.day, b.day) : byText(b.day, a.day);
      return byDay || (has('newestOfADayFirst') ? b.number - a.number : a.number - b.number);
    });
    const { shown, total } = page(all, query, (one) => {
      if (!views.seesOrder(one, me) && !(me.role === 'warden' ? has('wardensListAllOrders') : has('guestsListOrders'))) return false;
      if (of !== null && one.reservation.number !== of) return false;
      if (meal !== null && one.meal !== meal && !has('mealIsIgnored')) return false;
      if (state !== null && one.state !== state) return false;
      return day === null || (has('dayIsFrom') ? one.day >= day : one.day === day);
    });
    return { orders: shown.map((one) => views.order(one, me)), total };
  };
  const damages = (me: Person, query: URLSearchParams): Body => {
    const severity = given(query, 'severity', (value) => among(value, severities));
    const state = given(query, 'state', (value) => among(value, damageStates));
    const [code, words] = [query.get('hut'), query.get('words')];
    const all = [...data.damages].sort((a, b) => (has('oldestDamageFirst') ? a.number - b.number : newestFirst(a, b)));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = me.role === 'warden' ? has('wardensListAllDamages') : one.state !== 'withdrawn' && has('membersListDamages');
      if (!views.seesDamage(one, me) && !isLeaked) return false;
      if (me.role === 'member' && one.reporter !== me && has('onlyOwnDamagesAreListed')) return false;
      if (code !== null && one.hut.code !== code && !has('damageHutIsIgnored')) return false;
      if (severity !== null && one.severity !== severity && !(one.severity === 'danger' && has('severityIsAtLeast'))) return false;
      if (state !== null && one.state !== state) return false;
      return words === null || holds(one.title, words);
    });
    return { damages: shown.map((one) => views.damage(one, me)), total };
  };
  const deliveries = (me: Person, query: URLSearchParams): Body => {
    const goods = given(query, 'goods', (value) => among(value, goodsKinds));
    const state = given(query, 'state', (value) => among(value, deliveryStates));
    const before = given(query, 'before', date);
    const code = query.get('hut');
    const all = [...data.deliveries].sort((a, b) => {
      const byDay = has('deliveriesAreByNumber') ? 0 : has('lastDeliveryFirst') ? byText(b.day, a.day) : byText(a.day, b.day);
      return byDay || (has('newestDeliveryFirst') ? b.number - a.number : a.number - b.number);
    });
    const { shown, total } = page(all, query, (one) => {
      const isLeaked =
        has('wardensListAllDeliveries') || (one.state === 'planned' && one.hut === me.hut && has('plannedIsListedToWardens'));
      if (!views.seesDelivery(one, me) && !isLeaked) return false;
      if (code !== null && one.hut.code !== code) return false;
      if (goods !== null && one.goods !== goods && !has('goodsAreIgnored')) return false;
      if (state !== null && one.state !== state && !has('deliveryStateIsIgnored')) return false;
      return before === null || (has('beforeIncludesTheDay') ? one.day <= before : one.day < before);
    });
    return { deliveries: shown.map((one) => views.delivery(one, me)), total: has('deliveryTotalIsOfAll') ? data.deliveries.length : total };
  };
  return { people, huts, seasons, reservations, orders, damages, deliveries };
}
