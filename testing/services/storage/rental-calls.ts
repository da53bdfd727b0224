import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { orNull, text } from '../hand-written-inputs.ts';
import type { Company } from './company.ts';
import { isUnpaid, type Person, type Rental } from './data.ts';
import type { Has, Others, StorageFault } from './faults.ts';
import { cents, wholeNumbers } from './inputs.ts';
import type { OfficeCalls } from './office-calls.ts';

/** The calls about rentals and invoices. */
export function rentalCalls({ data, rules, rentals, invoices, access, views, door, now }: Company, office: OfficeCalls, has: Has) {
  const { enter, from, numbered } = door;
  const lets = (lax: StorageFault | null): boolean => lax !== null && has(lax);

  const addRental = (request: Request): Body => {
    const others: Others = { storekeepersRent: 'storekeeper' };
    const { me, body } = enter(request, ['customer'], ['code'], others);
    if ('code' in body) orNull(body['code'], text);
    const unit = office.unitOf(body['code'] ?? null, me);
    if (has('rentalRulesFirst')) rules.newRental(unit, me);
    if (unit.state !== 'free' && !has('occupiedIsLetAgain')) refuse(409, 'NOT_FREE');
    rules.newRental(unit, me);
    const rental: Rental = {
      ...{ number: data.next('rental'), unit, customer: me, monthly: unit.monthly },
      ...{ deposit: unit.monthly * 2, refund: 0, boxes: [] },
      ...{ startedOn: null, nextBill: null, endsOn: null, state: 'reserved', reservedAt: now() },
    };
    if (!has('reservedUnitStaysFree')) unit.state = 'occupied';
    data.rentals.push(rental);
    return views.rental(rental, me);
  };

  type OnRental = (one: Rental, body: Body, me: Person) => void;
  /** A call that leads a rental on. `lax`: a fault that lets people find others' rentals. */
  const stepOf =
    (roles: readonly string[], keys: readonly string[] | null, step: OnRental, others: Others = {}, lax: StorageFault | null = null) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, roles, keys, others, number);
      const one = numbered(data.rentals, number, (each) => access.seesRental(each, me) || lets(lax));
      step(one, body, me);
      return views.rental(one, me);
    };
  const deposit: OnRental = (one, body) => {
    from(one.state === 'reserved');
    rentals.payDeposit(one, cents(body['payment']));
  };
  const putIn: OnRental = (one, body) => {
    const isOther = one.state === 'leaving' && has('leavingPutsIn');
    from(one.state === 'active' || one.state === 'locked' || isOther);
    if (one.state === 'locked' && has('lockedBeforeValues')) refuse(402, 'UNIT_LOCKED');
    rentals.putIn(one, wholeNumbers(body['numbers']));
  };
  const takeOut: OnRental = (one, body) => {
    from(one.state === 'active' || one.state === 'locked' || (one.state === 'leaving' && !has('leavingTakesNothingOut')));
    rentals.takeOut(one, wholeNumbers(body['numbers']));
  };
  const giveNotice: OnRental = (one) => {
    from(one.state === 'active' || one.state === 'locked');
    rentals.giveNotice(one);
  };
  const end: OnRental = (one) => {
    from(one.state === 'leaving');
    rentals.end(one);
  };

  const pay = (number: string, request: Request): Body => {
    const others: Others = { storekeepersTakePayments: 'storekeeper' };
    const { me, body } = enter(request, ['customer', 'clerk'], ['payment'], others, number);
    const one = numbered(data.invoices, number, (each) => access.seesInvoice(each, me) || has('anyonePays'));
    from(isUnpaid(one));
    invoices.pay(one, cents(body['payment']));
    return views.invoice(one, me);
  };
  const hands = ['customer', 'storekeeper'];
  return {
    ...{ addRental, pay },
    deposit: stepOf(hands, ['payment'], deposit, { clerksTakeDeposits: 'clerk' }),
    putIn: stepOf(hands, ['numbers'], putIn, {}, 'anyonePutsIn'),
    takeOut: stepOf(has('storekeepersTakeNothingOut') ? ['customer'] : hands, ['numbers'], takeOut),
    giveNotice: stepOf(has('clerksGiveNoNotice') ? ['customer'] : ['customer', 'clerk'], null, giveNotice),
    end: stepOf(['storekeeper'], null, end, { clerksEnd: 'clerk' }),
  };
}
