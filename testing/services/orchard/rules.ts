import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import { type Complaint, type Fruit, type Line, type OrchardData, type Order, type Person, sum, type Tour } from './data.ts';
import type { Has, OrchardFault } from './faults.ts';

export type OrchardRules = ReturnType<typeof orchardRules>;

const openStates = ['placed', 'confirmed', 'picked', 'delivered', 'complained'];

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function orchardRules(data: OrchardData, has: Has, now: () => number) {
  const daysUntil = (date: string): number => (Date.parse(date) - Date.parse(dayOf(now()))) / 86_400_000;
  /** `lax`: a fault that does without the rule; `emptyOnly`: one that lets spaces pass. */
  const notBlank = (value: string, lax?: OrchardFault, emptyOnly?: OrchardFault): void => {
    const isBlank = emptyOnly !== undefined && has(emptyOnly) ? value === '' : value.trim() === '';
    if (isBlank && !(lax !== undefined && has(lax))) refuse(has('blankIs400') ? 400 : 422, 'BLANK');
  };

  const limit = (value: number): void => {
    const isNegative = value < 0 && !has('limitMayBeNegative');
    const isHigh = value > (has('limitMayBeSixThousand') ? 600_000 : 500_000);
    if (isNegative || isHigh) refuse(422, 'BAD_LIMIT');
  };

  const code = (value: string): void => {
    const form = has('codeMayEndInZero')
      ? /^[A-Z]{3,5}[0-9]$/
      : has('codeMayBeSmall')
        ? /^[A-Z]{3,5}[1-9]$/i
        : has('codeIsSearchedFor')
          ? /[A-Z]{3,5}[1-9]/
          : /^[A-Z]{3,5}[1-9]$/;
    if (!form.test(value)) refuse(has('badCodeIs400') ? 400 : 422, 'BAD_CODE');
  };
  const price = (value: number, isNew: boolean): void => {
    const isLow = value < 100;
    const isHigh = has('highestPriceIsStrict') ? value >= 40_000 : value > 40_000;
    if ((isLow && !has('priceMayBeLow')) || (isHigh && !(has('newPriceIsUnbounded') && isNew))) refuse(422, 'BAD_PRICE');
  };
  /** `lax`: a fault that does without the rule. */
  const cost = ({ price: sold, cost: paid }: Pick<Fruit, 'price' | 'cost'>, lax: OrchardFault): void => {
    const isBelow = has('costMayBePrice') ? paid > sold : paid >= sold;
    if (isBelow && !has(lax)) refuse(has('belowCostIs422') ? 422 : 409, 'BELOW_COST');
  };
  const stock = (value: number, lax?: OrchardFault): void => {
    if (lax !== undefined && has(lax)) return;
    const isShort = has('lastBoxStays') ? value < 1 && lax === 'soldOutIsConfirmed' : value < 0;
    if (isShort) refuse(409, 'SOLD_OUT');
    if (value > (has('storeHoldsOneMore') ? 2001 : 2000)) refuse(409, 'STORE_FULL');
  };
  const newFruit = (one: Fruit): void => {
    if (data.fruits.some((other) => other.code === one.code) && !has('codesMayRepeat')) refuse(409, 'CONFLICT');
    code(one.code);
    notBlank(one.name, 'fruitNameMayBeBlank');
    price(one.price, true);
    cost(one, 'newFruitMayCostMore');
    stock(one.stock, 'newStockIsNotChecked');
  };

  const wanted = (day: string, lax?: OrchardFault): void => {
    if (lax !== undefined && has(lax)) return;
    const days = daysUntil(day);
    if (days < (has('wantedMayBeToday') ? 0 : 1)) refuse(has('tooSoonIs409') ? 409 : 422, 'TOO_SOON');
    if (days > (has('oneMoreDayAhead') ? 29 : 28)) refuse(422, 'TOO_FAR');
  };
  const newOrder = ({ shop, wanted: day }: Order): void => {
    wanted(day, 'newWantedIsNotChecked');
    const drafts = data.orders.filter((one) => one.shop === shop || has('draftsOfAllCount'));
    const counted = drafts.filter(({ state }) => state === 'draft');
    if (counted.length >= (has('fourDrafts') ? 4 : 3)) refuse(409, 'TOO_MANY_DRAFTS');
  };
  /** Before the order's state changes; `total` is what it will have. */
  const place = ({ shop }: Order, total: number): void => {
    const isSmall = has('minimumIsStrict') ? total <= 4000 : total < 4000;
    if (isSmall && !has('smallIsPlaced')) refuse(422, 'TOO_SMALL');
    const states = has('complainedIsNotOwed') ? openStates.slice(0, 4) : openStates;
    const others = data.orders.filter((one) => one.shop === shop && states.includes(one.state));
    const owed = has('onlyThisOrderIsOwed') ? 0 : sum(others.map((one) => data.due(one)));
    const isOver = has('limitIsStrict') ? owed + total >= shop.creditLimit : owed + total > shop.creditLimit;
    const isForgotten = has('limitForgetsThisOrder') && owed <= shop.creditLimit;
    if (isOver && !isForgotten && !has('limitIsNotChecked')) refuse(has('overLimitIs403') ? 403 : 402, 'OVER_LIMIT');
  };
  const confirm = (one: Order, tour: Tour): void => {
    const isLater = one.wanted < tour.day;
    if (one.wanted !== tour.day && !(isLater ? has('tourMayBeLater') : has('tourMayBeEarlier'))) refuse(409, 'WRONG_DAY');
    const load = data.load(tour) + (has('loadForgetsOrder') ? 0 : data.boxes(one));
    const isFull = has('lastPlaceIsKept') ? load >= tour.capacity : load > tour.capacity;
    if (isFull && !has('tourIsOverfilled')) refuse(has('tourFullIs422') ? 422 : 409, 'TOUR_FULL');
  };

  const boxes = (value: number, isNew: boolean): void => {
    const isFew = value < 1 && !(value === 0 && has('noBoxIsOrdered'));
    const isMany = value > (has('sixtyOneBoxes') ? 61 : 60);
    if (isFew || (isMany && !(has('patchedBoxesAreUnbounded') && !isNew))) refuse(has('badCountIs409') ? 409 : 422, 'BAD_COUNT');
  };
  const newLine = (one: Line): void => {
    const { order, fruit } = one;
    boxes(one.boxes, true);
    const others = data.linesOf(order);
    if (others.some((other) => other.fruit === fruit) && !has('fruitTwice')) refuse(409, 'FRUIT_TWICE');
    if (!fruit.onSale && !has('allIsOnSale')) refuse(has('notOnSaleIs404') ? 404 : 409, 'NOT_ON_SALE');
    const most = has('sixLines') ? 6 : 5;
    if (data.linesOf(order).length >= most) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
  };

  /** `was`: the tour before a change; null if it is new. */
  const tour = (one: Tour, was: Tour | null): void => {
    if (was?.day !== one.day && daysUntil(one.day) < 0 && !has(was === null ? 'newTourMayBePast' : 'tourIsMovedBack'))
      refuse(422, 'BAD_DAY');
    const isHigh = one.capacity > (has('lorryHoldsMore') ? 130 : 120) && !(was !== null && has('patchedCapacityIsUnbounded'));
    if ((one.capacity < 1 && !has('capacityMayBeZero')) || isHigh) refuse(422, 'BAD_CAPACITY');
    const isDriver = one.driver.role === 'driver' || has('anyoneDrives');
    if (!isDriver) refuse(422, 'NO_DRIVER');
    const others = data.tours.filter((other) => other !== was && other.day === one.day);
    const counted = others.filter(({ state }) => state !== 'cancelled' || has('cancelledIsBusy'));
    const isBusy = counted.some((other) => other.driver === one.driver);
    if (isBusy && !has(was === null ? 'driverMayBeBusy' : 'movedDriverMayBeBusy'))
      refuse(has('driverBusyIs422') ? 422 : 409, 'DRIVER_BUSY');
    if (was === null) return;
    const load = data.load(was);
    if (load > one.capacity && !has('capacityIgnoresLoad')) refuse(has('tourFullIs422') ? 422 : 409, 'TOUR_FULL');
    if (one.day !== was.day && load > 0 && !has('promisedDayMoves')) refuse(409, 'DAY_FIXED');
  };
  const start = (one: Tour): void => {
    const isLeft = data.ordersOn(one).some(({ state }) => state === 'confirmed');
    if (isLeft && !has('unpickedIsLeft')) refuse(409, 'UNPICKED');
  };

  const complaint = ({ order, text, boxes: count }: Complaint): void => {
    notBlank(text, 'complaintMayBeBlank');
    const most = data.boxes(order);
    const isHigh = count > most;
    if ((count < 1 && !has('complaintAboutNoBox')) || (isHigh && !has('moreBoxesThanOrdered'))) refuse(422, 'BAD_COUNT');
    if (order.deliveredOn !== null && daysUntil(order.deliveredOn) < -3) refuse(409, 'TOO_OLD');
    const others = data.complaintsAbout(order).filter(({ state }) => state !== 'withdrawn' || !has('withdrawnIsNotCounted'));
    if (others.length >= (has('threeComplaints') ? 3 : has('oneComplaint') ? 1 : 2)) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
  };
  const accept = (credit: number, me: Person): void => {
    const isLarge = credit > (has('officeGivesMore') ? 15_000 : 10_000);
    if (isLarge && me.role !== 'manager' && !has('officeGivesAnything')) refuse(has('needsManagerIs409') ? 409 : 403, 'NEEDS_MANAGER');
  };
  return {
    ...{ daysUntil, notBlank, limit, price, cost, stock, newFruit, wanted, newOrder, place, confirm },
    ...{ boxes, newLine, tour, start, complaint, accept },
  };
}
