import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import type { Application, Inspection, Objection, Parcel, PermitData, Review } from './data.ts';
import type { Has, PermitFault } from './faults.ts';

export type PermitRules = ReturnType<typeof permitRules>;

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function permitRules(data: PermitData, has: Has, now: () => number) {
  const daysUntil = (date: string): number => (Date.parse(date) - Date.parse(dayOf(now()))) / 86_400_000;
  /** `lax`: a fault that does without the rule, or looks for an empty text only. */
  const notBlank = (value: string, lax?: PermitFault, emptyOnly?: PermitFault): void => {
    const isBlank = emptyOnly !== undefined && has(emptyOnly) ? value === '' : value.trim() === '';
    if (isBlank && !(lax !== undefined && has(lax))) refuse(422, 'BLANK');
  };

  const code = (value: string): void => {
    const form = has('codeMayBeLonger')
      ? /^[NS][EW][1-9][0-9]*$/
      : has('codeMayBeginWithZero')
        ? /^[NS][EW][0-9]{1,3}$/
        : has('codeIsSearchedFor')
          ? /[NS][EW][1-9][0-9]{0,2}$/
          : /^[NS][EW][1-9][0-9]{0,2}$/;
    if (!form.test(value)) refuse(has('badCodeIs400') ? 400 : 422, 'BAD_CODE');
  };
  /** `was`: the parcel before a change; null if it is new. */
  const parcel = ({ size, zone, listed }: Omit<Parcel, 'code' | 'note'>, was: Parcel | null): void => {
    const isSmall = has('leastSizeIsStrict') ? size <= 50 : size < 50;
    const isLarge = size > (has('sizeMayBeTenThousand') ? 10_000 : 9000) && !(was !== null && has('patchedSizeIsUnbounded'));
    if (isSmall || isLarge) refuse(422, 'BAD_SIZE');
    const isSame = was !== null && was.listed === listed && has('patchedZoneIgnoresListing');
    if (listed && zone === 'green' && !has('greenMayBeListed') && !isSame) refuse(422, 'NOT_LISTABLE');
  };

  type Building = Pick<Application, 'parcel' | 'kind' | 'title' | 'area' | 'height' | 'plans'>;
  /** `was`: the application before a change; null if it is new. */
  const building = (one: Building, was: Application | null): void => {
    const { title, area, height, plans, kind, parcel: on } = one;
    notBlank(title, was === null ? undefined : 'patchedTitleMayBeBlank', 'titleMayBeSpaces');
    if ((area < 5 && !has('areaMayBeSmall')) || area > (has('oneMoreMetre') ? 2001 : 2000)) refuse(422, 'BAD_AREA');
    if (height < (has('lowIsFine') ? 1 : 2) || (has('highestIsRefused') ? height >= 30 : height > 30)) refuse(422, 'BAD_HEIGHT');
    const form = has('plansMayBeShort') ? /^[A-Z]-[0-9]{1,4}$/ : has('plansMayBeSmall') ? /^[A-Z]-[0-9]{2,4}$/i : /^[A-Z]-[0-9]{2,4}$/;
    if (plans !== null && !form.test(plans) && !(was !== null && has('patchedPlansAreNotChecked'))) refuse(422, 'BAD_PLANS');
    const isLarge = area > (has('shedOfTwentySix') ? 26 : 25) || (height > 4 && !has('shedMayBeHigh'));
    const isShedKept = was !== null && was.area === area && has('patchedHeightIgnoresShed');
    if (kind === 'shed' && isLarge && !isShedKept) refuse(422, 'TOO_LARGE');
    if (was?.area !== area && !has('densityIsNotChecked') && !(was !== null && has('patchedAreaIgnoresParcel'))) {
      const most = on.size * 40;
      if (has('densityIsStrict') ? area * 100 >= most : area * 100 > most) refuse(422, 'TOO_DENSE');
    }
    if (was === null) {
      const isShop = kind === 'shop' && on.zone !== 'trade' && !has('shopsAreAnywhere');
      if (isShop || (on.zone === 'green' && kind !== 'shed' && !(kind === 'house' && has('housesInTheGreen')))) refuse(409, 'WRONG_ZONE');
      if (kind === 'house' && on.zone === 'trade' && has('noHouseInTrade')) refuse(409, 'WRONG_ZONE');
    }
    const isChecked = was === null || (was.height !== height && !has('patchedHeightIgnoresListing'));
    if (isChecked && on.listed && height > (has('listedMayBeThirteen') ? 13 : 12)) refuse(422, 'TOO_HIGH');
  };
  const newApplication = ({ applicant, parcel: on }: Application): void => {
    const own = data.applications.filter((one) => one.applicant === applicant);
    const drafts = (has('draftsOfAllCount') ? data.applications : own).filter(({ state }) => state === 'draft' || has('allCountAsDrafts'));
    if (drafts.length >= (has('fourDrafts') ? 4 : 3)) refuse(409, 'TOO_MANY_DRAFTS');
    const states = ['draft', 'submitted', 'complete'];
    if (has('completeMayRepeat')) states.pop();
    if (has('grantedIsApplied')) states.push('granted');
    const isThere = (has('parcelIsTaken') ? data.applications : own).some((one) => one.parcel === on && states.includes(one.state));
    if (isThere && !has('parcelMayRepeat')) refuse(has('appliedIs422') ? 422 : 409, 'ALREADY_APPLIED');
  };
  /** Before the application's state changes. */
  const submit = ({ applicant }: Application): void => {
    const others = data.applications.filter((one) => one.applicant === applicant && one.state === 'submitted');
    const most = has('threeSubmitted') ? 3 : has('oneSubmitted') ? 1 : 2;
    if (others.length + 1 > most) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
  };
  const grant = (application: Application, until: string): void => {
    const closed = ['dismissed', 'retracted'];
    if (has('upheldIsGranted')) closed.push('upheld');
    if (has('filedIsGranted')) closed.push('filed');
    if (has('retractedHolds')) closed.splice(1, 1);
    if (data.objectionsTo(application).some(({ state }) => !closed.includes(state))) refuse(409, 'OBJECTIONS');
    const isReviewed = data.reviewsOf(application).some(({ department }) => department === 'heritage');
    if (application.parcel.listed && !isReviewed && !has('heritageIsNotNeeded')) refuse(409, 'NO_HERITAGE');
    if (daysUntil(until) < (has('untilMustBeLater') ? 1 : 0) && !has('untilMayBePast')) refuse(422, 'BAD_UNTIL');
    permitEnds(until, 'grantForEver');
  };
  const permitEnds = (until: string, fault: PermitFault): void => {
    if (daysUntil(until) > (has('oneMoreDay') ? 731 : 730) && !has(fault)) refuse(422, 'TOO_FAR');
  };

  const objection = ({ application, person, grounds }: Objection): void => {
    notBlank(grounds, 'groundsMayBeBlank', 'groundsMayBeSpaces');
    if (application.applicant === person && !has('ownIsObjected')) refuse(has('ownIs403') ? 403 : 409, 'OWN');
    if (application.publishedOn !== null && daysUntil(application.publishedOn) < -14) refuse(409, 'OVERDUE');
    const states = has('retractedIsTwice') ? ['filed', 'upheld', 'retracted'] : has('upheldMayRepeat') ? ['filed'] : ['filed', 'upheld'];
    const isOwn = (one: Objection): boolean => one.person === person || has('oneNeighbourOnly');
    const others = data.objectionsTo(application).filter((one) => isOwn(one) && states.includes(one.state));
    if (others.length > 0 && !has('objectTwice')) refuse(409, 'TWICE');
  };
  const review = ({ application, department }: Review): void => {
    const needless = department === 'heritage' && !application.parcel.listed;
    if (needless && !has('heritageOfAll')) refuse(has('needlessIs409') ? 409 : 422, 'NEEDLESS');
    const others = data.reviewsOf(application).filter((one) => one.department === department);
    const again = has('approvedIsAskedAgain') ? others.filter(({ state }) => state === 'asked') : others;
    if (again.length > 0 && !has('askedTwice')) refuse(409, 'ASKED');
  };

  const isPassed = (one: Inspection, kind: string): boolean =>
    data.inspections.some(
      ({ permit, kind: other, state }) =>
        (permit === one.permit || (permit.holder === one.permit.holder && has('passedElsewhereCounts'))) &&
        other === kind &&
        (state === 'passed' || (state === 'failed' && has('failedCountsAsPassed'))),
    );
  const inspection = (one: Inspection): void => {
    const { permit, kind, day } = one;
    if (daysUntil(day) < (has('dayMustBeLater') ? 1 : 0) && !has('dayMayBePast')) refuse(422, 'BAD_DAY');
    if (daysUntil(day) > (has('sixtyOneDays') ? 61 : has('fiftyNineDays') ? 59 : 60)) refuse(422, 'DAY_TOO_FAR');
    const isAfter = has('lastDayIsAfter') ? day >= permit.until : day > permit.until;
    if (isAfter && !has('dayMayBeAfter')) refuse(has('afterIs422') ? 422 : 409, 'AFTER_PERMIT');
    const planned = data.inspectionsOf(permit).filter(({ state }) => state === 'planned');
    if (planned.some((other) => other.kind === kind || has('onePlanned')) && !has('plannedTwice')) refuse(409, 'PENDING');
    if (!has('passedTwice') && data.inspectionsOf(permit).some((other) => other.kind === kind && other.state === 'passed'))
      refuse(409, 'DONE_ALREADY');
    const isEarly = kind === 'frame' && !isPassed(one, 'foundation') && !has('frameComesFirst');
    const needed = has('finalNeedsNoFrame') ? 'foundation' : 'frame';
    if (isEarly || (kind === 'final' && !isPassed(one, needed))) refuse(409, 'NOT_IN_ORDER');
    const sameDay = data.inspections.filter((other) => other.day === day && (other.state === 'planned' || has('cancelledTakeTime')));
    const counted = has('dayIsOfThePermit') ? sameDay.filter((other) => other.permit === permit) : sameDay;
    if (counted.length >= (has('fourADay') ? 4 : 3)) refuse(409, 'DAY_FULL');
  };
  return { notBlank, code, parcel, building, newApplication, submit, grant, permitEnds, objection, review, inspection };
}
