import type { Body } from '../hand-written.ts';
import { among, date, dayOf, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import type { Appointment, BloodData, Donation, Drive, Order, Person, Recall, Unit } from './data.ts';
import type { Has } from './faults.ts';
import type { BloodRules } from './rules.ts';

export const groups = ['O', 'A', 'B', 'AB'];
export const components = ['whole', 'plasma', 'platelets'];
export const kinds = ['red', 'plasma', 'platelets'];
export const urgencies = ['routine', 'urgent', 'emergency'];
export const grades = ['minor', 'major'];
const driveStates = ['planned', 'open', 'cancelled'];
const appointmentStates = ['booked', 'answered', 'admitted', 'donated', 'turned away', 'cancelled', 'called off', 'missed'];
const donationStates = ['collected', 'clear', 'reactive', 'recalled'];
const unitStates = ['quarantined', 'available', 'reserved', 'delivered', 'returned', 'discarded'];
const orderStates = ['open', 'delivered', 'cancelled'];

const byText = (a: string, b: string): number => a.localeCompare(b, 'en');

export type BloodViews = ReturnType<typeof bloodViews>;

/** The parts of the blood bank's records that people see. `me` is null if signed out. */
export function bloodViews(data: BloodData, rules: BloodRules, has: Has, now: () => number) {
  const seesPerson = (person: Person, me: Person | null): boolean => {
    if (me === null) return false;
    if (me === person || me.role === 'director') return true;
    if (me.role === 'nurse') return person.role === 'donor' || has('nursesSeeStaff');
    return me.role === 'technician' && (person.role === 'hospital' || (person.role === 'donor' && has('techniciansSeeDonors')));
  };
  const seesDrive = ({ state }: Drive, me: Person | null): boolean => {
    if (me === null) return state === 'open' || (state === 'cancelled' && has('cancelledDrivesArePublic'));
    return me.role !== 'donor' || state !== 'planned' || has('plannedDrivesAreSeen');
  };
  const seesAppointment = ({ donor, state }: Appointment, me: Person | null): boolean => {
    if (me === null) return false;
    if (me.role === 'donor') return donor === me;
    return me.role === 'nurse' || (me.role === 'director' && (state !== 'cancelled' || has('cancelledAppointmentsAreSeen')));
  };
  const seesDonation = ({ donor, nurse }: Donation, me: Person): boolean => {
    if (me.role === 'donor') return donor === me || has('donationsOfAllDonors');
    if (me.role === 'nurse') return nurse === me || has('donationsOfAllNurses');
    return me.role === 'technician' || me.role === 'director';
  };
  const seesUnit = ({ order, state }: Unit, me: Person): boolean => {
    if (me.role !== 'hospital') return me.role === 'technician' || me.role === 'director';
    return (
      order?.hospital === me || (order !== null && has('unitsOfOtherHospitals')) || (state === 'available' && has('availableUnitsAreSeen'))
    );
  };
  const seesOrder = ({ hospital, state }: Order, me: Person): boolean => {
    if (me.role === 'hospital') return hospital === me || has('ordersOfOtherHospitals');
    return me.role === 'director' || (me.role === 'technician' && (state !== 'cancelled' || has('cancelledOrdersAreSeen')));
  };
  const seesRecall = ({ donation, state }: Recall, me: Person): boolean => {
    if (me.role !== 'hospital') return me.role === 'technician' || me.role === 'director';
    if (has('recallsAreSeenByAll') || (state === 'closed' && has('closedRecallsAreSeen'))) return true;
    const units = has('recallsOfDeliveredOnly') ? data.outOf(donation) : data.unitsOf(donation);
    return units.some(({ order }) => order?.hospital === me);
  };

  const moment = (time: number | null): string | number | null =>
    time === null || has('timesAreNumbers') ? time : new Date(time).toISOString();
  const nameOf = (person: Person, me: Person | null): string | null => (seesPerson(person, me) ? person.name : null);

  const person = (one: Person, me: Person): Body => ({
    ...{ number: one.number, name: one.name, role: one.role, group: one.group, positive: one.positive, missed: one.missed },
    ...{ donations: one.donations, deferredUntil: one.deferredUntil },
    ...(one.lastDonation === null && has('nullsAreLeftOut') ? {} : { lastDonation: one.lastDonation }),
    ...(me.role === 'donor' || me.role === 'nurse' || has('bodiesAreShown') ? { born: one.born, weight: one.weight } : {}),
    ...(me.role === 'nurse' || me.role === 'director' || has('deferralsAreShown') ? { deferral: one.deferral } : {}),
  });
  const freeOn = (one: Drive): number => one.capacity - data.appointmentsOn(one).filter(rules.taken).length;
  const drive = (one: Drive, me: Person | null): Body => {
    const coming = data.appointmentsOn(one).filter(({ state }) => state === 'booked' || state === 'answered');
    return {
      ...{ number: one.number, site: one.site, day: one.day, capacity: one.capacity, free: freeOn(one), state: one.state },
      ...(me?.role === 'nurse' || has('notesAreShown') ? { note: one.note } : {}),
      lead: has('leadsAreShown') ? one.lead.name : nameOf(one.lead, me),
      coming: coming.filter((each) => seesAppointment(each, me) || has('comingIsOfAll')).length,
    };
  };
  const seesAnswers = (me: Person): boolean => me.role !== 'director' || has('answersAreShown');
  const appointment = (one: Appointment, me: Person): Body => ({
    ...{ number: one.number, drive: one.drive.number, day: one.drive.day, donor: nameOf(one.donor, me) },
    ...{ component: one.component, hemoglobin: one.hemoglobin, pulse: one.pulse, state: one.state },
    ...(seesAnswers(me) ? { ill: one.ill, travelled: one.travelled, tattooed: one.tattooed } : {}),
    ...(me.role !== 'donor' || has('reasonsAreShownToDonors') ? { reason: one.reason } : {}),
  });
  const seesResult = (me: Person): boolean =>
    me.role === 'technician' || me.role === 'director' || (me.role === 'donor' && has('resultsAreShownToDonors'));
  const donation = (one: Donation, me: Person): Body => ({
    ...{ number: one.number, bag: one.bag, donor: nameOf(one.donor, me), component: one.component, volume: one.volume },
    ...{ nurse: nameOf(one.nurse, me), group: one.group, positive: one.positive, state: one.state },
    day: has('daysAreTimes') ? `${one.day}T00:00:00.000Z` : one.day,
    ...(seesResult(me) ? { reactive: one.reactive } : {}),
    units: data
      .unitsOf(one)
      .filter((each) => seesUnit(each, me) || has('donorsSeeUnits'))
      .map(({ code }) => code),
  });
  const unit = (one: Unit, me: Person): Body => ({
    ...{ code: one.code, kind: one.kind, volume: one.volume, group: one.donation.group, positive: one.donation.positive },
    donation: seesDonation(one.donation, me) || has('bagsAreShown') ? one.donation.bag : null,
    maker: has('makersAreShown') ? one.maker.name : nameOf(one.maker, me),
    ...{ expires: one.expires, order: one.order?.number ?? null, reservedAt: moment(one.reservedAt), state: one.state },
    ...(me.role !== 'hospital' || has('reasonsAreShownToHospitals') ? { reason: one.reason } : {}),
    recalled: one.donation.state === 'recalled',
  });
  const order = (one: Order, me: Person): Body => ({
    ...{ number: one.number, hospital: nameOf(one.hospital, me), kind: one.kind, group: one.group, positive: one.positive },
    ...{ count: one.count, urgency: one.urgency, neededBy: one.neededBy, deliveredAt: moment(one.deliveredAt), state: one.state },
    reserved: has('deliveredStayReserved') ? data.unitsFor(one).length : data.reservedFor(one).length,
    ...(me.role !== 'director' || has('orderNotesAreShown') ? { note: one.note } : {}),
    units: data.unitsFor(one).map(({ code }) => code),
  });
  const recall = (one: Recall, me: Person): Body => ({
    ...{ number: one.number, grade: one.grade, answerBy: one.answerBy, outcome: one.outcome, state: one.state },
    bag: seesDonation(one.donation, me) || has('recalledBagsAreShown') ? one.donation.bag : null,
    closedAt: moment(one.closedAt),
    out: data.outOf(one.donation).filter(({ order: to }) => me.role !== 'hospital' || to?.hospital === me || !has('outIsOfOwn')).length,
    ...(me.role !== 'hospital' || has('recallReasonsAreShown') ? { reason: one.reason } : {}),
  });

  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? (has('usualLimitIsFifty') ? 50 : 20);
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || limit > (has('limitIsUnbounded') ? Number.POSITIVE_INFINITY : 1000) || offset < 0) invalid();
    const found = all.filter(fits);
    const start = has('offsetIsIgnored') ? 0 : offset;
    return {
      shown: found.slice(start, start + limit),
      total: has('totalIsAfterOffset') ? Math.max(found.length - offset, 0) : found.length,
    };
  };
  /** Dates in order; null comes last. */
  const byDate = (a: string | null, b: string | null, isNullFirst = false): number => {
    if (a === b) return 0;
    if (a === null || b === null) return (a === null) === isNullFirst ? -1 : 1;
    return byText(a, b);
  };
  const listDonors = (me: Person, query: URLSearchParams): Body => {
    const group = given(query, 'group', (value) => among(value, groups));
    const deferred = given(query, 'deferred', flag);
    const words = given(query, 'words', String)?.toLowerCase() ?? null;
    const today = dayOf(now());
    const all = [...data.people].sort(
      (a, b) =>
        (has('donorsAreByName') ? 0 : byDate(a.lastDonation, b.lastDonation, has('newDonorsFirst'))) ||
        (has('donorsAreByNumber') ? a.number - b.number : byText(a.name, b.name)),
    );
    const { shown, total } = page(all, query, (one) => {
      if (one.role !== 'donor' && !(me.role === 'director' && has('staffAreDonors'))) return false;
      if (group !== null && one.group !== group) return false;
      const isDeferred = one.deferredUntil !== null && one.deferredUntil > today;
      if (has('deferredIgnoresFalse') ? deferred && !isDeferred : deferred !== null && isDeferred !== deferred) return false;
      if (words === null) return true;
      const isInReason = !has('wordsAreOfNamesOnly') && one.deferral?.toLowerCase().includes(words) === true;
      return isInReason || (has('wordsBeginNames') ? one.name.toLowerCase().startsWith(words) : one.name.toLowerCase().includes(words));
    });
    return { donors: shown.map((one) => person(one, me)), total };
  };
  const listDrives = (me: Person | null, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, driveStates));
    const site = given(query, 'site', String);
    const [start, end] = [given(query, 'from', date), given(query, 'to', date)];
    const free = given(query, 'free', integer);
    const bySite = (a: Drive, b: Drive): number => (has('sitesAreNotSorted') ? a.number - b.number : byText(a.site, b.site));
    const all = [...data.drives].sort((a, b) => (has('lateDrivesFirst') ? byText(b.day, a.day) : byText(a.day, b.day)) || bySite(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!seesDrive(one, me) && !(me !== null && has('plannedDrivesAreListed'))) return false;
      if (state !== null && one.state !== state) return false;
      const isThere = has('siteMindsCase') ? one.site.includes(site ?? '') : one.site.toLowerCase().includes((site ?? '').toLowerCase());
      if (!isThere || (site !== null && has('siteIsExact') && one.site !== site)) return false;
      if (start !== null && (has('fromIsStrict') ? one.day <= start : one.day < start)) return false;
      if (end !== null && (has('toIsStrict') ? one.day >= end : one.day > end)) return false;
      return (
        free === null || (has('freeIsOfCapacity') ? one.capacity >= free : has('freeIsStrict') ? freeOn(one) > free : freeOn(one) >= free)
      );
    });
    return { drives: shown.map((one) => drive(one, me)), total: has('driveTotalIsOfAll') ? data.drives.length : total };
  };
  const listAppointments = (me: Person, query: URLSearchParams): Body => {
    const of = given(query, 'drive', integer);
    const state = given(query, 'state', (value) => among(value, appointmentStates));
    const component = given(query, 'component', (value) => among(value, components));
    const fit = given(query, 'fit', flag);
    const byDay = (a: Appointment, b: Appointment): number =>
      has('earlyAppointmentsFirst') ? byText(a.drive.day, b.drive.day) : byText(b.drive.day, a.drive.day);
    const all = [...data.appointments].sort((a, b) => byDay(a, b) || (has('lastBookedFirst') ? b.number - a.number : a.number - b.number));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = me.role === 'donor' ? has('appointmentsOfAll') : has('cancelledAppointmentsAreListed');
      if (!seesAppointment(one, me) && !isLeaked) return false;
      if (of !== null && one.drive.number !== of && !has('driveFilterIsIgnored')) return false;
      if (state !== null && one.state !== state) return false;
      if (component !== null && one.component !== component && !has('componentIsIgnored')) return false;
      if (fit === null) return true;
      if (!seesAnswers(me) && !has('fitShowsHidden')) return false;
      if (one.ill === null && !has('unansweredAreFit')) return false;
      return !(one.ill || one.travelled || (one.tattooed && !has('fitIgnoresTattoos'))) === fit;
    });
    return { appointments: shown.map((one) => appointment(one, me)), total };
  };
  const listDonations = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, donationStates));
    const group = given(query, 'group', (value) => among(value, groups));
    const reactive = given(query, 'reactive', flag);
    const byVolume = (a: Donation, b: Donation): number => (has('donationsAreByNumber') ? 0 : b.volume - a.volume);
    const all = [...data.donations].sort(
      (a, b) => byVolume(a, b) || (has('oldDonationsFirst') ? a.number - b.number : b.number - a.number),
    );
    const { shown, total } = page(all, query, (one) => {
      if (!seesDonation(one, me)) return false;
      if (state !== null && one.state !== state) return false;
      if (group !== null && one.group !== group) return false;
      if (reactive === null) return true;
      if (!seesResult(me) && !has('reactiveShowsHidden')) return false;
      return (has('untestedAreNotReactive') ? (one.reactive ?? false) : one.reactive) === reactive;
    });
    return { donations: shown.map((one) => donation(one, me)), total };
  };
  const listUnits = (me: Person, query: URLSearchParams): Body => {
    const kind = given(query, 'kind', (value) => among(value, kinds));
    const group = given(query, 'group', (value) => among(value, groups));
    const state = given(query, 'state', (value) => among(value, unitStates));
    const before = given(query, 'before', date);
    const recalled = given(query, 'recalled', flag);
    const byExpiry = (a: Unit, b: Unit): number => (has('unitsAreByCode') ? 0 : byText(a.expires, b.expires));
    const all = [...data.units].sort((a, b) => byExpiry(a, b) || (has('codesDescend') ? byText(b.code, a.code) : byText(a.code, b.code)));
    const { shown, total } = page(all, query, (one) => {
      if (!seesUnit(one, me)) return false;
      if (one.state === 'discarded' && state === null && has('discardedAreNotListed')) return false;
      if (kind !== null && one.kind !== kind) return false;
      if (group !== null && one.donation.group !== group && !has('unitGroupIsIgnored')) return false;
      if (state !== null && one.state !== state) return false;
      if (before !== null && (has('beforeIncludesTheDay') ? one.expires > before : one.expires >= before)) return false;
      if (recalled === null) return true;
      if (has('recalledIsHiddenFromHospitals') && me.role === 'hospital') return false;
      return (one.donation.state === 'recalled') === (has('recalledIsAlwaysTrue') ? true : recalled);
    });
    return { units: shown.map((one) => unit(one, me)), total };
  };
  const listOrders = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, orderStates));
    const urgency = given(query, 'urgency', (value) => among(value, urgencies));
    const kind = given(query, 'kind', (value) => among(value, kinds));
    const by = given(query, 'by', date);
    const waiting = given(query, 'waiting', flag);
    const byNeed = (a: Order, b: Order): number => (has('ordersAreByNumber') ? 0 : byText(a.neededBy, b.neededBy));
    const all = [...data.orders].sort((a, b) => byNeed(a, b) || (has('oldOrdersFirst') ? a.number - b.number : b.number - a.number));
    const { shown, total } = page(all, query, (one) => {
      if (!seesOrder(one, me)) return false;
      if (state !== null && one.state !== state && !has('orderStateIsIgnored')) return false;
      if (
        urgency !== null &&
        one.urgency !== urgency &&
        !(urgency === 'urgent' && one.urgency === 'emergency' && has('urgentMeansEmergencyToo'))
      )
        return false;
      if (kind !== null && one.kind !== kind) return false;
      if (by !== null && (has('byIsStrict') ? one.neededBy >= by : one.neededBy > by)) return false;
      const reserved = has('waitingCountsAllUnits') ? data.unitsFor(one).length : data.reservedFor(one).length;
      return waiting === null || (has('waitingIsForNone') ? reserved === 0 : reserved < one.count) === waiting;
    });
    return { orders: shown.map((one) => order(one, me)), total };
  };
  const listRecalls = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, ['open', 'closed']));
    const grade = given(query, 'grade', (value) => among(value, grades));
    const byDay = (a: Recall, b: Recall): number =>
      has('lateAnswersFirst') ? byText(b.answerBy, a.answerBy) : byText(a.answerBy, b.answerBy);
    const all = [...data.recalls].sort((a, b) => byDay(a, b) || (has('oldRecallsFirst') ? a.number - b.number : b.number - a.number));
    const { shown, total } = page(all, query, (one) => {
      if (!seesRecall(one, me)) return false;
      if (state !== null && one.state !== state) return false;
      return grade === null || one.grade === grade || has('gradeIsIgnored');
    });
    return { recalls: shown.map((one) => recall(one, me)), total: has('recallTotalIsOfAll') ? data.recalls.length : total };
  };
  return {
    ...{ seesPerson, seesDrive, seesAppointment, seesDonation, seesUnit, seesOrder, seesRecall },
    ...{ person, drive, appointment, donation, unit, order, recall },
    ...{ listDonors, listDrives, listAppointments, listDonations, listUnits, listOrders, listRecalls },
  };
}
