import type { Body } from '../hand-written.ts';
import type { WaterAccess } from './access.ts';
import type { Bill, Connection, Instalment, Leak, Meter, Objection, Payment, Person, Reading, Tariff, WaterData } from './data.ts';
import type { Has } from './faults.ts';
import type { Money } from './money.ts';

export type WaterViews = ReturnType<typeof waterViews>;

/** The parts of the records that people see. `me` is null if signed out. */
export function waterViews(data: WaterData, access: WaterAccess, prices: Money, has: Has) {
  const { isOffice } = access;
  const money = (cents: number): number | string => (has('moneyIsText') ? (cents / 100).toFixed(2) : cents / 100);
  const nameOf = (one: Person | null, me: Person): string | null => (one !== null && access.seesPerson(one, me) ? one.name : null);
  const codeOf = (one: Connection | null, me: Person): string | null => (one !== null && access.seesConnection(one, me) ? one.code : null);
  const tariffOf = (one: Tariff, me: Person): string | null =>
    access.seesTariff(one, me) || has('retiredTariffsAreNamed') ? one.code : null;

  const person = (one: Person, me: Person): Body => {
    const isField = me.role === 'reader' || me.role === 'crew';
    return {
      ...{ number: one.number, name: one.name, role: one.role, zone: one.zone, phone: one.phone },
      ...(!isField || has('fieldStaffSeeArrears') ? { arrears: money(prices.arrears(one)) } : {}),
      ...(isOffice(me) || (me.role === 'customer' && has('customersSeeRemarks')) ? { remark: one.remark } : {}),
    };
  };
  const tariff = (one: Tariff, me: Person | null): Body => {
    const connections = data.connections.filter((each) => {
      if (each.tariff !== one || each.state === 'dismantled') return false;
      return me === null ? has('visitorsCountConnections') : access.seesConnection(each, me) || has('allConnectionsAreCounted');
    });
    const isNoted = me !== null && (isOffice(me) || (me.role === 'customer' && has('customersSeeTariffNotes')));
    return {
      ...{ code: one.code, name: one.name, kind: one.kind, standing: money(one.standing), unit: money(one.unit) },
      ...{ block: one.block, over: money(one.over), sewage: one.sewage, state: one.state, connections: connections.length },
      ...(isNoted ? { note: one.note } : {}),
    };
  };
  const connection = (one: Connection, me: Person): Body => {
    const meters = data.metersAt(one).filter(({ state }) => state === 'installed' || !has('expiredMetersAreNotShown'));
    const bills = data.billsOf(one).filter((each) => access.seesBill(each, me) || has('allBillsAreCounted'));
    return {
      ...{ code: one.code, street: one.street, zone: one.zone },
      customer: nameOf(one.customer, me),
      ...{ tariff: tariffOf(one.tariff, me), persons: one.persons },
      ...(me.role === 'customer' ? {} : { note: one.note }),
      ...(isOffice(me) ? { carried: one.carried, unbilled: prices.unbilled(one) } : {}),
      ...{ nextBill: one.nextBill, closeOn: one.closeOn, reason: one.reason, dunned: prices.dunned(one) },
      meter: meters.filter((each) => access.seesMeter(each, me)).map(({ serial }) => serial),
      ...{ bills: bills.length, state: one.state },
    };
  };
  const meter = (one: Meter, me: Person): Body => ({
    ...{ serial: one.serial, size: one.size, dial: one.dial },
    ...(isOffice(me) || (me.role === 'crew' && has('crewsSeeBilled')) ? { billed: one.billed } : {}),
    ...{ sealedUntil: one.sealedUntil, connection: codeOf(one.connection, me), reason: one.reason, state: one.state },
  });
  const reading = (one: Reading, me: Person): Body => ({
    ...{ number: one.number, connection: has('formerConnectionsAreNamed') ? one.connection.code : codeOf(one.connection, me) },
    meter: access.seesMeter(one.meter, me) || has('formerMetersAreNamed') ? one.meter.serial : null,
    ...{ shown: one.shown, before: one.before, used: one.shown - one.before, readOn: one.readOn },
    reporter: has('reportersAreNamed') ? one.reporter.name : nameOf(one.reporter, me),
    source: one.source,
    note: one.note === null && has('noNoteIsEmpty') ? '' : one.note,
    ...{ reply: one.reply, state: one.state },
  });
  const instalment = (one: Instalment): Body => ({
    ...{ number: one.number, bill: one.bill.number, part: one.part, amount: money(one.amount) },
    ...{ due: one.due, paidOn: one.paidOn, state: one.state },
  });
  const bill = (one: Bill, me: Person): Body => {
    const instalments = data.instalmentsOf(one).filter(({ state }) => state !== 'void' || !has('voidPartsAreHidden'));
    const payments = data.payments.filter((each) => each.bill === one);
    return {
      ...{ number: one.number, connection: codeOf(one.connection, me), customer: nameOf(one.customer, me) },
      ...{ tariff: tariffOf(one.tariff, me), volume: one.volume, estimated: one.estimated, billedOn: one.billedOn },
      ...{ water: money(one.water), amount: money(one.amount), fees: money(one.fees), credit: money(one.credit) },
      ...{ paid: money(one.paid), owed: money(prices.owed(one)), due: one.due, settledOn: one.settledOn },
      instalments: instalments.map(instalment),
      ...{ payments: payments.length, state: one.state },
    };
  };
  const payment = (one: Payment, me: Person): Body => ({
    ...{ number: one.number, bill: one.bill.number, part: one.instalment?.part ?? null },
    ...{ amount: money(one.amount), method: one.method },
    payer: has('payersAreNamed') ? one.payer.name : nameOf(one.payer, me),
    ...{ paidOn: one.paidOn, state: one.state },
  });
  const objection = (one: Objection, me: Person): Body => ({
    ...{ number: one.number, bill: one.bill.number, customer: nameOf(one.bill.customer, me), reason: one.reason },
    claimed: one.claimed === null && has('noClaimIsZero') ? 0 : one.claimed,
    ...{ urgent: one.urgent, credit: one.credit === null ? null : money(one.credit), reply: one.reply, state: one.state },
  });
  const leak = (one: Leak, me: Person): Body => {
    const seesCost = isOffice(me) || me.role === 'crew';
    const isCrewNamed = me.role === 'customer' && has('customersSeeCrews');
    return {
      ...{ number: one.number, zone: one.zone },
      connection: has('leaksNameConnections') ? (one.connection?.code ?? null) : codeOf(one.connection, me),
      ...{ place: one.place, severity: one.severity, urgent: one.urgent },
      reporter: nameOf(one.reporter, me),
      crew: isCrewNamed ? (one.crew?.name ?? null) : nameOf(one.crew, me),
      ...{ result: one.result, note: one.note },
      ...(seesCost ? { cost: money(one.cost) } : {}),
      ...{ returns: one.returns, repairedOn: one.repairedOn, state: one.state },
    };
  };
  return { money, nameOf, codeOf, person, tariff, connection, meter, reading, instalment, bill, payment, objection, leak };
}
