import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import type { Invoice, Item, Order, Paper, Person, Press, PrintData, Proof } from './data.ts';
import type { Has, PrintFault } from './faults.ts';

export type PrintRules = ReturnType<typeof printRules>;

/** The rules of section 5 and what records compute. `now`: milliseconds since the epoch. */
export function printRules(data: PrintData, has: Has, now: () => number) {
  const daysUntil = (date: string): number => (Date.parse(date) - Date.parse(dayOf(now()))) / 86_400_000;
  /** `lax`: a fault that does without the rule. */
  const notBlank = (value: string, lax: PrintFault): void => {
    const isBlank = has('blankMeansEmpty') ? value === '' : value.trim() === '';
    if (isBlank && !has(lax)) refuse(has('blankIs400') ? 400 : 422, 'BLANK');
  };

  const sheets = ({ copies, pages }: Item): number => {
    if (has('sheetsArePages')) return copies * pages;
    return copies * (has('oddPagesAreCutOff') ? Math.floor(pages / 2) : Math.floor((pages + 1) / 2));
  };
  const sheetsOf = (order: Order): number => data.itemsOf(order).reduce((sum, item) => sum + sheets(item), 0);
  const owed = ({ amount, fees, credited, paid }: Invoice): number =>
    amount + (has('owedForgetsFees') ? 0 : fees) - (has('owedForgetsCredit') ? 0 : credited) - paid;

  const terms = ({ discount, credit, paymentDays }: Pick<Person, 'discount' | 'credit' | 'paymentDays'>): void => {
    if (discount < 0 || discount > (has('discountOfThirtyOne') ? 31 : 30)) refuse(422, 'BAD_DISCOUNT');
    if (credit < (has('creditMayNotBeZero') ? 1 : 0) || (credit > 500_000 && !has('creditIsUnbounded'))) {
      refuse(422, 'BAD_CREDIT');
    }
    const isBefore = paymentDays < 0 && !has('paymentDaysMayBeNegative');
    if (isBefore || paymentDays > (has('paymentDaysOfSixtyOne') ? 61 : 60)) refuse(422, 'BAD_PAYMENT_DAYS');
  };
  const paperCode = (code: string): void => {
    const form = has('paperCodeMayBeSmall')
      ? /^[A-Z]{2}[0-9]{2,3}$/i
      : has('paperCodeIsSearchedFor')
        ? /[A-Z]{2}[0-9]{2,3}$/
        : /^[A-Z]{2}[0-9]{2,3}$/;
    if (!form.test(code)) refuse(has('badCodeIs400') ? 400 : 422, 'BAD_CODE');
  };
  /** `isNew`: not a change of one that exists. */
  const paper = ({ name, grams, price }: Pick<Paper, 'name' | 'grams' | 'price'>, isNew: boolean): void => {
    notBlank(name, isNew ? 'paperMayBeNameless' : 'patchedPaperMayBeNameless');
    if (grams < 60 || grams > (has('mostGramsAreRefused') ? 399 : 400)) refuse(422, 'BAD_GRAMS');
    if (price < (has('paperMayBeFree') ? 0 : 1)) refuse(422, 'BAD_PRICE');
    if (price > 2000 && !has(isNew ? 'priceIsUnbounded' : 'patchedPriceIsUnbounded')) refuse(422, 'BAD_PRICE');
  };
  const pressCode = (code: string): void => {
    const form = has('pressMayBeZero') ? /^P[0-9]$/ : /^P[1-9]$/;
    if (!form.test(code)) refuse(422, 'BAD_CODE');
  };
  const capacity = (value: number, isNew: boolean): void => {
    if (has('patchedCapacityIsNotChecked') && !isNew) return;
    const isSmall = has('leastCapacityIsRefused') ? value <= 100 : value < 100;
    if (isSmall || value > 20_000) refuse(422, 'BAD_CAPACITY');
  };

  const isAskedTwice = (one: Order): boolean => {
    const all = has('titlesOfAllCount') ? data.orders : data.ordersOf(one.customer);
    const states = has('quotedTitleMayRepeat') ? ['asked'] : ['asked', 'quoted'];
    const isSame = (a: string, b: string): boolean => a === b;
    return all.some((other) => other.number !== one.number && isSame(other.title, one.title) && states.includes(other.state));
  };
  const askedOnce = (one: Order, lax: PrintFault): void => {
    if (isAskedTwice(one) && !has(lax)) refuse(409, 'ALREADY_ASKED');
  };
  /** `was`: the order before a change; null if it is new. */
  const order = (one: Order, was: Order | null): void => {
    const { title, due, rush, kind, paper: on } = one;
    notBlank(title, was === null ? 'titleMayBeBlank' : 'patchedTitleMayBeBlank');
    const isMoved = was?.due !== due;
    const days = daysUntil(due);
    if (isMoved && !(was !== null && has('patchedDueIsNotChecked'))) {
      if (days <= (has('dueMayBeToday') ? -1 : 0)) refuse(422, 'BAD_DUE');
      if (days > (has('dueInNinetyOneDays') ? 91 : 90)) refuse(422, 'TOO_FAR');
    }
    const isChanged = isMoved || (was?.rush !== rush && !has('patchedRushIsNotChecked'));
    const least = has('fiveDaysAreRush') ? 6 : 5;
    if (isChanged && !rush && days < least && !has('rushIsNotNeeded')) refuse(422, 'NOT_RUSH');
    if (was !== null) {
      if (was.title !== title) askedOnce(one, 'patchedTitleMayRepeat');
      return;
    }
    const isThin = has('postersOfOneFiftyAreThin') ? on.grams <= 150 : on.grams < 150;
    if (kind === 'poster' && isThin && !has('postersMayBeThin')) refuse(422, 'TOO_THIN');
    const counted = has('onlyAskedCount') ? ['asked'] : ['asked', 'quoted'];
    const others = has('questionsOfAllCount') ? data.orders : data.ordersOf(one.customer);
    const most = has('fourQuestions') ? 4 : 3;
    if (others.filter(({ state }) => counted.includes(state)).length >= most) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
    askedOnce(one, 'askTwice');
  };

  /** `was`: the item before a change; null if it is new. */
  const item = (one: Item, was: Item | null): void => {
    const { order: of, name, copies, pages } = one;
    notBlank(name, 'itemMayBeNameless');
    if (copies < (has('noCopyIsFine') ? 0 : 1) || copies > (has('oneMoreCopy') ? 5001 : 5000)) refuse(422, 'BAD_COPIES');
    const isPagesKept = was !== null && has('patchedPagesAreNotChecked');
    if (!isPagesKept && (pages < 1 || pages > (has('pagesMayBeMore') ? 68 : 64))) refuse(422, 'BAD_PAGES');
    const isFolded = pages % (has('foldsOfTwo') ? 2 : 4) === 0;
    const isFoldChecked = of.kind === 'brochure' && !has('foldIsNotChecked');
    if (isFoldChecked && !isFolded && !(was !== null && has('patchedFoldIsNotChecked'))) refuse(422, 'BAD_FOLD');
    const others = data.itemsOf(of).filter(({ number }) => number !== one.number);
    const most = has('fiveItems') ? 5 : 4;
    if (was === null && others.length >= most) refuse(409, 'TOO_MANY_ITEMS');
    const isThere = others.some((other) => other.name === name);
    if (isThere && !has(was === null ? 'itemMayRepeat' : 'patchedItemMayRepeat')) refuse(409, 'SAME_ITEM');
  };

  const proof = ({ order: of, file }: Proof): void => {
    const form = has('fileMayBeAny') ? /^[a-z0-9-]+[.](pdf|png)$/ : has('fileMayBeLarge') ? /^[a-z0-9-]+[.]pdf$/i : /^[a-z0-9-]+[.]pdf$/;
    if (!form.test(file)) refuse(422, 'BAD_FILE');
    const isThere = data.proofsOf(of).some((other) => other.file === file);
    if (isThere && !has('fileMayRepeat')) refuse(409, 'SAME_FILE');
  };

  const schedule = (one: Order, press: Press, day: string): void => {
    if (daysUntil(day) < (has('notPrintedToday') ? 1 : 0) && !has('printDayMayBePast')) refuse(422, 'BAD_DAY');
    const isAfter = has('printedOnTheDueDay') ? day > one.due : day >= one.due;
    if (isAfter && !has('printedAfterItIsDue')) refuse(422, 'AFTER_DUE');
    const running = has('runningTakeNoTime') ? ['scheduled'] : ['scheduled', 'in print'];
    const others = data.orders.filter(
      (other) =>
        other !== one && (other.press === press || has('pressesShareCapacity')) && other.printDay === day && running.includes(other.state),
    );
    const counted = has('onlyTheOrderIsCounted') ? [one] : [...others, one];
    const load = counted.reduce((sum, other) => sum + sheetsOf(other), 0);
    const isFull = has('fullPressIsRefused') ? load >= press.capacity : load > press.capacity;
    if (isFull && !has('capacityIsNotChecked')) refuse(409, 'PRESS_FULL');
  };
  return {
    ...{ daysUntil, notBlank, sheets, sheetsOf, owed, terms, paperCode, paper, pressCode, capacity },
    ...{ order, askedOnce, item, proof, schedule },
  };
}
