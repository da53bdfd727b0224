import type { Body } from '../hand-written.ts';
import { among, date, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import { type Application, type GardenData, type Lease, type Person, type Plot, rentOf, type Shift, type Workday } from './data.ts';
import type { Has } from './faults.ts';

const roles = ['member', 'warden', 'treasurer'];
const plotStates = ['fallow', 'free', 'let'];
const applicationStates = ['waiting', 'offered', 'accepted', 'withdrawn'];
const leaseStates = ['running', 'noticed', 'ended'];
const workdayStates = ['draft', 'open', 'done', 'cancelled'];
const shiftStates = ['signed', 'left', 'attended', 'missed', 'dropped'];
export const tasks = ['paths', 'fence', 'water'];

const byText = (a: string, b: string): number => a.localeCompare(b, 'en');

/** The parts of the garden's records that people see. `me` is null if signed out. */
export function gardenViews(data: GardenData, has: Has) {
  const seesPerson = (person: Person, me: Person | null): boolean => {
    if (me === null) return false;
    if (me === person || me.role === 'treasurer') return true;
    return me.role === 'warden' && (person.role === 'member' || has('wardensSeeStaff'));
  };
  const seesPlot = ({ state }: Plot, me: Person | null): boolean => {
    if (me === null) return state === 'free';
    return me.role !== 'member' || state !== 'fallow';
  };
  const seesApplication = ({ person, state }: Application, me: Person | null): boolean =>
    me !== null && (me.role === 'warden' ? state !== 'withdrawn' : me.role === 'member' && person === me);
  const seesLease = ({ tenant, state }: Lease, me: Person): boolean => {
    if (me.role === 'member') return tenant === me;
    return me.role === 'warden' || state !== 'ended';
  };
  const seesWorkday = ({ state }: Workday, me: Person): boolean => me.role === 'warden' || state !== 'draft';
  const seesShift = ({ person }: Shift, me: Person): boolean => me.role === 'warden' || person === me;

  const moment = (time: number | null): string | number | null =>
    time === null || has('timesAreNumbers') ? time : new Date(time).toISOString();
  const nameOf = (person: Person, me: Person): string | null => (seesPerson(person, me) ? person.name : null);

  const person = (one: Person, me: Person): Body => ({
    ...{ number: one.number, name: one.name, role: one.role, hours: one.hours, banned: one.banned },
    ...(me.role !== 'warden' || has('arrearsAreShownToWardens') ? { arrears: one.arrears } : {}),
  });
  const plot = (one: Plot, me: Person | null): Body => ({
    ...{ code: one.code, area: one.area, sunny: one.sunny, state: one.state },
    rent: has('rentIsShownWithoutSun') ? one.area * 2 : rentOf(one),
    ...(me?.role === 'warden' || (me?.role === 'member' && has('notesAreShown')) ? { note: one.note } : {}),
    wanted: data.applicationsFor(one).filter((each) => seesApplication(each, me) || has('wantedIsOfAll')).length,
  });
  const seesLetter = ({ state }: Application, me: Person): boolean =>
    me.role === 'member' || state === 'waiting' || state === 'offered' || has('lettersAreKeptShown');
  const application = (one: Application, me: Person): Body => {
    const isPlotShown = one.plot !== null && seesPlot(one.plot, me);
    return {
      ...{ number: one.number, person: nameOf(one.person, me), least: one.least, most: one.most, state: one.state },
      ...(seesLetter(one, me) ? { letter: one.letter } : {}),
      ...(one.plot === null && has('nullsAreLeftOut') ? {} : { plot: isPlotShown ? (one.plot?.code ?? null) : null }),
      offeredAt: moment(one.offeredAt),
      ...(me.role === 'warden' || has('refusalsAreShown') ? { refusals: one.refusals } : {}),
    };
  };
  const lease = (one: Lease, me: Person): Body => ({
    ...{ number: one.number, tenant: nameOf(one.tenant, me), until: one.until, state: one.state },
    plot: seesPlot(one.plot, me) || has('fallowPlotsAreNamed') ? one.plot.code : null,
    since: has('sinceIsTime') ? `${one.since}T00:00:00.000Z` : one.since,
    ...(me.role !== 'warden' || has('rentsAreShownToWardens') ? { rent: one.rent } : {}),
    ...(me.role !== 'treasurer' || has('reasonsAreShownToTreasurers') ? { reason: one.reason } : {}),
  });
  const shift = (one: Shift, me: Person): Body => ({
    ...{ number: one.number, workday: one.workday.number, person: nameOf(one.person, me), task: one.task, state: one.state },
    hours: one.hours === null && has('noHoursAreZero') ? 0 : one.hours,
  });
  const workday = (one: Workday, me: Person): Body => {
    const shifts = data.shiftsOn(one);
    const shown = shifts.filter((each) => seesShift(each, me) || has('nestedShiftsAreOfAll'));
    const counted = shifts.filter(({ state }) => state === 'attended' || has('workedCountsWishes'));
    return {
      ...{ number: one.number, title: one.title, day: one.day, places: one.places, hours: one.hours, state: one.state },
      keeper: has('keepersAreShown') ? one.keeper.name : nameOf(one.keeper, me),
      worked: counted.reduce((sum, { hours }) => sum + (hours ?? (has('workedCountsWishes') ? one.hours : 0)), 0),
      shifts: shown.map((each) => shift(each, me)),
    };
  };

  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? (has('usualLimitIsTen') ? 10 : 20);
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || limit > (has('limitIsUnbounded') ? Number.POSITIVE_INFINITY : 1000) || offset < 0) invalid();
    const found = all.filter(fits);
    const from = has('offsetIsPages') ? offset * limit : offset;
    return { shown: found.slice(from, from + limit), total: has('totalIsOfThePage') ? Math.min(limit, found.length) : found.length };
  };
  const listPeople = (me: Person, query: URLSearchParams): Body => {
    const role = given(query, 'role', (value) => among(value, roles));
    const banned = given(query, 'banned', flag);
    const owing = given(query, 'owing', integer);
    const all = [...data.people].sort((a, b) => (has('peopleAreByName') ? 0 : b.hours - a.hours) || byText(a.name, b.name));
    const { shown, total } = page(all, query, (one) => {
      if (!seesPerson(one, me) || (role !== null && one.role !== role)) return false;
      if (has('bannedIgnoresFalse') ? banned && !one.banned : banned !== null && one.banned !== banned) return false;
      if (owing === null) return true;
      if (me.role === 'warden' && !has('owingShowsHidden')) return false;
      return has('owingIsStrict') ? one.arrears > owing : one.arrears >= owing;
    });
    return { people: shown.map((one) => person(one, me)), total };
  };
  const listPlots = (me: Person | null, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, plotStates));
    const sunny = given(query, 'sunny', flag);
    const least = given(query, 'least', integer);
    const most = given(query, 'most', integer);
    const byArea = (a: Plot, b: Plot): number => (has('smallestPlotFirst') ? a.area - b.area : b.area - a.area);
    const all = [...data.plots].sort((a, b) => byArea(a, b) || (has('codesDescend') ? byText(b.code, a.code) : byText(a.code, b.code)));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = (me === null && one.state === 'let' && has('letPlotsArePublic')) || (me?.role === 'member' && has('fallowIsListed'));
      if (!seesPlot(one, me) && !isLeaked) return false;
      if (state !== null && one.state !== state) return false;
      if (sunny !== null && one.sunny !== sunny && !has('sunnyFilterIsIgnored')) return false;
      if (least !== null && (has('leastIsStrict') ? one.area <= least : one.area < least)) return false;
      return most === null || one.area <= most || (least !== null && has('mostIsIgnoredWithLeast'));
    });
    return { plots: shown.map((one) => plot(one, me)), total: has('plotTotalIsOfAll') ? data.plots.length : total };
  };
  const listApplications = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, applicationStates));
    const fits = given(query, 'fits', integer);
    const words = given(query, 'words', String);
    const isSorted = me.role === 'warden' && !has('applicationsAreByNumber');
    const byNumber = (a: Application, b: Application): number =>
      has('oldestApplicationFirst') ? a.number - b.number : b.number - a.number;
    const all = [...data.applications].sort((a, b) => (isSorted ? a.refusals - b.refusals : 0) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = me.role === 'member' ? has('applicationsOfAll') : has('withdrawnAreListed');
      if (!seesApplication(one, me) && !isLeaked) return false;
      if (state !== null && one.state !== state) return false;
      if (fits !== null && (one.least > fits || (has('fitsIgnoresMost') ? false : one.most < fits))) return false;
      if (words === null) return true;
      if (one.letter === null || !(seesLetter(one, me) || has('wordsShowHidden'))) return false;
      return has('wordsMindCase') ? one.letter.includes(words) : one.letter.toLowerCase().includes(words.toLowerCase());
    });
    return { applications: shown.map((one) => application(one, me)), total };
  };
  const listLeases = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, leaseStates));
    const code = given(query, 'plot', String);
    const before = given(query, 'before', date);
    const byUntil = (a: Lease, b: Lease): number => {
      if (a.until === b.until || has('leasesAreByNumber')) return 0;
      if (a.until === null || b.until === null) return (a.until === null) === has('openLeasesFirst') ? -1 : 1;
      return byText(a.until, b.until);
    };
    const all = [...data.leases].sort((a, b) => byUntil(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = me.role === 'member' ? has('leasesOfAll') : has('endedIsListedToTreasurers');
      if (!seesLease(one, me) && !isLeaked) return false;
      if (state !== null && one.state !== state && !has('leaseStateIsIgnored')) return false;
      if (code !== null && !(one.plot.code === code && (seesPlot(one.plot, me) || has('plotFilterShowsHidden')))) return false;
      return before === null || (one.until !== null && (has('beforeIncludesTheDay') ? one.until <= before : one.until < before));
    });
    return { leases: shown.map((one) => lease(one, me)), total };
  };
  const listWorkdays = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, workdayStates));
    const start = given(query, 'from', date);
    const free = given(query, 'free', integer);
    const all = [...data.workdays].sort(
      (a, b) =>
        (has('workdaysAreByNumber') ? 0 : byText(a.day, b.day)) || (has('oldestOfADayFirst') ? a.number - b.number : b.number - a.number),
    );
    const { shown, total } = page(all, query, (one) => {
      if (!seesWorkday(one, me) && !has('draftsAreListed')) return false;
      if (state !== null && one.state !== state) return false;
      if (start !== null && (has('fromIsStrict') ? one.day <= start : one.day < start)) return false;
      const signed = data.shiftsOn(one).filter((each) => seesShift(each, me) && each.state === 'signed');
      return free === null || one.places - (has('freeIsOfAllPlaces') ? 0 : signed.length) >= free;
    });
    return { workdays: shown.map((one) => workday(one, me)), total };
  };
  const listShifts = (me: Person, query: URLSearchParams): Body => {
    const of = given(query, 'workday', integer);
    const state = given(query, 'state', (value) => among(value, shiftStates));
    const task = given(query, 'task', (value) => among(value, tasks));
    const hoursOf = ({ hours }: Shift): number => hours ?? (has('unknownHoursFirst') ? Number.MAX_SAFE_INTEGER : -1);
    const all = [...data.shifts].sort((a, b) => (has('shiftsAreByNumber') ? 0 : hoursOf(b) - hoursOf(a)) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!seesShift(one, me) && !has('shiftsOfAll')) return false;
      if (of !== null && one.workday.number !== of && !has('shiftsOfOtherDays')) return false;
      if (state !== null && one.state !== state) return false;
      return task === null || one.task === task;
    });
    return { shifts: shown.map((one) => shift(one, me)), total };
  };
  return {
    ...{ seesPerson, seesPlot, seesApplication, seesLease, seesWorkday, seesShift },
    ...{ person, plot, application, lease, workday, shift },
    ...{ listPeople, listPlots, listApplications, listLeases, listWorkdays, listShifts },
  };
}
