import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import {
  type Appointment,
  type Claim,
  daysBetween,
  type Item,
  isHolding,
  isPending,
  type Part,
  type Vehicle,
  type WorkshopData,
} from './data.ts';
import type { Has, WorkshopFault } from './faults.ts';

export type WorkshopRules = ReturnType<typeof workshopRules>;

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function workshopRules(data: WorkshopData, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  const bad = (code: string): never => refuse(422, code);
  /** Refuses a text without words, unless the service has the fault that allows it. */
  const notBlank = (value: string, lax: WorkshopFault | null = null): void => {
    if (value.trim() === '' && !(lax !== null && has(lax))) refuse(has('blankIs400') ? 400 : 422, 'BLANK');
  };
  /** Refuses only an empty text if the service has the fault. */
  const notEmptyOr = (value: string, emptyOnly: WorkshopFault): void => {
    if (!has(emptyOnly) || value === '') notBlank(value);
  };

  const phone = (value: string | null, lax: WorkshopFault | null = null): void => {
    const form = has('phoneHasNoPlus') ? /^[0-9][0-9 ]{5,}$/ : /^[+]?[0-9][0-9 ]{5,}$/;
    if (value !== null && !form.test(value) && !(lax !== null && has(lax))) bad('BAD_PHONE');
  };

  const mileage = (value: number, lax: WorkshopFault | null = null): void => {
    if ((value < 0 || value > 999_999) && !(lax !== null && has(lax))) bad('BAD_MILEAGE');
  };
  const year = (value: number): void => {
    const next = Number(today().slice(0, 4)) + (has('nextYearIsBad') ? 0 : 1);
    if (value < 1950 || value > next) bad('BAD_YEAR');
  };
  /** Whether a person may own as many vehicles, with one more. */
  const fleet = (owned: number): void => {
    if (owned + 1 > (has('twoVehicles') ? 2 : 3)) refuse(has('tooManyVehiclesIs429') ? 429 : 409, 'TOO_MANY_VEHICLES');
  };
  const newVehicle = (one: Vehicle): void => {
    if (!/^[A-Z]{1,3}-\d{1,4}$/.test(one.plate)) bad('BAD_PLATE');
    notBlank(one.make);
    year(one.year);
    mileage(one.mileage, 'newMileageIsUnbounded');
    fleet(data.vehiclesOf(one.owner).length);
  };
  /** `was`: the vehicle before. */
  const vehicle = (one: Vehicle, was: Vehicle): void => {
    notBlank(one.make);
    if (one.year !== was.year) year(one.year);
    mileage(one.mileage, 'patchedMileageIsUnbounded');
    if (one.mileage < was.mileage) refuse(has('mileageBackIs409') ? 409 : 422, 'MILEAGE_BACK');
  };

  /** `was`: the appointment before a change; null if it is new. */
  const appointment = (one: Appointment, was: Appointment | null): void => {
    const { starts, ends, day } = one;
    const isPatch = was !== null;
    if (starts >= ends) bad('HOURS_REVERSED');
    const isEarly = starts < (has('opensAtEight') ? 8 : 7);
    const isOver = ends > 18;
    if ((isEarly || isOver) && !(isPatch && has('patchedHoursAreFree'))) bad('OUT_OF_HOURS');
    if (ends - starts > 4 && !(isPatch && has('patchedMayBeLong'))) bad('TOO_LONG');
    if (day !== was?.day) {
      const isPast = day < today() || (day === today() && has('todayIsPast'));
      if (isPast) bad('PAST');
      const ahead = daysBetween(today(), day);
      if (ahead > 60 && !(isPatch && has('patchedDayIsUnbounded'))) bad('TOO_FAR');
      const weekday = new Date(day).getUTCDay();
      if ((weekday === 0 && !has('openOnSundays')) || (weekday === 6 && has('closedOnSaturdays'))) bad('CLOSED');
    }
    const others = data.appointments.filter((each) => each.number !== one.number && each.day === day && each.bay === one.bay);
    if (others.some((each) => isHolding(each) && each.starts < ends && starts < each.ends)) refuse(409, 'BAY_TAKEN');
    if (was !== null) return;
    if (!one.vehicle.active && !has('inactiveIsBooked')) refuse(409, 'INACTIVE');
    const planned = data.appointments.filter((each) => (isHolding(each) || has('pastAppointmentsCount')) && each.vehicle === one.vehicle);
    const counted = has('confirmedDoNotCount') ? planned.filter(({ state }) => state !== 'confirmed') : planned;
    if (counted.length >= 2) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
  };

  const discount = (value: number): void => {
    if (value < 0 || (value > (has('discountIsBelowTwenty') ? 19 : 20) && !has('discountIsUnbounded'))) bad('BAD_DISCOUNT');
  };

  const minutes = (value: number, lax: WorkshopFault | null = null): void => {
    if ((value < 0 || value > 600) && !(lax !== null && has(lax))) bad('BAD_MINUTES');
  };
  const newItem = (one: Item): void => {
    notBlank(one.words, 'itemMayBeBlank');
    minutes(one.minutes, 'newMinutesAreUnbounded');
    if (data.itemsOf(one.job).length >= (has('sixItems') ? 6 : has('fourItems') ? 4 : 5)) refuse(409, 'TOO_MANY_ITEMS');
  };
  const item = (one: Item): void => {
    notBlank(one.words, 'patchedItemMayBeBlank');
    minutes(one.minutes);
  };
  const itemPart = (item: Item, part: Part, quantity: number): void => {
    if ((quantity < 1 && !has('quantityMayBeNothing')) || quantity > (has('twentyAreTooMany') ? 19 : 20)) bad('BAD_QUANTITY');
    if (item.part !== part && !part.active && !has('inactiveIsFitted')) refuse(409, 'INACTIVE');
  };

  /** `was`: the part before a change; null if it is new. */
  const part = (one: Part, was: Part | null): void => {
    const isPatch = was !== null;
    if (isPatch) notBlank(one.name, 'patchedNameMayBeBlank');
    else {
      const form = has('codeMayBeSmall') ? /^[A-Z]{3}-[0-9]{1,4}$/i : has('codeMayGoOn') ? /^[A-Z]{3}-[0-9]{1,4}/ : /^[A-Z]{3}-[0-9]{1,4}$/;
      if (!form.test(one.code)) bad('BAD_CODE');
      notBlank(one.name);
    }
    const isTaken = data.parts.some((other) => other !== was && other.name === one.name);
    if (isTaken && !has(isPatch ? 'patchedNameMayRepeat' : 'partNamesMayRepeat')) refuse(has('nameTakenIs422') ? 422 : 409, 'NAME_TAKEN');
    const isBadPrice = (one.price <= 0 && !(one.price === 0 && has('partsMayBeFree'))) || one.price > 500_000;
    if (isBadPrice && !(isPatch && has('patchedPriceIsFree'))) bad('BAD_PRICE');
    const isDear = has('costIsBelowPrice') ? one.cost >= one.price : one.cost > one.price;
    const isBadCost = (one.cost < 0 && !has('costMayBeNegative')) || (isDear && !has('costIsUnbounded'));
    if (isBadCost) bad('BAD_COST');
    stock(one.stock, isPatch ? null : 'newStockIsFree');
    if (one.minimum < 0 || one.minimum > 50) bad('BAD_MINIMUM');
    notBlank(one.supplier, isPatch ? null : 'supplierMayBeBlank');
  };
  const stock = (value: number, lax: WorkshopFault | null = null): void => {
    if ((value < 0 || value > 500) && !(lax !== null && has(lax))) bad('BAD_STOCK');
  };
  const newSupply = (one: Part, quantity: number): void => {
    if ((quantity < 1 && !has('supplyMayBeNothing')) || quantity > 200) bad('BAD_QUANTITY');
    if (data.supplies.some((each) => each.part === one && isPending(each))) refuse(409, 'PENDING_SUPPLY');
  };

  const newClaim = ({ job, words }: Pick<Claim, 'job' | 'words'>): void => {
    notEmptyOr(words, 'claimMayBeSpaces');
    const passed =
      job.collectedOn === null ? 0 : daysBetween(has('warrantyFromReady') ? (job.readyOn ?? today()) : job.collectedOn, today());
    if (passed > 90) refuse(has('tooLateIs422') ? 422 : 409, 'TOO_LATE');
    if (job.warranty) refuse(409, 'NO_WARRANTY');
    const open = data.claims.filter((one) => one.job === job && (one.state === 'open' || has('decidedClaimsCount')));
    if (open.length > 0) refuse(409, 'CLAIMED');
  };

  const newCar = (plate: string, make: string, daily: number): void => {
    const form = has('carPlateMayBeAny') ? /^[A-Z]{1,3}-[0-9]{1,4}$/ : /^LC-[0-9]{1,3}$/;
    if (!form.test(plate)) bad('BAD_PLATE');
    notBlank(make);
    if (daily < 1000 || daily > 9000) bad('BAD_DAILY');
  };
  return {
    ...{ today, notBlank, notEmptyOr, phone, mileage, fleet, newVehicle, vehicle, appointment, discount, minutes, newItem },
    ...{ item, itemPart, part, stock, newSupply, newClaim, newCar },
  };
}
