import type { Body } from '../hand-written.ts';
import type { WorkshopAccess } from './access.ts';
import type { Appointment, Claim, Invoice, Item, Job, LoanCar, Part, Person, Supply, Vehicle, WorkshopData } from './data.ts';
import type { Has } from './faults.ts';
import type { Sums } from './sums.ts';

/** The parts of the records that people see. `me` is null if signed out. */
export function workshopViews(data: WorkshopData, access: WorkshopAccess, sums: Sums, has: Has) {
  const money = (cents: number): number | string => (has('moneyIsText') ? (cents / 100).toFixed(2) : cents / 100);
  const nameOf = (one: Person | null, me: Person): string | null => (one !== null && access.seesPerson(one, me) ? one.name : null);
  const seesMoney = ({ role }: Person): boolean => role !== 'mechanic' && role !== 'storekeeper';

  const person = (one: Person, me: Person): Body => {
    const isOwn = one === me;
    const seesLoad = access.isDesk(me) || (me.role === 'mechanic' && (isOwn || has('mechanicsSeeLoads'))) || has('everyoneSeesCapacity');
    const seesNote =
      me.role === 'manager' || (me.role === 'receptionist' && (one.role === 'customer' || has('receptionistsSeeStaffNotes')));
    const vehicles = data.vehiclesOf(one).filter((each) => access.seesVehicle(each, me));
    return {
      ...{ number: one.number, name: one.name, role: one.role, skill: one.skill, misses: one.misses, blocked: one.blocked },
      ...(me.role !== 'mechanic' || isOwn ? { phone: one.phone } : {}),
      ...(seesLoad ? { capacity: one.capacity, load: sums.load(one) } : {}),
      ...(seesNote || (isOwn && has('peopleSeeTheirNotes')) ? { note: one.note } : {}),
      vehicles: vehicles.length,
    };
  };
  const vehicle = (one: Vehicle, me: Person): Body => {
    const jobs = data.jobs.filter((job) => job.vehicle === one && access.seesJob(job, me));
    return {
      plate: one.plate,
      owner: nameOf(one.owner, me),
      ...{ make: one.make, year: one.year, fuel: one.fuel, mileage: one.mileage, active: one.active },
      ...(access.isStaff(me) || has('ownersSeeVehicleNotes') ? { note: one.note } : {}),
      jobs: jobs.length,
    };
  };
  const plateOf = (one: Vehicle, me: Person): string | null =>
    access.seesVehicle(one, me) || has('soldVehiclesAreNamed') ? one.plate : null;
  const appointment = (one: Appointment, me: Person): Body => {
    const jobs = data.jobs.filter((job) => job.appointment === one && access.seesJob(job, me));
    return {
      number: one.number,
      plate: plateOf(one.vehicle, me),
      customer: has('mechanicsSeeCustomersOfDay') ? one.customer.name : nameOf(one.customer, me),
      ...{ bay: one.bay, day: one.day, starts: one.starts, ends: one.ends },
      wish: one.wish === null && has('noWishIsEmpty') ? '' : one.wish,
      ...{ reminded: one.reminded, fee: money(one.fee), jobs: jobs.map(({ number }) => number), state: one.state },
    };
  };
  const item = (one: Item, me: Person): Body => ({
    number: one.number,
    order: access.seesJob(one.job, me) ? one.job.number : null,
    ...{ words: one.words, skill: one.skill, minutes: one.minutes },
    part: one.part !== null && (access.seesPart(one.part, me) || has('inactivePartsAreNamed')) ? one.part.code : null,
    ...{ quantity: one.quantity, urgent: one.urgent, finding: one.finding },
    ...(seesMoney(me) || (me.role === 'mechanic' && has('mechanicsSeePrices')) ? { price: money(one.price) } : {}),
    ...(seesMoney(me) ? { cost: money(sums.cost(one)) } : {}),
    issued: one.issued,
    ...((me.role !== 'customer' && me.role !== 'storekeeper') || (me.role === 'customer' && has('customersSeeSpent'))
      ? { spent: one.spent }
      : {}),
    ...{ reason: one.reason, state: one.state },
  });
  const job = (one: Job, me: Person): Body => {
    const items = data.itemsOf(one).filter((each) => access.seesItem(each, me));
    return {
      ...{ number: one.number, plate: plateOf(one.vehicle, me) },
      customer: has('customersOfJobsAreNamed') ? one.customer.name : nameOf(one.customer, me),
      mechanic: nameOf(one.mechanic, me),
      ...{ complaint: one.complaint, mileage: one.mileage, warranty: one.warranty, workload: sums.workload(one) },
      ...(seesMoney(me) || has('mechanicsSeeTotals') ? { total: money(sums.total(one)), net: money(sums.net(one)) } : {}),
      ...(seesMoney(me)
        ? {
            ...{ deposit: money(one.deposit), deposited: money(one.deposited) },
            ...{ discount: one.discount, loan: money(one.loan), storage: money(one.storage) },
            ...{ fee: money(one.fee), refund: money(one.refund) },
          }
        : {}),
      ...{ rounds: one.rounds, drives: one.drives, fault: one.fault, reason: one.reason },
      ...(access.isStaff(me) || has('customersSeeJobNotes') ? { note: one.note } : {}),
      ...{ readyOn: one.readyOn, storedOn: one.storedOn, collectedOn: one.collectedOn, state: one.state },
      items: (has('newestItemFirst') ? items.reverse() : items).map((each) => item(each, me)),
    };
  };
  const part = (one: Part, me: Person | null): Body => {
    const isStaff = access.isStaff(me);
    const isStore = me?.role === 'storekeeper' || me?.role === 'manager';
    const reserved = sums.reserved(one);
    const free = one.stock - reserved;
    return {
      ...{ code: one.code, name: one.name, price: money(one.price), active: one.active },
      ...(isStaff ? { stock: one.stock, minimum: one.minimum, reserved, free: has('freeIsNotNegative') ? Math.max(0, free) : free } : {}),
      ...(isStore ? { cost: money(one.cost), supplier: one.supplier } : {}),
      ...(me?.role === 'manager' || (me?.role === 'storekeeper' && has('storekeepersSeeWorth'))
        ? { worth: money((has('worthUsesPrice') ? one.price : one.cost) * one.stock) }
        : {}),
    };
  };
  const supply = (one: Supply, me: Person): Body => ({
    ...{ number: one.number, part: one.part.code, quantity: one.quantity },
    ...(me.role !== 'mechanic' ? { price: money(one.price) } : {}),
    ...{ expected: one.expected, orderedOn: one.orderedOn, received: one.received, reason: one.reason, state: one.state },
  });
  const invoice = (one: Invoice, me: Person): Body => ({
    number: one.number,
    order: access.seesJob(one.job, me) ? one.job.number : null,
    customer: nameOf(one.customer, me),
    kind: one.kind,
    amount: money(has('amountIsWhatIsLeft') ? one.amount - one.paid : one.amount),
    ...{ paid: money(one.paid), due: one.due, reminders: one.reminders, settledOn: one.settledOn, reason: one.reason },
    state: one.state,
  });
  const claim = (one: Claim, me: Person): Body => {
    const jobs = data.jobs.filter((each) => each.claim === one && access.seesJob(each, me));
    return {
      ...{ number: one.number, order: access.seesJob(one.job, me) ? one.job.number : null, customer: nameOf(one.customer, me) },
      ...{ words: one.words, urgent: one.urgent },
      answer: one.state === 'accepted' && has('acceptedHidesAnswer') ? null : one.answer,
      ...{ decidedOn: one.decidedOn, jobs: jobs.map(({ number }) => number), state: one.state },
    };
  };
  const car = (one: LoanCar, me: Person): Body => ({
    ...{ plate: one.plate, make: one.make, daily: money(one.daily), mileage: one.mileage },
    order: one.job !== null && access.seesJob(one.job, me) ? one.job.number : null,
    ...{ lentOn: one.lentOn, backBy: one.backBy, state: one.state },
  });
  return { money, person, vehicle, appointment, item, job, part, supply, invoice, claim, car };
}

export type WorkshopViews = ReturnType<typeof workshopViews>;
