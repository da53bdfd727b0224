import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, serviceOf } from '../hand-written.ts';
import { workshopAccess } from './access.ts';
import type { Company } from './company.ts';
import { type Person, WorkshopData } from './data.ts';
import { deskCalls } from './desk-calls.ts';
import { everyone, workshopDoor } from './door.ts';
import type { Others, WorkshopFault } from './faults.ts';
import { jobCalls } from './job-calls.ts';
import { jobSteps } from './job-steps.ts';
import { workshopLists } from './lists.ts';
import { workshopRules } from './rules.ts';
import { deskSteps } from './steps.ts';
import { storeCalls } from './store-calls.ts';
import { workshopSums } from './sums.ts';
import { type Clock, workshopTimers } from './timers.ts';
import { workshopViews } from './views.ts';

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `real`:
 * milliseconds since the epoch.
 */
export function workshopService(real: () => number, fault: WorkshopFault | null = null): Implementation {
  const has = (one: WorkshopFault): boolean => fault === one;
  const clock: Clock = { real, at: null };
  const now = (): number => clock.at ?? real();
  const data = new WorkshopData();
  const sums = workshopSums(data, has);
  const rules = workshopRules(data, has, now);
  const desk = deskSteps(data, rules, sums, has, now);
  const jobs = jobSteps(data, rules, sums, desk, has, now);
  const access = workshopAccess(has);
  const views = workshopViews(data, access, sums, has);
  const door = workshopDoor({ data, rules, views, now }, fault);
  const lists = workshopLists({ data, access, views, jobs }, has, now);
  const company: Company = { data, rules, desk, jobs, access, views, door };
  const onDesk = deskCalls(company, has);
  const onJobs = jobCalls(company, onDesk, has);
  const onStore = storeCalls(company, has);
  const fireTimers = workshopTimers(data, desk, jobs, has, clock);

  type On = (key: string, request: Request) => Body | null;
  const route = (method: string, path: string, on: On, status = 200): Route => [
    method,
    new RegExp(`^/${path}$`),
    ([, key = ''], request) => {
      fireTimers();
      const isPlain = status === 201 && has('createdIs200');
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
  const [person, vehicle, appointment, job] = [`people/${key}`, `vehicles/${key}`, `appointments/${key}`, `jobs/${key}`];
  const [item, part, supply, invoice] = [`items/${key}`, `parts/${key}`, `supplies/${key}`, `invoices/${key}`];
  const [claim, car] = [`claims/${key}`, `cars/${key}`];
  const readers = ['customer', 'receptionist', 'mechanic', 'manager'];
  const office = ['customer', 'receptionist', 'manager'];
  const staff = ['receptionist', 'mechanic', 'storekeeper', 'manager'];
  const myself = seen(everyone, (me) => views.person(me, me));
  const publicParts = call((request) => lists.parts(door.actor(request, false), new URLSearchParams(request.query)));
  return serviceOf(
    [
      route('POST', 'people', call(door.signUp), 201),
      route('POST', 'session', call(door.signIn)),
      route('DELETE', 'session', call(door.signOut), 204),
      route('GET', 'me', myself),
      route('PATCH', 'me', call(onDesk.editMe)),
      route('GET', 'people', seen(['receptionist', 'mechanic', 'manager'], lists.people)),
      route('PATCH', person, onDesk.editPerson),
      route('GET', 'vehicles', seen(readers, lists.vehicles)),
      route('POST', 'vehicles', call(onDesk.addVehicle), 201),
      route('POST', `${person}/vehicles`, onDesk.addVehicleFor, 201),
      route('PATCH', vehicle, onDesk.editVehicle),
      route('POST', `${vehicle}/owner`, onDesk.changeOwner),
      route('DELETE', vehicle, onDesk.deleteVehicle, 204),
      route('GET', 'appointments', seen(readers, lists.appointments)),
      route('POST', `${vehicle}/appointments`, onDesk.addAppointment, 201),
      route('PATCH', appointment, onDesk.editAppointment),
      route('POST', `${appointment}/confirm`, onDesk.confirm),
      route('POST', `${appointment}/cancel`, onDesk.cancel),
      route('POST', `${appointment}/arrive`, onDesk.arrive),
      route('GET', 'jobs', seen(readers, lists.jobs)),
      route('POST', `${vehicle}/jobs`, onJobs.addJob, 201),
      route('GET', job, onJobs.readJob),
      route('PATCH', job, onJobs.editJob),
      route('POST', `${job}/estimate`, onJobs.estimate),
      route('POST', `${job}/order`, onJobs.order),
      route('POST', `${job}/deposit`, onJobs.deposit),
      route('POST', `${job}/start`, onJobs.start),
      route('POST', `${job}/assign`, onJobs.assign),
      route('POST', `${job}/ask`, onJobs.ask),
      route('POST', `${job}/resume`, onJobs.resume),
      route('POST', `${job}/drive`, onJobs.drive),
      route('POST', `${job}/bill`, onJobs.bill),
      route('POST', `${job}/collect`, onJobs.collect),
      route('POST', `${job}/cancel`, onJobs.cancel),
      route('GET', 'items', seen(staff, lists.items, { customersListItems: 'customer' })),
      route('POST', `${job}/items`, onJobs.addItem, 201),
      route('PATCH', item, onJobs.editItem),
      route('PUT', `${item}/part`, onJobs.setPart),
      route('DELETE', item, onJobs.deleteItem, 204),
      route('POST', `${item}/quote`, onJobs.quote),
      route('POST', `${item}/approve`, onJobs.approve),
      route('POST', `${item}/decline`, onJobs.decline),
      route('POST', `${item}/issue`, onJobs.issue),
      route('POST', `${item}/finish`, onJobs.finish),
      route('GET', 'parts', publicParts),
      route('POST', 'parts', call(onStore.addPart), 201),
      route('PATCH', part, onStore.editPart),
      route('DELETE', part, onStore.deletePart, 204),
      route('GET', 'supplies', seen(['mechanic', 'storekeeper', 'manager'], lists.supplies, { receptionistsListSupplies: 'receptionist' })),
      route('POST', `${part}/supplies`, onStore.addSupply, 201),
      route('POST', `${supply}/order`, onStore.order),
      route('POST', `${supply}/receive`, onStore.receive),
      route('POST', `${supply}/cancel`, onStore.cancel),
      route('GET', 'invoices', seen(office, lists.invoices, { mechanicsListInvoices: 'mechanic' })),
      route('POST', `${invoice}/pay`, onStore.pay),
      route('POST', `${invoice}/waive`, onStore.waive),
      route('GET', 'claims', seen(office, lists.claims, { mechanicsListClaims: 'mechanic' })),
      route('POST', `${job}/claims`, onDesk.addClaim, 201),
      route('POST', `${claim}/accept`, onDesk.accept),
      route('POST', `${claim}/reject`, onDesk.reject),
      route('POST', `${claim}/withdraw`, onDesk.withdraw),
      route('GET', 'cars', seen(office, lists.cars)),
      route('POST', 'cars', call(onDesk.addCar), 201),
      route('POST', `${car}/lend`, onDesk.lend),
      route('POST', `${car}/back`, onDesk.takeBack),
      route('POST', `${car}/retire`, onDesk.retire),
      route('GET', 'board', seen(staff, lists.board, { customersReadBoard: 'customer' })),
    ],
    now,
  );
}
