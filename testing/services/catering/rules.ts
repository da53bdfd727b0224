import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import { type CateredEvent, type CateringData, type Dish, type Item, type Order, type Rental, type Shift, sum } from './data.ts';
import type { CateringFault, Has } from './faults.ts';

export type CateringRules = ReturnType<typeof cateringRules>;

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function cateringRules(data: CateringData, has: Has, now: () => number) {
  const daysUntil = (date: string): number => (Date.parse(date) - Date.parse(dayOf(now()))) / 86_400_000;
  /** `lax`: a fault that does without the rule; `emptyOnly`: one that lets spaces through. */
  const notBlank = (value: string, lax?: CateringFault, emptyOnly?: CateringFault): void => {
    const isBlank = emptyOnly !== undefined && has(emptyOnly) ? value === '' : value.trim() === '';
    if (isBlank && !(lax !== undefined && has(lax))) refuse(422, 'BLANK');
  };

  const discount = (value: number): void => {
    const isMore = has('discountOfThirtyIsRefused') ? value >= 30 : value > 30;
    if (isMore || (value < 0 && !has('discountMayBeNegative'))) refuse(422, 'BAD_DISCOUNT');
  };

  const code = (value: string): void => {
    const form = has('codeMayBeSmall')
      ? /^[A-Z]{2}[1-9][0-9]{0,2}$/i
      : has('codeMayHaveOneLetter')
        ? /^[A-Z]{1,2}[1-9][0-9]{0,2}$/
        : has('codeIsSearchedFor')
          ? /[A-Z]{2}[1-9][0-9]{0,2}$/
          : /^[A-Z]{2}[1-9][0-9]{0,2}$/;
    if (!form.test(value)) refuse(422, 'BAD_CODE');
  };
  /** `was`: the dish before a change; null if it is new. */
  const dish = ({ name, price, cost, minimum }: Pick<Dish, 'name' | 'price' | 'cost' | 'minimum'>, was: Dish | null): void => {
    if (was?.name !== name) notBlank(name, was === null ? 'dishNameMayBeBlank' : 'patchedDishNameMayBeBlank');
    const isDear = price > (has('priceMayBeMore') ? 99 : 95);
    const isPriced = was === null || !has('patchedPriceIsUnbounded');
    if ((price < 2 || isDear) && isPriced) refuse(422, 'BAD_PRICE');
    const isLoss = cost !== null && (has('costMayBeThePrice') ? cost > price : cost >= price);
    const isCosted = was === null ? !has('newCostIsNotChecked') : was.cost !== cost || !has('patchedPriceIgnoresCost');
    if (isLoss && isCosted) refuse(has('lossIs409') ? 409 : 422, 'AT_A_LOSS');
    const isLow = minimum < (has('minimumMayBeZero') ? 0 : 1);
    const isHigh = minimum > 100;
    if (isLow || isHigh) refuse(422, 'BAD_MINIMUM');
  };

  const guests = (value: number, isUnbounded = false): void => {
    const isFew = has('tenGuestsAreRefused') ? value <= 10 : value < (has('nineGuestsAreFine') ? 9 : 10);
    if ((isFew || value > (has('guestsMayBeMore') ? 200 : 180)) && !isUnbounded) refuse(422, 'BAD_GUESTS');
  };
  const eventFields = (one: Pick<CateredEvent, 'title' | 'guests'>, was: CateredEvent | null): void => {
    notBlank(one.title, was === null ? 'titleMayBeBlank' : 'patchedTitleMayBeBlank');
    guests(one.guests, was !== null && has('patchedGuestsAreUnbounded'));
  };
  const newEvent = (one: CateredEvent): void => {
    eventFields(one, null);
    if (daysUntil(one.day) < (has('dayMustBeLater') ? 1 : 0) && !has('dayMayBePast')) refuse(422, 'BAD_DAY');
    const most = has('aheadIsADayMore') ? 366 : 365;
    if (daysUntil(one.day) > most) refuse(422, 'TOO_FAR');
    const states = has('offeredAreNotCounted')
      ? ['asked']
      : has('acceptedAreCounted')
        ? ['asked', 'offered', 'accepted']
        : ['asked', 'offered'];
    const mine = data.events.filter(({ customer }) => customer === one.customer || has('questionsOfAllCount'));
    const others = mine.filter(({ state }) => states.includes(state));
    if (others.length >= (has('fourQuestions') ? 4 : 3)) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
  };
  /** Once the event would be accepted with this number of guests. */
  const kitchen = (one: CateredEvent, count: number): void => {
    const states = has('kitchenForgetsPrepared') ? ['accepted'] : ['accepted', 'prepared'];
    if (has('kitchenCountsOffered')) states.push('offered');
    const others = data.events.filter((other) => other !== one && states.includes(other.state));
    const same = others.filter(({ day, customer }) => {
      if (has('kitchenIsOfTheCustomer') && customer !== one.customer) return false;
      return day === one.day || has('kitchenIsOfAllDays');
    });
    const all = count + sum(same.map((other) => other.guests));
    const isFull = has('fullKitchenIsRefused') ? all >= 200 : all > 200;
    if (isFull) refuse(has('dayFullIs422') ? 422 : 409, 'DAY_FULL');
  };
  const prepared = (one: CateredEvent): void => {
    const shifts = data.shiftsOf(one);
    const isOpen = shifts.some(({ state }) => state === 'open' || (state === 'dropped' && has('droppedShiftsAreOpen')));
    if (isOpen && !has('openShiftsAreFine')) refuse(409, 'UNSTAFFED');
    const isTaken = (state: string): boolean => state === 'taken' || (state === 'dropped' && has('droppedCooksCook'));
    const isCooked = shifts.some(({ trade, state }) => (trade === 'cook' || has('waitersCook')) && isTaken(state));
    if (!isCooked && !has('noCookIsNeeded')) refuse(409, 'NO_COOK');
  };
  const credit = (amount: number, { total }: CateredEvent): void => {
    const isMore = has('halfIsTooMuch') ? amount * 2 >= total : amount * (has('creditMayBeAll') ? 1 : 2) > total;
    if (isMore || (amount < 0 && !has('creditMayBeNegative'))) refuse(422, 'TOO_MUCH');
  };

  const portions = (one: Order, was: Order | null): void => {
    if (was?.portions === one.portions) return;
    const isFew = has('minimumIsTooFew') ? one.portions <= one.dish.minimum : one.portions < one.dish.minimum;
    if (isFew && !has(was === null ? 'fewAreOrdered' : 'patchedPortionsMayBeFew')) refuse(422, 'TOO_FEW');
    const most = one.event.guests * (has('threePortionsEach') ? 3 : 2);
    const isMany = one.portions > most;
    if (isMany && !(was !== null && has('patchedPortionsMayBeMany'))) refuse(422, 'TOO_MANY_PORTIONS');
  };
  const order = (one: Order): void => {
    if (!one.dish.offered && !has('allIsOnTheMenu')) refuse(409, 'NOT_OFFERED');
    portions(one, null);
    const same = data.orders.filter(({ dish: other }) => other === one.dish);
    const again = has('dishIsOrderedOnce') ? same : same.filter(({ event }) => event === one.event);
    if (again.length > 0 && !has('orderedTwice')) refuse(409, 'ORDERED');
  };

  const shift = ({ event, hours }: Shift): void => {
    const isLong = hours > (has('hoursMayBeMore') ? 12 : 10);
    if (hours < (has('twoHoursAreFine') ? 2 : 3) || isLong) refuse(422, 'BAD_HOURS');
    const all = has('shiftsOfAllCount') ? data.shifts : data.shiftsOf(event);
    const states = has('takenAreNotCounted') ? ['open'] : has('droppedAreCounted') ? ['open', 'taken', 'dropped'] : ['open', 'taken'];
    const others = all.filter(({ state }) => states.includes(state));
    const most = has('fiveShifts') ? 5 : 4;
    if (others.length >= most) refuse(409, 'TOO_MANY_SHIFTS');
  };
  const take = (one: Shift, person: Shift['person']): void => {
    const own = data.shifts.filter((other) => other !== one && other.person === person);
    const same = own.filter(({ event }) => {
      if (has('busyAtTheEventOnly')) return event === one.event;
      return event.day === one.event.day || has('oneShiftAtATime');
    });
    const busy = same.filter(({ state }) => state === 'taken' || (state === 'dropped' && has('droppedKeepsBusy')));
    if (busy.length > 0 && !has('twoShiftsADay')) refuse(409, 'BUSY');
  };
  const work = (worked: number, { hours }: Shift): void => {
    const over = has('overtimeOfFive') ? 5 : 4;
    const isLong = worked > hours + over && !has('workIsUnbounded');
    if (worked < 0 || isLong) refuse(422, 'BAD_WORK');
  };

  const stock = (value: number, lax?: CateringFault): void => {
    const isLow = value < 0 && !has('stockMayBeNegative');
    if ((isLow || value > 500) && !(lax !== undefined && has(lax))) refuse(422, 'BAD_STOCK');
  };
  const item = ({ name, stock: count, rent }: Item, was: Item | null): void => {
    notBlank(name, was === null ? 'itemNameMayBeBlank' : 'patchedItemNameMayBeBlank');
    if (was?.stock !== count) stock(count, was === null ? undefined : 'patchedStockIsUnbounded');
    const isDear = rent > 50;
    if (rent < (has('rentMayBeZero') ? 0 : 1) || isDear) refuse(422, 'BAD_RENT');
  };
  const rental = ({ event, item: of, amount }: Rental): void => {
    if (amount < 1 && !(amount === 0 && has('noneIsRented'))) refuse(422, 'BAD_COUNT');
    const states = has('outIsInStock') ? ['reserved'] : has('releasedIsOut') ? ['reserved', 'out', 'released'] : ['reserved', 'out'];
    const same = data.rentals.filter((one) => {
      if (has('stockIsOfTheEvent')) return one.event === event && one.item === of;
      return one.item === of && (one.event.day === event.day || has('stockIsOfAllDays'));
    });
    const all = amount + sum(same.filter(({ state }) => states.includes(state)).map((one) => one.amount));
    const isOut = has('onePieceStays') ? all >= of.stock : all > of.stock;
    if (isOut) refuse(409, 'OUT_OF_STOCK');
    const others = data.rentalsOf(event).filter((one) => one.item === of && (one.state !== 'released' || has('releasedIsRented')));
    if (others.length > 0 && !has('rentedTwice')) refuse(409, 'RENTED');
  };
  const broken = (count: number, { amount }: Rental): void => {
    const isMore = has('notAllMayBreak') ? count >= amount : count > amount;
    if ((isMore && !has('brokenMayBeMore')) || (count < 0 && !has('brokenMayBeNegative'))) refuse(422, 'BAD_BROKEN');
  };
  return {
    ...{ daysUntil, notBlank, discount, code, dish, guests, eventFields, newEvent, kitchen, prepared, credit },
    ...{ portions, order, shift, take, work, stock, item, rental, broken },
  };
}
