import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, serviceOf } from '../hand-written.ts';
import { poolAccess } from './access.ts';
import { poolCalls } from './calls.ts';
import { courseCalls } from './course-calls.ts';
import { courseSteps } from './course-steps.ts';
import { type Person, PoolData } from './data.ts';
import { everyone, poolDoor } from './door.ts';
import type { Others, PoolFault } from './faults.ts';
import { poolFigures } from './figures.ts';
import { poolLists } from './lists.ts';
import type { Pool } from './pool.ts';
import { poolRules } from './rules.ts';
import { poolSteps } from './steps.ts';
import { type Clock, poolTimers } from './timers.ts';
import { poolViews } from './views.ts';

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `real`:
 * milliseconds since the epoch.
 */
export function poolService(real: () => number, fault: PoolFault | null = null): Implementation {
  const has = (one: PoolFault): boolean => fault === one;
  const clock: Clock = { real, at: null };
  const now = (): number => clock.at ?? real();
  const data = new PoolData();
  const rules = poolRules(data, has, now);
  const figures = poolFigures(data, has, rules.today);
  const steps = poolSteps(data, rules, figures, has);
  const courses = courseSteps(data, rules, figures, has);
  const access = poolAccess(data, has);
  const views = poolViews(data, access, figures, has);
  const door = poolDoor({ data, rules, views, now }, fault);
  const lists = poolLists({ data, access, figures, views }, has);
  const pool: Pool = { data, figures, rules, steps, courses, access, views, door };
  const calls = poolCalls(pool, has);
  const onCourses = courseCalls(pool, has);
  const fireTimers = poolTimers(data, courses, figures, has, clock);

  type On = (key: string, request: Request) => Body | null;
  const route = (method: string, path: string, on: On, status = 200): Route => [
    method,
    new RegExp(`^/${path}$`),
    ([, key = ''], request) => {
      fireTimers();
      const isPlain = (status === 201 && has('createdIs200')) || (status === 204 && has('deletedIs200'));
      return [isPlain ? 200 : status, on(key, request)];
    },
  ];
  const call =
    (on: (request: Request) => Body | null): On =>
    (_key, request) =>
      on(request);
  const seen = (wanted: readonly string[], show: (me: Person, query: URLSearchParams) => Body, others: Others = {}): On =>
    call((request) => show(door.enter(request, wanted, null, others).me, new URLSearchParams(request.query)));
  const key = '([^/]+)';
  const person = `people/${key}`;
  const pass = `passes/${key}`;
  const course = `courses/${key}`;
  const enrolment = `enrolments/${key}`;
  const locker = `lockers/${key}`;
  const rental = `rentals/${key}`;
  const booking = `bookings/${key}`;
  const buyers = ['swimmer', 'cashier', 'manager'];
  const listCourses = (request: Request): Body => lists.courses(door.actor(request, false), new URLSearchParams(request.query));
  return serviceOf(
    [
      route('POST', 'people', call(door.signUp), 201),
      route('POST', 'session', call(door.signIn)),
      route('DELETE', 'session', call(door.signOut), 204),
      route(
        'GET',
        'me',
        seen(everyone, (me) => views.person(me, me)),
      ),
      route('GET', 'people', seen(['cashier', 'instructor', 'manager'], lists.people, { swimmersListPeople: 'swimmer' })),
      route('PATCH', person, calls.editPerson),
      route('POST', `${person}/settle`, calls.settle),
      route('GET', 'passes', seen(buyers, lists.passes)),
      route('POST', 'passes', call(calls.buy), 201),
      route('POST', `${pass}/use`, calls.use),
      route('POST', `${pass}/give-back`, calls.giveBack),
      route('GET', 'courses', call(listCourses)),
      route('POST', 'courses', call(onCourses.addCourse), 201),
      route('PATCH', course, onCourses.editCourse),
      route('POST', `${course}/confirm`, onCourses.confirm),
      route('POST', `${course}/call-off`, onCourses.callOff),
      route('POST', `${course}/finish`, onCourses.finish),
      route('POST', `${course}/enrolments`, onCourses.enrol, 201),
      route('GET', 'enrolments', seen(everyone, lists.enrolments)),
      route('POST', `${enrolment}/leave`, onCourses.leave),
      route('POST', `${enrolment}/attend`, onCourses.attend),
      route('POST', `${enrolment}/pass`, onCourses.pass),
      route('POST', `${enrolment}/fail`, onCourses.fail),
      route('GET', 'lockers', seen(everyone, lists.lockers)),
      route('POST', 'lockers', call(calls.addLocker), 201),
      route('POST', `${locker}/repair`, calls.repair),
      route('POST', `${locker}/rentals`, calls.rent, 201),
      route('GET', 'rentals', seen(buyers, lists.rentals)),
      route('POST', `${rental}/bring-key`, calls.bringKey),
      route('POST', `${rental}/lose-key`, calls.loseKey),
      route('GET', 'bookings', seen(everyone, lists.bookings)),
      route('POST', 'bookings', call(calls.book), 201),
      route('POST', `${booking}/agree`, calls.agree),
      route('POST', `${booking}/decline`, calls.decline),
      route('POST', `${booking}/cancel`, calls.cancel),
    ],
    now,
  );
}
