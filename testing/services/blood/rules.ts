import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import {
  type Appointment,
  type BloodData,
  type Donation,
  type Drive,
  daysBetween,
  type Order,
  type Person,
  plusYears,
  type Unit,
} from './data.ts';
import type { BloodFault, Has } from './faults.ts';

export type BloodRules = ReturnType<typeof bloodRules>;

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function bloodRules(data: BloodData, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  const daysUntil = (date: string): number => daysBetween(today(), date);
  const notBlank = (value: string, fault?: BloodFault): void => {
    const isBlank = has('spacesAreWords') ? value === '' : value.trim() === '';
    if (isBlank && !(fault !== undefined && has(fault))) refuse(has('blankIs400') ? 400 : 422, 'BLANK');
  };
  const born = (date: string): void => {
    if (date > today() && !has('unbornSignUp')) refuse(422, 'BAD_BIRTH');
  };
  const weight = (value: number): void => {
    if (value < (has('lightestIsLighter') ? 29 : 30) || value > (has('heaviestIsHeavier') ? 255 : 250)) refuse(422, 'BAD_WEIGHT');
  };

  const taken = ({ state }: Appointment): boolean => {
    if (state === 'donated') return !has('donatedFreeTheirPlace');
    if (state === 'missed') return has('missedKeepTheirPlace');
    return state === 'booked' || state === 'answered' || state === 'admitted';
  };
  /** `was`: the drive before a change; null if it is new. */
  const drive = (one: Pick<Drive, 'site' | 'day' | 'capacity'>, was: Drive | null): void => {
    if (was === null || was.site !== one.site) notBlank(one.site, was === null ? undefined : 'patchedSiteMayBeBlank');
    const ahead = daysUntil(one.day);
    if (was?.day !== one.day && !(was !== null && has('patchedDayIsNotChecked'))) {
      const isPast = ahead < (has('yesterdayIsFine') ? -1 : has('drivesStartTomorrow') ? 1 : 0);
      const isFar = has('ninetiethDayIsTooFar') ? ahead >= 90 : ahead > (has('monthsAhead') ? 120 : 90);
      if (isPast || isFar) refuse(422, 'BAD_DAY');
    }
    if (one.capacity < (has('drivesMayBeEmpty') ? 0 : 1) || one.capacity > (has('capacityIsFifty') ? 50 : 40)) refuse(422, 'BAD_CAPACITY');
    const booked =
      was === null ? [] : data.appointmentsOn(was).filter(has('onlyBookedAreCounted') ? ({ state }) => state === 'booked' : taken);
    const least = has('oneMayBeSqueezed') ? booked.length - 1 : booked.length;
    if (one.capacity < least && !has('bookingsLoseTheirPlaces')) refuse(has('overbookedIs422') ? 422 : 409, 'OVERBOOKED');
    if (was?.day === one.day && (was.site === one.site || has('patchedSiteMayBeTaken'))) return;
    if (was !== null && was.site === one.site && has('movedDriveMayMeetAnother')) return;
    const same = data.drives.filter((other) => other !== was && (other.day === one.day || has('siteOnceForEver')));
    const isTaken = same.some((other) => other.site === one.site && (other.state !== 'cancelled' || has('cancelledKeepTheirSite')));
    if (isTaken && !has('sitesMayBeShared')) refuse(409, 'SITE_TAKEN');
  };

  const booking = (on: Drive, donor: Person, component: string): void => {
    const states = has('answeredMayBookAgain') ? ['booked', 'admitted'] : ['booked', 'answered', 'admitted'];
    if (has('donatedIsStillBooked')) states.push('donated');
    if (has('admittedMayBookAgain')) states.pop();
    const others = has('onceADriveOnly') ? data.appointmentsOn(on) : data.appointments;
    if (others.some((one) => one.donor === donor && states.includes(one.state))) refuse(409, 'ALREADY_BOOKED');
    const used = data.appointmentsOn(on).filter(has('answeredFreeTheirPlace') ? (one) => taken(one) && one.state !== 'answered' : taken);
    if (used.length >= on.capacity + (has('onePlaceMore') ? 1 : 0)) refuse(409, 'FULL');
    const reference = has('ageIsOfToday') ? today() : on.day;
    const birth = donor.born;
    const youngest = has('seventeenIsEnough') ? 17 : 18;
    const isOld = birth === null || (has('seventyIsFine') ? plusYears(birth, 71) <= reference : plusYears(birth, 70) <= reference);
    if (birth === null || plusYears(birth, youngest) > reference || (isOld && !has('noOneIsTooOld'))) refuse(403, 'BAD_AGE');
    const kilos = donor.weight ?? (has('unknownWeightIsFine') ? 100 : 0);
    if (has('fiftyIsTooLight') ? kilos <= 50 : kilos < 50) refuse(has('underweightIs422') ? 422 : 403, 'UNDERWEIGHT');
    const { deferredUntil, lastDonation, missed } = donor;
    const isDeferred = deferredUntil !== null && (has('lastDayIsDeferred') ? deferredUntil >= on.day : deferredUntil > on.day);
    const isDeferredNow = deferredUntil !== null && deferredUntil > today();
    if (has('deferralIsOfToday') ? isDeferredNow : isDeferred && !has('deferredMayBook')) refuse(403, 'DEFERRED');
    const pause = component === 'whole' ? (has('eightWeeksAreSeven') ? 49 : 56) : has('apheresisWaitsAsLong') ? 56 : 14;
    const passed = lastDonation === null ? null : daysBetween(lastDonation, on.day);
    if (passed !== null && (has('pauseIsStrict') ? passed <= pause : passed < pause) && !has('donorsNeedNoRest')) refuse(409, 'TOO_SOON');
    if (missed >= (has('threeMayBeMissed') ? 3 : 2)) refuse(403, 'UNRELIABLE');
  };
  const admission = (appointment: Appointment, hemoglobin: number, pulse: number): void => {
    const { component, ill, travelled, tattooed } = appointment;
    const isUnfit = ill || (travelled && !has('travelIsFine')) || (tattooed && !has('tattoosAreFine'));
    if (isUnfit && !has('questionnaireIsNotRead')) refuse(409, 'UNFIT');
    const least = component === 'whole' && !has('wholeNeedsNoMore') ? 130 : has('allNeedAsMuch') ? 130 : 125;
    const isLow = has('leastHemoglobinIsLow') ? hemoglobin <= least : hemoglobin < least;
    if (isLow || hemoglobin > (has('hemoglobinHasNoTop') ? Number.POSITIVE_INFINITY : 200)) refuse(422, 'BAD_HEMOGLOBIN');
    if (pulse < (has('slowPulseIsFine') ? 45 : 50) || pulse > (has('fastPulseIsFine') ? 111 : 110)) refuse(422, 'BAD_PULSE');
  };

  const donation = ({ bag, volume, component }: Pick<Donation, 'bag' | 'volume' | 'component'>): void => {
    const form = has('bagMayBeShort') ? /^B[0-9]{1,5}$/ : has('bagMayBeAnyLetter') ? /^[A-Z][0-9]{5}$/ : /^B[0-9]{5}$/;
    if (!form.test(bag)) refuse(422, 'BAD_BAG');
    const most = component === 'whole' && !has('wholeMayBeLarge') ? 500 : has('apheresisIsAsSmall') ? 500 : 700;
    if (volume < (has('donationsMayBeSmall') ? 199 : 200) || volume > most) refuse(422, 'BAD_VOLUME');
  };
  const sameGroup = ({ donor }: Donation, group: string, positive: boolean): void => {
    const isOther = donor.group !== group || (donor.positive !== positive && !has('rhesusMayChange'));
    if (donor.group !== null && isOther && !has('groupMayChange')) refuse(has('mismatchIs422') ? 422 : 409, 'GROUP_MISMATCH');
  };
  const unit = (of: Donation, { code, kind, volume }: Pick<Unit, 'code' | 'kind' | 'volume'>): void => {
    const form = has('codeMayBeSmall') ? /^[A-Z]{2}[0-9]{4}$/i : has('codeMayHaveLetters') ? /^[A-Z]{2}[0-9A-Z]{4}$/ : /^[A-Z]{2}[0-9]{4}$/;
    if (!form.test(code)) refuse(422, 'BAD_CODE');
    const isMade = of.component === 'whole' || of.component === kind || (kind === 'plasma' && has('plasmaOfAll'));
    if (!isMade && !has('anyKindIsMade')) refuse(409, 'WRONG_KIND');
    if (volume < (has('unitsMayBeTiny') ? 1 : has('leastUnitIsTooSmall') ? 41 : 40)) refuse(422, 'BAD_VOLUME');
    const others = data.unitsOf(of).filter(({ state }) => state !== 'discarded' || has('discardedAreMade'));
    if (others.some((one) => one.kind === kind) && !has('kindsMayBeMadeTwice')) refuse(409, 'MADE_ALREADY');
    const counted = has('discardedAreCounted') ? data.unitsOf(of) : others;
    const before = has('eachUnitIsMeasuredAlone') ? 0 : counted.reduce((sum, one) => sum + one.volume, 0);
    if (has('wholeBagIsTooMuch') ? before + volume >= of.volume : before + volume > of.volume) refuse(422, 'TOO_MUCH');
  };

  const isCompatible = ({ kind, donation: { group } }: Unit, order: Order): boolean => {
    if (group === order.group) return true;
    const [giver, taker] = kind === 'plasma' && !has('plasmaIsLikeBlood') ? ['AB', 'O'] : ['O', 'AB'];
    return (group === giver && !has('giversAreNotUniversal')) || (order.group === taker && !has('takersAreNotUniversal'));
  };
  const reservation = (one: Unit, order: Order): void => {
    const { kind, expires, donation: from } = one;
    if (kind !== order.kind && !has('kindIsNotCompared')) refuse(409, 'WRONG_KIND');
    if (!isCompatible(one, order) && !has('groupsAreNotCompared')) refuse(409, 'INCOMPATIBLE');
    const isExempt = kind === 'plasma' && !has('plasmaMindsRhesus');
    if (!isExempt && from.positive && !order.positive && !has('rhesusIsNotCompared')) refuse(409, 'INCOMPATIBLE');
    if ((has('lastDayIsTooOld') ? expires <= order.neededBy : expires < order.neededBy) && !has('oldUnitsAreFine')) refuse(409, 'TOO_OLD');
    if (data.reservedFor(order).length >= order.count + (has('oneUnitMore') ? 1 : 0)) refuse(409, 'ENOUGH');
    const same = data.units.filter((other) => other.state === 'available' && other.kind === kind && other !== one);
    const older = same.filter((other) => other.expires < expires);
    const isPassed = older.some(
      ({ donation: other }) =>
        (other.group === from.group || has('oldestOfAllGroups')) && (other.positive === from.positive || has('oldestOfEitherRhesus')),
    );
    if (isPassed && !has('newUnitsFirst')) refuse(409, 'NOT_OLDEST');
  };

  /** `was`: the order before a change; null if it is new. */
  const order = (one: Pick<Order, 'hospital' | 'kind' | 'count' | 'urgency' | 'neededBy'>, was: Order | null): void => {
    const { hospital, kind, count, urgency, neededBy } = one;
    if (count < (has('orderOfNone') ? 0 : 1) || count > (has('elevenUnits') ? 11 : 10)) refuse(422, 'BAD_COUNT');
    const isScarce = kind === 'platelets' && !(was !== null && has('patchedPlateletsAreMany'));
    if (isScarce && count > (has('fivePlatelets') ? 5 : 4)) refuse(422, 'TOO_MANY_PLATELETS');
    if (was !== null && count < data.reservedFor(was).length && !has('fewerThanReserved')) refuse(409, 'BELOW_RESERVED');
    const ahead = daysUntil(neededBy);
    if (was?.neededBy !== neededBy && (ahead < (has('neededYesterday') ? -1 : 0) || ahead > (has('neededLater') ? 31 : 30)))
      refuse(422, 'BAD_DAY');
    const isChecked = !(was !== null && was.urgency === urgency && has('patchedDayIgnoresUrgency'));
    if (urgency === 'emergency' && ahead > (has('emergencyIsToday') ? 0 : 1) && isChecked) refuse(422, 'NOT_URGENT');
    const least = has('routineTakesThree') ? 3 : has('routineIsQuick') ? 0 : 2;
    if (urgency === 'routine' && ahead < least && !(was !== null && has('patchedRoutineIsQuick'))) refuse(422, 'TOO_SHORT');
    if (urgency === 'emergency' && was?.urgency !== urgency && !(was !== null && has('patchedUrgencyIsNotCounted'))) {
      const others = data.orders.filter(
        (other) => other.urgency === 'emergency' && (other.state === 'open' || has('pastEmergenciesCount')),
      );
      const isTaken = others.some((other) => other.hospital === hospital || has('oneEmergencyForAll'));
      if (isTaken && !has('emergenciesAreEndless')) refuse(409, 'ALREADY_URGENT');
    }
    if (was !== null) return;
    const open = data.orders.filter((other) => other.hospital === hospital && (other.state === 'open' || has('allOrdersCount')));
    if (open.length >= (has('sixOrders') ? 6 : 5)) refuse(has('tooManyOrdersIs409') ? 409 : 429, 'TOO_MANY_ORDERS');
  };
  const answerBy = (date: string): void => {
    const ahead = daysUntil(date);
    if (ahead < (has('answerToday') ? 0 : 1) || ahead > (has('answerLater') ? 15 : 14)) refuse(422, 'BAD_DAY');
  };
  return { notBlank, born, weight, taken, drive, booking, admission, donation, sameGroup, unit, reservation, order, answerBy };
}
