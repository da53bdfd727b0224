import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import { type Animal, daysBetween, type Incident, type KennelData, type Place, type Stay, type Task } from './data.ts';
import type { Has, KennelFault } from './faults.ts';

export type KennelRules = ReturnType<typeof kennelRules>;

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function kennelRules(data: KennelData, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  const daysUntil = (date: string): number => daysBetween(today(), date);
  /** `lax`: a fault without the rule; `emptyOnly`: one that looks for an empty text only. */
  const notBlank = (value: string, lax: KennelFault | null = null, emptyOnly: KennelFault | null = null): void => {
    const isBlank = emptyOnly !== null && has(emptyOnly) ? value === '' : value.trim() === '';
    if (isBlank && !(lax !== null && has(lax))) refuse(has('blankIs400') ? 400 : 422, 'BLANK');
  };

  const phone = (value: string | null, lax: KennelFault | null = null): void => {
    const form = has('phoneHasNoPlus') ? /^[0-9 ]{6,}$/ : /^[+]?[0-9 ]{6,}$/;
    if (value !== null && !form.test(value) && !(lax !== null && has(lax))) refuse(422, 'BAD_PHONE');
  };

  /** `was`: the animal before a change; null if it is new. */
  const animal = (one: Animal, was: Animal | null): void => {
    if (was?.name !== one.name) notBlank(one.name, null, 'animalMayBeSpaces');
    const isDog = one.species === 'dog';
    if (isDog && one.build === null && !has(was === null ? 'dogNeedsNoBuild' : 'patchedBuildMayGo')) refuse(422, 'NO_BUILD');
    if (!isDog && one.build !== null && !has(was === null ? 'catMayHaveBuild' : 'patchedCatMayHaveBuild')) refuse(422, 'BUILD_OF_CAT');
    const isCough = !isDog && one.coughUntil !== null;
    if (isCough && !has(was === null ? 'catMayCough' : 'patchedCatMayCough')) refuse(422, 'COUGH_OF_CAT');
    const { rabiesUntil, coughUntil } = one;
    const isNew = was === null || was.rabiesUntil !== rabiesUntil;
    const rabies = has('oneMoreRabiesDay') ? 1096 : has('rabiesOfTwoYears') ? 730 : 1095;
    if (isNew && rabiesUntil !== null && daysUntil(rabiesUntil) > rabies) refuse(422, 'BAD_VACCINE');
    const cough = has('coughOfThreeYears') ? 1095 : has('oneLessCoughDay') ? 364 : 365;
    if (coughUntil !== null && daysUntil(coughUntil) > cough) refuse(422, 'BAD_VACCINE');
    const own = data.animals.filter((other) => other.owner === one.owner || has('namesOfAllCount'));
    const others = own.filter((other) => other !== was);
    const isTaken = others.some((other) => other.name === one.name && (other.species === one.species || !has('nameOfOtherSpecies')));
    if (isTaken && !(was === null && has('namesMayRepeat'))) refuse(409, 'NAME_TAKEN');
    const counted = data.animals.filter((other) => other.owner === one.owner);
    if (was === null && counted.length >= (has('fiveAnimals') ? 5 : has('threeAnimals') ? 3 : 4)) refuse(409, 'TOO_MANY_ANIMALS');
  };

  const newPlace = (one: Place): void => {
    const form = has('codeMayBeSmall')
      ? /^[CD][A-Z][1-9][0-9]?$/i
      : has('codeIsSearchedFor')
        ? /[CD][A-Z][1-9][0-9]?$/
        : /^[CD][A-Z][1-9][0-9]?$/;
    if (!form.test(one.code)) refuse(422, 'BAD_CODE');
    if (one.code.startsWith('D') !== (one.species === 'dog')) refuse(has('codeOfOthersIs409') ? 409 : 422, 'CODE_OF_OTHERS');
    place(one, null);
  };
  /** `was`: the place before a change; null if it is new. */
  const place = (one: Place, was: Place | null): void => {
    const most = has('thirtyNineUnits') ? 39 : 40;
    const isUnitsFree = was !== null && has('patchedUnitsAreUnbounded');
    if ((one.units < 1 || one.units > most) && !isUnitsFree) refuse(422, 'BAD_UNITS');
    const isRateFree = was !== null && has('patchedRateIsUnbounded');
    if ((one.rate < 500 || one.rate > 15_000) && !isRateFree) refuse(422, 'BAD_RATE');
    const isRoomyFree = was === null ? has('catsHaveRoom') : has('patchedCatsHaveRoom');
    if (one.roomy && one.species !== 'dog' && !isRoomyFree) refuse(422, 'NOT_ROOMY');
    if (was === null) return;
    const there = data.staysIn(was).filter(({ state }) => state === 'present');
    const isFull = has('inUseIsStrict') ? there.length >= one.units : there.length > one.units;
    if (isFull && !has('usedUnitsMayGo')) refuse(409, 'IN_USE');
  };

  const active = ['asked', 'waiting', 'offered', 'confirmed', 'present'];
  /** `was`: the stay before a change; null if it is new. */
  const stay = (one: Stay, was: Stay | null): void => {
    const { arrival, departure, animal: who, place: where } = one;
    const isReversed = has('noNightIsFine') ? arrival > departure : arrival >= departure;
    if (isReversed && !(was !== null && has('patchedDatesMayReverse'))) refuse(422, 'DATES_REVERSED');
    if (was?.arrival !== arrival) {
      const least = has('arrivalIsLater') ? 1 : 0;
      if (daysUntil(arrival) < least && !has(was === null ? 'arrivalMayBePast' : 'patchedArrivalMayBePast')) refuse(422, 'PAST');
      if (daysUntil(arrival) > 330 && !(was !== null && has('patchedArrivalIsUnbounded'))) refuse(422, 'TOO_FAR');
    }
    const nights = has('fortyOneNights') ? 41 : 42;
    if (daysBetween(arrival, departure) > nights) refuse(has('tooLongIs409') ? 409 : 422, 'TOO_LONG');
    if (was === null) {
      const isOther = who.species !== where.species && !(who.species === 'cat' && has('catsInDogRuns'));
      if (isOther && !has('placeOfOtherSpecies')) refuse(422, 'WRONG_PLACE');
      const isLarge = who.build === 'large' || (who.build === 'medium' && has('mediumNeedsRoom'));
      if (isLarge && !where.roomy) refuse(422, 'TOO_SMALL');
    }
    const others = data.stays.filter((other) => other !== was && other.animal === who && active.includes(other.state));
    const overlaps = (other: Stay): boolean =>
      has('overlapIsClosed')
        ? other.arrival <= departure && arrival <= other.departure
        : has('overlapLooksAtArrival')
          ? other.arrival <= arrival && arrival < other.departure
          : other.arrival < departure && arrival < other.departure;
    if (others.some(overlaps) && !(was !== null && has('patchedStayMayOverlap'))) refuse(has('doubleIs422') ? 422 : 409, 'DOUBLE');
    const asked = data.stays.filter((other) => other.owner === one.owner || has('requestsOfAllCount'));
    const open = asked.filter(({ state }) => state === 'asked');
    if (was === null && open.length >= (has('twoRequests') ? 2 : 3)) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
  };
  const companion = ({ animal: who }: Stay, other: Animal): void => {
    if (other === who && !has('sameAnimalShares')) refuse(422, 'SAME_ANIMAL');
    if (other.species !== who.species || (other.build === 'large' && !has('largeShares'))) refuse(422, 'NOT_ALIKE');
  };

  const task = (one: Task): void => {
    const { stay: of, kind, day, note } = one;
    const isEarly = has('taskAfterArrival') ? day <= of.arrival : day < of.arrival;
    if (isEarly || (day > of.departure && !has('taskMayBeAfter'))) refuse(422, 'OUTSIDE');
    if (kind === 'walk' && of.animal.species !== 'dog' && !has('catsAreWalked')) refuse(422, 'NO_WALK');
    const isDosed = note !== null && note.trim() !== '';
    if (kind === 'medicine' && !isDosed && !has('medicineNeedsNoDose')) refuse(422, 'NO_DOSE');
    const same = data.tasksOf(of).filter((other) => other.kind === kind);
    const sameDay = same.filter((other) => other.day === day);
    const walks = has('walksOfAllDaysCount') ? same : has('doneWalksAreFree') ? sameDay.filter(({ state }) => state !== 'done') : sameDay;
    if (kind === 'walk' && walks.length >= (has('oneWalk') ? 1 : 2)) refuse(409, 'TOO_MANY_WALKS');
    const once = has('taxiAgain') ? ['grooming'] : has('groomingAgain') ? ['taxi'] : ['grooming', 'taxi'];
    const own = data.tasksOf(of).filter((other) => other.kind === kind && (other.day === day || has('extrasOncePerStay')));
    if (once.includes(kind) && own.some(({ state }) => state === 'due' || state === 'done')) refuse(409, 'ONCE_A_DAY');
  };
  const incident = ({ closed, severity, treatment }: Incident): void => {
    const isMinor = severity === 'minor' || (severity === 'serious' && has('seriousNeedsNoTreatment'));
    if (closed && !isMinor && treatment === null && !has('untreatedIsClosed')) refuse(422, 'UNTREATED');
  };
  return { today, notBlank, phone, animal, newPlace, place, stay, companion, task, incident };
}
