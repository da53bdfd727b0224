import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, serviceOf } from '../hand-written.ts';
import { boxAccess } from './access.ts';
import { bookingCalls } from './booking-calls.ts';
import { bookingSteps } from './booking-steps.ts';
import { BoxData, type Person } from './data.ts';
import { boxDoor, everyone } from './door.ts';
import type { BoxFault, Others } from './faults.ts';
import { boxFigures } from './figures.ts';
import { houseCalls } from './house-calls.ts';
import { boxLists } from './lists.ts';
import { peopleCalls } from './people-calls.ts';
import { performanceCalls } from './performance-calls.ts';
import { boxRules } from './rules.ts';
import type { Theatre } from './theatre.ts';
import { ticketCalls } from './ticket-calls.ts';
import { boxTimers, type Clock } from './timers.ts';
import { boxViews } from './views.ts';
import { voucherCalls } from './voucher-calls.ts';

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `real`:
 * milliseconds since the epoch.
 */
export function boxService(real: () => number, fault: BoxFault | null = null): Implementation {
  const has = (one: BoxFault): boolean => fault === one;
  const clock: Clock = { real, at: null };
  const now = (): number => clock.at ?? real();
  const data = new BoxData();
  const figures = boxFigures(data, has, now);
  const rules = boxRules(data, figures, has, now);
  const steps = bookingSteps(data, rules, figures, has, now);
  const access = boxAccess(has);
  const views = boxViews(data, access, figures, has);
  const door = boxDoor({ data, rules, views, now }, fault);
  const lists = boxLists({ data, access, views, figures }, has);
  const theatre: Theatre = { data, figures, rules, steps, access, views, door, now };
  const onPeople = peopleCalls(theatre, has);
  const onHouse = houseCalls(theatre, has);
  const onPerformances = performanceCalls(theatre, onHouse, has);
  const onVouchers = voucherCalls(theatre, onPeople, has);
  const onBookings = bookingCalls({ theatre, onPeople, onPerformances, onVouchers }, has);
  const onTickets = ticketCalls(theatre, onHouse, onBookings, has);
  const fireTimers = boxTimers(data, steps, figures, has, clock);

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
  const open = (show: (me: Person | null, query: URLSearchParams) => Body): On =>
    call((request) => show(door.actor(request, false), new URLSearchParams(request.query)));
  const seen = (wanted: readonly string[], show: (me: Person, query: URLSearchParams) => Body, others: Others = {}): On =>
    call((request) => show(door.enter(request, wanted, null, others).me, new URLSearchParams(request.query)));
  const doorList: On = (number, request) => {
    const { me } = door.enter(request, ['usher', 'clerk', 'manager'], null, {}, number);
    return lists.tickets(me, new URLSearchParams(request.query), () => onPerformances.performanceOf(number, me));
  };
  const key = '([^/]+)';
  const customer = `customers/${key}`;
  const production = `productions/${key}`;
  const performance = `performances/${key}`;
  const booking = `bookings/${key}`;
  const ticket = `tickets/${key}`;
  const voucher = `vouchers/${key}`;
  const office = ['clerk', 'manager'];
  return serviceOf(
    [
      route('POST', 'accounts', call(door.signUp), 201),
      route('POST', 'session', call(door.signIn)),
      route('DELETE', 'session', call(door.signOut), 204),
      route(
        'GET',
        'me',
        seen(everyone, (me) => views.person(me, me)),
      ),
      route('PATCH', 'me', call(onPeople.editMe)),
      route('POST', 'me/membership', call(onPeople.joinMe)),
      route('GET', 'me/vouchers', seen(['customer'], lists.myVouchers)),
      route('GET', 'customers', seen(office, lists.customers)),
      route('PATCH', customer, onPeople.edit),
      route('POST', `${customer}/membership`, onPeople.join),
      route('POST', `${customer}/bookings`, onBookings.addFor, 201),
      route('POST', `${customer}/vouchers`, onVouchers.addFor, 201),
      route('GET', 'bands', open(lists.bands)),
      route('POST', 'bands', call(onHouse.addBand), 201),
      route('PATCH', `bands/${key}`, onHouse.editBand),
      route('DELETE', `bands/${key}`, onHouse.deleteBand, 204),
      route('GET', 'rows', open(lists.rows)),
      route('POST', 'rows', call(onHouse.addRow), 201),
      route('PATCH', `rows/${key}`, onHouse.editRow),
      route('GET', 'productions', open(lists.productions)),
      route('POST', 'productions', call(onHouse.addProduction), 201),
      route('PATCH', production, onHouse.editProduction),
      route('DELETE', production, onHouse.deleteProduction, 204),
      route('POST', `${production}/announce`, onHouse.announce),
      route('POST', `${production}/archive`, onHouse.archive),
      route('POST', `${production}/revive`, onHouse.revive),
      route('GET', 'performances', open(lists.performances)),
      route('POST', 'performances', call(onPerformances.add), 201),
      route('GET', performance, onPerformances.read),
      route('PATCH', performance, onPerformances.edit),
      route('DELETE', performance, onPerformances.remove, 204),
      route('POST', `${performance}/publish`, onPerformances.publish),
      route('POST', `${performance}/postpone`, onPerformances.postpone),
      route('POST', `${performance}/cancel`, onPerformances.cancel),
      route('POST', `${performance}/doors`, onPerformances.open),
      route('GET', `${performance}/tickets`, doorList),
      route('GET', `${performance}/sales`, onPerformances.sales),
      route('POST', 'bookings', call(onBookings.add), 201),
      route('GET', 'bookings', seen(['customer', 'clerk', 'manager'], lists.bookings)),
      route('GET', booking, onBookings.read),
      route('PATCH', booking, onBookings.edit),
      route('POST', `${booking}/tickets`, onTickets.add, 201),
      route('POST', `${booking}/reserve`, onBookings.reserve),
      route('POST', `${booking}/voucher`, onBookings.redeem),
      route('POST', `${booking}/pay`, onBookings.pay),
      route('POST', `${booking}/cancel`, onBookings.cancel),
      route('POST', `${booking}/exchange`, onBookings.exchange),
      route('POST', `${booking}/refund`, onBookings.refund),
      route('PATCH', ticket, onTickets.edit),
      route('DELETE', ticket, onTickets.remove, 204),
      route('POST', `${ticket}/admit`, onTickets.admit),
      route('POST', `${ticket}/send-back`, onTickets.sendBack),
      route('POST', `${ticket}/reseat`, onTickets.reseat),
      route('GET', 'vouchers', seen(office, lists.vouchers)),
      route('POST', 'vouchers', call(onVouchers.add), 201),
      route('GET', voucher, onVouchers.read),
      route('POST', `${voucher}/extend`, onVouchers.extend),
      route('POST', `${voucher}/withdraw`, onVouchers.withdraw),
      route('GET', 'payments', seen(['customer', 'clerk', 'manager'], lists.payments)),
      route('GET', 'desk', seen(office, lists.desk)),
    ],
    now,
  );
}
