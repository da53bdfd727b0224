import { refuse } from '../hand-written.ts';
import { type Course, daysBetween, type Enrolment, isBookable, type PoolData, part } from './data.ts';
import type { Has } from './faults.ts';
import type { PoolFigures } from './figures.ts';
import type { PoolRules } from './rules.ts';
import { from } from './steps.ts';

/** The events of courses and of enrolments. */
export function courseSteps(data: PoolData, rules: PoolRules, figures: PoolFigures, has: Has) {
  const { today } = rules;

  const moveUp = (one: Enrolment): void => {
    one.state = 'enrolled';
    one.price = figures.reduced(one.course.price, one.swimmer);
  };
  const moveUpNext = (course: Course, most = 1): void => {
    const waiting = data.waiting(course);
    for (const one of has('lastInLineMovesUp') ? waiting.reverse().slice(0, most) : waiting.slice(0, most)) {
      moveUp(one);
      if (has('movedUpPaysFull')) one.price = course.price;
    }
  };
  const drop = (one: Enrolment): void => {
    if (one.state === 'enrolled' && !has('callOffRefundsNothing')) one.refund = one.price;
    one.state = 'cancelled';
  };
  const cancelAll = (course: Course): void => {
    for (const one of data.enrolmentsOf(course)) {
      if (one.state === 'enrolled' || (one.state === 'waiting' && !has('callOffKeepsWaiting'))) drop(one);
    }
  };

  const confirm = (one: Course): void => {
    from(one.state === 'open');
    const least = has('confirmNeedsOneMore') ? one.least + 1 : one.least;
    if (data.taken(one) < least && !has('tooFewAreConfirmed')) refuse(409, 'TOO_FEW');
    one.state = 'confirmed';
  };
  const mayCallOff = (one: Course): boolean => {
    if (one.state === 'confirmed') return !has('confirmedIsNotCalledOff');
    return one.state === 'open' || (one.state === 'running' && has('runningIsCalledOff'));
  };
  const callOff = (one: Course, reason: string): void => {
    rules.notBlank(reason, null, 'callOffWithSpaces');
    one.state = 'called off';
    one.reason = reason;
    cancelAll(one);
  };
  /** Confirms or calls off a course shortly before it begins. */
  const decide = (one: Course): void => {
    if (data.taken(one) >= one.least || has('timerConfirmsTooFew')) {
      one.state = 'confirmed';
      return;
    }
    one.state = 'called off';
    if (!has('timerForgetsReason')) one.reason = 'Too few swimmers';
    cancelAll(one);
  };
  const begin = (one: Course): void => {
    one.state = 'running';
    if (has('waitingDoesNotLapse')) return;
    for (const each of data.waiting(one)) each.state = 'lapsed';
  };
  const finish = (one: Course): void => {
    from(one.state === 'running' || (one.state === 'confirmed' && has('confirmedIsFinished')));
    const isGraded = data.enrolmentsOf(one).every(({ state }) => state !== 'enrolled');
    if (!isGraded && !has('ungradedIsFinished')) refuse(409, 'UNGRADED');
    one.state = 'finished';
  };
  /** What follows once the number of places was changed. */
  const placesChanged = (one: Course): void => {
    const free = figures.free(one);
    if (!isBookable(one) || free <= 0 || has('morePlacesMoveNoOne')) return;
    moveUpNext(one, has('morePlacesMoveOne') ? 1 : free);
  };

  const enrol = (one: Enrolment): Enrolment => {
    const { course } = one;
    if (has('rulesBeforeClosed')) rules.newEnrolment(one);
    const isOpen = course.state === 'open' || (course.state === 'confirmed' && !has('confirmedIsClosed'));
    if (!isOpen && !(course.state === 'running' && has('runningTakesSwimmers'))) refuse(409, 'CLOSED');
    rules.newEnrolment(one);
    const least = has('oneTooManyIsEnrolled') ? 0 : has('lastPlaceIsKept') ? 2 : 1;
    const hasPlace = figures.free(course) >= least;
    if (!hasPlace && !one.patient) rules.full();
    const enrolment = { ...one, number: data.next('enrolment') };
    data.enrolments.push(enrolment);
    if (hasPlace) moveUp(enrolment);
    return enrolment;
  };
  const refundOf = ({ price, course }: Enrolment): number => {
    const notice = daysBetween(today(), course.begins);
    if (notice > 7 || (notice === 7 && !has('fullNoticeIsStrict'))) return price;
    if (notice < 3) return 0;
    return has('leaveRefundRoundsDown') ? Math.floor(price / 2) : part(price, 1, 2);
  };
  const leave = (one: Enrolment): void => {
    const { course } = one;
    from(one.state === 'enrolled' || (one.state === 'waiting' && !has('waitingIsNotLeft')));
    if (one.state === 'waiting') {
      one.state = 'left';
      return;
    }
    if (course.state === 'running' && !has('runningIsLeft')) refuse(409, 'BEGUN');
    one.state = 'left';
    one.refund = refundOf(one);
    const isLate = daysBetween(today(), course.begins) < 3;
    if (has('noOneMovesUp') || (isLate && has('lateLeaverIsNotReplaced'))) return;
    moveUpNext(course);
  };
  const attend = (one: Enrolment): void => {
    from(one.state === 'enrolled');
    if (one.course.state !== 'running' && !has('attendsBeforeBegin')) refuse(409, 'NOT_RUNNING');
    if (one.lastOn === today() && !has('attendsTwiceADay')) refuse(409, 'NOTED');
    one.attended += 1;
    one.lastOn = today();
  };
  /** `remark`: undefined if it is not given. */
  const pass = (one: Enrolment, remark: string | null | undefined): void => {
    const { course, swimmer } = one;
    if (course.state !== 'running' && !has('passesBeforeBegin')) refuse(409, 'NOT_RUNNING');
    if (one.attended < (has('oneLessonIsEnough') ? 1 : 2)) refuse(409, 'TOO_FEW_LESSONS');
    one.state = 'passed';
    if (remark !== undefined) one.remark = remark;
    if (has('passForgetsLevel')) return;
    if (has('passAddsALevel')) swimmer.level += 1;
    else if (swimmer.level <= course.level || has('passLowersLevel')) swimmer.level = course.level + 1;
  };
  const fail = (one: Enrolment, remark: string): void => {
    if (one.course.state !== 'running' && !has('failsBeforeBegin')) refuse(409, 'NOT_RUNNING');
    if (one.attended === 0 && has('failNeedsLessons')) refuse(409, 'TOO_FEW_LESSONS');
    rules.notBlank(remark);
    one.state = 'failed';
    one.remark = remark;
  };
  return { confirm, mayCallOff, callOff, decide, begin, finish, placesChanged, enrol, leave, attend, pass, fail };
}

export type CourseSteps = ReturnType<typeof courseSteps>;
