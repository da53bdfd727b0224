import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import type { Bid, ConferenceData, Edition, Paper, Person, Registration, Review, Talk } from './data.ts';
import type { ConferenceFault, Has } from './faults.ts';

export type ConferenceRules = ReturnType<typeof conferenceRules>;

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function conferenceRules(data: ConferenceData, has: Has, now: () => number) {
  const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
  const notBlank = (value: string, ...faults: ConferenceFault[]): void => {
    if (value.trim() === '' && !faults.some(has)) refuse(has('blankIs400') ? 400 : 422, 'BLANK');
  };
  const within = (value: number, least: number, most: number, error: string): void => {
    if (value < least || value > most) refuse(422, error);
  };

  const load = (value: number): void => within(value, has('loadMayBeNone') ? 0 : 1, has('loadOfSeven') ? 7 : 6, 'BAD_LOAD');
  const role = (person: Person, value: string): void => {
    const states = has('doneReviewsHoldRole') ? ['assigned', 'done'] : ['assigned'];
    const isBusy = data.reviews.some(({ reviewer, state }) => reviewer === person && states.includes(state));
    if (value !== 'reviewer' && isBusy && !has('busyReviewersAreDemoted')) refuse(409, 'HAS_REVIEWS');
  };

  const code = (value: string): void => {
    const form = has('codeOfOneLetter') ? /^[A-Z]{1,4}[0-9]{2}$/ : has('codeMayBeSmall') ? /^[A-Z]{2,4}[0-9]{2}$/i : /^[A-Z]{2,4}[0-9]{2}$/;
    if (!form.test(value)) refuse(422, 'BAD_CODE');
  };
  /** `was`: the edition before a change; null if it is new. */
  const edition = (one: Edition, was: Edition | null): void => {
    notBlank(one.title, 'editionTitleMayBeBlank', ...(was === null ? [] : (['patchedEditionTitleMayBeBlank'] as const)));
    const least = has('thirteenDaysAreEnough') ? 13 : has('fourteenDaysAreShort') ? 15 : 14;
    const isChecked =
      was === null || !(has('patchedDatesAreNotCompared') || (has('onlyReviewByIsCompared') && was.reviewBy === one.reviewBy));
    if (daysBetween(one.submitBy, one.reviewBy) < least && isChecked) refuse(422, 'DATES_TOO_CLOSE');
    within(one.pages, has('threePagesAreEnough') ? 3 : 4, has('oneMorePage') ? 31 : 30, 'BAD_PAGES');
    const isLowered = was !== null && one.pages < was.pages && (was.state !== 'planned' || has('plannedPagesAreFixed'));
    if (isLowered && !has('pagesMayBeLowered') && !(was.state === 'reviewing' && has('pagesAreLoweredInReview')))
      refuse(409, 'PAGES_LOWERED');
    within(one.fee, has('feeOfNineteen') ? 19 : 20, has('oneMoreEuro') ? 2001 : 2000, 'BAD_FEE');
    within(one.seats, has('noSeatIsFine') ? 0 : 1, has('oneMoreHallSeat') ? 501 : 500, 'BAD_SEATS');
    const isDear = has('thousandIsDear') ? one.fee >= 1000 : one.fee > 1000;
    const isSmall = has('hundredIsFew') ? one.seats <= 100 : one.seats < 100;
    const isIgnored = has('dearIsNotChecked') || (was !== null && was.fee === one.fee && has('patchedSeatsIgnoreFee'));
    if (isDear && isSmall && !isIgnored) refuse(422, 'TOO_DEAR');
  };

  /** `was`: the paper before a change; null if it is new. */
  const paper = (one: Omit<Paper, 'number'>, was: Paper | null): void => {
    notBlank(one.title, 'paperTitleMayBeBlank', ...(was === null ? [] : (['patchedPaperTitleMayBeBlank'] as const)));
    if (one.pages < (has('noPageIsFine') || (was !== null && has('patchedPagesMayBeNone')) ? 0 : 1)) refuse(422, 'BAD_PAGES');
    if (was?.title === one.title || has('titlesMayBeShared') || (was !== null && has('patchedTitlesMayBeShared'))) return;
    const same = data.papers.filter((other) => other !== was && other.title === one.title);
    const taken = same.filter(
      (other) =>
        (other.edition === one.edition || has('titlesOfAllEditionsCount')) &&
        (other.author === one.author || has('titlesOfAllCount')) &&
        (other.state !== 'withdrawn' || has('withdrawnTitlesCount')),
    );
    if (taken.length > 0) refuse(has('titleTakenIs422') ? 422 : 409, 'TITLE_TAKEN');
  };
  const coAuthors = (one: Paper, people: readonly Person[]): void => {
    if (people.length > (has('threeCoAuthors') ? 3 : has('oneCoAuthor') ? 1 : 2) && !has('coAuthorsAreUnlimited'))
      refuse(422, 'TOO_MANY_AUTHORS');
    if (people.includes(one.author) && !has('authorIsCoAuthor')) refuse(422, 'IS_AUTHOR');
  };
  const submit = (one: Paper): void => {
    const abstract = has('abstractIsNotTrimmed') ? one.abstract : one.abstract.trim();
    if ([...abstract].length < (has('abstractOfNineteen') ? 19 : has('abstractIsStrict') ? 21 : 20)) refuse(422, 'ABSTRACT_SHORT');
    const most = one.edition.pages + (has('onePageTooMany') ? 1 : 0);
    if (one.pages > most && !has('submittedPagesAreNotChecked')) refuse(422, 'TOO_LONG');
    const states = has('draftsAreCounted') ? ['submitted', 'draft'] : ['submitted'];
    const others = data.papers.filter((other) => other !== one && other.author === one.author && states.includes(other.state));
    const counted = others.filter((other) => other.edition === one.edition || has('papersOfAllEditionsCount'));
    if (counted.length >= (has('threePapers') ? 3 : 2) && !has('papersAreUnlimited')) refuse(409, 'TOO_MANY_PAPERS');
  };
  const finish = (one: Paper, pages: number): void => {
    const extra = has('threeExtraPages') ? 3 : has('noExtraPages') ? 0 : 2;
    if (pages < (has('finalMayBeEmpty') ? 0 : 1) || pages > one.edition.pages + extra) refuse(422, 'TOO_LONG');
  };

  const isOwn = (one: Paper, person: Person, isLax: boolean): boolean =>
    one.author === person || (one.coAuthors.includes(person) && !isLax);
  const bid = ({ paper: one, reviewer, level }: Bid): void => {
    if (data.bids.some((other) => other.paper === one && other.reviewer === reviewer) && !has('bidsMayRepeat')) refuse(409, 'ALREADY_BID');
    const isMine = isOwn(one, reviewer, has('coAuthorsBid')) && !has('authorsBid');
    if (isMine) refuse(has('ownPaperIs409') ? 409 : 403, 'OWN_PAPER');
    const eager = data.bids.filter((other) => other.reviewer === reviewer && (other.level === 'eager' || has('allBidsAreEager')));
    if (level === 'eager' && eager.length >= (has('threeEagerBids') ? 3 : 2) && !has('eagerIsUnlimited')) refuse(409, 'TOO_EAGER');
  };

  const review = ({ paper: one, reviewer, due }: Review): void => {
    if (reviewer.role !== 'reviewer' && !(reviewer.role === 'chair' && has('chairsReview')) && !has('anyoneReviews'))
      refuse(has('notAReviewerIs409') ? 409 : 422, 'NOT_A_REVIEWER');
    const isMine = isOwn(one, reviewer, has('coAuthorsReview'));
    if (isMine && !has('ownReviewIsFine')) refuse(has('ownPaperIs409') ? 409 : 403, 'OWN_PAPER');
    const house = (): void => {
      if (one.author.institution === reviewer.institution && !has('colleaguesReview')) refuse(409, 'SAME_INSTITUTION');
    };
    if (has('houseBeforeConflict')) house();
    const levels = has('willingIsConflict') ? ['conflict', 'willing'] : ['conflict'];
    const bids = data.bids.filter((other) => other.paper === one || has('conflictsOfAllPapersCount'));
    const isBound = bids.some((other) => other.reviewer === reviewer && levels.includes(other.level));
    if (isBound && !has('conflictsAreIgnored')) refuse(409, 'CONFLICT_OF_INTEREST');
    house();
    const states = ['assigned'];
    if (!has('doneMayBeAssignedAgain')) states.push('done');
    if (has('declinedAreNotAskedAgain')) states.push('declined');
    const own = data.reviews.filter((other) => other.reviewer === reviewer);
    if (own.some((other) => other.paper === one && states.includes(other.state)) && !has('mayBeAssignedTwice'))
      refuse(409, 'ALREADY_ASSIGNED');
    const open = own.filter(({ state }) => state === 'assigned' || (state === 'done' && has('doneReviewsAreLoad')));
    const most = has('loadIsAlwaysThree') ? 3 : reviewer.load + (has('oneMoreThanLoad') ? 1 : 0);
    if (open.length >= most && !has('loadIsIgnored')) refuse(409, 'OVERLOADED');
    const active = data.reviewsOf(one).filter(({ state }) => state === 'assigned' || state === 'done' || has('declinedReviewsCount'));
    if (active.length >= (has('fourReviews') ? 4 : has('twoReviewsAreEnough') ? 2 : 3)) refuse(409, 'TOO_MANY_REVIEWS');
    const days = daysBetween(dayOf(now()), due);
    const isEarly = has('dueMayBePast') ? false : has('dueMustBeLater') ? days < 1 : days < 0;
    const isLate = has('dueMustBeBefore') ? due >= one.edition.reviewBy : due > one.edition.reviewBy;
    if (isEarly || (isLate && !has('dueIgnoresEdition'))) refuse(422, 'BAD_DUE');
  };
  const report = (score: number, confidence: number, comment: string): void => {
    within(score, has('scoreOfZero') ? 0 : 1, has('scoreOfSix') ? 6 : 5, 'BAD_SCORE');
    within(confidence, has('confidenceOfZero') ? 0 : 1, has('confidenceOfFour') ? 4 : 3, 'BAD_CONFIDENCE');
    notBlank(comment, 'commentMayBeBlank');
    const isLow = has('twoIsLow') ? score <= 2 : score <= 1;
    const isSure = confidence >= (has('everyLowScoreNeedsReason') ? 1 : 3);
    if (isLow && isSure && [...comment.trim()].length < (has('reasonOfTwo') ? 2 : 3) && !has('lowScoresNeedNoReason'))
      refuse(422, 'SAY_WHY');
  };

  const registration = ({ edition: of, person, kind }: Registration): void => {
    const all = data.registrations.filter((one) => one.edition === of && (one.state !== 'cancelled' || has('cancelledRegistrationsCount')));
    if (all.some((one) => one.person === person) && !has('mayRegisterTwice')) refuse(409, 'ALREADY_REGISTERED');
    const seated = all.filter((one) => one.kind !== 'online' || has('onlineTakesSeats'));
    const taken = has('onlyPaidSeatsAreTaken') ? seated.filter(({ state }) => state === 'paid') : seated;
    const isFull = taken.length >= of.seats + (has('oneMoreSeat') ? 1 : 0) && !has('seatsAreUnlimited');
    if (isFull && (kind !== 'online' || has('onlineIsSoldOut'))) refuse(409, 'SOLD_OUT');
  };

  const talk = ({ edition: of, paper: one, room, day, slot }: Talk): void => {
    notBlank(room, 'roomMayBeBlank');
    within(slot, has('slotZero') ? 0 : 1, has('slotNine') ? 9 : 8, 'BAD_SLOT');
    if (has('talkOnTheLastReviewDay') ? day < of.reviewBy : day <= of.reviewBy && !has('talkDayIsNotChecked')) refuse(422, 'BAD_DAY');
    const then = data.talks.filter((other) => other.day === day && (other.slot === slot || has('roomsAreForADay')));
    if (then.some((other) => other.room === room) && !has('roomsMayBeShared')) refuse(409, 'ROOM_TAKEN');
    if (data.talks.some((other) => other.paper === one) && !has('paperMayHaveTwoTalks')) refuse(409, 'HAS_TALK');
    if (then.some((other) => other.paper.author === one.author) && !has('speakersMayBeTwice')) refuse(409, 'SPEAKER_BUSY');
  };
  return { notBlank, load, role, code, edition, paper, coAuthors, submit, finish, bid, review, report, registration, talk };
}
