import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, serviceOf } from '../hand-written.ts';
import { toolAccess } from './access.ts';
import type { Company } from './company.ts';
import { type Person, ToolData } from './data.ts';
import { everyone, toolDoor } from './door.ts';
import type { Others, ToolFault } from './faults.ts';
import { fleetCalls } from './fleet-calls.ts';
import { fleetSteps } from './fleet-steps.ts';
import { hireCalls } from './hire-calls.ts';
import { hireSteps } from './hire-steps.ts';
import { invoiceSteps } from './invoice-steps.ts';
import { toolLists } from './lists.ts';
import { peopleCalls } from './people-calls.ts';
import { pricing } from './pricing.ts';
import { toolRules } from './rules.ts';
import { type Clock, toolTimers } from './timers.ts';
import { toolViews } from './views.ts';

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `real`:
 * milliseconds since the epoch.
 */
export function toolService(real: () => number, fault: ToolFault | null = null): Implementation {
  const has = (one: ToolFault): boolean => fault === one;
  const clock: Clock = { real, at: null };
  const now = (): number => clock.at ?? real();
  const data = new ToolData();
  const prices = pricing(data, has);
  const rules = toolRules(data, prices, has, now);
  const fleet = fleetSteps(data, rules, has, now);
  const hires = hireSteps(data, rules, prices, fleet, has);
  const invoices = invoiceSteps(rules, has);
  const access = toolAccess(has);
  const views = toolViews(data, access, prices, has);
  const door = toolDoor({ data, rules, views, now }, fault);
  const lists = toolLists({ data, access, views, fleet }, has, now);
  const company: Company = { data, rules, fleet, hires, invoices, access, views, door, now };
  const onPeople = peopleCalls(company, has);
  const onFleet = fleetCalls(company, has);
  const onHires = hireCalls(company, onFleet, has);
  const fireTimers = toolTimers(data, hires, fleet, has, clock);

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
  const hire = `hires/${key}`;
  const line = `lines/${key}`;
  const invoice = `invoices/${key}`;
  const machine = `machines/${key}`;
  const job = `jobs/${key}`;
  const withHires = ['customer', 'buyer', 'clerk', 'manager'];
  const staff = ['clerk', 'mechanic', 'manager'];
  const myself = seen(everyone, (me) => views.person(me, me));
  const buyers = (request: Request): Body => {
    const [, , code = '', , number = ''] = decodeURIComponent(request.path).split('/');
    return onPeople.dropBuyer(code, number, request);
  };
  return serviceOf(
    [
      route('POST', 'people', call(door.signUp), 201),
      route('POST', 'session', call(door.signIn)),
      route('DELETE', 'session', call(door.signOut), 204),
      route('GET', 'me', myself),
      route('PATCH', 'me', call(onPeople.editMe)),
      route('GET', 'people', seen(['buyer', 'clerk', 'manager'], lists.people, { customersListPeople: 'customer' })),
      route('PATCH', `people/${key}`, onPeople.editPerson),
      route('POST', 'firms', call(onPeople.addFirm), 201),
      route('GET', `firms/${key}`, onPeople.readFirm),
      route('PATCH', `firms/${key}`, onPeople.editFirm),
      route('POST', `firms/${key}/buyers`, onPeople.addBuyer),
      route('DELETE', `firms/${key}/buyers/[^/]+`, call(buyers)),
      route(
        'GET',
        'categories',
        call((request) => lists.categories(door.actor(request, false), new URLSearchParams(request.query))),
      ),
      route('POST', 'categories', call(onFleet.addCategory), 201),
      route('PATCH', `categories/${key}`, onFleet.editCategory),
      route('DELETE', `categories/${key}`, onFleet.deleteCategory, 204),
      route('GET', 'machines', seen(staff, lists.machines, { buyersListMachines: 'buyer' })),
      route('POST', 'machines', call(onFleet.addMachine), 201),
      route('POST', `${machine}/move`, onFleet.moveMachine),
      route('POST', `${machine}/write-off`, onFleet.writeOffMachine),
      route('GET', 'hires', seen(withHires, lists.hires)),
      route('POST', 'hires', call(onHires.addHire), 201),
      route('GET', hire, onHires.readHire),
      route('PATCH', hire, onHires.editHire),
      route('POST', `${hire}/lines`, onHires.addLine, 201),
      route('POST', `${hire}/reserve`, onHires.reserve),
      route('POST', `${hire}/deposit`, onHires.deposit),
      route('POST', `${hire}/cancel`, onHires.cancel),
      route('POST', `${hire}/hand-out`, onHires.handOut),
      route('POST', `${hire}/extend`, onHires.extend),
      route('POST', `${hire}/close`, onHires.close),
      route('DELETE', line, onHires.deleteLine, 204),
      route('POST', `${line}/assign`, onHires.assign),
      route('POST', `${line}/back`, onHires.bringBack),
      route('POST', `${line}/lose`, onHires.lose),
      route('GET', 'jobs', seen(staff, lists.jobs)),
      route('POST', `${machine}/jobs`, onFleet.addJob, 201),
      route('POST', `${job}/take`, onFleet.takeJob),
      route('POST', `${job}/finish`, onFleet.finishJob),
      route('POST', `${job}/condemn`, onFleet.condemnJob),
      route('GET', 'invoices', seen(withHires, lists.invoices, { mechanicsListInvoices: 'mechanic' })),
      route('POST', `${invoice}/pay`, onHires.pay),
      route('POST', `${invoice}/dispute`, onHires.dispute),
      route('POST', `${invoice}/grant`, onHires.grant),
      route('POST', `${invoice}/reject`, onHires.reject),
      route('POST', `${invoice}/write-off`, onHires.writeOff),
      route('GET', 'board', seen(staff, lists.board, { buyersReadBoard: 'buyer' })),
    ],
    now,
  );
}
