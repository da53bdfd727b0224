import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import type { Application, GardenData, Person, Plot, Shift, Workday } from './data.ts';
import type { GardenFault, Has } from './faults.ts';

export type GardenRules = ReturnType<typeof gardenRules>;

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function gardenRules(data: GardenData, has: Has, now: () => number) {
  const daysUntil = (date: string): number => (Date.parse(date) - Date.parse(dayOf(now()))) / 86_400_000;
  const notBlank = (value: string, fault?: GardenFault): void => {
    if (value.trim() === '' && !(fault !== undefined && has(fault))) refuse(422, 'BLANK');
  };

  const code = (value: string): void => {
    const form = has('codeMayEndInZeros') ? /^[A-Z][0-9]{1,3}$/ : has('codeMayBeSmall') ? /^[A-Z][1-9][0-9]?$/i : /^[A-Z][1-9][0-9]?$/;
    if (!form.test(value)) refuse(422, 'BAD_CODE');
  };
  /** `was`: the plot before a change; null if it is new. */
  const plot = ({ area, sunny }: Pick<Plot, 'area' | 'sunny'>, was: Plot | null): void => {
    const isSmall = area < (has('oneLessMetre') ? 19 : 20) && !(was !== null && has('patchedAreaMayBeSmall'));
    if (isSmall || area > (has('oneMoreMetre') ? 401 : 400)) refuse(422, 'BAD_AREA');
    const isChecked = !has('sunnyIsNotChecked') && !(was !== null && was.area === area && has('patchedSunnyIgnoresArea'));
    const most = has('sunnyIsStrict') ? 199 : 200;
    if (sunny && area > most && isChecked && !(was?.sunny === sunny && has('patchedAreaIgnoresSunny'))) refuse(422, 'TOO_SUNNY');
  };

  const wish = ({ least, most }: Pick<Application, 'least' | 'most'>, fault?: GardenFault): void => {
    if ((least < 20 && !has('leastMayBeSmall')) || least > 400) refuse(422, 'BAD_AREA');
    const isReversed = has('wishMayNotBeExact') ? least >= most : least > most;
    if (isReversed && !(fault !== undefined && has(fault))) refuse(422, 'REVERSED');
  };
  const waiting = (person: Person): void => {
    const states = ['waiting'];
    if (!has('offeredDoNotCount')) states.push('offered');
    if (has('withdrawnCount')) states.push('withdrawn');
    const isWaiting = data.applications.some((one) => (one.person === person || has('wishesOfAllCount')) && states.includes(one.state));
    if (isWaiting && !has('mayWaitTwice')) refuse(409, 'ALREADY_WAITING');
  };
  const leases = (person: Person, more: 0 | 1): void => {
    const own = data.leases.filter(({ tenant, state }) => tenant === person && (state !== 'ended' || has('endedLeasesCount')));
    const most = has('oneMorePlot') ? 3 : has('onePlotIsEnough') ? 1 : 2;
    if (own.length + more > most && !(more === 1 && has('acceptIgnoresPlots'))) refuse(409, 'TOO_MANY');
  };
  const offer = (application: Application, to: Plot): void => {
    const fits = ({ least, most }: Application): boolean => to.area >= least && (has('mostIsNotMinded') || to.area <= most);
    if (!fits(application) && !has('unfitIsOffered')) refuse(409, 'UNFIT');
    const isOffered = data.applicationsFor(to).some(({ state }) => state === 'offered');
    if (isOffered && !has('offeredTwice')) refuse(has('offeredIs422') ? 422 : 409, 'OFFERED');
    const before = data.applications.filter((one) => one.state === 'waiting' && one.number < application.number);
    const isPassed = before.some((one) => fits(one) || has('turnIgnoresWishes'));
    if (isPassed && !has('turnIsIgnored')) refuse(409, 'NOT_IN_TURN');
  };
  const notice = (until: string): void => {
    const days = daysUntil(until);
    if (days < (has('noticeOfADayLess') ? 29 : has('noticeIsStrict') ? 31 : 30) && !has('noticeMayBeShort')) refuse(422, 'TOO_SOON');
    if (days > (has('noticeOfADayMore') ? 366 : 365)) refuse(422, 'TOO_FAR');
  };

  /** `was`: the workday before a change; null if it is new. */
  const workday = (one: Omit<Workday, 'number' | 'state'>, was: Workday | null): void => {
    const { title, day, places, hours, keeper } = one;
    notBlank(title, was === null ? undefined : 'titleMayBeBlankLater');
    if (was?.day !== day && daysUntil(day) < (has('dayMustBeLater') ? 1 : 0) && !(was !== null && has('patchedDayMayBePast')))
      refuse(422, 'BAD_DAY');
    if (places < (has('noPlaceIsFine') ? 0 : 1) || places > (has('oneMorePlace') ? 13 : 12)) refuse(422, 'BAD_PLACES');
    if ((hours < 1 && !has('noHourIsFine')) || hours > (has('oneMoreHour') ? 9 : 8)) refuse(422, 'BAD_HOURS');
    const isLong = has('fiveHoursAreLong') ? hours >= 5 : hours > 5;
    const isChecked = !has('longIsNotChecked') && !(was?.hours === hours && has('patchedPlacesIgnoreHours'));
    if (isLong && places > (has('fewIsFive') ? 5 : 4) && isChecked) refuse(422, 'TOO_LONG');
    if (was?.day === day || (was !== null && has('movedDayMayBeTaken'))) return;
    const states = has('doneDaysCount') ? ['draft', 'open', 'done'] : has('draftsDoNotCount') ? ['open'] : ['draft', 'open'];
    const same = data.workdays.filter((other) => other.day === day && states.includes(other.state));
    if (same.some((other) => other.keeper === keeper || has('daysAreOfAll')) && !has('daysMayBeShared')) refuse(409, 'DAY_TAKEN');
  };

  const isTwice = (on: Workday, person: Person): boolean => {
    const states = has('leftIsTwice') ? ['signed', 'left'] : ['signed'];
    return !has('mayComeTwice') && data.shiftsOn(on).some((shift) => shift.person === person && states.includes(shift.state));
  };
  const shift = (on: Workday, person: Person, task: string): void => {
    if (isTwice(on, person)) refuse(409, 'TWICE');
    const signed = data.shiftsOn(on).filter(({ state }) => state === 'signed' || (state === 'attended' && has('attendedTakePlaces')));
    if (signed.length >= on.places + (has('onePlaceMore') ? 1 : 0) && !has('placesAreUnlimited')) refuse(409, 'FULL');
    const water = signed.filter((one) => one.task === 'water' || has('allTasksCount'));
    if (task === 'water' && water.length >= (has('oneMoreAtWater') ? 3 : 2)) refuse(409, 'TASK_TAKEN');
    const own = data.shifts.filter(
      (one) => one.person === person && (one.state === 'signed' || (one.state === 'left' && has('leftClashes'))),
    );
    if (own.some((one) => one.workday.day === on.day && one.workday !== on) && !has('clashIsNotChecked')) refuse(409, 'CLASH');
  };
  const hours = ({ workday: { hours: most } }: Shift, value: number): void => {
    const isMore = value > most && !has('hoursAreUnlimited');
    if (value < (has('hoursMayBeNone') ? 0 : 1) || isMore) refuse(422, 'BAD_HOURS');
  };
  return { notBlank, code, plot, wish, waiting, leases, offer, notice, workday, isTwice, shift, hours };
}
