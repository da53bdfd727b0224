import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import type { Application, Inspection, Objection, Permit, PermitData, Person, Review } from './data.ts';
import type { Has } from './faults.ts';
import type { PermitRules } from './rules.ts';

/** The events of the office's records. `now`: milliseconds since the epoch. */
export function permitSteps(data: PermitData, rules: PermitRules, has: Has, now: () => number) {
  const from = (isThere: boolean): void => {
    if (!isThere) refuse(has('conflictIs422') ? 422 : 409, 'CONFLICT');
  };
  const today = (): string => dayOf(now());

  const submit = (one: Application): void => {
    from(one.state === 'draft' || (one.state === 'withdrawn' && has('withdrawnIsSubmitted')));
    if (one.plans === null && !has('plansAreNotNeeded')) refuse(has('noPlansIs422') ? 422 : 409, 'NO_PLANS');
    rules.submit(one);
    one.state = 'submitted';
    if (has('feeIsKept') && one.fee > 0) return;
    one.fee = has('feeForgetsArea') ? 100 : has('feeForgetsBase') ? one.area * 2 : 100 + one.area * 2;
    if (has('submitForgetsPayments')) one.paid = 0;
    if (has('submitClearsRemarks')) one.remarks = null;
  };
  const pay = (one: Application, amount: number): void => {
    const owed = has('payIgnoresPaid') ? one.fee : one.fee - one.paid;
    const isMore = has('payMustBeLess') ? amount >= owed : amount > owed;
    if (amount < (has('payNothing') ? 0 : 1) || (isMore && !has('payMore'))) refuse(has('badAmountIs409') ? 409 : 422, 'BAD_AMOUNT');
    one.paid = has('payReplaces') ? amount : one.paid + amount;
    if (one.paid === one.fee && has('payCompletes')) one.state = 'complete';
  };
  const sendBack = (one: Application, remarks: string): void => {
    rules.notBlank(remarks, 'remarksMayBeBlank');
    one.state = 'draft';
    if (!has('returnForgetsRemarks')) one.remarks = remarks;
    if (!has('returnIsNotCounted')) one.returns += 1;
    if (has('returnClearsPaid')) one.paid = 0;
  };
  const accept = (one: Application): void => {
    from(one.state === 'submitted' || (one.state === 'draft' && has('draftIsAccepted')));
    const isPaid = has('halfIsPaid') ? one.paid * 2 >= one.fee : one.paid >= one.fee;
    if (!isPaid && !has('unpaidIsAccepted')) refuse(has('unpaidIs409') ? 409 : 402, 'UNPAID');
    one.state = 'complete';
    if (!has('acceptForgetsDay')) one.publishedOn = today();
    if (!has('acceptKeepsRemarks')) one.remarks = null;
  };
  const drop = (one: Application): void => {
    const asked = data.reviewsOf(one).filter(({ state }) => state === 'asked' || (state === 'approved' && has('approvedIsDropped')));
    for (const review of has('oneReviewIsDropped') ? asked.slice(0, 1) : asked) review.state = 'dropped';
  };
  const grant = (one: Application, until: string): void => {
    const reviews = data.reviewsOf(one);
    const isReviewed = has('oneReviewIsEnough')
      ? reviews.some(({ state }) => state === 'approved')
      : reviews.every(({ state }) => state === 'approved' || (state === 'asked' && has('askedIsEnough')));
    if ((reviews.length === 0 && !has('noReviewIsNeeded')) || !isReviewed) refuse(409, 'UNREVIEWED');
    rules.grant(one, until);
    one.state = 'granted';
    const ends = has('permitEndsToday') ? today() : until;
    if (has('grantForgetsPermit')) return;
    data.permits.push({
      ...{ number: data.next(), application: one, holder: one.applicant, until: ends },
      ...{ extensions: 0, failures: 0, reason: null, state: 'valid' },
    });
  };
  const deny = (one: Application, reason: string): void => {
    const isRejected = data.reviewsOf(one).some(({ state }) => state === 'rejected') && !has('rejectionsAreNoGrounds');
    const isUpheld = data.objectionsTo(one).some(({ state }) => state === 'upheld' || (state === 'filed' && has('filedIsGrounds')));
    if (!isRejected && !(isUpheld && !has('objectionsAreNoGrounds')) && !has('noGroundsAreNeeded')) refuse(409, 'NO_GROUNDS');
    one.state = 'denied';
    if (!has('denyForgetsReason')) one.reason = reason;
    if (!has('denyKeepsReviews')) drop(one);
    if (has('denyRefunds')) one.refund = one.paid;
  };
  const withdraw = (one: Application): void => {
    const states = ['draft', 'submitted', 'complete'];
    if (has('completeStays')) states.pop();
    if (has('draftStays')) states.shift();
    if (has('deniedIsWithdrawn')) states.push('denied');
    from(states.includes(one.state));
    const isComplete = one.state === 'complete';
    one.state = 'withdrawn';
    if (!has('withdrawRefundsNothing')) one.refund = isComplete && !has('allIsRefunded') ? Math.floor(one.paid / 2) : one.paid;
    if (!isComplete && has('halfIsRefunded')) one.refund = Math.floor(one.paid / 2);
    if (has('refundRoundsUp') && isComplete) one.refund = Math.ceil(one.paid / 2);
    if (has('withdrawClearsPaid')) one.paid = 0;
    if (!has('withdrawKeepsReviews')) drop(one);
  };

  const decide = (one: Objection, answer: string, state: 'upheld' | 'dismissed'): void => {
    const lax = state === 'upheld' ? 'upheldAnswerMayBeBlank' : 'dismissedAnswerMayBeBlank';
    rules.notBlank(answer, lax);
    one.state = state === 'upheld' && has('upholdDismisses') ? 'dismissed' : state;
    if (!(state === 'dismissed' && has('dismissForgetsAnswer'))) one.answer = answer;
    if (state === 'upheld' && has('upholdDenies')) one.application.state = 'denied';
  };
  const retract = (one: Objection): void => {
    from(one.state === 'filed' || (one.state === 'upheld' && has('upheldIsRetracted')));
    one.state = 'retracted';
  };

  const approve = (one: Review, note: string | null | undefined, me: Person): void => {
    one.state = 'approved';
    if (!has('approveForgetsExaminer')) one.examiner = me;
    if (note !== undefined && !has('approveForgetsNote')) one.note = note;
  };
  const reject = (one: Review, note: string, me: Person): void => {
    rules.notBlank(note, 'rejectionMayBeBlank');
    one.state = has('rejectApproves') ? 'approved' : 'rejected';
    if (!has('rejectForgetsExaminer')) one.examiner = me;
    if (!has('rejectForgetsNote')) one.note = note;
  };

  const later = (date: string, days: number): string => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
  const extend = (one: Permit, weeks: number): void => {
    if (one.extensions >= (has('threeExtensions') ? 3 : has('oneExtension') ? 1 : 2)) refuse(409, 'TOO_OFTEN');
    const most = has('thirteenWeeks') ? 13 : 12;
    if (weeks < (has('noWeekIsFine') ? 0 : 1) || weeks > most) refuse(has('badWeeksIs400') ? 400 : 422, 'BAD_WEEKS');
    const until = later(has('extendsFromToday') ? today() : one.until, has('weeksOfFiveDays') ? weeks * 5 : weeks * 7);
    rules.permitEnds(until, 'extendForEver');
    one.until = until;
    if (!has('extensionsAreNotCounted')) one.extensions += 1;
  };
  const end = (one: Permit): void => {
    const planned = data.inspectionsOf(one).filter(({ state }) => state === 'planned');
    for (const inspection of planned) inspection.state = 'dropped';
  };
  const lapse = (one: Permit): void => {
    from(one.state === 'valid' || (one.state === 'finished' && has('finishedLapses')));
    const isOver = has('lapseIsStrict') ? one.until < today() : one.until <= today();
    if (!isOver && !has('lapsesEarly')) refuse(409, 'NOT_YET');
    one.state = 'lapsed';
    if (!has('lapseKeepsInspections')) end(one);
  };
  const revoke = (one: Permit, reason: string): void => {
    const least = has('oneFailureIsEnough') ? 1 : has('threeFailures') ? 3 : 2;
    if (one.failures < least && !has('noCauseIsNeeded')) refuse(409, 'NO_CAUSE');
    one.state = 'revoked';
    if (!has('revokeForgetsReason')) one.reason = reason;
    if (!has('revokeKeepsInspections')) end(one);
    const { holder } = one;
    if (!has('strikesAreNotCounted')) holder.strikes += 1;
    if (holder.strikes >= (has('oneStrikeBlocks') ? 1 : 2) && !has('strikesDoNotBlock')) holder.blocked = true;
    if (holder.strikes < 2 && has('revokeUnblocks')) holder.blocked = false;
  };

  const checkDay = ({ day }: Inspection, isIgnored: boolean): void => {
    if (day > today() && !isIgnored) refuse(has('tooEarlyIs422') ? 422 : 409, 'TOO_EARLY');
  };
  const pass = (one: Inspection, me: Person): void => {
    from(one.state === 'planned' || (one.state === 'failed' && has('failedIsPassed')));
    checkDay(one, has('passIgnoresDay'));
    one.state = 'passed';
    if (!has('passForgetsInspector')) one.inspector = me;
    const isLast = has('frameFinishes') ? one.kind !== 'foundation' : one.kind === 'final';
    if (!isLast || has('finalDoesNotFinish')) return;
    one.permit.state = 'finished';
    if (!has('finishKeepsInspections')) end(one.permit);
  };
  const fail = (one: Inspection, note: string, me: Person): void => {
    checkDay(one, has('failIgnoresDay'));
    one.state = 'failed';
    if (!has('failForgetsInspector')) one.inspector = me;
    if (!has('failForgetsNote')) one.note = note;
    if (!has('failuresAreNotCounted')) one.permit.failures = has('failuresAreOne') ? 1 : one.permit.failures + 1;
    if (has('failRevokes') && one.permit.failures >= 2) one.permit.state = 'revoked';
  };
  const cancel = (one: Inspection): void => {
    from(one.state === 'planned');
    const isLate = has('cancelOnTheDay') ? one.day < today() : one.day <= today();
    if (isLate && !has('cancelIgnoresDay')) refuse(409, 'TOO_LATE');
    one.state = 'cancelled';
  };
  return {
    ...{ from, submit, pay, sendBack, accept, grant, deny, withdraw, decide, retract, approve, reject },
    ...{ extend, lapse, revoke, pass, fail, cancel },
  };
}
