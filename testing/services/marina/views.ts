import type { Berth, Boat, Charge, Has, Job, MarinaData, Person, Stay } from './data.ts';

const euros = (cents: number | null): number | null => (cents === null ? null : cents / 100);

const moment = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** The views of section 7. */
export function marinaViews(data: MarinaData, has: Has) {
  const person = (one: Person) => ({
    ...{ name: one.name, email: one.email, phone: one.phone, role: one.role, openJobs: data.openJobs(one) },
    ...(has('passwordShown') ? { password: one.password } : {}),
  });

  /** `remarks`: whether the reader may see them. */
  const boat = ({ owner, remarks, ...shown }: Boat, withRemarks: boolean) => ({
    ...shown,
    owner: has('ownerIsAddress') ? owner.email : owner.name,
    ...(withRemarks ? { remarks } : has('remarksAreNull') ? { remarks: null } : {}),
  });

  const berth = (one: Berth) => ({ ...one, occupied: data.occupied(one) });

  const stay = (one: Stay) => ({
    number: one.number,
    boat: has('stayShowsName') ? one.boat.name : one.boat.registration,
    berth: one.berth === null ? null : one.berth.code,
    status: one.status,
    arrives: one.arrives,
    leaves: one.leaves,
    nights: data.nights(one),
    persons: one.persons,
    note: one.note,
    ...(has('reasonNotShown') ? {} : { reason: one.reason }),
    arrivedAt: moment(one.arrivedAt),
    departedAt: moment(one.departedAt),
    berthing: euros(data.berthing(one)),
    tax: euros(data.tax(one)),
    extras: euros(data.extras(one)),
    total: euros(data.total(one)),
    paid: has('moneyInCents') ? one.paid : euros(one.paid),
    balance: euros(data.balance(one)),
  });

  /** `readsJob`: whether the reader may see which job a charge pays. */
  const charge = (one: Charge, readsJob: (job: Job) => boolean) => ({
    number: one.number,
    kind: one.kind,
    quantity: one.quantity,
    price: has('priceAsText') ? one.price.toFixed(2) : one.price,
    amount: euros(data.amount(one)),
    by: one.by.name,
    job: one.job === null || !(readsJob(one.job) || has('hiddenJobShown')) ? null : one.job.number,
  });

  const job = (one: Job) => ({
    number: one.number,
    boat: one.boat.registration,
    status: has('statusWithUnderscore') ? one.status.replace(' ', '_') : one.status,
    wishedOn: has('daysAsMoments') ? `${one.wishedOn}T00:00:00.000Z` : one.wishedOn,
    plannedOn: one.plannedOn,
    dockhand: one.dockhand === null ? (has('noDockhandIsEmpty') ? '' : null) : one.dockhand.name,
    note: one.note,
    reason: one.reason,
    hours: data.hours(one),
    price: euros(data.price(one)),
    finishedAt: moment(one.finishedAt),
    tasks: one.tasks.map((task) => ({ id: task.id, kind: task.kind, hours: task.hours, note: task.note })),
  });

  return { person, boat, berth, stay, charge, job };
}

export type MarinaViews = ReturnType<typeof marinaViews>;
