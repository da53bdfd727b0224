import type { Body } from '../hand-written.ts';
import type { StorageAccess } from './access.ts';
import {
  type Damage,
  estimateOf,
  type Invoice,
  isUnpaid,
  type Person,
  type Removal,
  type Rental,
  restOf,
  roomOf,
  type StorageData,
  total,
  type Unit,
  type Van,
} from './data.ts';
import type { Has } from './faults.ts';

/** The parts of the records that people see. `me` is null if signed out. */
export function storageViews(data: StorageData, access: StorageAccess, has: Has) {
  const money = (cents: number): number | string => (has('moneyIsText') ? (cents / 100).toFixed(2) : cents / 100);
  const moneyOrNull = (cents: number | null): number | string | null => (cents === null ? null : money(cents));
  const nameOf = (one: Person | null, me: Person): string | null => (one !== null && access.seesPerson(one, me) ? one.name : null);
  const owes = (one: Person): number => {
    const invoices = data.invoices.filter((each) => each.customer === one && isUnpaid(each));
    return total(invoices.map(has('owesIgnoresPayments') ? ({ amount }) => amount : restOf));
  };

  const person = (one: Person, me: Person): Body => ({
    ...{ number: one.number, name: one.name, role: one.role, blocked: one.blocked },
    ...(me.role !== 'customer' || one === me ? { phone: one.phone } : {}),
    ...(me.role === 'clerk' || (me.role === 'storekeeper' && has('storekeepersSeeRemarks')) ? { remark: one.remark } : {}),
    ...(me.role === 'clerk' || me.role === 'customer' ? { owes: money(owes(one)) } : {}),
  });
  const van = (one: Van, me: Person): Body => {
    const planned = data.removals.filter((each) => each.van === one && each.state === 'planned');
    const seen = planned.filter((each) => access.seesRemoval(each, me) || has('foremenCountAllRemovals'));
    return { plate: one.plate, name: one.name, capacity: one.capacity, sold: one.sold, removals: seen.length };
  };
  const removal = (one: Removal, me: Person): Body => {
    const isOffice = me.role === 'clerk';
    const isForeman = me.role === 'foreman';
    const { customer } = one;
    const seesRemark = isOffice || isForeman || (!isForeman && has('customersSeeRemarks'));
    const damages = data.damages.filter((each) => each.removal === one);
    return {
      ...{ number: one.number, customer: nameOf(customer, me), phone: access.seesPerson(customer, me) ? customer.phone : null },
      ...{ origin: one.origin, destination: one.destination, day: one.day, volume: one.volume, floors: one.floors },
      note: one.note,
      ...(seesRemark ? { remark: one.remark } : {}),
      ...(isOffice ? { estimate: money(estimateOf(one)) } : {}),
      ...(isForeman && !has('foremenSeePrices') ? {} : { price: moneyOrNull(one.price) }),
      ...(isForeman ? {} : { extra: money(one.extra), fee: money(one.fee) }),
      ...(isForeman ? {} : { compensated: money(data.compensated(one)) }),
      ...{ planned: one.planned, lapsesOn: one.lapsesOn },
      van: me.role !== 'customer' || has('customersSeePlates') ? (one.van?.plate ?? null) : null,
      foreman: nameOf(one.foreman, me),
      ...{ begins: one.begins, ends: one.ends, hours: one.hours, report: one.report, reason: one.reason },
      ...{ doneOn: one.doneOn, damages: damages.length, state: one.state },
    };
  };
  const damage = (one: Damage, me: Person): Body => {
    const isDecided = one.state === 'settled' || one.state === 'declined';
    const seesFinding = me.role !== 'customer' || isDecided || (has('customersSeeAssessed') && one.state === 'assessed');
    const isHidden = has('declinedHidesFinding') && me.role === 'customer' && one.state === 'declined';
    return {
      ...{ number: one.number, removal: one.removal.number, item: one.item, claimed: money(one.claimed) },
      ...(seesFinding && !isHidden ? { finding: one.finding, assessed: moneyOrNull(one.assessed) } : {}),
      ...(me.role !== 'foreman' ? { settlement: moneyOrNull(one.settlement), paidOut: moneyOrNull(one.paidOut) } : {}),
      ...{ reason: one.reason, urgent: one.urgent, state: one.state },
    };
  };
  const unit = (one: Unit, me: Person | null): Body => {
    const rentals = data.rentals.filter((each) => each.unit === one);
    const seen = rentals.filter((each) => (me !== null && access.seesRental(each, me)) || has('allCountRentals'));
    return {
      ...{ code: one.code, kind: one.kind, monthly: money(one.monthly), closed: one.closed },
      ...(access.isStore(me) ? { note: one.note } : {}),
      ...{ room: roomOf(one), state: one.state, rentals: seen.length },
    };
  };
  const boxesOf = ({ boxes }: Rental): number[] => [...boxes].sort((a, b) => a - b);
  const rental = (one: Rental, me: Person): Body => ({
    number: one.number,
    unit: access.seesUnit(one.unit, me) ? one.unit.code : null,
    customer: nameOf(one.customer, me),
    ...{ monthly: money(one.monthly), deposit: money(one.deposit), refund: money(one.refund) },
    boxes: me.role === 'clerk' ? null : boxesOf(one),
    ...{ startedOn: one.startedOn, nextBill: one.nextBill, endsOn: one.endsOn, state: one.state },
  });
  const invoice = (one: Invoice, me: Person): Body => ({
    ...{ number: one.number, customer: nameOf(one.customer, me) },
    removal: one.removal !== null && access.seesRemoval(one.removal, me) ? one.removal.number : null,
    unit: one.rental !== null && access.seesUnit(one.rental.unit, me) ? one.rental.unit.code : null,
    ...{ kind: one.kind, amount: money(one.amount), paid: money(one.paid), credited: money(one.credited) },
    rest: money(restOf(one)),
    ...{ due: one.due, settledOn: one.settledOn, state: one.state },
  });
  return { money, person, van, removal, damage, unit, rental, invoice };
}

export type StorageViews = ReturnType<typeof storageViews>;
