import type { Body } from '../hand-written.ts';
import type { ToolAccess } from './access.ts';
import {
  type Category,
  dayAfter,
  daysBetween,
  type Firm,
  type Hire,
  type Invoice,
  type Job,
  type Line,
  type Machine,
  type Person,
  type ToolData,
} from './data.ts';
import type { Has } from './faults.ts';
import type { Pricing } from './pricing.ts';

/** The last day on which a machine may be used without an inspection. */
export const inspectBy = ({ inspectedOn }: Machine): string => dayAfter(inspectedOn, 90);

/** The hours that a machine may run until its next inspection. */
export const hoursLeft = ({ hoursInspected, hours }: Machine): number => hoursInspected + 250 - hours;

/** The parts of the records that people see. `me` is null if signed out. */
export function toolViews(data: ToolData, access: ToolAccess, prices: Pricing, has: Has) {
  const money = (cents: number): number | string => (has('moneyIsText') ? (cents / 100).toFixed(2) : cents / 100);
  const nameOf = (one: Person | null, me: Person): string | null => (one !== null && access.seesPerson(one, me) ? one.name : null);
  const codeOf = (one: Firm | null, me: Person): string | null => (one !== null && access.seesFirm(one, me) ? one.code : null);
  const isCounter = ({ role }: Person): boolean => role === 'clerk' || role === 'manager';

  const person = (one: Person, me: Person): Body => {
    const seesPhone = me.role === 'buyer' ? one === me || has('buyersSeePhones') : me.role !== 'mechanic';
    return {
      ...{ number: one.number, name: one.name, role: one.role, firm: codeOf(one.firm, me) },
      ...{ depot: one.depot, misses: one.misses, blocked: one.blocked },
      ...(seesPhone ? { phone: one.phone } : {}),
      ...(isCounter(me) ? { remark: one.remark } : {}),
    };
  };
  const firm = (one: Firm, me: Person): Body => {
    const seesMoney = me.role === 'buyer' || me.role === 'manager';
    const members = data.people.filter((each) => each.firm === one && access.seesPerson(each, me));
    return {
      ...{ code: one.code, name: one.name, discount: one.discount, blocked: one.blocked },
      buyers: members.length,
      ...(seesMoney || has('clerksSeeCeilings') ? { ceiling: money(one.ceiling) } : {}),
      ...(seesMoney ? { owed: money(prices.owed(one)) } : {}),
      ...(isCounter(me) || has('buyersSeeFirmRemarks') ? { remark: one.remark } : {}),
    };
  };
  const category = (one: Category, me: Person | null): Body => {
    const isStaff = access.isStaff(me);
    const machines = data.machines.filter((each) => each.category === one && (isStaff || has('visitorsCountMachines')));
    const counted = machines.filter(({ state }) => state !== 'written off' || has('writtenOffCounts'));
    return {
      ...{ code: one.code, name: one.name, kind: one.kind, daily: money(one.daily), weekly: money(one.weekly) },
      ...{ deposit: money(one.deposit), fuelled: one.fuelled, listed: one.listed, machines: counted.length },
      ...(isStaff ? { note: one.note } : {}),
    };
  };
  const machine = (one: Machine, me: Person): Body => {
    const jobs = data.jobs.filter((job) => job.machine === one && (access.seesJob(job, me) || has('allJobsAreCounted')));
    return {
      ...{ serial: one.serial, category: one.category.code, depot: one.depot, hours: one.hours },
      ...{ inspectedOn: one.inspectedOn, inspectBy: inspectBy(one) },
      hoursLeft: has('hoursLeftAreNotNegative') ? Math.max(0, hoursLeft(one)) : hoursLeft(one),
      ...(me.role === 'manager' || (me.role === 'mechanic' && has('mechanicsSeeValues')) ? { value: money(one.value) } : {}),
      ...{ note: one.note === null && has('noNoteIsEmpty') ? '' : one.note, reason: one.reason, state: one.state },
      jobs: jobs.length,
    };
  };
  const line = (one: Line, me: Person): Body => {
    const { hire: of } = one;
    const isSerialShown = access.isStaff(me) || has('clientsSeeSerials');
    const seesCategory = access.seesCategory(one.category, me) || has('unlistedIsNamed');
    return {
      ...{ number: one.number, hire: access.seesHire(of, me) ? of.number : null, category: seesCategory ? one.category.code : null },
      ...{ wish: one.wish, machine: isSerialShown ? (one.machine?.serial ?? null) : null, price: money(one.price) },
      cost: money(prices.cost(one, of)),
      ...(isCounter(me) || has('clientsSeeFree') ? { free: prices.free(one, of) } : {}),
      ...{ ran: one.ran, tank: one.tank, damage: one.damage },
      ...{ charge: money(one.charge), state: one.state },
    };
  };
  const hire = (one: Hire, me: Person): Body => {
    const lines = data.linesOf(one);
    return {
      ...{ number: one.number, customer: nameOf(one.customer, me), firm: codeOf(one.firm, me), depot: one.depot },
      ...{ begins: one.begins, ends: one.ends, days: daysBetween(one.begins, one.ends) },
      ...{ site: one.site, order: one.order },
      ...(isCounter(me) || has('remarksOnHiresAreShown') ? { remark: one.remark } : {}),
      ...{ quote: money(prices.quote(one, lines)), price: money(one.price), deposit: money(one.deposit) },
      ...{ deposited: money(one.deposited), extras: money(one.extras), late: money(one.late) },
      ...{ fee: money(one.fee), refund: money(one.refund), reason: one.reason },
      ...{ outOn: one.outOn, backOn: one.backOn, state: one.state },
      lines: (has('newestLineFirst') ? lines.reverse() : lines).map((each) => line(each, me)),
    };
  };
  const job = (one: Job, me: Person): Body => ({
    ...{ number: one.number, machine: one.machine.serial, kind: one.kind, note: one.note, urgent: one.urgent },
    mechanic: has('mechanicsAreNamed') ? (one.mechanic?.name ?? null) : nameOf(one.mechanic, me),
    ...{ result: one.result, state: one.state },
    ...(me.role !== 'clerk' || has('clerksSeeCosts') ? { cost: money(one.cost) } : {}),
  });
  const invoice = (one: Invoice, me: Person): Body => ({
    ...{ number: one.number, hire: access.seesHire(one.hire, me) ? one.hire.number : null },
    customer: has('formerBuyersAreNamed') ? one.customer.name : nameOf(one.customer, me),
    ...{ firm: codeOf(one.firm, me), amount: money(one.amount), paid: money(one.paid), credit: money(one.credit), due: one.due },
    ...{ settledOn: one.settledOn, reason: one.reason, reply: one.reply, state: one.state },
  });
  return { money, person, firm, category, machine, line, hire, job, invoice };
}

export type ToolViews = ReturnType<typeof toolViews>;
