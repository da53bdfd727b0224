import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, serviceOf } from '../hand-written.ts';
import { musicAccess } from './access.ts';
import { billSteps } from './bill-steps.ts';
import { concertCalls } from './concert-calls.ts';
import { MusicData, type Person } from './data.ts';
import { everyone, musicDoor } from './door.ts';
import type { MusicFault, Others } from './faults.ts';
import { houseCalls } from './house-calls.ts';
import { lessonCalls } from './lesson-calls.ts';
import { lessonSteps } from './lesson-steps.ts';
import { musicLists } from './lists.ts';
import { pupilCalls } from './pupil-calls.ts';
import type { School } from './school.ts';
import { type Clock, musicTimers } from './timers.ts';
import { musicViews } from './views.ts';

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `real`:
 * milliseconds since the epoch.
 */
export function musicService(real: () => number, fault: MusicFault | null = null): Implementation {
  const has = (one: MusicFault): boolean => fault === one;
  const clock: Clock = { real, at: null };
  const now = (): number => clock.at ?? real();
  const data = new MusicData();
  const bills = billSteps(data, has, now);
  const lessons = lessonSteps(data, bills, has);
  const access = musicAccess(has);
  const views = musicViews(data, access, bills, has);
  const door = musicDoor({ data, access, views, now }, fault);
  const lists = musicLists({ data, access, views, bills }, has);
  const school: School = { data, lessons, bills, access, views, door, now };
  const onPupils = pupilCalls(school, has);
  const onLessons = lessonCalls(school, has);
  const onHouse = houseCalls(school, has);
  const onConcerts = concertCalls(school, has);
  const fireTimers = musicTimers(data, lessons, bills, has, clock);

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
  const enrolment = `enrolments/${key}`;
  const lesson = `lessons/${key}`;
  const instrument = `instruments/${key}`;
  const concert = `concerts/${key}`;
  const taught = ['family', 'teacher', 'clerk'];
  const myself = seen(everyone, (me) => views.person(me, me));
  const programme = call((request) => lists.concerts(door.actor(request, false), new URLSearchParams(request.query)));
  return serviceOf(
    [
      route('POST', 'people', call(door.signUp), 201),
      route('POST', 'session', call(door.signIn)),
      route('DELETE', 'session', call(door.signOut), 204),
      route('GET', 'me', myself),
      route('GET', 'people', seen(['caretaker', 'clerk'], lists.people)),
      route('PATCH', `people/${key}`, door.editPerson),
      route('GET', 'enrolments', seen(taught, lists.enrolments, { caretakersReadEnrolments: 'caretaker' })),
      route('POST', 'enrolments', call(onPupils.apply), 201),
      route('GET', enrolment, onPupils.read),
      route('PATCH', enrolment, onPupils.edit),
      route('POST', `${enrolment}/invite`, onPupils.invite),
      route('POST', `${enrolment}/agree`, onPupils.agree),
      route('POST', `${enrolment}/leave`, onPupils.leave),
      route('POST', `${enrolment}/begin`, onPupils.begin),
      route('GET', 'lessons', seen(taught, lists.lessons, { caretakersListLessons: 'caretaker' })),
      route('POST', `${lesson}/cancel`, onLessons.cancel),
      route('POST', `${lesson}/note`, onLessons.note),
      route('POST', `${lesson}/make-up`, onLessons.makeUp),
      route('GET', 'instruments', seen(everyone, lists.instruments)),
      route('POST', 'instruments', call(onHouse.add), 201),
      route('PATCH', instrument, onHouse.edit),
      route('POST', `${instrument}/lend`, onHouse.lend),
      route('POST', `${instrument}/extend`, onHouse.extend),
      route('POST', `${instrument}/hand-in`, onHouse.handIn),
      route('POST', `${instrument}/inspect`, onHouse.inspect),
      route('GET', 'bills', seen(['family', 'caretaker', 'clerk'], lists.bills, { teachersListBills: 'teacher' })),
      route('POST', `bills/${key}/pay`, onHouse.pay),
      route('POST', `bills/${key}/grant`, onHouse.grant),
      route('GET', 'concerts', programme),
      route('POST', 'concerts', call(onConcerts.add), 201),
      route('POST', `${concert}/announce`, onConcerts.announce),
      route('POST', `${concert}/places`, onConcerts.reserve),
      route('DELETE', `${concert}/places`, onConcerts.giveBack),
      route('POST', `${concert}/pieces`, onConcerts.addPiece, 201),
      route('POST', `pieces/${key}/accept`, onConcerts.accept),
      route('DELETE', `pieces/${key}`, onConcerts.deletePiece, 204),
    ],
    now,
  );
}
