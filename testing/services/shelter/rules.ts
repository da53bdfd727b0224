import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import type { Animal, Application, Person, Placement, ShelterData, Treatment, Visit } from './data.ts';
import type { Has } from './faults.ts';

export type ShelterRules = ReturnType<typeof shelterRules>;

const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function shelterRules(data: ShelterData, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  const daysUntil = (day: string): number => daysFrom(today(), day);

  const personName = (name: string, isNew: boolean): void => {
    if (name.trim() === '' && !has(isNew ? 'nameMayBeBlank' : 'nameMayBeBlankLater')) refuse(422, 'BLANK');
  };
  const blocked = (person: Person, value: boolean): void => {
    if (!value || person.blocked === value || has('blockIgnoresPlacements')) return;
    const states = has('blockMindsRequests') ? ['requested', 'running'] : ['running'];
    const isFostering = data.placements.some((one) => one.foster === person && states.includes(one.state));
    if (isFostering) refuse(409, 'FOSTERS');
  };

  const tag = (value: string, species: string): void => {
    let form = /^[DCR][0-9]{3}$/;
    if (has('tagMayBeSmall')) form = /^[DCR][0-9]{3}$/i;
    if (has('tagMayBeShort')) form = /^[DCR][0-9]{1,3}$/;
    if (has('tagMayHaveOtherLetters')) form = /^[A-Z][0-9]{3}$/;
    if (!form.test(value)) refuse(422, 'BAD_TAG');
    const letter = species === 'dog' ? 'D' : species === 'cat' || has('rabbitsMayBeCats') ? 'C' : 'R';
    if (!value.toUpperCase().startsWith(letter) && !has('tagLetterIsIgnored')) refuse(422, 'WRONG_LETTER');
  };
  const animalName = (name: string, isNew: boolean): void => {
    if (name.trim() === '' && !has(isNew ? 'animalMayBeNameless' : 'animalMayBeNamelessLater')) refuse(422, 'BLANK');
  };
  const born = (day: string): void => {
    if (daysUntil(day) > (has('mayBeBornTomorrow') ? 1 : has('isBornBeforeToday') ? -1 : 0)) refuse(422, 'NOT_BORN');
  };
  const weight = (species: string, value: number): void => {
    if (has('weightMayBeNone') ? value < 0 : has('leastWeightIsStrict') ? value <= 0.1 : value < 0.1) refuse(422, 'BAD_WEIGHT');
    if (has('mostWeightIsStrict') ? value >= 90 : value > (has('oneMoreKilogram') ? 91 : 90)) refuse(422, 'BAD_WEIGHT');
    const isLight = species === 'rabbit' || (species === 'cat' && has('catsAreLight'));
    const isHeavy = has('rabbitWeightIsStrict') ? value >= 9.5 : value > (has('rabbitsWeighTen') ? 10 : 9.5);
    if (isLight && isHeavy && !has('rabbitsMayBeHeavy')) refuse(422, 'TOO_HEAVY');
  };
  const isolate = (reason: string): void => {
    if (reason.trim() === '' && !has('isolateNeedsNoReason')) refuse(422, 'BLANK');
  };
  const release = (animal: Animal): void => {
    const stops = has('releaseMindsCancelled') ? ['planned', 'cancelled'] : ['planned'];
    const treatments = data.treatmentsOf(animal).filter(({ kind }) => kind === 'vaccination' || !has('releaseMindsOnlyVaccinations'));
    if (treatments.some(({ state }) => stops.includes(state)) && !has('releaseIgnoresTreatments')) refuse(409, 'UNTREATED');
  };

  const open = ['submitted', 'approved'];
  /** `was`: the application before a change; null if it is new. */
  const application = (one: Pick<Application, 'animal' | 'adopter' | 'alone' | 'housing'>, was: Application | null): void => {
    const { animal, adopter, alone, housing } = one;
    const isDog = animal.species === 'dog';
    if (was === null || was.alone !== alone) {
      const isOut = (alone < 0 && !has('aloneMayBeNegative')) || alone > (has('oneMoreHourAlone') ? 13 : 12);
      if (isOut && !(was !== null && has('patchedAloneIsUnchecked'))) refuse(422, 'BAD_ALONE');
      const needsCompany = (isDog && !has('dogsMayBeAlone')) || (animal.species === 'cat' && has('catsNeedCompany'));
      const isUnchecked = was !== null && has('patchedDogMayBeAlone');
      if (needsCompany && alone > (has('dogAloneIsStrict') ? 4 : has('dogAloneIsSix') ? 6 : 5) && !isUnchecked)
        refuse(422, 'TOO_LONG_ALONE');
    }
    if (was === null || was.housing !== housing) {
      const isHeavy = has('heavyIsMore') ? animal.weight > 25 : animal.weight >= 25;
      const isSmall = housing === 'flat' || (housing === 'house' && has('heavyDogsNeedFarms'));
      const isUnchecked = has('heavyDogsInFlats') || (was !== null && has('patchedHousingIsUnchecked'));
      if ((isDog || has('heavyOfAllSpecies')) && isHeavy && isSmall && !isUnchecked) refuse(422, 'TOO_SMALL_HOME');
    }
    if (was !== null) return;
    const states = has('rejectedMayNotApplyAgain') ? [...open, 'rejected'] : open;
    const same = data.applicationsFor(animal).filter((each) => states.includes(each.state));
    const isTaken = same.some((each) => each.adopter === adopter || has('oneApplicationForAll'));
    if (isTaken && !has('mayApplyTwice')) refuse(409, 'ALREADY_APPLIED');
    const counted = has('approvedWishesDoNotCount') ? ['submitted'] : has('withdrawnWishesCount') ? [...open, 'withdrawn'] : open;
    const wishes = data.applications.filter((each) => counted.includes(each.state));
    const own = wishes.filter((each) => each.adopter === adopter || has('wishesOfAllCount'));
    if (own.length >= (has('oneMoreWish') ? 3 : has('oneWishIsEnough') ? 1 : 2)) refuse(409, 'TOO_MANY');
    if (adopter.blocked && !has('blockedApply')) refuse(has('blockedIs409') ? 409 : 403, 'BLOCKED');
  };
  const reject = (reason: string, lax = false): void => {
    const size = [...(has('reasonIsNotTrimmed') ? reason : reason.trim())].length;
    const isShort = has('fourLettersAreAReason') ? size < 4 : has('fiveLettersAreNoReason') ? size <= 5 : size < 5;
    if (isShort && !has('rejectNeedsNoReason') && !lax) refuse(422, 'NO_REASON');
  };

  const day = (value: string, isMoved: boolean): void => {
    const days = daysUntil(value);
    if (days < (has('visitsMayBeYesterday') ? -1 : has('visitsBeginTomorrow') ? 1 : 0) && !(isMoved && has('movedVisitMayBePast')))
      refuse(422, 'PAST_DAY');
    const most = has('visitsOfADayMore') ? 22 : has('visitAheadIsStrict') ? 20 : 21;
    if (days > most && !(isMoved && has('movedVisitMayBeFar'))) refuse(422, 'TOO_FAR');
  };
  const planned = (to: Application): void => {
    const states = has('passedVisitsArePlanned') ? ['planned', 'passed'] : ['planned'];
    if (data.visitsFor(to).some(({ state }) => states.includes(state)) && !has('mayPlanTwoVisits')) refuse(409, 'ALREADY_PLANNED');
  };
  /** `moved`: the visit that is moved; null if it is new. */
  const busy = (carer: Person, value: string, moved: Visit | null): void => {
    if (moved !== null && has('moveIgnoresOtherVisits')) return;
    const states = has('cancelledVisitsCount') ? ['planned', 'cancelled'] : has('passedVisitsCount') ? ['planned', 'passed'] : ['planned'];
    const others = data.visits.filter(
      (one) =>
        ((one !== moved && one.day === value) || (one === moved && has('moveCountsItself')) || has('visitsOfAllDaysCount')) &&
        (one.carer === carer || has('visitsOfAllCarersCount')) &&
        states.includes(one.state),
    );
    if (others.length >= (has('oneMoreVisitADay') ? 3 : has('oneVisitADay') ? 1 : 2)) refuse(409, 'BUSY');
  };
  const badScore = (): never => refuse(has('badScoreIs409') ? 409 : 422, 'BAD_SCORE');
  const pass = (score: number): void => {
    if (score < (has('fivePasses') ? 5 : has('sixDoesNotPass') ? 7 : 6) || score > (has('elevenPasses') ? 11 : 10)) badScore();
  };
  const fail = (score: number): void => {
    if (score < (has('zeroFails') ? 0 : 1) || score > (has('sixFails') ? 6 : 5)) badScore();
  };

  const until = (value: string, isExtended: boolean): void => {
    const days = daysUntil(value);
    const isUnchecked = isExtended && has('extendIgnoresLeastStay');
    if (days < (has('stayOfADayLess') ? 6 : has('leastStayIsStrict') ? 8 : 7) && !isUnchecked) refuse(422, 'TOO_SHORT');
    const most = has('stayOfADayMore') ? 91 : has('mostStayIsStrict') ? 89 : 90;
    if (days > most && !(isExtended && has('extendIgnoresMostStay'))) refuse(422, 'TOO_LONG');
  };
  const experience = (foster: Person, { species }: Animal): void => {
    const isEasy = (species === 'rabbit' && !has('rabbitsNeedExperience')) || (species === 'cat' && has('catsNeedNoExperience'));
    if (!foster.experienced && !isEasy && !has('anyoneFosters')) refuse(has('notExperiencedIs422') ? 422 : 403, 'NOT_EXPERIENCED');
  };
  const few = (foster: Person, started: Placement | null): void => {
    if (started !== null && has('startIgnoresOtherAnimals')) return;
    let states = ['requested', 'running'];
    if (has('requestedDoNotCount')) states = ['running'];
    if (has('runningDoNotCount')) states = ['requested'];
    if (has('returnedCount')) states = ['requested', 'running', 'returned'];
    if (has('declinedCount')) states = ['requested', 'running', 'declined'];
    const others = data.placements.filter(
      (one) =>
        (one !== started || has('startCountsItself')) &&
        (one.foster === foster || has('placementsOfAllCount')) &&
        states.includes(one.state),
    );
    if (others.length >= (has('oneMoreFostered') ? 3 : 2)) refuse(409, 'TOO_MANY');
  };
  const placement = (animal: Animal, foster: Person, to: string): void => {
    until(to, false);
    experience(foster, animal);
    if (foster.blocked && !has('blockedFoster')) refuse(has('blockedIs409') ? 409 : 403, 'BLOCKED');
    few(foster, null);
    const states = has('declinedMayNotRequestAgain') ? ['requested', 'declined'] : ['requested'];
    const same = data.placementsOf(animal).filter(({ state }) => states.includes(state));
    const isTaken = same.some((one) => one.foster === foster || has('oneRequestForAll'));
    if (isTaken && !has('mayRequestTwice')) refuse(409, 'ALREADY_APPLIED');
  };
  const start = (one: Placement): void => {
    if (one.foster.blocked && !has('blockedAreStarted')) refuse(has('blockedIs409') ? 409 : 403, 'BLOCKED');
    few(one.foster, one);
  };

  /** `was`: the treatment before a change; null if it is new. */
  const treatment = ({ animal, kind, due, cost }: Pick<Treatment, 'animal' | 'kind' | 'due' | 'cost'>, was: Treatment | null): void => {
    if (was === null || was.due !== due) {
      const least = has('dueMayBeYesterday') ? -1 : has('dueIsTomorrow') ? 1 : 0;
      if (daysUntil(due) < least && !(was !== null && has('movedDueMayBePast'))) refuse(422, 'PAST_DAY');
    }
    const isOut = (cost < 0 && !has('costMayBeNegative')) || cost > (has('costMayBeMore') ? 2001 : 2000);
    if (isOut && !(was !== null && has('patchedCostIsUnchecked'))) refuse(422, 'BAD_COST');
    if (was === null || was.due !== due) {
      const age = daysFrom(animal.born, has('ageIsOfToday') ? today() : due);
      const isYoung = age < (has('castrationAgeIsStrict') ? 181 : has('castrationAgeIsLess') ? 179 : 180);
      const isChecked = (kind === 'castration' || (kind === 'checkup' && has('checkupsHaveAnAge'))) && !has('castrationMayBeEarly');
      if (isYoung && isChecked && !(was !== null && has('movedCastrationMayBeEarly'))) refuse(422, 'TOO_YOUNG');
    }
    if (was !== null || (kind !== 'castration' && !has('everyKindIsOnce')) || has('mayBeCastratedTwice')) return;
    const states = has('cancelledCastrationCounts') ? ['planned', 'done', 'cancelled'] : has('plannedCastrationIsFree') ? ['done'] : null;
    const same = data.treatmentsOf(animal).filter((one) => one.kind === kind);
    if (same.some(({ state }) => (states ?? ['planned', 'done']).includes(state))) refuse(409, 'CASTRATED');
  };
  const perform = ({ kind, animal }: Treatment, dose: number | null): void => {
    if (kind === 'vaccination') {
      const isLarge = has('largeIsMore') ? animal.weight > 10 : animal.weight >= 10;
      const most = isLarge || has('smallGetLargeDose') ? (has('largeDoseIsTwo') ? 2 : 1.5) : 0.5;
      const isBad = dose === null || (dose <= 0 && !has('doseMayBeZero')) || (has('doseIsStrict') ? dose >= most : dose > most);
      if (isBad && !(dose === null && has('vaccinationNeedsNoDose'))) refuse(422, 'BAD_DOSE');
    } else if (dose !== null && !has('checkupsMayHaveDose')) refuse(422, 'NO_DOSE');
  };

  const donation = (animal: Animal | null, purpose: string, amount: number): void => {
    if (amount < (has('amountMayBeNone') ? 0 : 1) || amount > (has('mostAmountIsMore') ? 5001 : 5000))
      refuse(has('badAmountIs409') ? 409 : 422, 'BAD_AMOUNT');
    if (animal !== null && purpose === 'building' && !has('animalsMayHaveBuildings')) refuse(422, 'BAD_PURPOSE');
    const isLittle = purpose === 'building' || (purpose === 'medicine' && has('medicineCostsMuch'));
    if (isLittle && amount < (has('leastBuildingIsLess') ? 99 : 100) && !has('littleBuildings')) refuse(422, 'TOO_LITTLE');
  };
  return {
    ...{ personName, blocked, tag, animalName, born, weight, isolate, release, application, reject },
    ...{ day, planned, busy, pass, fail, until, placement, start, treatment, perform, donation },
  };
}
