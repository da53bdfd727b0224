import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import {
  comingStates,
  type Damage,
  daysBetween,
  holdingStates,
  type Person,
  type Removal,
  type StorageData,
  type Unit,
  type Van,
} from './data.ts';
import type { Has, StorageFault } from './faults.ts';

export type StorageRules = ReturnType<typeof storageRules>;

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function storageRules(data: StorageData, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  const bad = (code: string): never => refuse(422, code);
  /** `lax`: a fault without the rule; `emptyOnly`: one that looks for an empty text only. */
  const notBlank = (value: string, lax: StorageFault | null = null, emptyOnly: StorageFault | null = null): void => {
    const isBlank = emptyOnly !== null && has(emptyOnly) ? value === '' : value.trim() === '';
    if (isBlank && !(lax !== null && has(lax))) refuse(has('blankIs400') ? 400 : 422, 'BLANK');
  };

  const newPerson = ({ name, phone }: Pick<Person, 'name' | 'phone'>): void => {
    notBlank(name, null, 'nameMayBeSpaces');
    if (phone !== null && !/^[+]?[0-9][0-9 ]{4,}$/.test(phone)) bad('BAD_PHONE');
  };

  const newVan = (one: Van): void => {
    const form = has('plateMayBeSmall') ? /^[A-Z]{1,3}-[0-9]{2,4}$/i : /^[A-Z]{1,3}-[0-9]{2,4}$/;
    if (!form.test(one.plate)) bad('BAD_PLATE');
    van(one, null);
  };
  /** `was`: the van before a change; null if it is new. */
  const van = (one: Van, was: Van | null): void => {
    const isPatch = was !== null;
    notBlank(one.name);
    const isTaken = data.vans.some((other) => other !== was && other.name === one.name);
    if (isTaken && !(isPatch && has('patchedVanNameMayRepeat'))) refuse(409, 'NAME_TAKEN');
    const { capacity } = one;
    const isBad = capacity < 3 || capacity > 60;
    if (isBad && !(isPatch && has('patchedCapacityIsUnbounded'))) bad('BAD_CAPACITY');
    if (was === null) return;
    const planned = data.removals.filter((each) => each.van === was && each.state === 'planned');
    if (planned.some(({ volume }) => volume > capacity) && !has('plannedVanShrinks')) refuse(409, 'VAN_TOO_SMALL');
    if (one.sold && planned.length > 0 && !has('plannedVanIsSold')) refuse(409, 'VAN_IN_USE');
  };

  const isSameAddress = ({ origin, destination }: Removal): boolean => {
    const plain = (address: string): string => (has('addressesMindCase') ? address.trim() : address.trim().toLowerCase());
    return plain(origin) === plain(destination);
  };
  /** Whether a removal may be on its day. */
  const dayInBounds = ({ day }: Removal): void => {
    const ahead = daysBetween(today(), day);
    if (ahead < (has('todayIsEarlyEnough') ? 0 : 1)) bad('TOO_SOON');
    if (ahead > (has('ninetyDaysAreTooFar') ? 89 : 90)) bad('TOO_FAR');
  };
  const isComing = ({ state }: Removal): boolean => comingStates.includes(state) || (state === 'cancelled' && has('cancelledHoldsDay'));
  const oneADay = ({ customer, day, number }: Removal, isFree: boolean): void => {
    const others = data.removals.filter((each) => each.customer === customer && each.number !== number && isComing(each));
    if (others.some((each) => each.day === day) && !isFree) refuse(409, 'SAME_DAY');
  };
  /** `was`: the removal before a change; null if it is new. */
  const removal = (one: Removal, was: Removal | null): void => {
    const isPatch = was !== null;
    notBlank(one.origin, isPatch ? 'patchedOriginMayBeBlank' : null);
    notBlank(one.destination, null, 'destinationMayBeSpaces');
    if (isSameAddress(one) && !(isPatch && has('patchedAddressesMayBeSame'))) bad('SAME_ADDRESS');
    if (was?.day !== one.day) dayInBounds(one);
    const isVolume = one.volume >= 1 && one.volume <= 60;
    if (!isVolume && !(isPatch && has('patchedVolumeIsUnbounded'))) bad('BAD_VOLUME');
    if (one.floors < 0 || one.floors > 12) bad('BAD_FLOORS');
    if (was === null) {
      const own = data.removals.filter(({ customer, state }) => customer === one.customer && comingStates.includes(state));
      if (own.length >= (has('threeRemovals') ? 3 : 2)) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
    }
    if (was?.day !== one.day) oneADay(one, isPatch && has('patchedDayMayRepeat'));
  };
  const plan = (price: number, planned: number): void => {
    if (price > 900_000) bad('BAD_PRICE');
    if (planned < 1 || planned > (has('planMayBeADay') ? 24 : 12)) bad('BAD_PLAN');
  };
  /** Whether a van and a foreman are free for a removal as it would be. */
  const places = (one: Removal & { readonly begins: string; readonly ends: string }): void => {
    const { begins, ends } = one;
    if (begins >= ends) bad('TIMES_REVERSED');
    if (begins < '07:00' || (ends > '20:00' && !has('lateIsFine'))) bad('OUT_OF_HOURS');
    const isBusy = ({ state }: Removal): boolean => state === 'planned' || (state === 'under way' && !has('underWayHoldsNothing'));
    const overlap = data.removals.filter((each) => {
      if (each.number === one.number || !isBusy(each) || each.begins === null || each.ends === null) return false;
      if (each.day !== one.day && !has('otherDaysCount')) return false;
      if (has('touchingIsOverlap')) return each.begins <= ends && begins <= each.ends;
      return each.begins < ends && begins < each.ends;
    });
    if (overlap.some((each) => each.van === one.van)) refuse(has('vanTakenIs422') ? 422 : 409, 'VAN_TAKEN');
    if (overlap.some((each) => each.foreman === one.foreman) && !has('foremenMayOverlap')) {
      refuse(409, has('foremanTakenIsVanTaken') ? 'VAN_TAKEN' : 'FOREMAN_TAKEN');
    }
  };
  const hours = (value: number): void => {
    const isInParts = Number.isInteger(value * (has('quartersAreFine') ? 4 : 2));
    if (value <= 0 || value > 16 || !isInParts) bad('BAD_HOURS');
  };

  const newDamage = (one: Damage): void => {
    notBlank(one.item);
    if (one.claimed <= 0 || one.claimed > 200_000) bad('BAD_CLAIM');
    const { doneOn } = one.removal;
    const most = has('reportWithinAWeek') ? 7 : 5;
    if (doneOn !== null && daysBetween(doneOn, today()) > most) refuse(409, 'REPORTED_LATE');
    const all = data.damages.filter((each) => each.removal === one.removal);
    const counted = has('declinedDoesNotCount') ? all.filter(({ state }) => state !== 'declined') : all;
    if (counted.length >= 3) refuse(429, 'TOO_MANY_DAMAGES');
  };
  const assessment = (finding: string, assessed: number, claimed: number): void => {
    notBlank(finding, 'findingMayBeBlank');
    if (assessed < 0 || (assessed > claimed && !has('assessedMayBeMore'))) bad('BAD_ASSESSMENT');
  };

  const unit = ({ code, monthly }: Unit): void => {
    if (!/^[A-Z][0-9]{1,3}$/.test(code)) bad('BAD_CODE');
    if (monthly < 1_000 || monthly > 40_000) bad('BAD_RENT');
  };
  const newRental = (unit: Unit, customer: Person): void => {
    if (customer.blocked && !has('blockedCustomersRent')) refuse(has('blockedIs409') ? 409 : 403, 'BLOCKED');
    if (unit.closed && !has('closedIsLet')) refuse(409, 'CLOSED');
    const own = data.rentals.filter((each) => each.customer === customer && holdingStates.includes(each.state));
    if (own.length >= 2) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
  };
  return {
    ...{ today, notBlank, newPerson, newVan, van, removal, dayInBounds, oneADay, plan, places, hours },
    ...{ newDamage, assessment, unit, newRental },
  };
}
