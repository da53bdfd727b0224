import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, serviceOf } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import { coopAccess } from './access.ts';
import type { Coop } from './coop.ts';
import { CoopData, type Person } from './data.ts';
import { coopDoor, everyone } from './door.ts';
import type { CoopFault, Others } from './faults.ts';
import { homeCalls } from './home-calls.ts';
import { coopLists } from './lists.ts';
import { coopRules } from './rules.ts';
import { homeSteps, tenantSteps } from './steps.ts';
import { tenantCalls } from './tenant-calls.ts';
import { type Clock, coopTimers } from './timers.ts';
import { coopFigures, coopViews } from './views.ts';

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `real`:
 * milliseconds since the epoch.
 */
export function coopService(real: () => number, fault: CoopFault | null = null): Implementation {
  const has = (one: CoopFault): boolean => fault === one;
  const clock: Clock = { real, at: null };
  const now = (): number => clock.at ?? real();
  const data = new CoopData();
  const figures = coopFigures(has, () => dayOf(now()));
  const rules = coopRules(data, figures, has, now);
  const home = homeSteps(data, rules, figures, has);
  const steps = tenantSteps(data, rules, has, now);
  const access = coopAccess(data, has);
  const views = coopViews(data, access, figures, has);
  const door = coopDoor({ data, access, rules, views, now }, fault);
  const lists = coopLists({ data, access, views, figures }, has);
  const coop: Coop = { data, rules, home, steps, access, views, door };
  const onHomes = homeCalls(coop, has);
  const onTenants = tenantCalls(coop, has);
  const fireTimers = coopTimers({ data, figures, home, steps }, has, clock);

  type On = (key: string, request: Request) => Body | null;
  const route = (method: string, path: string, on: On, status = 200): Route => [
    method,
    new RegExp(`^/${path}$`),
    ([, key = ''], request) => {
      fireTimers();
      const isPlain = (status === 201 && has('createdIs200')) || (status === 204 && has('emptyIs200'));
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
  const withHomes = ['member', 'clerk', 'board'];
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
      route('PATCH', 'me', call(onHomes.editMe)),
      route('PUT', 'me/wish', call(onHomes.wish)),
      route('DELETE', 'me/wish', call(onHomes.dropWish), 204),
      route('GET', 'people', seen(['clerk', 'board'], lists.people, { craftsmenListPeople: 'craftsman' })),
      route('PATCH', `people/${key}`, onHomes.editPerson),
      route('POST', `people/${key}/shares`, onHomes.buy),
      route(
        'GET',
        'flats',
        call((request) => lists.flats(door.actor(request, false), new URLSearchParams(request.query))),
      ),
      route('POST', 'flats', call(onHomes.addFlat), 201),
      route('PATCH', `flats/${key}`, onHomes.editFlat),
      route('POST', `flats/${key}/works`, onHomes.startWorks),
      route('DELETE', `flats/${key}/works`, onHomes.endWorks),
      route('POST', `flats/${key}/offers`, onHomes.addOffer, 201),
      route('GET', 'offers', seen(withHomes, lists.offers)),
      route('POST', `offers/${key}/accept`, onHomes.accept),
      route('POST', `offers/${key}/decline`, onHomes.decline),
      route('POST', `offers/${key}/withdraw`, onHomes.withdraw),
      route('GET', 'tenancies', seen(withHomes, lists.tenancies, {})),
      route('GET', `tenancies/${key}`, onHomes.readTenancy),
      route('POST', `tenancies/${key}/handover`, onHomes.handOver),
      route('POST', `tenancies/${key}/notice`, onHomes.giveNotice),
      route('DELETE', `tenancies/${key}/notice`, onHomes.stay),
      route('POST', `tenancies/${key}/return`, onHomes.takeBack),
      route('GET', 'rents', seen(has('boardListsNoRents') ? ['member', 'clerk'] : withHomes, lists.rents)),
      route('POST', `rents/${key}/pay`, onTenants.pay),
      route('POST', `rents/${key}/plan`, onTenants.askPlan),
      route('POST', `rents/${key}/agree`, onTenants.agree),
      route('POST', `rents/${key}/turn-down`, onTenants.turnDown),
      route('POST', `rents/${key}/waive`, onTenants.waive),
      route('GET', 'repairs', seen(everyone, lists.repairs)),
      route('POST', `tenancies/${key}/repairs`, onTenants.addRepair, 201),
      route('POST', `repairs/${key}/assign`, onTenants.assign),
      route('POST', `repairs/${key}/hand-back`, onTenants.handBack, 204),
      route('POST', `repairs/${key}/quote`, onTenants.quote),
      route('POST', `repairs/${key}/approve`, onTenants.approve),
      route('POST', `repairs/${key}/send-back`, onTenants.sendBack),
      route('POST', `repairs/${key}/finish`, onTenants.finish),
      route('POST', `repairs/${key}/accept`, onTenants.accept),
      route('POST', `repairs/${key}/reopen`, onTenants.reopen),
      route('GET', 'bookings', seen(['member', 'clerk'], lists.bookings, {})),
      route('POST', `tenancies/${key}/bookings`, onTenants.addBooking, 201),
      route('POST', `bookings/${key}/cancel`, onTenants.cancel),
      route('POST', `bookings/${key}/call-off`, onTenants.callOff),
    ],
    now,
  );
}
