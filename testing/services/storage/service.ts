import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, serviceOf } from '../hand-written.ts';
import { storageAccess } from './access.ts';
import type { Company } from './company.ts';
import { type Person, StorageData } from './data.ts';
import { storageDoor } from './door.ts';
import type { Others, StorageFault } from './faults.ts';
import { invoiceSteps } from './invoice-steps.ts';
import { storageLists } from './lists.ts';
import { officeCalls } from './office-calls.ts';
import { removalCalls } from './removal-calls.ts';
import { removalSteps } from './removal-steps.ts';
import { rentalCalls } from './rental-calls.ts';
import { rentalSteps } from './rental-steps.ts';
import { storageRules } from './rules.ts';
import { type Clock, storageTimers } from './timers.ts';
import { storageViews } from './views.ts';

/** A removal and storage company. `real`: milliseconds since the epoch. */
export function storageService(real: () => number, fault: StorageFault | null = null): Implementation {
  const has = (one: StorageFault): boolean => fault === one;
  const clock: Clock = { real, at: null };
  const now = (): number => clock.at ?? real();
  const data = new StorageData();
  const rules = storageRules(data, has, now);
  const invoices = invoiceSteps(data, rules, has);
  const removals = removalSteps(data, rules, invoices, has);
  const rentals = rentalSteps(data, rules, invoices, has);
  const access = storageAccess(data, has);
  const views = storageViews(data, access, has);
  const door = storageDoor({ data, rules, views, now }, fault);
  const lists = storageLists({ data, access, views }, has);
  const company: Company = { data, rules, removals, rentals, invoices, access, views, door, now };
  const office = officeCalls(company, has);
  const onRemovals = removalCalls(company, has);
  const onRentals = rentalCalls(company, office, has);
  const fireTimers = storageTimers(data, rentals, has, clock);

  type On = (key: string, request: Request) => Body;
  const route = (method: string, path: string, on: On, status = 200): Route => [
    method,
    new RegExp(`^/${path}$`),
    ([, key = ''], request) => {
      fireTimers();
      return [status === 201 && has('createdIs200') ? 200 : status, on(key, request)];
    },
  ];
  const call =
    (on: (request: Request) => Body): On =>
    (_key, request) =>
      on(request);
  const seen = (wanted: readonly string[], show: (me: Person, query: URLSearchParams) => Body, others: Others = {}): On =>
    call((request) => show(door.enter(request, wanted, null, others).me, new URLSearchParams(request.query)));
  const units = (request: Request): Body => lists.units(door.actor(request, false), new URLSearchParams(request.query));
  const key = '([^/]+)';
  const removal = `removals/${key}`;
  const damage = `damages/${key}`;
  const rental = `rentals/${key}`;
  const movers = ['customer', 'foreman', 'clerk'];
  const keepers = ['customer', 'storekeeper', 'clerk'];
  return serviceOf(
    [
      route('POST', 'people', call(door.signUp), 201),
      route('POST', 'session', call(door.signIn)),
      route('GET', 'customers', seen(['storekeeper', 'clerk'], lists.customers, { foremenListCustomers: 'foreman' })),
      route('PATCH', `customers/${key}`, office.editCustomer),
      route('GET', 'vans', seen(['foreman', 'clerk'], lists.vans, { customersListVans: 'customer' })),
      route('POST', 'vans', call(office.addVan), 201),
      route('PATCH', `vans/${key}`, office.editVan),
      route('GET', 'removals', seen(movers, lists.removals)),
      route('POST', 'removals', call(onRemovals.addRemoval), 201),
      route('GET', removal, onRemovals.readRemoval),
      route('PATCH', removal, onRemovals.editRemoval),
      route('POST', `${removal}/quote`, onRemovals.quote),
      route('POST', `${removal}/accept`, onRemovals.accept),
      route('POST', `${removal}/assign`, onRemovals.assign),
      route('POST', `${removal}/postpone`, onRemovals.postpone),
      route('POST', `${removal}/cancel`, onRemovals.cancel),
      route('POST', `${removal}/begin`, onRemovals.begin),
      route('POST', `${removal}/finish`, onRemovals.finish),
      route('POST', `${removal}/damages`, onRemovals.addDamage, 201),
      route('GET', 'damages', seen(movers, lists.damages)),
      route('POST', `${damage}/assess`, onRemovals.assess),
      route('POST', `${damage}/settle`, onRemovals.settle),
      route('POST', `${damage}/decline`, onRemovals.decline),
      route('GET', 'units', call(units)),
      route('POST', 'units', call(office.addUnit), 201),
      route('PATCH', `units/${key}`, office.editUnit),
      route('GET', 'rentals', seen(keepers, lists.rentals)),
      route('POST', 'rentals', call(onRentals.addRental), 201),
      route('POST', `${rental}/deposit`, onRentals.deposit),
      route('POST', `${rental}/put-in`, onRentals.putIn),
      route('POST', `${rental}/take-out`, onRentals.takeOut),
      route('POST', `${rental}/notice`, onRentals.giveNotice),
      route('POST', `${rental}/end`, onRentals.end),
      route('GET', 'invoices', seen(keepers, lists.invoices, { foremenListInvoices: 'foreman' })),
      route('POST', `invoices/${key}/pay`, onRentals.pay),
    ],
    now,
  );
}
