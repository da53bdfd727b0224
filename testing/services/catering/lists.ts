import type { Body } from '../hand-written.ts';
import { among, date, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import {
  allergens,
  type CateredEvent,
  type CateringData,
  courses,
  type Dish,
  eventStates,
  type Item,
  owed,
  type Person,
  rentalStates,
  roles,
  type Shift,
  shiftStates,
  trades,
} from './data.ts';
import type { CateringFault, Has } from './faults.ts';
import type { CateringViews } from './views.ts';

const byText = (a: string, b: string): number => a.localeCompare(b, 'en');

/** The lists of section 7, with their filters, orders and pages. */
export function cateringLists(data: CateringData, views: CateringViews, has: Has) {
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? (has('usualLimitIsTen') ? 10 : 20);
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || (limit > 1000 && !has('limitIsUnbounded')) || offset < 0) invalid();
    const found = all.filter(fits);
    const start = has('offsetIsIgnored') ? 0 : has('offsetCountsPages') ? offset * limit : offset;
    const size = has('noLimitIsAll') && limit === 0 ? 1000 : limit;
    const total = has('totalIsOfThePage') ? found.slice(start, start + size).length : found.length;
    return { shown: found.slice(start, start + size), total };
  };
  /** `strict`: a fault that minds the case. */
  const holds = (text: string, words: string, strict?: CateringFault): boolean => {
    if (strict !== undefined && has(strict)) return text.includes(words);
    const [found, sought] = [text.toLowerCase(), words.toLowerCase()];
    return has('wordsAreAtTheStart') ? found.startsWith(sought) : found.includes(sought);
  };
  const textOf = (query: URLSearchParams, name: string): string | null => query.get(name);

  const people = (me: Person, query: URLSearchParams): Body => {
    const role = given(query, 'role', (value) => among(value, roles));
    const trade = given(query, 'trade', (value) => among(value, trades));
    const blocked = given(query, 'blocked', flag);
    const words = textOf(query, 'words');
    const byName = (a: Person, b: Person): number => (has('namesDescend') ? byText(b.name, a.name) : byText(a.name, b.name));
    const byNumber = (a: Person, b: Person): number => (has('newestNamesakeFirst') ? b.number - a.number : a.number - b.number);
    const all = [...data.people].sort((a, b) => byName(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!views.seesPerson(one, me) && !(has('managersAreListed') && one.role === 'manager')) return false;
      if (role !== null && one.role !== role && !has('roleIsIgnored')) return false;
      if (trade !== null && one.trade !== trade && !(role !== null && has('tradeIsIgnoredWithRole'))) return false;
      if (has('blockedIgnoresFalse') ? blocked && !one.blocked : blocked !== null && one.blocked !== blocked) return false;
      return words === null || holds(one.name, words, 'namesMindCase');
    });
    return { people: shown.map((one) => views.person(one, me)), total };
  };

  const dishes = (me: Person | null, query: URLSearchParams): Body => {
    const course = given(query, 'course', (value) => among(value, courses));
    const without = given(query, 'allergen', (value) => among(value, allergens));
    const most = given(query, 'most', integer);
    const words = textOf(query, 'words');
    const byPrice = (a: Dish, b: Dish): number => (has('dearestFirst') ? b.price - a.price : a.price - b.price);
    const byCode = (a: Dish, b: Dish): number => (has('codesDescend') ? byText(b.code, a.code) : byText(a.code, b.code));
    const all = [...data.dishes].sort((a, b) => byPrice(a, b) || byCode(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!views.seesDish(one, me) && !has('allDishesAreListed')) return false;
      if (!one.offered && has('onlyTheMenuIsListed')) return false;
      if (course !== null && one.course !== course && !has('courseIsIgnored')) return false;
      if (without !== null && (has('allergenIsSought') ? one.allergen !== without : one.allergen === without)) return false;
      if (most !== null && (has('mostIsStrict') ? one.price >= most : one.price > most)) return false;
      return words === null || holds(one.name, words);
    });
    return { dishes: shown.map((one) => views.dish(one, me)), total };
  };

  const events = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, eventStates));
    const start = given(query, 'from', date);
    const least = given(query, 'least', integer);
    const owing = given(query, 'owing', integer);
    const words = textOf(query, 'words');
    const byDay = (a: CateredEvent, b: CateredEvent): number => (has('lastDayFirst') ? byText(b.day, a.day) : byText(a.day, b.day));
    const byGuests = (a: CateredEvent, b: CateredEvent): number => (has('smallestEventFirst') ? a.guests - b.guests : b.guests - a.guests);
    const inOrder = has('newestEventFirst') ? [...data.events].reverse() : [...data.events];
    const all = inOrder.sort((a, b) => byDay(a, b) || (has('eventsOfADayAreUnsorted') ? 0 : byGuests(a, b)));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked =
        (me.role === 'customer' && has('eventsOfAllAreListed')) ||
        (me.role === 'staff' && has('askedIsListedToStaff') && one.state === 'asked') ||
        (me.role === 'staff' && has('closedIsListedToStaff') && one.state === 'closed');
      if (!views.seesEvent(one, me) && !isLeaked) return false;
      if (one.state === 'cancelled' && has('cancelledIsNotListed')) return false;
      if (state !== null && one.state !== state && !has('eventStateIsIgnored')) return false;
      if (start !== null && (has('fromIsStrict') ? one.day <= start : one.day < start)) return false;
      if (least !== null && (has('leastIsStrict') ? one.guests <= least : one.guests < least)) return false;
      if (words !== null && !holds(one.title, words, 'titlesMindCase')) return false;
      if (owing === null) return true;
      if (me.role === 'staff' && !has('owingFindsHidden')) return false;
      const debt = has('owingForgetsCredit') ? one.total - one.paid : owed(one);
      return has('owingIsStrict') ? debt > owing : debt >= owing;
    });
    return { events: shown.map((one) => views.event(one, me)), total };
  };

  const shifts = (me: Person, query: URLSearchParams): Body => {
    const of = given(query, 'event', integer);
    const trade = given(query, 'trade', (value) => among(value, trades));
    const state = given(query, 'state', (value) => among(value, shiftStates));
    const by = given(query, 'person', integer);
    const byHours = (a: Shift, b: Shift): number => (has('shortestShiftFirst') ? a.hours - b.hours : b.hours - a.hours);
    const byNumber = (a: Shift, b: Shift): number => (has('newestShiftFirst') ? b.number - a.number : a.number - b.number);
    const all = [...data.shifts].sort((a, b) => byHours(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = me.role === 'staff' && (has('shiftsOfAllAreListed') || (one.state === 'dropped' && has('droppedIsListed')));
      if (!views.seesShift(one, me) && !isLeaked) return false;
      if (me.role === 'staff' && one.trade !== me.trade && has('ownTradeIsListed')) return false;
      const isOf = one.event.number === of && (views.seesEvent(one.event, me) || has('hiddenEventIsFiltered'));
      if (of !== null && !isOf) return false;
      if (trade !== null && one.trade !== trade && !has('shiftTradeIsIgnored')) return false;
      if (state !== null && one.state !== state && !(one.state === 'done' && state === 'taken' && has('takenFindsDone'))) return false;
      return (
        by === null || has('shiftPersonIsIgnored') || (one.person !== null && one.person.number === by && views.seesPerson(one.person, me))
      );
    });
    return { shifts: shown.map((one) => views.shift(one, me)), total };
  };

  const items = (me: Person, query: URLSearchParams): Body => {
    const least = given(query, 'least', integer);
    const words = textOf(query, 'words');
    const byName = (a: Item, b: Item): number => (has('itemsDescend') ? byText(b.name, a.name) : byText(a.name, b.name));
    const byCode = (a: Item, b: Item): number => (has('itemCodesAscend') ? byText(a.code, b.code) : byText(b.code, a.code));
    const all = [...data.items].sort((a, b) => byName(a, b) || byCode(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!views.seesItem(one, me) && !has('emptyStockIsListed')) return false;
      if (least !== null && (has('leastStockIsStrict') ? one.stock <= least : one.stock < least)) return false;
      return words === null || holds(one.name, words);
    });
    return { items: shown.map((one) => views.item(one, me)), total };
  };

  const rentals = (me: Person, query: URLSearchParams): Body => {
    const of = given(query, 'event', integer);
    const code = textOf(query, 'item');
    const state = given(query, 'state', (value) => among(value, rentalStates));
    const all = [...data.rentals].sort((a, b) => (has('oldestRentalFirst') ? a.number - b.number : b.number - a.number));
    const { shown, total } = page(all, query, (one) => {
      if (!views.seesRental(one, me) && !has('rentalsOfAllAreListed')) return false;
      if (one.state === 'released' && state === null && has('releasedIsNotListed')) return false;
      if (of !== null && one.event.number !== of && !has('rentalEventIsIgnored')) return false;
      const isOf = one.item.code === code && (views.seesItem(one.item, me) || has('hiddenItemIsFiltered'));
      if (code !== null && !isOf) return false;
      return state === null || one.state === state;
    });
    return { rentals: shown.map((one) => views.rental(one, me)), total };
  };
  return { people, dishes, events, shifts, items, rentals };
}
