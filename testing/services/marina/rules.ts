import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import { type Berth, type Boat, type Charge, daysAfter, type Has, type Job, type MarinaData, type Person, type Stay } from './data.ts';

const must = (holds: boolean, status: number, code: string): void => {
  if (!holds) refuse(status, code);
};

const within = (value: number, least: number, most: number): boolean => value >= least && value <= most;

/** Compares measures in metres, which have decimal places. */
const micrometres = (metres: number): number => Math.round(metres * 1e6);

const overlaps = (one: Stay, other: Stay, touching: boolean): boolean =>
  touching ? one.arrives <= other.leaves && other.arrives <= one.leaves : one.arrives < other.leaves && other.arrives < one.leaves;

/** Section 5: each function refuses what breaks its rules. `fits`: whether a boat fits a berth. */
export function marinaRules(data: MarinaData, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  const named = (name: string): void =>
    must(has('namesMayBeEmpty') || (has('namesMayBeBlank') ? name : name.trim()).length > 0, 422, 'NAME_EMPTY');

  /** `others`: all accounts but this one. */
  const person = (one: Person, others: readonly Person[]): void => {
    named(one.name);
    if (one.phone !== null && !has('anyPhone')) {
      const form = has('phoneWithoutCountry') ? /^[+]?[0-9][0-9 ]{5,18}$/ : /^[+][0-9][0-9 ]{5,18}$/;
      must((has('phoneIsFoundInside') ? /[+][0-9][0-9 ]{5,18}/ : form).test(one.phone), 422, 'BAD_PHONE');
    }
    if (!has('anyPassword')) {
      must([...one.password].length >= (has('passwordOfEight') ? 8 : has('passwordOfEleven') ? 11 : 10), 422, 'PASSWORD_SHORT');
    }
    const alike = (email: string): boolean =>
      has('emailsByCapitals') ? email === one.email : email.toLowerCase() === one.email.toLowerCase();
    const isTaken = !has('emailTwice') && others.some((other) => alike(other.email));
    must(!isTaken, has('emailTakenIs422') ? 422 : 409, has('emailTakenIsConflict') ? 'CONFLICT' : 'EMAIL_TAKEN');
  };

  /** `before`: the record that changes; null for a new one. */
  const boat = (one: Boat, before: Boat | null): void => {
    const isNew = before === null;
    if (!has('boatsWithoutName')) named(one.name);
    if (!has('anyRegistration')) {
      const form = has('lowerCaseRegistration')
        ? /^[A-Za-z]{2}-[0-9]{2,6}$/
        : has('registrationOfOneDigit')
          ? /^[A-Z]{2}-[0-9]{1,6}$/
          : has('registrationIsOpenEnded')
            ? /^[A-Z]{2}-[0-9]{2,6}/
            : /^[A-Z]{2}-[0-9]{2,6}$/;
      must(form.test(one.registration), 422, 'BAD_REGISTRATION');
    }
    const isShort = has('tinyBoats') ? one.length > 0 : has('overThreeMetres') ? one.length > 3 : one.length >= 3;
    must(isShort && one.length <= (has('longBoats') ? 40 : 24), 422, 'BAD_LENGTH');
    const isNarrow = has('asBroadAsLong') ? one.beam <= one.length : has('anyBeam') || one.beam < one.length;
    must((has('noBeam') || one.beam > 0) && isNarrow, 422, 'BAD_BEAM');
    must((has('noDraught') ? one.draught >= 0 : one.draught > 0) && (has('anyDraught') || one.draught <= 4.5), 422, 'BAD_DRAUGHT');
    if (isNew && !has('anyNumberOfBoats')) {
      const count = data.boats.filter(({ owner }) => has('boatsOfAllAreCounted') || owner === one.owner).length;
      must(count < (has('fiveBoats') ? 5 : 4), 409, 'TOO_MANY_BOATS');
    }
    if (has('registrationTwice') || (!isNew && has('registrationTwiceByUpdate'))) return;
    const isTaken = data.boats.some((other) => other.registration === one.registration && other !== before);
    must(!isTaken, 409, has('registrationTakenIsConflict') ? 'CONFLICT' : 'REGISTRATION_TAKEN');
  };

  const berth = (one: Berth, isNew: boolean): void => {
    if (!has('anyCode')) must((has('codeZero') ? /^[A-F][0-9][0-9]?$/ : /^[A-F][1-9][0-9]?$/).test(one.code), 422, 'BAD_CODE');
    if (!has('anySize')) {
      const depth = has('noDepth') ? one.depth >= 0 : one.depth > 0;
      must(one.maxLength > 0 && (has('anyBreadth') || one.maxBeam > 0) && depth, 422, 'BAD_SIZE');
    }
    if (isNew || !has('rateIsFreeLater')) {
      must((has('freeBerths') ? one.rate >= 0 : one.rate > 0) && (has('anyRate') || one.rate <= 400), 422, 'BAD_RATE');
    }
    const isTaken = isNew && !has('codeTwice') && data.berths.some(({ code }) => code === one.code);
    must(!isTaken, has('codeTakenIs422') ? 422 : 409, 'CODE_TAKEN');
  };

  /** `when`: what writes it. Only some rules hold on events. */
  const stay = (one: Stay, when: 'create' | 'update' | 'event' | 'extend'): void => {
    const isEntered = when === 'create' || when === 'update';
    if (!has('datesReversed') && !(when === 'update' && has('datesReversedByUpdate'))) {
      must(has('noNight') ? one.arrives <= one.leaves : one.arrives < one.leaves, 422, 'DATES_REVERSED');
    }
    if (isEntered) {
      const first = has('notToday') ? daysAfter(today(), 1) : today();
      must(has('inThePast') || (when === 'update' && has('inThePastByUpdate')) || one.arrives >= first, 422, 'PAST_DAY');
      const last = daysAfter(today(), has('horizonOff') ? 364 : 365);
      must(has('yearsAhead') || one.arrives <= last, 422, 'TOO_FAR_AHEAD');
    }
    const mayStay = has('anyNights') || (when === 'extend' && has('extendedForever'));
    must(mayStay || data.nights(one) <= (has('thirtyNights') ? 30 : 28), 422, 'STAY_TOO_LONG');
    const crew = within(one.persons, has('noPersons') ? 0 : 1, 12);
    must(crew || (has('anyCrowd') && one.persons > 12), 422, 'BAD_PERSONS');
    if (isEntered || when === 'extend') {
      const until = one.boat.insuredUntil;
      const covers =
        until !== null &&
        (has('insuredAtArrival') ? until >= one.arrives : has('insuredLonger') ? until > one.leaves : until >= one.leaves);
      const ignored = has('uninsured') || (has('unknownInsurance') && until === null) || (when === 'extend' && has('extendedUninsured'));
      must(ignored || (when === 'update' && has('uninsuredByUpdate')) || covers, 409, 'NOT_INSURED');
    }
    const clash = (statuses: readonly string[], alike: (other: Stay) => boolean, touching: boolean): boolean =>
      statuses.includes(one.status) &&
      data.stays.some(
        (other) => other.number !== one.number && statuses.includes(other.status) && alike(other) && overlaps(one, other, touching),
      );
    const active = has('elsewhereWhenConfirmed') ? ['confirmed', 'moored'] : ['requested', 'confirmed', 'moored'];
    if (has('elsewhereWhenCancelled')) active.push('cancelled');
    if (!has('boatTwice')) must(!clash(active, (other) => other.boat === one.boat, has('boatOnTheSameDay')), 409, 'BOAT_ELSEWHERE');
    const ignores =
      has('berthTwice') || (when === 'extend' && has('berthTwiceByExtending')) || (when === 'update' && has('berthTwiceByUpdate'));
    const holding = has('berthTakenWhenMoored')
      ? ['moored']
      : has('departedHoldBerth')
        ? ['confirmed', 'moored', 'departed']
        : ['confirmed', 'moored'];
    const isTaken = one.berth !== null && clash(holding, (other) => other.berth === one.berth, has('berthOnTheSameDay'));
    must(ignores || !isTaken, has('berthTakenIs422') ? 422 : 409, 'BERTH_TAKEN');
  };

  const reason = (given: string, of: 'stay' | 'job'): void => {
    if (has(of === 'stay' ? 'declinedWithoutReason' : 'jobDeclinedWithoutReason')) return;
    must((has('blankReason') ? given : given.trim()).length > 0, 422, 'REASON_EMPTY');
  };

  const charge = (one: Charge): void => {
    must(within(one.quantity, has('noQuantity') ? 0 : 1, has('anyQuantity') ? Number.POSITIVE_INFINITY : 500), 422, 'BAD_QUANTITY');
    must(
      (has('freeCharge') ? one.price >= 0 : has('negativePrice') || one.price > 0) && (has('anyPrice') || one.price <= 2000),
      422,
      'BAD_PRICE',
    );
    open(one.stay, 'create');
  };

  const open = ({ status }: Stay, when: 'create' | 'delete'): void => {
    if (has(when === 'create' ? 'chargesAtAnyTime' : 'chargesDeletedAtAnyTime')) return;
    must(status === 'moored' || (has('chargesWhenConfirmed') && status === 'confirmed'), 409, 'STAY_NOT_OPEN');
  };

  const job = (one: Job, isNew: boolean): void => {
    // The database keeps what is unique, so it refuses before the other rules.
    const ofAKind = new Set(one.tasks.map(({ kind }) => kind)).size === one.tasks.length;
    must(ofAKind || has('taskTwice') || (!isNew && has('taskTwiceByUpdate')), 409, 'TASK_TWICE');
    const isLater = has('wishedToday') ? one.wishedOn >= today() : one.wishedOn > today();
    must(has('wishedInThePast') || (!isNew && has('wishedInThePastByUpdate')) || isLater, 422, 'PAST_DAY');
    must(within(one.tasks.length, has('noTasks') || (!isNew && has('noTasksLeft')) ? 0 : 1, has('fiveTasks') ? 5 : 4), 422, 'BAD_TASKS');
    if (isNew && !has('anyNumberOfJobs')) {
      const statuses = has('onlyOrderedJobsCount') ? ['ordered'] : ['ordered', 'planned', 'under way'];
      if (has('endedJobsCount')) statuses.push('done', 'withdrawn', 'declined');
      const count = data.jobsOf(one.boat, ...statuses).length;
      must(count < (has('threeJobs') ? 3 : 2), 409, 'TOO_MANY_JOBS');
    }
    for (const { hours } of one.tasks) {
      must(hours >= (has('noHours') ? 0 : 1) && (has('anyHours') || hours <= 8), 422, 'BAD_HOURS');
    }
  };

  const fits = ({ length, beam, draught }: Boat, into: Berth): boolean => {
    const isShort = has('fitsWhenShorter') ? length < into.maxLength : length <= into.maxLength;
    const isNarrow = beam <= into.maxBeam || has('fitsAnyBeam');
    const needed = draught + (has('noClearance') ? 0 : 0.3);
    const isShallow = has('clearanceIsLeft')
      ? micrometres(needed) < micrometres(into.depth)
      : micrometres(needed) <= micrometres(into.depth);
    return (isShort || has('fitsAnyLength')) && isNarrow && (isShallow || has('fitsAnyDraught'));
  };

  return { today, person, boat, berth, stay, reason, charge, open, job, fits };
}

export type MarinaRules = ReturnType<typeof marinaRules>;
