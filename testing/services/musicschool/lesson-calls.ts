import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, date, orNull, text } from '../hand-written-inputs.ts';
import { from } from './bill-steps.ts';
import { type Lesson, type Person, rooms } from './data.ts';
import type { Has } from './faults.ts';
import { hour } from './inputs.ts';
import type { School } from './school.ts';

const hourLength = 3_600_000;

/** The calls about lessons. */
export function lessonCalls({ data, lessons, bills, access, views, door, now }: School, has: Has) {
  const { enter, numbered } = door;
  const { today } = bills;

  const lessonOf = (number: string, me: Person, lax = false): Lesson =>
    numbered(data.lessons, number, (one) => access.seesLesson(one, me) || lax);

  const familyCancels = (one: Lesson): void => {
    const { enrolment } = one;
    const notice = has('noticeOfTwoDays') ? 48 : 24;
    const isInTime = one.begins - now() >= notice * hourLength;
    if (isInTime && (enrolment.excused < 2 || has('excusedIsNotBounded'))) {
      one.state = 'excused';
      if (!has('excusedIsNotCounted')) enrolment.excused += 1;
    } else {
      one.state = has('lateIsOwed') ? 'owed' : 'missed';
      if (has('missedIsCounted')) enrolment.excused += 1;
    }
  };
  const cancel = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['family', 'teacher', 'clerk'], ['reason'], {}, number);
    const one = lessonOf(number, me, has('anyFamilyCancels') && me.role === 'family');
    from(one.state === 'planned');
    const reason = 'reason' in body ? orNull(body['reason'], (value) => text(value, 100)) : one.reason;
    const given = 'reason' in body ? reason : null;
    const isGiven = given !== null && (given.trim() !== '' || has('cancelReasonMayBeSpaces'));
    const reasonCheck = (): void => {
      const isNeeded = me.role === 'teacher' || (me.role === 'clerk' && !has('clerksNeedNoReason'));
      if (!isGiven && isNeeded) refuse(422, 'NO_REASON');
    };
    if (has('reasonBeforeState')) reasonCheck();
    if (one.kind === 'trial' && !has('trialIsCancelled')) refuse(has('isTrialIs403') ? 403 : 409, 'IS_TRIAL');
    if (one.begins <= now() && !has('startedIsCancelled')) refuse(409, 'STARTED');
    reasonCheck();
    if (me.role === 'family') familyCancels(one);
    else one.state = me.role === 'clerk' && has('clerksExcuse') ? 'excused' : 'owed';
    one.reason = reason;
    return views.lesson(one, me);
  };
  const note = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['teacher'], ['note'], { familiesWriteNotes: 'family' }, number);
    const one = lessonOf(number, me);
    from(one.state === 'planned' || one.state === 'held');
    const written = text(body['note'], 200);
    if (written.trim() === '') refuse(has('blankIs400') ? 400 : 422, 'BLANK');
    one.note = written;
    return views.lesson(one, me);
  };
  const makeUp = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['teacher'], ['date', 'at', 'place'], {}, number);
    const one = lessonOf(number, me, has('anyTeacherMakesUp'));
    from(one.state === 'owed');
    const [day, time, place] = [date(body['date']), hour(body['at']), text(body['place'])];
    const runs = one.enrolment.state === 'running' || (one.enrolment.state === 'suspended' && has('suspendedIsMadeUp'));
    if (!runs && !has('leftIsMadeUp')) refuse(409, 'NOT_RUNNING');
    if (day <= today()) refuse(422, 'PAST');
    lessons.hours(time, 'makeUpHourIsNotChecked');
    const room = has('makeUpKeepsRoom') ? one.room : among(place, rooms);
    lessons.plan({ enrolment: one.enrolment, teacher: one.teacher, kind: 'makeup', room, hour: time }, [day]);
    if (!has('madeUpStaysOwed')) one.state = 'made up';
    return views.lesson(one, me);
  };
  return { cancel, note, makeUp };
}
