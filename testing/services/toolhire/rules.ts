import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import { type Category, daysBetween, type Firm, type Hire, type Line, type Person, type ToolData } from './data.ts';
import type { Has, ToolFault } from './faults.ts';
import type { Pricing } from './pricing.ts';

export type ToolRules = ReturnType<typeof toolRules>;

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function toolRules(data: ToolData, prices: Pricing, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  const bad = (code: string, fault: ToolFault | null = null): never => refuse(fault !== null && has(fault) ? 400 : 422, code);
  /** `lax`: a fault without the rule; `emptyOnly`: one that looks for an empty text only. */
  const notBlank = (value: string, lax: ToolFault | null = null, emptyOnly: ToolFault | null = null): void => {
    const isBlank = emptyOnly !== null && has(emptyOnly) ? value === '' : value.trim() === '';
    if (isBlank && !(lax !== null && has(lax))) bad('BLANK', 'blankIs400');
  };

  const phone = (value: string | null, lax: ToolFault): void => {
    const form = has('phoneHasNoPlus') ? /^[0-9][0-9 ]{5,}$/ : /^[+]?[0-9][0-9 ]{5,}$/;
    if (value !== null && !form.test(value) && !has(lax)) bad('BAD_PHONE');
  };
  const misses = (value: number): void => {
    if (value < 0 && !has('missesMayBeNegative')) bad('BAD_MISSES');
  };
  /** Whether one more may buy for a firm. */
  const buyers = (firm: Firm): void => {
    const most = has('fourBuyers') ? 4 : 3;
    if (data.people.filter((one) => one.firm === firm).length + 1 > most) refuse(409, 'TOO_MANY_BUYERS');
  };

  const newFirm = (one: Firm): void => {
    notBlank(one.name, null, 'firmMayBeSpaces');
    const form = has('firmCodeMayBeSmall') ? /^[A-Z]{3,6}$/i : /^[A-Z]{3,6}$/;
    if (!form.test(one.code)) bad('BAD_CODE');
    if (data.firms.some(({ name }) => name === one.name) && !has('firmNamesMayRepeat')) refuse(409, 'NAME_TAKEN');
    firm(one, false);
  };
  const firm = ({ ceiling, discount }: Firm, isPatch: boolean): void => {
    const isFree = isPatch && has('patchedCeilingIsUnbounded');
    if ((ceiling < 0 || ceiling > 2_000_000) && !isFree) bad('BAD_CEILING');
    const isBad = discount < 0 || discount > 30 || (discount === 30 && has('discountIsBelowThirty'));
    if (isBad && !(isPatch && has('patchedDiscountIsUnbounded'))) bad('BAD_DISCOUNT');
  };

  const newCategory = (one: Category): void => {
    notBlank(one.name, null, 'categoryMayBeSpaces');
    const form = has('categoryCodeNeedsNoNumber') ? /^[A-Z]{2}[0-9]{0,3}$/ : /^[A-Z]{2}[0-9]{1,3}$/;
    if (!form.test(one.code)) bad('BAD_CODE');
    category(one, null);
  };
  /** `was`: the category before a change; null if it is new. */
  const category = (one: Category, was: Category | null): void => {
    const isPatch = was !== null;
    if (isPatch && one.name !== was.name) notBlank(one.name, 'patchedNameMayBeBlank');
    const isTaken = data.categories.some((other) => other !== was && other.name === one.name);
    if (isTaken && !(isPatch && has('patchedNameMayRepeat'))) refuse(409, 'NAME_TAKEN');
    const { daily, weekly, deposit, fuelled, kind } = one;
    const isDaily = daily >= 100 && daily <= 90_000;
    if (!isDaily) bad('BAD_DAILY');
    const isDear = !has('weekMayCostMore') && weekly > daily * (has('weekIsFiveDays') ? 5 : 7);
    if ((weekly < daily || isDear) && !(isPatch && has('patchedWeeklyIsNotChecked'))) bad('BAD_WEEKLY');
    if (deposit < 0 || deposit > 200_000) bad('BAD_DEPOSIT');
    if (fuelled && kind === 'hand' && !(isPatch && has('patchedHandMayBeFuelled'))) bad('NO_FUEL');
  };

  const hours = (value: number, lax: ToolFault): void => {
    if ((value < 0 || value > 30_000) && !has(lax)) bad('BAD_HOURS');
  };
  const newMachine = (serial: string, clock: number, value: number): void => {
    const form = has('serialMayBeSmall') ? /^[A-Z]{2}-[0-9]{2,6}$/i : /^[A-Z]{2}-[0-9]{2,6}$/;
    if (!form.test(serial)) bad('BAD_SERIAL');
    hours(clock, 'newHoursAreUnbounded');
    if (value < 0 || (value === 0 && !has('valueMayBeNothing'))) bad('BAD_VALUE');
  };

  /** `was`: the hire before a change; null if it is new. */
  const hire = (one: Hire, was: Hire | null): void => {
    const { begins, ends } = one;
    const isPatch = was !== null;
    const isReversed = has('noDayIsFine') ? begins > ends : begins >= ends;
    if (isReversed && !(isPatch && has('patchedDatesMayReverse'))) bad('DATES_REVERSED');
    if (was?.begins !== begins) {
      const isPast = begins < today() || (begins === today() && has('hireBeginsLater'));
      if (isPast && !(isPatch && has('patchedHireMayBePast'))) bad('PAST');
      const ahead = daysBetween(today(), begins);
      if (ahead > (has('aheadIsStrict') ? 119 : 120) && !(isPatch && has('patchedHireIsUnbounded'))) bad('TOO_FAR');
    }
    days(one, isPatch ? 'patchedHireMayBeLong' : null);
    const isNumbered = one.order !== null && (one.order.trim() !== '' || has('orderMayBeBlank'));
    if (one.firm !== null && !isNumbered && !(isPatch && has('patchedOrderMayGo'))) bad('NO_ORDER', 'noOrderIs400');
    if (was !== null) return;
    const planned = data.hires.filter(
      ({ state }) => (state === 'draft' && !has('draftsDoNotCount')) || (state === 'reserved' && !has('reservedDoNotCount')),
    );
    const own = planned.filter(
      ({ customer, firm }) => customer === one.customer || (firm !== null && firm === one.firm && has('hiresOfTheFirmCount')),
    );
    if (own.length >= (has('fourHires') ? 4 : 3)) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
  };
  const days = ({ begins, ends }: Hire, lax: ToolFault | null): void => {
    if (daysBetween(begins, ends) > (has('sixtyDaysAreTooMany') ? 59 : 60) && !(lax !== null && has(lax))) bad('TOO_LONG');
  };
  /** Whether there are machines in other days of a hire. */
  const room = (one: Hire): void => {
    const lines = data.lines.filter((line) => line.hire.number === one.number);
    if (lines.some((line) => prices.free(line, one) <= 0)) refuse(409, 'NONE_LEFT');
  };
  const newLine = (one: Line): void => {
    const lines = has('linesOfACategoryCount')
      ? data.linesOf(one.hire).filter(({ category: of }) => of === one.category)
      : data.linesOf(one.hire);
    if (lines.length >= (has('fiveLines') ? 5 : 4)) refuse(409, 'TOO_MANY_LINES');
  };
  const job = (kind: string, note: string | null): void => {
    const isNoted = note !== null && (note.trim() !== '' || has('jobNoteMayBeSpaces'));
    if ((kind === 'repair' || has('inspectionNeedsNote')) && !isNoted) bad('NO_NOTE');
  };
  const jobCost = (value: number): void => {
    if ((value < 0 && !has('costMayBeNegative')) || value > 500_000) bad('BAD_COST');
  };
  const newPerson = ({ name, phone: number }: Pick<Person, 'name' | 'phone'>): void => {
    notBlank(name, null, 'nameMayBeSpaces');
    phone(number, 'newPhoneIsNotChecked');
  };
  return {
    today,
    notBlank,
    phone,
    misses,
    buyers,
    newPerson,
    newFirm,
    firm,
    newCategory,
    category,
    hours,
    newMachine,
    hire,
    days,
    room,
    newLine,
    job,
    jobCost,
  };
}
