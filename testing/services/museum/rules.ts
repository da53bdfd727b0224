import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import {
  type Contact,
  daysBetween,
  type Exhibition,
  isDelicate,
  type Loan,
  type MuseumData,
  placesIn,
  type Report,
  type Transport,
  type Treatment,
  valueOfAll,
  type Work,
} from './data.ts';
import type { Has, MuseumFault } from './faults.ts';

export type MuseumRules = ReturnType<typeof museumRules>;

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function museumRules(data: MuseumData, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  /** `fault`: the one with which the value may be blank. */
  const notBlank = (value: string, fault?: MuseumFault): void => {
    if (value.trim() === '' && !(fault !== undefined && has(fault))) refuse(422, 'BLANK');
  };

  const cover = (value: number): void => {
    const isSmall = value < 0 && !has('coverMayBeNegative');
    if (isSmall || value > (has('coverIsUnlimited') ? Number.POSITIVE_INFINITY : 500_000_000)) refuse(422, 'BAD_COVER');
  };

  const accession = (value: string): void => {
    const form = has('accessionMayGoOn')
      ? /^[0-9]{4}[.][1-9][0-9]{0,3}/
      : has('accessionMayBeginWithZero')
        ? /^[0-9]{4}[.][0-9]{1,4}$/
        : has('pointIsAnyCharacter')
          ? /^[0-9]{4}.[1-9][0-9]{0,3}$/
          : /^[0-9]{4}[.][1-9][0-9]{0,3}$/;
    if (!form.test(value)) refuse(422, 'BAD_ACCESSION');
  };
  /** `was`: the work before a change; null if it is new. */
  const work = (one: Pick<Work, 'accession' | 'title' | 'height' | 'width' | 'value'>, was: Work | null): void => {
    const { title, height, width, value } = one;
    if (was === null) accession(one.accession);
    notBlank(title, was === null ? 'newTitleMayBeBlank' : 'patchedTitleMayBeBlank');
    const isFlat = height < 1 || (width < (has('widthMayBeNothing') ? 0 : 1) && !(was !== null && has('patchedWidthIsNotChecked')));
    const most = has('sizeIsStrict') ? 599 : 600;
    const isWide = width > most && !(was !== null && has('patchedWidthIsNotChecked'));
    if (isFlat || height > (has('heightMayBeMore') ? 601 : most) || isWide) refuse(422, 'BAD_SIZE');
    const isChecked = !has('girthIsNotChecked') && !(was !== null && was.width === width && has('patchedHeightIgnoresGirth'));
    if (isChecked && height + width > (has('girthIsLonger') ? 1001 : 1000)) refuse(422, 'TOO_LARGE');
    const isWorthless = has('valueMayBeNothing') ? value < 0 : value <= 0;
    const isPrecious = has('valueIsStrict') ? value >= 200_000_000 : value > 200_000_000;
    if (isWorthless || (isPrecious && !(was !== null && has('patchedValueIsUnlimited')))) refuse(422, 'BAD_VALUE');
    const isHigh = was?.exhibition?.room === 'cabinet' && height > 250;
    if (isHigh && !has('selectedMayGrow')) refuse(422, 'TOO_HIGH');
  };

  const select = (one: Work, exhibition: Exhibition): void => {
    const isInCabinet = exhibition.room === 'cabinet';
    const isHigh = has('cabinetIsStrict') ? one.height >= 250 : one.height > 250;
    if (isInCabinet && isHigh && !has('cabinetHeightIsIgnored')) refuse(has('tooHighIs409') ? 409 : 422, 'TOO_HIGH');
    const isFree = has('galleryKeepsClimate') ? exhibition.room !== 'hall' : isInCabinet;
    const isAffected = has('textilesBearLight') ? isDelicate(one) && one.medium !== 'textile' : isDelicate(one);
    if (isAffected && !isFree && !has('climateIsIgnored')) refuse(409, 'CLIMATE');
    const others = data.worksOf(exhibition);
    const places = placesIn(exhibition.room) + (has('oneMorePlace') ? 1 : 0) - (has('lastPlaceIsKept') ? 1 : 0);
    if (others.length >= places && !(exhibition.room === 'hall' && has('hallIsUnlimited'))) refuse(409, 'FULL');
    const value = (has('newWorkIsNotInsured') ? 0 : one.value) + valueOfAll(others);
    if (value > 250_000_000 && !has('showIsNotInsured')) refuse(409, 'TOO_VALUABLE');
  };

  /** `was`: the exhibition before a change; null if it is new. */
  const exhibition = (one: Pick<Exhibition, 'title' | 'room' | 'opens' | 'closes'>, was: Exhibition | null): void => {
    const { title, room, opens, closes } = one;
    notBlank(title, was === null ? undefined : 'showMayLoseItsTitle');
    const isPast = has('opensTomorrowAtLeast') ? opens <= today() : opens < today();
    if (isPast && !(was !== null && has('patchedShowMayBePast'))) refuse(422, 'PAST');
    const isReversed = has('showMayBeEmptyOfDays') ? opens > closes : opens >= closes;
    if (isReversed && !(was?.opens === opens && has('patchedEndMayBeEarly'))) refuse(422, 'REVERSED');
    const most = has('showMayBeADayLonger') ? 181 : 180;
    if (daysBetween(opens, closes) > most && !(was !== null && has('patchedShowMayBeLong'))) refuse(422, 'TOO_LONG');
    const states = ['planned'];
    if (!has('openShowsDoNotCount')) states.push('open');
    if (has('cancelledShowsCount')) states.push('cancelled');
    const isTaken = data.exhibitions.some((other) => {
      if (other === was || !states.includes(other.state)) return false;
      if (other.room !== room && !has('allRoomsAreOne')) return false;
      if (has('roomIsTakenByStartOnly')) return opens >= other.opens && opens < other.closes;
      return has('showsMayNotTouch') ? opens <= other.closes && other.opens <= closes : opens < other.closes && other.opens < closes;
    });
    if (isTaken && !has('roomsMayBeShared') && !(was !== null && has('movedShowMayOverlap'))) refuse(409, 'ROOM_TAKEN');
    if (was === null) return;
    const works = data.worksOf(was);
    if (works.length > placesIn(room) && !has('patchedRoomMayBeFull')) refuse(409, 'FULL');
    if (room !== 'cabinet' && works.some(isDelicate) && !has('patchedRoomIgnoresClimate')) refuse(409, 'CLIMATE');
    if (room === 'cabinet' && works.some(({ height }) => height > 250) && !has('patchedRoomIgnoresHeight')) refuse(422, 'TOO_HIGH');
  };

  const isOpen = ({ state }: Loan): boolean => ['requested', 'approved', 'out'].includes(state);
  const bears = ({ work, starts }: Pick<Loan, 'work' | 'starts'>): void => {
    if (work.condition === 'poor' || (work.condition === 'fair' && has('fairWorksStay'))) refuse(409, 'FRAGILE');
    const { restUntil } = work;
    const rests = restUntil !== null && (has('restIncludesItsEnd') ? restUntil >= starts : restUntil > starts);
    if (rests && !has('restIsIgnoredForLoans')) refuse(409, 'RESTING');
  };
  const loan = (one: Pick<Loan, 'work' | 'borrower' | 'starts' | 'ends'>): void => {
    const { starts, ends, borrower } = one;
    const notice = has('noticeIsADayLess') ? 4 : has('noticeIsADayMore') ? 6 : 5;
    if (daysBetween(today(), starts) < notice) refuse(422, 'TOO_SOON');
    if (has('loanMayBeOfNoDay') ? starts > ends : starts >= ends) refuse(422, 'REVERSED');
    if (daysBetween(starts, ends) > (has('loanMayBeADayLonger') ? 366 : 365)) refuse(422, 'TOO_LONG');
    bears(one);
    const own = data.loans.filter((each) => (each.borrower === borrower || has('loansOfAllCount')) && isCounted(each));
    if (own.length >= (has('oneMoreLoan') ? 4 : has('oneLoanLess') ? 2 : 3)) refuse(409, 'TOO_MANY');
  };
  const isCounted = (one: Loan): boolean => {
    if (has('requestsDoNotCount') && one.state === 'requested') return false;
    if (has('withdrawnCount') && one.state === 'withdrawn') return true;
    return isOpen(one);
  };
  const approval = (one: Loan): void => {
    if (!has('approvalIgnoresCondition')) bears(one);
    const committed = data.loans.filter(
      (other) => other !== one && (other.state === 'approved' || (other.state === 'out' && !has('outIsNotCommitted'))),
    );
    const isLent = committed.some(
      ({ work, starts, ends }) =>
        work === one.work && (has('loansMayNotTouch') ? one.starts <= ends && starts <= one.ends : one.starts < ends && starts < one.ends),
    );
    if (isLent && !has('lentTwice')) refuse(409, 'LENT_THEN');
    const own = committed.filter(({ borrower }) => borrower === one.borrower && !has('eachLoanIsInsuredAlone'));
    const value = one.work.value + own.reduce((sum, { work }) => sum + work.value, 0);
    const isBehind = has('coverIsStrict') ? value >= one.borrower.cover : value > one.borrower.cover;
    if (isBehind && !has('coverIsIgnored')) refuse(has('underinsuredIs409') ? 409 : 402, 'UNDERINSURED');
  };

  const transport = (one: Pick<Transport, 'loan' | 'direction' | 'day' | 'courier' | 'crate'>): void => {
    const { loan, direction, day, courier, crate } = one;
    notBlank(courier, 'courierMayBeBlank');
    if (day < today() && !(direction === 'back' && has('backMayBePast'))) refuse(422, 'PAST');
    const isEarly = daysBetween(day, loan.starts) > (has('leadIsADayLess') ? 13 : 14) && !has('leadIsIgnored');
    if (isEarly && direction === 'out') refuse(422, 'TOO_SOON');
    const known = data.transports.filter(({ state }) => state !== 'cancelled' || has('cancelledTransportsCount'));
    const isPlanned = known.some((other) => other.loan === loan && (other.direction === direction || has('oneTransportInAll')));
    if (isPlanned && !has('plannedTwice')) refuse(409, 'PLANNED_ALREADY');
    const travels = data.transports.filter(
      ({ state }) =>
        state === 'planned' ||
        (state === 'under way' && !has('travellersAreFree')) ||
        (state === 'delivered' && has('deliveredKeepsCourier')),
    );
    const isAway = travels.some((other) => other.courier === courier && (other.day === day || has('couriersTravelOnce')));
    if (isAway && !has('couriersAreNotChecked')) refuse(409, 'COURIER_BUSY');
    const needsClimate = has('onlyPaperNeedsClimate') ? loan.work.medium === 'paper' : isDelicate(loan.work);
    if (needsClimate && crate !== 'climate') refuse(has('wrongCrateIs409') ? 409 : 422, 'WRONG_CRATE');
    const isWide = loan.work.width > (has('crateIsWider') ? 101 : 100) && !has('crateWidthIsIgnored');
    if (crate === 'small' && (loan.work.height > 100 || isWide)) refuse(422, 'WRONG_CRATE');
    const sameDay = known.filter((other) => other.day === day || has('roadLimitIsOfAllDays'));
    const value = loan.work.value + (has('eachTransportIsInsuredAlone') ? 0 : valueOfAll(sameDay.map((other) => other.loan.work)));
    if (value > 100_000_000 && !has('roadIsNotInsured')) refuse(409, 'TOO_VALUABLE');
  };

  const treatment = ({ work, aim, method, hours }: Pick<Treatment, 'work' | 'aim' | 'method' | 'hours'>): void => {
    notBlank(aim, 'aimMayBeBlank');
    if (hours < (has('noHourIsFine') ? 0 : 1) || hours > (has('oneMoreHour') ? 81 : 80)) refuse(422, 'BAD_HOURS');
    const isRelined = method === 'relining' && work.medium !== 'oil' && !has('reliningSuitsAll');
    const isWashed = method === 'washing' && !(work.medium === 'paper' || (work.medium === 'textile' && !has('textilesAreNotWashed')));
    if (isRelined || (isWashed && !has('washingSuitsAll'))) refuse(422, 'UNSUITABLE');
    if (method === 'retouching' && hours > 40 && !has('retouchingMayBeLong')) refuse(422, 'BAD_HOURS');
    const isTreated = data.treatments.some(
      (other) => other.work === work && ((other.state === 'planned' && !has('plannedIsNotTreated')) || other.state === 'under way'),
    );
    if (isTreated && !has('treatedTwice')) refuse(409, 'BEING_TREATED');
  };
  const bench = (conservator: Contact): void => {
    const busy = data.treatments.filter((one) => one.state === 'under way' && (one.conservator === conservator || has('benchIsShared')));
    if (busy.length >= (has('benchForThree') ? 3 : 2)) refuse(409, 'BUSY');
  };

  const report = ({ work, author, condition, findings, made }: Omit<Report, 'number'>): void => {
    notBlank(findings, 'findingsMayBeBlank');
    const least = has('explanationIsLonger') ? 21 : 20;
    const isExplained = [...findings].length >= least || has('poorIsNotExplained');
    if (!isExplained && (condition === 'poor' || (condition === 'fair' && has('fairIsExplained')))) refuse(422, 'EXPLAIN');
    const isSame = data.reports.some(
      (other) => other.work === work && other.made === made && (other.author === author || has('oneReportForAll')),
    );
    if (isSame && !has('reportedTwice')) refuse(has('reportedIs422') ? 422 : 409, 'REPORTED');
  };
  return { notBlank, cover, work, select, exhibition, loan, approval, transport, treatment, bench, report };
}
