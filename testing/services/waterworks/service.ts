import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, serviceOf } from '../hand-written.ts';
import { waterAccess } from './access.ts';
import { billCalls, leakCalls } from './bill-calls.ts';
import { billSteps } from './bill-steps.ts';
import { type Person, WaterData } from './data.ts';
import { everyone, waterDoor } from './door.ts';
import type { Others, WaterFault } from './faults.ts';
import { leakSteps } from './leak-steps.ts';
import { waterLists } from './lists.ts';
import { waterMoney } from './money.ts';
import { officeCalls } from './office-calls.ts';
import { waterRules } from './rules.ts';
import { supplyCalls } from './supply-calls.ts';
import { supplySteps } from './supply-steps.ts';
import { type Clock, waterTimers } from './timers.ts';
import { waterViews } from './views.ts';
import type { Works } from './works.ts';

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `real`:
 * milliseconds since the epoch.
 */
export function waterService(real: () => number, fault: WaterFault | null = null): Implementation {
  const has = (one: WaterFault): boolean => fault === one;
  const clock: Clock = { real, at: null };
  const now = (): number => clock.at ?? real();
  const data = new WaterData();
  const prices = waterMoney(data, has);
  const rules = waterRules(data, has, now);
  const bills = billSteps(data, rules, prices, has, now);
  const supply = supplySteps(data, rules, prices, bills, has);
  const leaks = leakSteps(data, rules, has, now);
  const access = waterAccess(has);
  const views = waterViews(data, access, prices, has);
  const door = waterDoor({ data, rules, views, now }, fault);
  const lists = waterLists({ data, access, views, prices }, has);
  const works: Works = { data, rules, supply, bills, leaks, access, views, door, now };
  const onOffice = officeCalls(works, has);
  const onSupply = supplyCalls(works, onOffice, has);
  const onBills = billCalls(works, has);
  const onLeaks = leakCalls(works, onOffice, onSupply, has);
  const fireTimers = waterTimers({ data, supply, bills, leaks }, has, clock);

  type On = (key: string, request: Request) => Body | null;
  const route = (method: string, path: string, on: On, status = 200): Route => [
    method,
    new RegExp(`^/${path}$`),
    ([, key = ''], request) => {
      fireTimers();
      const isPlain = status === 204 && has('deletedIs200');
      return [isPlain ? 200 : status === 200 && method === 'POST' && has('stepsAre201') ? 201 : status, on(key, request)];
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
  const tariff = `tariffs/${key}`;
  const place = `connections/${key}`;
  const meter = `meters/${key}`;
  const reading = `readings/${key}`;
  const bill = `bills/${key}`;
  const objection = `objections/${key}`;
  const leak = `leaks/${key}`;
  const office = ['clerk', 'manager'];
  const withBills = ['customer', ...office];
  const staff = ['clerk', 'reader', 'crew', 'manager'];
  const leakReaders = everyone;
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
      route('PATCH', 'me', call(onOffice.editMe)),
      route('GET', 'people', seen(office, lists.people, { readersListPeople: 'reader' })),
      route('PATCH', person, onOffice.editPerson),
      route(
        'GET',
        'tariffs',
        call((request) => lists.tariffs(door.actor(request, false), new URLSearchParams(request.query))),
      ),
      route('POST', 'tariffs', call(onOffice.addTariff), 201),
      route('PATCH', tariff, onOffice.editTariff),
      route('POST', `${tariff}/adopt`, onOffice.adopt),
      route('POST', `${tariff}/retire`, onOffice.retire),
      route('DELETE', tariff, onOffice.deleteTariff, 204),
      route('GET', 'connections', seen(everyone, lists.connections)),
      route('POST', 'connections', call(onSupply.addConnection), 201),
      route('GET', place, onSupply.readConnection),
      route('PATCH', place, onSupply.editConnection),
      route('POST', `${place}/customer`, onSupply.takeOver),
      route('DELETE', `${place}/customer`, onSupply.vacate),
      route('POST', `${place}/tariff`, onSupply.changeTariff),
      route('POST', `${place}/bills`, onSupply.billEarly),
      route('POST', `${place}/announce`, onSupply.announce),
      route('POST', `${place}/call-off`, onSupply.callOff),
      route('POST', `${place}/shut`, onSupply.shut),
      route('POST', `${place}/reopen`, onSupply.reopen),
      route('POST', `${place}/dismantle`, onSupply.dismantle),
      route('GET', 'meters', seen(everyone, lists.meters)),
      route('POST', 'meters', call(onSupply.addMeter), 201),
      route('POST', `${meter}/install`, onSupply.install),
      route('POST', `${meter}/exchange`, onSupply.exchange),
      route('POST', `${meter}/take-out`, onSupply.takeOut),
      route('POST', `${meter}/reseal`, onSupply.reseal),
      route('POST', `${meter}/scrap`, onSupply.scrap),
      route('GET', 'readings', seen(['customer', 'clerk', 'reader', 'manager'], lists.readings, { crewsListReadings: 'crew' })),
      route('POST', `${place}/readings`, onSupply.addReading, 201),
      route('POST', `${reading}/accept`, onSupply.accept),
      route('POST', `${reading}/reject`, onSupply.reject),
      route('GET', 'bills', seen(withBills, lists.bills)),
      route('GET', bill, onBills.readBill),
      route('POST', `${bill}/split`, onBills.split),
      route('POST', `${bill}/payments`, onBills.pay, 201),
      route('POST', `${bill}/objections`, onBills.contest, 201),
      route('POST', `instalments/${key}/pay`, onBills.payPart),
      route('GET', 'payments', seen(withBills, lists.payments)),
      route('POST', `payments/${key}/bounce`, onBills.bounce),
      route('GET', 'objections', seen(withBills, lists.objections)),
      route('POST', `${objection}/uphold`, onBills.uphold),
      route('POST', `${objection}/dismiss`, onBills.dismiss),
      route('POST', `${objection}/withdraw`, onBills.withdraw),
      route('GET', 'leaks', seen(leakReaders, lists.leaks)),
      route('POST', 'leaks', call(onLeaks.report), 201),
      route('POST', `${place}/leaks`, onLeaks.reportAt, 201),
      route('POST', `${leak}/take`, onLeaks.take),
      route('POST', `${leak}/assign`, onLeaks.assign),
      route('POST', `${leak}/repair`, onLeaks.repair),
      route('POST', `${leak}/discard`, onLeaks.discard),
      route('POST', `${leak}/complain`, onLeaks.complain),
      route('POST', `${leak}/confirm`, onLeaks.confirm),
      route('GET', 'overview', seen(staff, lists.overview, { customersReadOverview: 'customer' })),
    ],
    now,
  );
}
