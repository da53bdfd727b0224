import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import {
  type Damage,
  type Delivery,
  daysBetween,
  departureOf,
  type Hut,
  type HutData,
  type Order,
  type Person,
  type Reservation,
  type Season,
} from './data.ts';
import type { Has, HutFault } from './faults.ts';

export type HutRules = ReturnType<typeof hutRules>;

/** The states in which a reservation takes room. */
const coming = ['requested', 'confirmed', 'arrived'];

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function hutRules(data: HutData, has: Has, now: () => number) {
  const daysUntil = (date: string): number => daysBetween(dayOf(now()), date);
  /** `lax`: a fault that does without the rule, or looks for an empty text only. */
  const notBlank = (value: string, lax: HutFault, emptyOnly?: HutFault): void => {
    const isBlank = emptyOnly !== undefined && has(emptyOnly) ? value === '' : value.trim() === '';
    if (isBlank && !has(lax)) refuse(has('blankIs400') ? 400 : 422, 'BLANK');
  };

  const code = (value: string): void => {
    const form = has('codeMayBeShort')
      ? /^[A-Z]{2,4}$/
      : has('codeMayBeSmall')
        ? /^[A-Z]{3,4}$/i
        : has('codeMayHaveDigits')
          ? /^[A-Z][A-Z0-9]{2,3}$/
          : /^[A-Z]{3,4}$/;
    if (!form.test(value)) refuse(has('badCodeIs409') ? 409 : 422, 'BAD_CODE');
  };
  /** `was`: the hut before a change; null if it is new. */
  const hut = (one: Omit<Hut, 'code' | 'stock' | 'closed'>, was: Hut | null): void => {
    const { name, altitude, beds, mattresses, kitchen, keyCode } = one;
    notBlank(name, was === null ? 'hutNameMayBeBlank' : 'patchedNameMayBeBlank', 'hutNameMayBeSpaces');
    const isLow = has('lowestIsRefused') ? altitude <= 500 : altitude < (has('valleysAreFine') ? 0 : 500);
    const isHigh = altitude > (has('higherIsFine') ? 4700 : 4600) && !(was !== null && has('patchedAltitudeIsUnbounded'));
    if (isLow || isHigh) refuse(422, 'BAD_ALTITUDE');
    const places = beds + mattresses;
    const isNone = places < 1 && !has('hutsMayHaveNoPlace');
    const isMany = (has('onlyBedsCount') ? beds : places) > (has('oneMorePlace') ? 121 : 120);
    if (
      (beds < 0 && !has('bedsMayBeNegative')) ||
      mattresses < 0 ||
      isNone ||
      (isMany && !(was !== null && has('patchedPlacesAreUnbounded')))
    )
      refuse(422, 'BAD_PLACES');
    const mostMeals = has('kitchenBelowLimit') ? 199 : has('largerKitchen') ? 201 : 200;
    if (kitchen < (has('kitchenMustCook') ? 1 : 0) || kitchen > mostMeals) refuse(422, 'BAD_KITCHEN');
    const digits = has('keyMayBeShort') ? /^[0-9]{3,4}$/ : has('keyMayBeLetters') ? /^[0-9A-Z]{4}$/ : /^[0-9]{4}$/;
    if (keyCode !== null && !digits.test(keyCode) && !(was !== null && has('patchedKeyIsNotChecked'))) refuse(422, 'BAD_KEY');
  };
  const stock = (value: number): void => {
    if (value < (has('lastFoodIsKept') ? 1 : 0) && !has('foodIsNotNeeded')) refuse(has('noFoodIs422') ? 422 : 409, 'NO_FOOD');
    const isMore = has('fullStoreIsTooFull') ? value >= 2000 : value > 2000;
    if (isMore && !has('storeIsEndless')) refuse(409, 'STORE_FULL');
  };

  /** `was`: the season before a change; null if it is new. */
  const season = (one: Season, was: Season | null): void => {
    const { starts, ends, bedPrice, mattressPrice } = one;
    const days = daysBetween(starts, ends);
    if (days < (has('seasonOfNoNight') ? 0 : 1) && !(was !== null && has('patchedDatesMayReverse'))) refuse(422, 'DATES_REVERSED');
    const most = has('oneMoreDay') ? 201 : has('longestIsTooLong') ? 199 : 200;
    if (days > most && !(was !== null && has('patchedSeasonIsEndless'))) refuse(422, 'TOO_LONG');
    if (was === null && daysUntil(ends) < (has('lastDayIsPlanned') ? 0 : 1) && !has('pastIsPlanned')) refuse(409, 'SEASON_OVER');
    const isFree = mattressPrice < (has('mattressesMayBeFree') ? 0 : 1);
    const isDear = has('bedMustCostMore') ? bedPrice <= mattressPrice : bedPrice < mattressPrice && !has('bedsMayBeCheaper');
    const mostPrice = has('oneMoreEuro') ? 151 : 150;
    if ((isFree || isDear || bedPrice > mostPrice) && !(was !== null && has('patchedPricesAreNotChecked'))) refuse(422, 'BAD_PRICE');
    const others = data.seasons.filter((other) => other !== was && (other.hut === one.hut || has('oneSeasonOfAllHuts')));
    const counted = has('closedSeasonsEnd') ? others.filter(({ state }) => state !== 'closed') : others;
    const rivals = has('seasonsOfAKindOnly') ? counted.filter(({ kind }) => kind === one.kind) : counted;
    const isTaken = rivals.some((other) =>
      has('seasonsMayNotTouch') ? other.starts <= ends && starts <= other.ends : other.starts < ends && starts < other.ends,
    );
    if (isTaken && !(was !== null && has('patchedSeasonsOverlap'))) refuse(has('takenSeasonIs422') ? 422 : 409, 'SEASON_TAKEN');
  };

  const isOpenHut = (one: Hut): void => {
    if (one.closed) refuse(has('closedIs422') ? 422 : 409, 'HUT_CLOSED');
  };
  const isMember = (person: Person): boolean => person.role === 'member';
  const people = (value: number): void => {
    if (value < 1 && !has('nobodyMayCome')) refuse(422, 'BAD_PEOPLE');
  };
  const within = (one: Reservation): void => {
    const { arrival, season: during } = one;
    const departure = departureOf(one);
    const isBefore = has('firstNightIsClosed') ? arrival <= during.starts : arrival < during.starts && !has('mayArriveBefore');
    const isAfter = has('lastNightMayBeAfter')
      ? arrival >= during.ends
      : has('lastNightIsClosed')
        ? departure >= during.ends
        : departure > during.ends;
    if (isBefore || isAfter) refuse(has('outOfSeasonIs409') ? 409 : 422, 'OUT_OF_SEASON');
  };
  /** Whether two stays have a night in common. */
  const meets = (one: Reservation, other: Reservation, touching: HutFault): boolean =>
    has(touching)
      ? other.arrival <= departureOf(one) && departureOf(other) >= one.arrival
      : other.arrival < departureOf(one) && departureOf(other) > one.arrival;
  const reservation = (one: Reservation): void => {
    const { season: during, person, kind, arrival, nights } = one;
    if (during.state === 'closed' && !has('closedIsReserved')) refuse(409, 'NOT_OPEN');
    if (!has('closedHutIsReserved')) isOpenHut(during.hut);
    if (daysUntil(arrival) < (has('arriveTomorrow') ? 1 : 0) && !has('arrivalMayBePast')) refuse(422, 'DAY_OVER');
    const ahead = isMember(person)
      ? has('membersAreLikeGuests')
        ? 90
        : has('membersAYearAndADay')
          ? 366
          : 365
      : has('guestsAreLikeMembers')
        ? 365
        : has('guestsOneDayLess')
          ? 89
          : 90;
    if (daysUntil(arrival) > ahead) refuse(has('tooEarlyIs409') ? 409 : 422, 'TOO_EARLY');
    if (nights < (has('noNightIsFine') ? 0 : 1) || nights > (has('fifteenNights') ? 15 : has('thirteenNights') ? 13 : 14))
      refuse(422, 'BAD_NIGHTS');
    people(one.people);
    const group = isMember(person)
      ? has('elevenMembers')
        ? 11
        : has('nineMembers')
          ? 9
          : 10
      : has('sevenGuests')
        ? 7
        : has('guestGroupsAreLarge')
          ? 10
          : 6;
    if (one.people > group) refuse(has('largeIs409') ? 409 : 422, 'GROUP_TOO_LARGE');
    within(one);
    const own = data.reservations.filter((other) => other.person === person);
    const holding = has('requestsMayOverlap')
      ? ['confirmed', 'arrived']
      : has('cancelledHoldsTheNight')
        ? [...coming, 'cancelled']
        : has('lapsedHoldsTheNight')
          ? [...coming, 'lapsed']
          : coming;
    const hutOnly = has('twoHutsAtOnce') ? own.filter((other) => other.season.hut === during.hut) : own;
    const isElsewhere = hutOnly.some((other) => holding.includes(other.state) && meets(one, other, 'staysMayNotTouch'));
    if (isElsewhere && !has('twoPlacesAtOnce')) refuse(has('twoPlacesIs422') ? 422 : 409, 'TWO_PLACES');
    const open = (has('requestsOfAllCount') ? data.reservations : own).filter(
      ({ state }) => state === 'requested' || (state === 'confirmed' && has('confirmedCountAsRequests')),
    );
    if (open.length >= (has('fourRequests') ? 4 : has('twoRequests') ? 2 : 3)) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
    const taking = has('requestsTakeNoRoom') ? ['confirmed', 'arrived'] : has('arrivedTakeNoRoom') ? ['requested', 'confirmed'] : coming;
    const beside = data
      .reservationsIn(during)
      .filter((other) => (other.kind === kind || has('kindsShareRoom')) && taking.includes(other.state))
      .filter((other) => has('roomIsOfTheSeason') || meets(one, other, 'departingTakeRoom'));
    const taken = has('groupsAreCounted') ? beside.length : sum(beside.map((other) => other.people));
    const places = kind === 'bed' ? during.hut.beds : has('bedsForMattresses') ? during.hut.beds : during.hut.mattresses;
    const room = has('onePlaceIsKept') ? places - 1 : has('oneMoreSleeper') ? places + 1 : places;
    if (taken + (has('newGroupIsForgotten') ? 1 : one.people) > room && !has('hutsAreNeverFull')) refuse(409, 'FULL');
  };
  const smaller = (value: number, was: number): void => {
    people(value);
    if (value > was && !has('groupsMayGrow')) refuse(has('onlyFewerIs422') ? 422 : 409, 'ONLY_FEWER');
  };

  const count = (value: number, of: Reservation): void => {
    if (value < (has('noMealIsFine') ? 0 : 1)) refuse(422, 'BAD_COUNT');
    if (value > of.people + (has('oneMoreMeal') ? 1 : 0) && !has('mealsForOthers')) refuse(422, 'BAD_COUNT');
  };
  const order = (one: Order, me: Person): void => {
    const { reservation: of, meal, day } = one;
    count(one.count, of);
    const departure = departureOf(of);
    const isBefore = day < of.arrival && !has('mealsBeforeArrival');
    const isAfter = has('noMealAtDeparture') ? day >= departure : day > departure && !has('mealsAfterDeparture');
    if (isBefore || isAfter) refuse(has('outsideIs409') ? 409 : 422, 'OUTSIDE_STAY');
    const isFirst = meal === 'breakfast' && day <= of.arrival && !has('breakfastAtArrival');
    const isLast = meal === 'dinner' && day >= departure && !has('dinnerAtDeparture');
    if (isFirst || isLast || (meal === 'packed' && day >= departure && has('noPackedAtDeparture'))) refuse(422, 'WRONG_DAY');
    const isSoon = has('guestsOrderToday')
      ? 0
      : me.role === 'warden'
        ? has('wardensOrderTomorrow')
          ? 1
          : 0
        : has('twoDaysBefore')
          ? 2
          : 1;
    if (daysUntil(day) < isSoon && !(me.role === 'warden' && has('wardensOrderYesterday'))) refuse(409, 'TOO_LATE');
    const states = has('servedIsOrderedAgain')
      ? ['ordered']
      : has('cancelledIsOrdered')
        ? ['ordered', 'served', 'cancelled']
        : ['ordered', 'served'];
    const isThere = data
      .ordersOf(of)
      .some((other) => states.includes(other.state) && other.day === day && (other.meal === meal || has('oneMealADay')));
    if (isThere && !has('orderedTwice')) refuse(has('orderedIs422') ? 422 : 409, 'ORDERED');
    const cooked = data.orders
      .filter((other) => other.reservation.season.hut === of.season.hut || has('oneKitchen'))
      .filter((other) => other.day === day && (other.meal === meal || has('kitchenCooksAllMeals')))
      .filter(({ state }) => state === 'ordered' || (state === 'cancelled' && has('cancelledIsCooked')));
    const all = (has('ordersAreCounted') ? cooked.length : sum(cooked.map((other) => other.count))) + one.count;
    if (all > of.season.hut.kitchen && !has('kitchenIsEndless')) refuse(has('kitchenIs422') ? 422 : 409, 'KITCHEN_FULL');
  };

  const known = (one: Damage): void => {
    const states = has('repairedIsKnown')
      ? ['reported', 'accepted', 'repaired']
      : has('acceptedIsNotKnown')
        ? ['reported']
        : ['reported', 'accepted'];
    const others = (has('knownElsewhere') ? data.damages : data.damagesOf(one.hut)).filter((other) => other !== one);
    const same = has('knownByReporter') ? others.filter(({ reporter }) => reporter === one.reporter) : others;
    if (same.some((other) => other.title === one.title && states.includes(other.state))) refuse(has('knownIs422') ? 422 : 409, 'KNOWN');
  };
  const damage = (one: Damage): void => {
    notBlank(one.title, 'titleMayBeBlank', 'titleMayBeSpaces');
    if (!has('reportedTwice')) known(one);
    const own = data.damages.filter((other) => other.reporter === one.reporter || has('reportsOfAllCount'));
    const open = own.filter(({ state }) => state === 'reported' || (state === 'accepted' && has('acceptedCountAsReports')));
    if (open.length >= (has('fiveReports') ? 5 : has('threeReports') ? 3 : 4)) refuse(429, 'TOO_MANY');
  };

  /** `was`: the delivery before a change; null if it is new. */
  const delivery = (one: Delivery, was: Delivery | null): void => {
    const { goods, way, amount, day, cost } = one;
    if (amount < (has('nothingIsDelivered') ? 0 : 1)) refuse(422, 'BAD_AMOUNT');
    const loads: Record<string, number> = {
      helicopter: has('heavyHelicopter') ? 801 : 800,
      mule: has('strongMules') ? 121 : has('weakMules') ? 119 : 120,
      carrier: has('carriersAreMules') ? 120 : 40,
    };
    const isKept = was !== null && was.amount === amount && has('patchedWayIgnoresAmount');
    if (amount > (loads[way] ?? 0) && !isKept && !(was !== null && has('patchedAmountIgnoresWay') && was.way === way))
      refuse(has('heavyIs409') ? 409 : 422, 'TOO_HEAVY');
    if (goods === 'gas' && way === 'mule' && !has('mulesCarryGas') && !(was !== null && has('patchedWayIgnoresGas')))
      refuse(422, 'NOT_BY_MULE');
    if (goods === 'gas' && way === 'carrier' && has('carriersCarryNoGas')) refuse(422, 'NOT_BY_MULE');
    const isNew = was?.day !== day && !(was !== null && has('patchedDayMayBePast'));
    if (isNew && daysUntil(day) < (has('deliverTomorrow') ? 1 : 0) && !has('deliverYesterday')) refuse(422, 'DAY_OVER');
    if (cost < (has('costMustBePaid') ? 1 : 0) && !has('costMayBeNegative')) refuse(422, 'BAD_COST');
    const states = has('sentFreesHelicopter')
      ? ['planned']
      : has('cancelledFlies')
        ? ['planned', 'sent', 'cancelled']
        : ['planned', 'sent'];
    const others = data.deliveries.filter((other) => other !== was && (other.way === 'helicopter' || has('carriersFly')));
    const flying = has('helicopterOfEachHut') ? others.filter((other) => other.hut === one.hut) : others;
    const isTaken = way === 'helicopter' && flying.some((other) => other.day === day && states.includes(other.state));
    if (isTaken && !has('manyHelicopters') && !(was !== null && has('patchedHelicopterFlies'))) refuse(409, 'NO_HELICOPTER');
  };
  return { notBlank, code, hut, stock, season, isOpenHut, reservation, smaller, count, order, known, damage, delivery };
}
