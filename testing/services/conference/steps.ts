import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import type { ConferenceData, Edition, Paper, Registration, Review } from './data.ts';
import type { Has } from './faults.ts';
import type { ConferenceRules } from './rules.ts';

export type ConferenceSteps = ReturnType<typeof conferenceSteps>;

const reviewTime = 30 * 86_400_000;
const rebuttalTime = 7 * 86_400_000;

/** The events of the conference's records. `now`: milliseconds since the epoch. */
export function conferenceSteps(data: ConferenceData, rules: ConferenceRules, has: Has, now: () => number) {
  const from = (isThere: boolean): void => {
    if (!isThere) refuse(has('conflictIs422') ? 422 : 409, 'CONFLICT');
  };
  const today = (): string => dayOf(now());
  const isOver = (edition: Edition): boolean => edition.submitBy < today();
  const late = (): never => refuse(has('deadlineOverIs422') ? 422 : 409, has('deadlineIsConflict') ? 'CONFLICT' : 'DEADLINE_OVER');

  const editions: Readonly<Record<string, (edition: Edition) => void>> = {
    announce(edition) {
      from(edition.state === 'planned' || (edition.state === 'open' && has('openIsAnnounced')));
      const isLate = has('announceOnTheDayIsLate') ? edition.submitBy <= today() : isOver(edition);
      if (isLate && !has('announceIgnoresDeadline')) late();
      edition.state = 'open';
    },
    review(edition) {
      from(edition.state === 'open' || (edition.state === 'planned' && has('plannedIsReviewed')));
      const papers = data.papersOf(edition);
      const counted = has('draftsAreReviewed') ? ['submitted', 'draft'] : ['submitted'];
      const isEmpty = has('reviewCountsAnyPaper') ? papers.length === 0 : !papers.some(({ state }) => counted.includes(state));
      if (isEmpty && !has('reviewNeedsNoPaper')) refuse(409, 'NOTHING_SUBMITTED');
      edition.state = 'reviewing';
      if (has('reviewKeepsDrafts')) return;
      const drafts = (has('reviewLapsesAllDrafts') ? data.papers : papers).filter(({ state }) => state === 'draft');
      for (const paper of has('reviewLapsesOneDraft') ? drafts.slice(0, 1) : drafts) paper.state = 'withdrawn';
    },
    close(edition) {
      from(edition.state === 'reviewing' || (edition.state === 'open' && has('openIsClosed')));
      const pending = has('closeIgnoresAppeals') ? ['submitted'] : has('closeIgnoresUndecided') ? ['appealed'] : ['submitted', 'appealed'];
      if (has('closeWaitsForPapers')) pending.push('accepted');
      if (data.papersOf(edition).some(({ state }) => pending.includes(state))) refuse(409, 'UNDECIDED');
      edition.state = 'closed';
    },
  };

  const cancelReviews = (paper: Paper, isAll = false): void => {
    const reviews = data.reviewsOf(paper).filter(({ state }) => state === 'assigned' || (state === 'done' && isAll));
    for (const review of has('oneReviewIsCancelled') ? reviews.slice(0, 1) : reviews) review.state = 'cancelled';
  };
  const submit = (paper: Paper): void => {
    from(paper.state === 'draft' || (paper.state === 'submitted' && has('submittedIsSubmitted')));
    const isLate = has('lastDayIsLate') ? paper.edition.submitBy <= today() : isOver(paper.edition);
    if (isLate && !has('submitIgnoresDeadline')) late();
    rules.submit(paper);
    paper.state = 'submitted';
    if (!has('submitForgetsTime')) paper.submittedAt = now();
  };
  const mayWithdraw = ({ state }: Paper): boolean => {
    const states = ['submitted'];
    if (!has('draftsAreNotWithdrawn')) states.push('draft');
    if (!has('acceptedAreNotWithdrawn')) states.push('accepted');
    if (has('rejectedAreWithdrawn')) states.push('rejected');
    if (has('publishedAreWithdrawn')) states.push('published');
    return states.includes(state);
  };
  const withdraw = (paper: Paper, reason: string): void => {
    paper.state = 'withdrawn';
    if (!has('withdrawForgetsReason')) paper.reason = reason;
    if (!has('withdrawKeepsReviews')) cancelReviews(paper, has('withdrawCancelsDoneReviews'));
    if (!has('withdrawKeepsTalk')) data.talks = data.talks.filter((talk) => talk.paper !== paper);
  };
  const mayDecide = ({ state }: Paper, faultOfState: string | null): boolean =>
    state === 'submitted' || (state === 'appealed' && !has('appealsAreIgnored')) || state === faultOfState;
  const decide = (paper: Paper, isAccepted: boolean): void => {
    if (paper.state === 'submitted') {
      if (paper.edition.state !== 'reviewing' && !has('decidedBeforeReview')) refuse(has('notReviewingIs422') ? 422 : 409, 'NOT_REVIEWING');
      const counted = has('assignedReviewsCount') ? ['done', 'assigned'] : ['done'];
      const done = data.reviewsOf(paper).filter(({ state }) => counted.includes(state));
      const isFew = done.length < (has('oneReviewIsEnough') ? 1 : has('threeReviewsAreNeeded') ? 3 : 2);
      if (isFew && !(isAccepted ? has('acceptNeedsNoReviews') : has('rejectNeedsNoReviews'))) refuse(409, 'TOO_FEW_REVIEWS');
    }
    const isFirst = paper.state === 'submitted';
    const isKept = isAccepted ? has('acceptKeepsOpenReviews') : has('rejectKeepsOpenReviews');
    paper.state = isAccepted ? 'accepted' : 'rejected';
    if (!(isAccepted ? has('acceptForgetsTime') : has('rejectForgetsTime')) && (isFirst || !has('appealKeepsTime')))
      paper.decidedAt = now();
    if (isFirst && !isKept) cancelReviews(paper, isAccepted && has('acceptCancelsDoneReviews'));
  };
  const accept = (paper: Paper): void => {
    from(mayDecide(paper, has('rejectedIsAccepted') ? 'rejected' : null));
    decide(paper, true);
  };
  const reject = (paper: Paper, reason: string): void => {
    decide(paper, false);
    if (!has('rejectForgetsReason')) paper.reason = reason;
  };
  const rebut = (paper: Paper, rebuttal: string): void => {
    if (paper.appeals >= (has('twoRebuttals') ? 2 : 1) && !has('rebuttalsAreEndless')) refuse(409, 'ALREADY_REBUTTED');
    if (now() - (paper.decidedAt ?? 0) > rebuttalTime) refuse(409, 'TOO_LATE');
    rules.notBlank(rebuttal, 'rebuttalMayBeBlank');
    paper.state = has('rebutResubmits') ? 'submitted' : 'appealed';
    if (!has('rebutForgetsText')) paper.rebuttal = rebuttal;
    if (has('rebutClearsReason')) paper.reason = null;
    paper.appeals += 1;
  };
  const finish = (paper: Paper, pages: number): void => {
    const isPaid = data.registrations.some(
      (one) =>
        (one.edition === paper.edition || has('otherEditionsAreEnough')) &&
        (one.person === paper.author ||
          has('anyRegistrationIsEnough') ||
          (paper.coAuthors.includes(one.person) && has('coAuthorsRegistration'))) &&
        (one.state === 'paid' ||
          (one.state === 'open' && has('unpaidIsEnough')) ||
          (one.state === 'cancelled' && has('cancelledIsEnough'))),
    );
    if (!isPaid && !has('finishNeedsNoRegistration')) refuse(has('notRegisteredIs409') ? 409 : 402, 'NOT_REGISTERED');
    rules.finish(paper, pages);
    paper.state = 'published';
    if (!has('finishForgetsPages')) paper.finalPages = pages;
    if (has('finishChangesPages')) paper.pages = pages;
  };

  const handIn = (review: Review, score: number, confidence: number, comment: string, note: string | null | undefined): void => {
    const { paper } = review;
    const isDecided = paper.state !== 'submitted' && !(paper.state === 'appealed' && has('appealsReopenReviews'));
    if (isDecided && !has('reviewsChangeAfterDecision')) refuse(has('decidedIs403') ? 403 : 409, 'DECIDED');
    rules.report(score, confidence, comment);
    const isFirst = review.state === 'assigned';
    review.state = 'done';
    if (isFirst || !has('scoreIsKept')) review.score = score;
    if (isFirst || !has('confidenceIsKept')) review.confidence = confidence;
    review.comment = has('commentIsTrimmed') ? comment.trim() : comment;
    if (note !== undefined && !has('handInForgetsNote')) review.note = note;
    else if (has('missingNoteClears')) review.note = null;
  };
  const decline = (review: Review): void => {
    from(review.state === 'assigned' || (review.state === 'done' && has('doneIsDeclined')));
    const isLate = has('declineOnTheDay') ? review.due < today() : review.due <= today();
    if (isLate && !has('declineIsNeverLate')) refuse(has('tooLateIs422') ? 422 : 409, 'TOO_LATE');
    review.state = has('declineCancels') ? 'cancelled' : 'declined';
  };
  /** What happens by itself: reviews that were not handed in lapse. */
  const pass = (): void => {
    const at = now();
    for (const review of data.reviews) if (review.state === 'assigned' && review.assignedAt + reviewTime <= at) review.state = 'lapsed';
  };

  const pay = (one: Registration, amount: number): void => {
    const rest = one.fee - one.received;
    const isMore = has('paymentIgnoresParts') ? amount > one.fee : amount > rest;
    if (amount < (has('mayPayNothing') ? 0 : 1) || (isMore && !has('mayPayMore'))) refuse(has('badAmountIs409') ? 409 : 422, 'BAD_AMOUNT');
    one.received = has('paymentReplaces') ? amount : one.received + amount;
    if ((amount >= rest || has('partIsEnough')) && !has('paymentDoesNotClose')) one.state = 'paid';
  };
  const cancel = (one: Registration): void => {
    from(
      one.state === 'open' ||
        (one.state === 'paid' && !has('paidIsNotCancelled')) ||
        (one.state === 'cancelled' && has('cancelledIsCancelled')),
    );
    const states = has('acceptedPaperHolds') ? ['published', 'accepted'] : ['published'];
    const papers = data.papers.filter((paper) => paper.author === one.person && states.includes(paper.state));
    const isHeld = papers.some((paper) => paper.edition === one.edition || has('papersOfOtherEditionsHold'));
    if (isHeld && !has('cancelIgnoresPapers')) refuse(409, 'HAS_PAPER');
    const isPaid = one.state === 'paid';
    one.state = 'cancelled';
    const rest = one.received - (has('keepsNothing') ? 0 : 50);
    const refund = has('refundMayBeNegative') ? rest : Math.max(0, rest);
    if (!has('refundIsForgotten') && (isPaid || !has('onlyPaidAreRefunded'))) one.refund = refund;
    if (has('cancelClearsReceived')) one.received = 0;
  };
  return { from, editions, submit, mayWithdraw, withdraw, mayDecide, accept, reject, rebut, finish, handIn, decline, pass, pay, cancel };
}
