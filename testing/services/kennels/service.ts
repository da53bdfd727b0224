import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, serviceOf } from '../hand-written.ts';
import { kennelAccess } from './access.ts';
import { animalCalls } from './animal-calls.ts';
import { careCalls } from './care-calls.ts';
import { KennelData, type Person } from './data.ts';
import { everyone, kennelDoor } from './door.ts';
import type { KennelFault, Others } from './faults.ts';
import type { Kennels } from './kennels.ts';
import { kennelLists } from './lists.ts';
import { kennelRules } from './rules.ts';
import { stayCalls } from './stay-calls.ts';
import { kennelSteps } from './steps.ts';
import { kennelViews } from './views.ts';

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `now`:
 * milliseconds since the epoch.
 */
export function kennelService(now: () => number, fault: KennelFault | null = null): Implementation {
  const has = (one: KennelFault): boolean => fault === one;
  const data = new KennelData();
  const rules = kennelRules(data, has, now);
  const steps = kennelSteps(data, rules, has, now);
  const access = kennelAccess(has);
  const views = kennelViews(data, access, steps, has);
  const door = kennelDoor({ data, rules, views, now }, fault);
  const lists = kennelLists({ data, access, views, steps }, has, now);
  const kennels: Kennels = { data, rules, steps, access, views, door };
  const animals = animalCalls(kennels, has);
  const stays = stayCalls(kennels, animals, has);
  const care = careCalls(kennels, stays.stayOf, has);

  type On = (key: string, request: Request) => Body | null;
  const route = (method: string, path: string, on: On, status = 200): Route => [
    method,
    new RegExp(`^/${path}$`),
    ([, key = ''], request) => {
      steps.lapse();
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
  const number = '([^/]+)';
  return serviceOf(
    [
      route('POST', 'owners', call(door.signUp), 201),
      route('POST', 'session', call(door.signIn)),
      route('DELETE', 'session', call(door.signOut), 204),
      route(
        'GET',
        'me',
        seen(everyone, (me) => views.person(me, me)),
      ),
      route('PATCH', 'me', call(animals.editMe)),
      route('GET', 'owners', seen(['keeper', 'vet', 'manager'], lists.people, { ownersListOwners: 'owner' })),
      route('PATCH', `owners/${number}`, animals.editOwner),
      route('GET', 'animals', seen(everyone, lists.animals)),
      route('POST', 'animals', call(animals.addAnimal), 201),
      route('GET', `animals/${number}`, animals.readAnimal),
      route('PATCH', `animals/${number}`, animals.editAnimal),
      route('PATCH', `animals/${number}/health`, animals.editHealth),
      route('DELETE', `animals/${number}`, animals.deleteAnimal, 204),
      route(
        'GET',
        'places',
        call((request) => lists.places(door.actor(request, false), new URLSearchParams(request.query))),
      ),
      route('POST', 'places', call(animals.addPlace), 201),
      route('GET', `places/${number}`, animals.readPlace),
      route('PATCH', `places/${number}`, animals.editPlace),
      route('DELETE', `places/${number}`, animals.deletePlace, 204),
      route('GET', 'stays', seen(everyone, lists.stays)),
      route('POST', 'stays', call(stays.addStay), 201),
      route('GET', `stays/${number}`, stays.readStay),
      route('PATCH', `stays/${number}`, stays.editStay),
      route('POST', `stays/${number}/companion`, stays.addCompanion),
      route('DELETE', `stays/${number}/companion`, stays.dropCompanion),
      route('POST', `stays/${number}/confirm`, stays.confirm),
      route('POST', `stays/${number}/queue`, stays.queue),
      route('POST', `stays/${number}/offer`, stays.offer),
      route('POST', `stays/${number}/accept`, stays.accept),
      route('POST', `stays/${number}/deposit`, stays.deposit),
      route('POST', `stays/${number}/cancel`, stays.cancel),
      route('POST', `stays/${number}/begin`, stays.begin),
      route('POST', `stays/${number}/miss`, stays.miss),
      route('POST', `stays/${number}/extend`, stays.extend),
      route('POST', `stays/${number}/end`, stays.end),
      route('POST', `stays/${number}/review`, stays.review),
      route('GET', 'tasks', seen(everyone, lists.tasks)),
      route('POST', `stays/${number}/tasks`, care.addTask, 201),
      route('POST', `tasks/${number}/take`, care.takeTask),
      route('POST', `tasks/${number}/finish`, care.finishTask),
      route('POST', `tasks/${number}/skip`, care.skipTask),
      route('DELETE', `tasks/${number}`, care.deleteTask, 204),
      route('GET', 'incidents', seen(everyone, lists.incidents)),
      route('POST', `stays/${number}/incidents`, care.addIncident, 201),
      route('PATCH', `incidents/${number}`, care.editIncident),
      route('GET', 'invoices', seen(['owner', 'manager'], lists.invoices, { keepersListInvoices: 'keeper' })),
      route('GET', `invoices/${number}`, care.readInvoice),
      route('POST', `invoices/${number}/pay`, care.payInvoice),
      route('POST', `invoices/${number}/write-off`, care.writeOff),
      route('GET', 'today', seen(['keeper', 'vet', 'manager'], lists.today, {})),
    ],
    now,
  );
}
