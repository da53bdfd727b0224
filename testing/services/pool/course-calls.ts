import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { date, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { type Course, type Enrolment, isBookable, type Person } from './data.ts';
import type { Has, Others, PoolFault } from './faults.ts';
import { cents } from './inputs.ts';
import type { Pool } from './pool.ts';
import { from } from './steps.ts';

/** The calls about courses and enrolments. */
export function courseCalls({ data, rules, courses, access, views, door }: Pool, has: Has) {
  const { allow, enter, numbered } = door;
  const note = (value: unknown): string | null => orNull(value, (one) => text(one, 100));

  const addCourse = (request: Request): Body => {
    const keys = ['code', 'title', 'level', 'places', 'least', 'begins', 'until', 'hour', 'lane', 'teacher', 'price', 'note'];
    const { me, body } = enter(request, ['manager'], keys, { instructorsAddCourses: 'instructor' });
    if ('teacher' in body) orNull(body['teacher'], whole);
    const instructor = numbered(data.people, String(body['teacher'] ?? ''), () => true);
    if (instructor.role !== 'instructor') refuse(has('notInstructorIs409') ? 409 : 422, 'NOT_INSTRUCTOR');
    const course: Course = {
      ...{ code: text(body['code'], 6), title: text(body['title'], 40), level: whole(body['level']) },
      ...{ places: whole(body['places']), least: whole(body['least']) },
      ...{ begins: date(body['begins']), until: date(body['until']), hour: whole(body['hour']), lane: whole(body['lane']) },
      ...{ instructor, price: cents(body['price']), note: 'note' in body ? note(body['note']) : null, reason: null, state: 'open' },
    };
    if (data.courses.some(({ code }) => code === course.code)) refuse(409, 'CONFLICT');
    rules.newCourse(course);
    data.courses.push(course);
    return views.course(course, me);
  };
  const courseOf = (code: string, me: Person): Course => {
    const course = data.courses.find((one) => one.code === code) ?? door.missing();
    return access.seesCourse(course, me) ? course : door.hidden();
  };
  const editCourse = (code: string, request: Request): Body => {
    const keys = ['title', 'places', 'hour', 'lane', 'price', 'note'];
    const { me, body } = enter(request, ['manager'], keys, { instructorsEditCourses: 'instructor' });
    const one = courseOf(code, me);
    allow(isBookable(one) || (one.state === 'running' && has('runningIsEdited')));
    const changed = {
      title: 'title' in body ? text(body['title'], 40) : one.title,
      places: 'places' in body ? whole(body['places']) : one.places,
      hour: 'hour' in body ? whole(body['hour']) : one.hour,
      lane: 'lane' in body ? whole(body['lane']) : one.lane,
      price: 'price' in body ? cents(body['price']) : one.price,
      note: 'note' in body ? note(body['note']) : one.note,
    };
    rules.course({ ...one, ...changed }, one);
    Object.assign(one, changed);
    courses.placesChanged(one);
    return views.course(one, me);
  };
  const confirm = (code: string, request: Request): Body => {
    const { me } = enter(request, ['manager'], null);
    const one = courseOf(code, me);
    courses.confirm(one);
    return views.course(one, me);
  };
  const callOff = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['manager'], ['reason'], { instructorsCallOff: 'instructor' });
    const one = courseOf(code, me);
    from(courses.mayCallOff(one));
    courses.callOff(one, text(body['reason'], 100));
    return views.course(one, me);
  };
  const finish = (code: string, request: Request): Body => {
    const { me } = enter(request, has('managersDoNotFinish') ? ['instructor'] : ['instructor', 'manager'], null);
    const one = courseOf(code, me);
    allow(me.role !== 'instructor' || one.instructor === me || has('anyInstructorFinishes'));
    courses.finish(one);
    return views.course(one, me);
  };
  const enrol = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['swimmer'], ['patient'], { managersEnrol: 'manager' });
    const course = courseOf(code, me);
    const enrolment: Enrolment = {
      ...{ number: 0, course, swimmer: me, patient: 'patient' in body ? yesOrNo(body['patient']) : false },
      ...{ price: 0, refund: 0, attended: 0, lastOn: null, remark: null, state: 'waiting' },
    };
    return views.enrolment(courses.enrol(enrolment), me);
  };

  type OnEnrolment = (one: Enrolment, body: Body) => void;
  /** `lax`: a fault that lets people find what they may not see. */
  const stepOf =
    (roles: readonly string[], keys: readonly string[] | null, step: OnEnrolment, others: Others = {}, lax: PoolFault | null = null) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, roles, keys, others, number);
      const one = numbered(data.enrolments, number, (each) => access.seesEnrolment(each, me) || (lax !== null && has(lax)));
      step(one, body);
      return views.enrolment(one, me);
    };
  const pass: OnEnrolment = (one, body) => {
    from(one.state === 'enrolled');
    courses.pass(one, 'remark' in body ? note(body['remark']) : undefined);
  };
  const fail: OnEnrolment = (one, body) => {
    from(one.state === 'enrolled');
    courses.fail(one, text(body['remark'], 100));
  };
  const teachers = ['instructor'];
  return {
    ...{ addCourse, editCourse, confirm, callOff, finish, enrol },
    leave: stepOf(has('cashiersLetNoOneLeave') ? ['swimmer'] : ['swimmer', 'cashier'], null, courses.leave, {
      instructorsLetLeave: 'instructor',
    }),
    attend: stepOf(teachers, null, courses.attend, { cashiersAttend: 'cashier' }, 'anyInstructorAttends'),
    pass: stepOf(teachers, ['remark'], pass, { managersGrade: 'manager' }, 'anyInstructorGrades'),
    fail: stepOf(teachers, ['remark'], fail, { managersGrade: 'manager' }, 'anyInstructorGrades'),
  };
}
