import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, date, orNull, text, whole } from '../hand-written-inputs.ts';
import { conflict, from } from './bill-steps.ts';
import { daysBetween, type Enrolment, monthsAfter, type Person, rooms, subjects } from './data.ts';
import type { Has } from './faults.ts';
import { hour } from './inputs.ts';
import type { School } from './school.ts';

const active = ['applied', 'trial', 'agreed', 'running', 'suspended'];

/** The calls about enrolments. */
export function pupilCalls({ data, lessons, bills, access, views, door, now }: School, has: Has) {
  const { allow, enter, numbered } = door;
  const { today } = bills;
  const words = (value: unknown): string | null => orNull(value, (one) => text(one, 100));

  const pupilRule = (pupil: string): void => {
    if (pupil.trim() === '') refuse(has('blankIs400') ? 400 : 422, 'BLANK');
  };
  const applyOnce = (one: Enrolment): void => {
    const states = [...active];
    if (has('endedBlocksAgain')) states.push('ended');
    const others = data.enrolments.filter(({ number, pupil }) => number !== one.number && pupil === one.pupil);
    const known = others.filter(({ state }) => states.includes(state));
    const own = known.filter(({ family }) => family === one.family || has('otherFamiliesBlock'));
    if (own.some(({ instrument }) => instrument === one.instrument || has('oneInstrumentEach'))) refuse(409, 'APPLIED');
  };
  const oldEnough = (born: string): void => {
    if (has('ageIsNotChecked')) return;
    const from = born > today() ? born : monthsAfter(born, 60);
    if (from > today() || (from === today() && has('ageIsStrict'))) refuse(422, 'TOO_YOUNG');
  };
  const apply = (request: Request): Body => {
    const keys = ['pupil', 'born', 'instrument', 'wish'];
    const { me, body } = enter(request, ['family'], keys, { teachersApply: 'teacher' });
    const one: Enrolment = {
      ...{ number: 0, family: me, pupil: text(body['pupil'], 40), born: date(body['born']) },
      instrument: among(body['instrument'], subjects),
      wish: 'wish' in body ? words(body['wish']) : null,
      ...{ remark: null, teacher: null, familyAgreed: false, teacherAgreed: false },
      ...{ first: null, hour: null, weeks: null, room: null, excused: 0, reason: null, state: 'applied', invitedAt: 0 },
    };
    if (me.suspended && !has('suspendedApply')) refuse(has('suspendedIs409') ? 409 : 403, 'SUSPENDED');
    pupilRule(one.pupil);
    oldEnough(one.born);
    if (!has('applyTwice')) applyOnce(one);
    const states = ['applied', 'trial'];
    if (has('trialsDoNotWait')) states.pop();
    const waiting = data.enrolments.filter(({ family, state }) => family === me && states.includes(state));
    if (waiting.length >= (has('fourWaiting') ? 4 : 3)) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
    const enrolment = { ...one, number: data.next('enrolment') };
    data.enrolments.push(enrolment);
    return views.enrolment(enrolment, me);
  };

  const enrolmentOf = (number: string, me: Person, lax = false): Enrolment =>
    numbered(data.enrolments, number, (one) => access.seesEnrolment(one, me) || lax);
  const read = (number: string, request: Request): Body => {
    const { me } = enter(request, ['family', 'teacher', 'clerk'], null, { caretakersReadEnrolments: 'caretaker' }, number);
    return views.enrolment(enrolmentOf(number, me, has('anyNumberIsRead')), me);
  };
  const mayEdit = ({ state }: Enrolment, me: Person): boolean => {
    if (me.role === 'clerk') return true;
    if (me.role === 'teacher') return has('teachersEditPupils');
    return state === 'applied' || (state === 'trial' && has('familiesEditTrials'));
  };
  const edit = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['family', 'teacher', 'clerk'], ['pupil', 'wish', 'remark'], {}, number);
    const one = enrolmentOf(number, me);
    const isOther = 'pupil' in body || 'wish' in body || !('remark' in body);
    allow(!isOther || mayEdit(one, me));
    const mayRemark = me.role === 'teacher' ? !has('teachersDoNotRemark') : me.role === 'clerk' || has('familiesRemark');
    allow(!('remark' in body) || mayRemark);
    const pupil = 'pupil' in body ? text(body['pupil'], 40) : one.pupil;
    const wish = 'wish' in body ? words(body['wish']) : has('patchClearsWish') ? null : one.wish;
    const remark = 'remark' in body ? words(body['remark']) : one.remark;
    if (pupil !== one.pupil) {
      if (!has('patchedPupilMayBeBlank')) pupilRule(pupil);
      if (active.includes(one.state) && !has('patchedPupilMayRepeat')) applyOnce({ ...one, pupil });
    }
    return views.enrolment(Object.assign(one, { pupil, wish, remark }), me);
  };

  const invite = (number: string, request: Request): Body => {
    const keys = ['teacher', 'day', 'hour', 'room'];
    const { me, body } = enter(request, ['clerk'], keys, {}, number);
    if ('teacher' in body) orNull(body['teacher'], whole);
    const one = enrolmentOf(number, me);
    const teacher = numbered(data.people, String(body['teacher'] ?? ''), (each) => access.seesPerson(each, me));
    from(one.state === 'applied');
    const [day, time, room] = [date(body['day']), hour(body['hour']), among(body['room'], rooms)];
    const isRight = teacher.role === 'teacher' && (teacher.teaches === one.instrument || has('anyTeacherIsInvited'));
    if (!isRight) refuse(422, 'WRONG_TEACHER');
    if (day < today() || (day === today() && !has('trialIsToday'))) refuse(422, 'PAST');
    const most = has('trialAheadIsStrict') ? 20 : 21;
    if (daysBetween(today(), day) > most) refuse(422, 'TOO_FAR');
    lessons.hours(time);
    lessons.plan({ enrolment: one, teacher, kind: 'trial', room, hour: time }, [day]);
    Object.assign(one, { teacher, state: 'trial', invitedAt: now() });
    if (!has('inviteForgetsRoom')) Object.assign(one, { hour: time, room });
    return views.enrolment(one, me);
  };
  const agree = (number: string, request: Request): Body => {
    const { me } = enter(request, ['family', 'teacher'], null, { clerksAgree: 'clerk' }, number);
    const one = enrolmentOf(number, me, has('anyFamilyAgrees') && me.role === 'family');
    from(one.state === 'trial');
    const isAhead = data.lessonsOf(one).some(({ state }) => state === 'planned');
    const isTeacher = me.role === 'teacher';
    if (isAhead && !has('agreedBeforeTrial')) refuse(409, 'TRIAL_AHEAD');
    if ((isTeacher ? one.teacherAgreed : one.familyAgreed) && !has('agreedTwice')) refuse(409, 'SAID');
    if (isTeacher) one.teacherAgreed = true;
    else one.familyAgreed = true;
    const isBoth = one.familyAgreed && one.teacherAgreed;
    if (isBoth || has('oneSideIsEnough') || (isTeacher && has('teacherAloneDecides'))) one.state = 'agreed';
    return views.enrolment(one, me);
  };

  const familyLeaves = (one: Enrolment): Enrolment['state'] => {
    if (one.state === 'running' || (one.state === 'suspended' && has('suspendedLeaves'))) return 'left';
    const isEarly = one.state === 'applied' || one.state === 'trial' || (one.state === 'agreed' && !has('agreedDoesNotLeave'));
    return isEarly ? 'withdrawn' : conflict();
  };
  const teacherLeaves = (one: Enrolment): Enrolment['state'] => {
    if (one.state === 'trial') return 'declined';
    if (one.state === 'running' && has('teachersEndTerms')) return 'left';
    if (one.state === 'agreed' && has('teachersDeclineAgreed')) return 'declined';
    const isForFamilies = ['applied', 'agreed', 'running'].includes(one.state);
    if (isForFamilies && !has('otherSideIs409')) allow(false);
    return conflict();
  };
  const leave = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['family', 'teacher'], ['reason'], {}, number);
    const one = enrolmentOf(number, me, has('anyFamilyLeaves') && me.role === 'family');
    const state = me.role === 'teacher' ? teacherLeaves(one) : familyLeaves(one);
    const reason = 'reason' in body ? words(body['reason']) : one.reason;
    lessons.leave(one, state);
    one.reason = reason;
    return views.enrolment(one, me);
  };
  const begin = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['clerk'], ['first', 'hour', 'weeks', 'room'], { teachersBegin: 'teacher' }, number);
    const one = enrolmentOf(number, me);
    from(one.state === 'agreed');
    const [first, time, weeks, room] = [date(body['first']), hour(body['hour']), whole(body['weeks']), among(body['room'], rooms)];
    if (one.family.suspended && !has('suspendedBegins')) refuse(has('suspendedIs409') ? 409 : 403, 'SUSPENDED');
    if (first <= today()) refuse(422, 'PAST');
    if (daysBetween(today(), first) > 60) refuse(422, 'TOO_FAR');
    const weekCheck = (): void => {
      if (weeks < 2 || weeks > 16) refuse(422, 'BAD_WEEKS');
    };
    if (has('weeksBeforeHour')) weekCheck();
    lessons.hours(time);
    weekCheck();
    lessons.begin(one, one.teacher ?? conflict(), room, time, first, weeks);
    return views.enrolment(one, me);
  };
  return { apply, read, edit, invite, agree, leave, begin };
}
