import type { Body } from '../hand-written.ts';
import type { KennelAccess } from './access.ts';
import {
  type Animal,
  daysBetween,
  type Incident,
  type Invoice,
  type KennelData,
  type Person,
  type Place,
  type Stay,
  type Task,
} from './data.ts';
import type { Has } from './faults.ts';
import type { KennelSteps } from './steps.ts';

/** The parts of the kennels' records that people see. `me` is null if signed out. */
export function kennelViews(data: KennelData, access: KennelAccess, { quote, free, safeUntil }: KennelSteps, has: Has) {
  const money = (cents: number): number | string => (has('moneyIsText') ? (cents / 100).toFixed(2) : cents / 100);
  const nameOf = (one: Person | null, me: Person): string | null => (one !== null && access.seesPerson(one, me) ? one.name : null);
  const isOffice = ({ role }: Person): boolean => role === 'owner' || role === 'manager';

  const person = (one: Person, me: Person): Body => ({
    ...{ number: one.number, name: one.name, role: one.role, misses: one.misses, blocked: one.blocked },
    ...(me.role !== 'vet' ? { phone: one.phone } : {}),
    ...(me.role === 'keeper' || me.role === 'manager' || (me.role === 'owner' && has('ownersSeeRemarks')) ? { remark: one.remark } : {}),
  });
  const animal = (one: Animal, me: Person): Body => {
    const stays = data.stays.filter((stay) => stay.animal === one || (stay.companion === one && has('nightsAsCompanionCount')));
    const ended = stays.filter(({ state }) => state === 'ended' || (state === 'present' && has('presentNightsCount')));
    const nights = ended.reduce((all, { arrival, departure }) => all + daysBetween(arrival, departure), 0);
    const isStaff = access.isStaff(me);
    return {
      ...{ number: one.number, owner: nameOf(one.owner, me), name: one.name, species: one.species, build: one.build, diet: one.diet },
      ...{ rabiesUntil: one.rabiesUntil, coughUntil: one.coughUntil, safeUntil: safeUntil(one) },
      nights,
      ...(isStaff || has('notesAreShown') ? { notes: one.notes === null && has('noNotesAreEmpty') ? '' : one.notes } : {}),
      ...(isStaff || has('flagsAreShown') ? { flagged: one.flagged } : {}),
    };
  };
  const place = (one: Place, me: Person | null): Body => {
    const there = data.staysIn(one).filter(({ state }) => state === 'present');
    const guests = there.filter((stay) => (me !== null && access.seesStay(stay, me)) || has('guestsAreOfAll'));
    const seesUnits = me?.role === 'keeper' || me?.role === 'manager' || (me?.role === 'vet' && has('vetsSeeUnits'));
    return {
      ...{ code: one.code, species: one.species, rate: money(one.rate), roomy: one.roomy, open: one.open, guests: guests.length },
      ...(seesUnits ? { units: one.units } : {}),
      ...(me?.role === 'keeper' || me?.role === 'manager' ? { note: one.note } : {}),
    };
  };
  const numberOf = (stay: Stay, me: Person, lax = false): number | null => (access.seesStay(stay, me) || lax ? stay.number : null);
  const task = (one: Task, me: Person): Body => {
    const isStaff = access.isStaff(me);
    return {
      ...{ number: one.number, kind: one.kind, day: one.day, result: one.result, reason: one.reason, state: one.state },
      stay: numberOf(one.stay, me, has('hiddenStaysAreNumbered')),
      keeper: one.keeper !== null && has('keepersAreNamed') ? one.keeper.name : isStaff ? nameOf(one.keeper, me) : null,
      ...(isStaff || has('taskNotesAreShown') ? { note: one.note } : {}),
      ...(isOffice(me) || (me.role === 'keeper' && has('keepersSeeTaskPrices')) ? { price: money(one.price) } : {}),
    };
  };
  const stay = (one: Stay, me: Person): Body => {
    const tasks = data.tasksOf(one).filter((each) => access.seesTask(each, me) || has('nestedTasksAreOfAll'));
    const incidents = data.incidentsOf(one).filter((each) => access.seesIncident(each, me));
    const seesMoney = isOffice(me);
    const seesDeposit = seesMoney || me.role === 'keeper';
    const seesFree = me.role === 'keeper' || me.role === 'manager';
    const isPlaceShown = access.seesPlace(one.place, me) || has('closedPlacesAreNamed');
    return {
      ...{ number: one.number, owner: nameOf(one.owner, me), animal: one.animal.name, companion: one.companion?.name ?? null },
      ...{ place: isPlaceShown ? one.place.code : null, arrival: one.arrival, departure: one.departure, wish: one.wish },
      nights: daysBetween(one.arrival, one.departure),
      ...(access.isStaff(me) || has('staffNotesAreShown') ? { staffNote: one.staffNote } : {}),
      ...(seesMoney ? { quote: money(quote(one)) } : {}),
      ...(seesFree ? { free: free(one) } : {}),
      ...(seesMoney ? { price: money(one.price) } : {}),
      ...(seesMoney || (me.role === 'vet' && has('vetsSeeExtras')) ? { extras: money(one.extras) } : {}),
      ...(seesMoney ? { late: money(one.late), fee: money(one.fee), refund: money(one.refund) } : {}),
      ...(seesDeposit || has('vetsSeeDeposits') ? { deposit: money(one.deposit), deposited: money(one.deposited) } : {}),
      ...{ reason: one.reason, beganOn: one.beganOn },
      ...{ endedOn: one.endedOn, state: one.state },
      ...(seesMoney || has('ratingsAreShown') ? { rating: one.rating } : {}),
      ...(seesMoney || (me.role === 'keeper' && has('commentsAreShown')) ? { comment: one.comment } : {}),
      tasks: (has('newestTaskFirst') ? tasks.reverse() : tasks).map((each) => task(each, me)),
      incidents: incidents.length,
    };
  };
  const incident = (one: Incident, me: Person): Body => ({
    ...{ number: one.number, stay: numberOf(one.stay, me), animal: one.stay.animal.name, severity: one.severity, text: one.text },
    closed: one.closed,
    reporter: access.isStaff(me) ? nameOf(one.reporter, me) : null,
    ...(access.isStaff(me) || one.closed || has('openTreatmentsAreShown') ? { treatment: one.treatment } : {}),
  });
  const invoice = (one: Invoice, me: Person): Body => ({
    ...{ number: one.number, stay: numberOf(one.stay, me), owner: nameOf(one.owner, me), amount: money(one.amount) },
    paid: money(one.paid),
    ...(one.settledOn === null && has('noDayIsLeftOut') ? {} : { settledOn: one.settledOn }),
    ...(me.role === 'manager' || has('reasonsAreShown') ? { reason: one.reason } : {}),
    state: one.state,
  });
  return { money, person, animal, place, task, stay, incident, invoice };
}

export type KennelViews = ReturnType<typeof kennelViews>;
