import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, serviceOf } from '../hand-written.ts';
import { ferryAccess } from './access.ts';
import { bookingCalls } from './booking-calls.ts';
import { bookingSteps } from './booking-steps.ts';
import type { Company } from './company.ts';
import { crossingCalls } from './crossing-calls.ts';
import { crossingSteps } from './crossing-steps.ts';
import { FerryData, type Person } from './data.ts';
import { everyone, ferryDoor } from './door.ts';
import type { FerryFault, Others } from './faults.ts';
import { ferryFigures } from './figures.ts';
import { ferryLists } from './lists.ts';
import { peopleCalls } from './people-calls.ts';
import { ferryRules } from './rules.ts';
import { type Clock, ferryTimers } from './timers.ts';
import { ferryViews } from './views.ts';

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `real`:
 * milliseconds since the epoch.
 */
export function ferryService(real: () => number, fault: FerryFault | null = null): Implementation {
  const has = (one: FerryFault): boolean => fault === one;
  const clock: Clock = { real, at: null };
  const now = (): number => clock.at ?? real();
  const data = new FerryData();
  const figures = ferryFigures(data, has);
  const rules = ferryRules(data, figures, has, now);
  const bookings = bookingSteps(data, rules, figures, has, now);
  const crossings = crossingSteps(data, rules, figures, bookings, has, now);
  const access = ferryAccess(data, has);
  const views = ferryViews(data, access, figures, has);
  const door = ferryDoor({ data, rules, views, now }, fault);
  const lists = ferryLists({ data, access, views, figures }, has);
  const company: Company = { data, rules, bookings, crossings, access, views, door, now };
  const onPeople = peopleCalls(company, has);
  const onCrossings = crossingCalls(company, has);
  const onBookings = bookingCalls(company, has);
  const fireTimers = ferryTimers(data, crossings, bookings, has, clock);

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
  const timetable = (request: Request): Body => lists.crossings(door.actor(request, false), new URLSearchParams(request.query));
  const key = '([^/]+)';
  const crossing = `crossings/${key}`;
  const booking = `bookings/${key}`;
  const crew = ['purser', 'captain', 'manager'];
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
      route('GET', 'people', seen(crew, lists.people, { passengersListPeople: 'passenger' })),
      route('PATCH', `people/${key}`, onPeople.editPerson),
      route('POST', 'hauliers', call(onPeople.addHaulier), 201),
      route('GET', `hauliers/${key}`, onPeople.readHaulier),
      route('PATCH', `hauliers/${key}`, onPeople.editHaulier),
      route('POST', `hauliers/${key}/drivers`, onPeople.addDriver),
      route('GET', 'crossings', call(timetable)),
      route('POST', 'crossings', call(onCrossings.addCrossing), 201),
      route('GET', crossing, onCrossings.readCrossing),
      route('POST', `${crossing}/confirm`, onCrossings.confirm),
      route('POST', `${crossing}/delay`, onCrossings.delay),
      route('POST', `${crossing}/cancel`, onCrossings.cancel),
      route('POST', `${crossing}/replace`, onCrossings.replace),
      route('POST', `${crossing}/close`, onCrossings.close),
      route('POST', `${crossing}/duties`, onCrossings.addDuty, 201),
      route('GET', 'duties', seen(crew, lists.duties, {})),
      route('DELETE', `duties/${key}`, onCrossings.deleteDuty, 204),
      route('POST', 'passes', call(onBookings.addPass), 201),
      route('GET', 'passes', seen(['passenger', 'purser', 'manager'], lists.passes, {})),
      route('POST', `${crossing}/bookings`, onBookings.addBooking, 201),
      route('GET', 'bookings', seen(everyone, lists.bookings)),
      route('GET', booking, onBookings.readBooking),
      route('PATCH', booking, onBookings.editBooking),
      route('POST', `${booking}/pay`, onBookings.pay),
      route('POST', `${booking}/redeem`, onBookings.redeem),
      route('POST', `${booking}/charge`, onBookings.charge),
      route('POST', `${booking}/move`, onBookings.move),
      route('POST', `${booking}/cancel`, onBookings.cancel),
      route('POST', `${booking}/check-in`, onBookings.checkIn),
      route('GET', 'invoices', seen(['passenger', 'manager'], lists.invoices, {})),
      route('POST', `invoices/${key}/pay`, onPeople.payInvoice),
    ],
    now,
  );
}
