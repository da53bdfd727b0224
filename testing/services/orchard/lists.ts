import type { Body } from '../hand-written.ts';
import { among, date, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import type { OrchardAccess } from './access.ts';
import { type Complaint, type Fruit, kinds, type Line, type OrchardData, type Order, type Person, roles, type Tour } from './data.ts';
import type { Has } from './faults.ts';
import { cents } from './inputs.ts';
import type { orchardViews } from './views.ts';

const orderStates = [
  ...['draft', 'placed', 'confirmed', 'picked', 'delivered', 'complained'],
  ...['settled', 'declined', 'expired', 'cancelled'],
];
const tourStates = ['planned', 'running', 'finished', 'cancelled'];
const complaintStates = ['open', 'accepted', 'rejected', 'withdrawn'];

const byText = (a: string, b: string): number => a.localeCompare(b, 'en');
/** A filter's amount of money may have any number of places. */
const amount = (value: string): number => cents(value, true);

/** The calls that list. */
export function orchardLists(data: OrchardData, access: OrchardAccess, views: ReturnType<typeof orchardViews>, has: Has) {
  const { seesPerson, seesFruit, seesOrder, seesLine, seesTour, seesComplaint } = access;
  const bounds = (query: URLSearchParams): { limit: number; offset: number } => {
    const limit = given(query, 'limit', integer) ?? (has('usualLimitIsTen') ? 10 : 20);
    const offset = given(query, 'offset', integer) ?? 0;
    const isLarge = limit > 1000 && !has('limitIsUnbounded');
    if ((limit < 0 && !has('limitMayBeNegative')) || isLarge || offset < 0) invalid();
    return { limit, offset };
  };
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const { limit, offset } = bounds(query);
    const found = all.filter(fits);
    const start = has('offsetIsIgnored') ? 0 : has('offsetBeginsAtOne') ? Math.max(0, offset - 1) : offset;
    const end = start + Math.max(0, limit);
    return { shown: found.slice(start, end), total: has('totalIsOfThePage') ? found.slice(start, end).length : found.length };
  };
  const holds = (text: string, words: string): boolean =>
    has('wordsMindCase')
      ? text.includes(words)
      : has('wordsAreAtTheStart')
        ? text.toLowerCase().startsWith(words.toLowerCase())
        : text.toLowerCase().includes(words.toLowerCase());
  const is = <T>(value: T, wanted: T | null, isIgnored = false): boolean => wanted === null || value === wanted || isIgnored;

  const people = (me: Person, query: URLSearchParams): Body => {
    const role = given(query, 'role', (value) => among(value, roles));
    const blocked = given(query, 'blocked', flag);
    const words = query.get('words');
    const byName = (a: Person, b: Person): number => (has('lastNameFirst') ? byText(b.name, a.name) : byText(a.name, b.name));
    const byNumber = (a: Person, b: Person): number => a.number - b.number;
    const all = [...data.people].sort((a, b) => byName(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!seesPerson(one, me) && !has('allPeopleAreListed')) return false;
      if (!is(one.role, role, has('roleIsIgnored'))) return false;
      if (has('blockedIgnoresFalse') ? blocked && !one.blocked : !is(one.blocked, blocked)) return false;
      return words === null || holds(one.name, words);
    });
    return { people: shown.map((one) => views.person(one, me)), total };
  };
  const fruits = (me: Person | null, query: URLSearchParams): Body => {
    const onSale = given(query, 'onSale', flag);
    const most = given(query, 'most', amount);
    const words = query.get('words');
    const byName = (a: Fruit, b: Fruit): number => (has('fruitsAreByCode') ? 0 : byText(a.name, b.name));
    const byCode = (a: Fruit, b: Fruit): number => (has('firstCodeFirst') ? byText(a.code, b.code) : byText(b.code, a.code));
    const all = [...data.fruits].sort((a, b) => byName(a, b) || byCode(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!seesFruit(one, me) && !has('unsoldIsListed')) return false;
      if (has('onSaleIgnoresFalse') ? onSale && !one.onSale : !is(one.onSale, onSale)) return false;
      if (words !== null && !holds(one.name, words)) return false;
      if (most === null) return true;
      if (!access.seesPrice(me) && !has('mostFindsHidden')) return false;
      return has('mostIsStrict') ? one.price < most : one.price <= most;
    });
    return { fruits: shown.map((one) => views.fruit(one, me)), total };
  };
  /** `found`: finds the fruit, once the query is known to be right. */
  const prices = (found: () => Fruit, me: Person, query: URLSearchParams): Body => {
    const all = has('oldestPriceFirst') ? data.prices : [...data.prices].reverse();
    bounds(query);
    const fruit = found();
    const { shown, total } = page(all, query, (one) => one.fruit === fruit || has('pricesOfAllFruits'));
    return { prices: shown.map((one) => views.price(one, me)), total };
  };
  const orders = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, orderStates, has('anyStateIsSought')));
    const shop = given(query, 'shop', integer);
    const start = given(query, 'from', date);
    const fruit = query.get('fruit');
    const owing = given(query, 'owing', amount);
    const byDay = (a: Order, b: Order): number =>
      has('ordersAreByNumber') ? 0 : has('latestOrderFirst') ? byText(b.wanted, a.wanted) : byText(a.wanted, b.wanted);
    const byNumber = (a: Order, b: Order): number => (has('oldestOrderFirst') ? a.number - b.number : b.number - a.number);
    const all = [...data.orders].sort((a, b) => byDay(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = (me.role === 'shop' && has('ordersOfAllShops')) || (me.role === 'office' && has('draftsAreListed'));
      if (!seesOrder(one, me) && !isLeaked) return false;
      if (!is(one.state, state, shop !== null && has('stateIsIgnoredWithShop'))) return false;
      if (shop !== null && !seesPerson(one.shop, me) && !has('hiddenShopIsFound')) return false;
      if (!is(one.shop.number, shop, has('shopIsIgnored'))) return false;
      if (start !== null && (has('fromIsStrict') ? one.wanted <= start : one.wanted < start)) return false;
      const lines = data.linesOf(one);
      const isIn = has('firstFruitOnly') ? lines[0]?.fruit.code === fruit : lines.some((each) => each.fruit.code === fruit);
      if (fruit !== null && !isIn) return false;
      if (owing === null) return true;
      if (!access.seesMoney(me) && !has('owingFindsHidden')) return false;
      const due = has('owingIgnoresCredit') ? one.total : data.due(one);
      return has('owingIsStrict') ? due > owing : due >= owing;
    });
    return { orders: shown.map((one) => views.order(one, me)), total };
  };
  const lines = (me: Person, query: URLSearchParams): Body => {
    const order = given(query, 'order', integer);
    const fruit = query.get('fruit');
    const least = given(query, 'least', integer);
    const byBoxes = (a: Line, b: Line): number => (has('smallestLineFirst') ? a.boxes - b.boxes : b.boxes - a.boxes);
    const byNumber = (a: Line, b: Line): number => a.number - b.number;
    const all = [...data.lines].sort((a, b) => byBoxes(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!seesLine(one, me) && !(me.role === 'shop' && has('linesOfAllShops'))) return false;
      if (!is(one.order.number, order) || !is(one.fruit.code, fruit, order !== null && has('fruitIsIgnoredWithOrder'))) return false;
      return least === null || (has('leastIsStrict') ? one.boxes > least : one.boxes >= least);
    });
    return { lines: shown.map((one) => views.line(one, me)), total };
  };
  const tours = (me: Person, query: URLSearchParams): Body => {
    const day = given(query, 'day', date);
    const state = given(query, 'state', (value) => among(value, tourStates));
    const room = given(query, 'room', integer);
    const byDay = (a: Tour, b: Tour): number => byText(a.day, b.day);
    const byNumber = (a: Tour, b: Tour): number => (has('oldestTourFirst') ? a.number - b.number : b.number - a.number);
    const all = [...data.tours].sort((a, b) => byDay(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = me.role === 'shop' ? has('toursOfAllAreListed') : me.role === 'driver' && has('colleaguesToursAreListed');
      if (!seesTour(one, me) && !isLeaked) return false;
      if (has('dayIsTheFirst') ? day !== null && one.day < day : !is(one.day, day)) return false;
      if (!is(one.state, state, has('tourStateIsIgnored'))) return false;
      if (room === null) return true;
      if (!access.seesRoom(me) && !has('roomFindsHidden')) return false;
      const left = has('roomIgnoresLoad') ? one.capacity : one.capacity - data.load(one);
      return has('roomIsStrict') ? left > room : left >= room;
    });
    return { tours: shown.map((one) => views.tour(one, me)), total };
  };
  const complaints = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, complaintStates));
    const kind = given(query, 'kind', (value) => among(value, kinds));
    const order = given(query, 'order', integer);
    const byBoxes = (a: Complaint, b: Complaint): number => b.boxes - a.boxes;
    const byNumber = (a: Complaint, b: Complaint): number => (has('newestComplaintFirst') ? b.number - a.number : a.number - b.number);
    const all = [...data.complaints].sort((a, b) => byBoxes(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked =
        (me.role === 'shop' && has('complaintsOfAllShops')) ||
        (me.role === 'picker' && has('lateIsListedToPickers') && one.order.picker === me);
      if (!seesComplaint(one, me) && !isLeaked) return false;
      return is(one.state, state) && is(one.kind, kind, has('kindIsIgnored')) && is(one.order.number, order, has('orderIsIgnored'));
    });
    return { complaints: shown.map((one) => views.complaint(one, me)), total };
  };
  return { people, fruits, prices, orders, lines, tours, complaints };
}
