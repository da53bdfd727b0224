import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, serviceOf } from '../hand-written.ts';
import { vetAccess } from './access.ts';
import { animalCalls } from './animal-calls.ts';
import { animalSteps } from './animal-steps.ts';
import { type Person, VetData } from './data.ts';
import { everyone, vetDoor } from './door.ts';
import type { Others, VetFault } from './faults.ts';
import { invoiceCalls } from './invoice-calls.ts';
import { invoiceSteps } from './invoice-steps.ts';
import { itemSteps } from './item-steps.ts';
import { vetLists } from './lists.ts';
import { peopleCalls } from './people-calls.ts';
import type { Practice } from './practice.ts';
import { vetRules } from './rules.ts';
import { stockCalls } from './stock-calls.ts';
import { type Clock, vetTimers } from './timers.ts';
import { vetViews } from './views.ts';
import { visitCalls } from './visit-calls.ts';
import { visitSteps } from './visit-steps.ts';

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `real`:
 * milliseconds since the epoch.
 */
export function vetService(real: () => number, fault: VetFault | null = null): Implementation {
  const has = (one: VetFault): boolean => fault === one;
  const clock: Clock = { real, at: null };
  const now = (): number => clock.at ?? real();
  const data = new VetData();
  const rules = vetRules(data, has, now);
  const onInvoice = invoiceSteps(data, rules, has);
  const onAnimal = animalSteps(data, rules, has);
  const onVisit = visitSteps({ data, rules, invoices: onInvoice }, has, now);
  const onItem = itemSteps(data, rules, onAnimal, has);
  const access = vetAccess(has);
  const views = vetViews(data, access, has);
  const door = vetDoor({ data, rules, views, now }, fault);
  const lists = vetLists({ data, access, views }, has);
  const practice: Practice = { data, rules, onAnimal, onVisit, onItem, onInvoice, access, views, door };
  const people = peopleCalls(practice, has);
  const animals = animalCalls(practice, has);
  const stock = stockCalls(practice, has);
  const visits = visitCalls(practice, animals, stock, has);
  const invoices = invoiceCalls(practice, has);
  const fireTimers = vetTimers(data, onVisit, has, clock);

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
  const priceList = call((request) => lists.prices(door.actor(request, false), new URLSearchParams(request.query)));
  const myself = seen(everyone, (me) => views.person(me, me));
  const key = '([^/]+)';
  const animal = `animals/${key}`;
  const price = `prices/${key}`;
  const batch = `batches/${key}`;
  const visit = `visits/${key}`;
  const invoice = `invoices/${key}`;
  const seesBatches = { receptionistsListBatches: 'receptionist' } as const;
  return serviceOf(
    [
      route('POST', 'people', call(door.signUp), 201),
      route('POST', 'session', call(door.signIn)),
      route('DELETE', 'session', call(door.signOut), 204),
      route('GET', 'me', myself),
      route('PATCH', 'me', call(people.editMe)),
      route('GET', 'people', seen(everyone, lists.people)),
      route('PATCH', `people/${key}`, people.editPerson),
      route('GET', 'animals', seen(everyone, lists.animals)),
      route('POST', 'animals', call(animals.addAnimal), 201),
      route('GET', animal, animals.readAnimal),
      route('PATCH', animal, animals.editAnimal),
      route('POST', `${animal}/transfer`, animals.transfer),
      route('POST', `${animal}/die`, animals.die),
      route('GET', 'prices', priceList),
      route('POST', 'prices', call(stock.addPrice), 201),
      route('PATCH', price, stock.editPrice),
      route('DELETE', price, stock.deletePrice, 204),
      route('GET', 'batches', seen(['vet', 'manager'], lists.batches, seesBatches)),
      route('POST', 'batches', call(stock.addBatch), 201),
      route('POST', `${batch}/count`, stock.countBatch),
      route('POST', `${batch}/recall`, stock.recallBatch),
      route('GET', 'visits', seen(everyone, lists.visits)),
      route('POST', 'visits', call(visits.addVisit), 201),
      route('GET', visit, visits.readVisit),
      route('PATCH', visit, visits.editVisit),
      route('POST', `${visit}/cancel`, visits.cancel),
      route('POST', `${visit}/hand-over`, visits.handOver),
      route('POST', `${visit}/arrive`, visits.arrive),
      route('POST', `${visit}/fasted`, visits.putDown),
      route('POST', `${visit}/quote`, visits.quote),
      route('POST', `${visit}/consent`, visits.consent),
      route('POST', `${visit}/start`, visits.start),
      route('POST', `${visit}/treatments`, visits.treat, 201),
      route('POST', `${visit}/medicines`, visits.give, 201),
      route('DELETE', `items/${key}`, visits.deleteItem, 204),
      route('POST', `${visit}/admit`, visits.admit),
      route('POST', `${visit}/note`, visits.note),
      route('POST', `${visit}/finish`, visits.finish),
      route('GET', 'invoices', seen(['owner', 'receptionist', 'manager'], lists.invoices, { vetsListInvoices: 'vet' })),
      route('POST', `${invoice}/pay`, invoices.pay),
      route('POST', `${invoice}/extend`, invoices.extend),
      route('POST', `${invoice}/write-off`, invoices.writeOff),
    ],
    now,
  );
}
