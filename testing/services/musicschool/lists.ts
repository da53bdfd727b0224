import type { Body } from '../hand-written.ts';
import { among, date, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import type { MusicAccess } from './access.ts';
import type { Bills } from './bill-steps.ts';
import {
  type Bill,
  billKinds,
  billStates,
  type Concert,
  concertStates,
  type Enrolment,
  enrolmentStates,
  type Instrument,
  instrumentStates,
  type Lesson,
  lentKinds,
  lessonKinds,
  lessonStates,
  type MusicData,
  type Person,
  roles,
  rooms,
  subjects,
} from './data.ts';
import type { Has } from './faults.ts';
import { cents } from './inputs.ts';
import type { MusicViews } from './views.ts';

const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
/** A to Z count as a to z. */
const byText = (a: string, b: string): number => {
  const [first, second] = [folded(a), folded(b)];
  return first < second ? -1 : first > second ? 1 : 0;
};
const is = <T>(wanted: T | null, value: T): boolean => wanted === null || wanted === value;

interface Parts {
  readonly data: MusicData;
  readonly access: MusicAccess;
  readonly views: MusicViews;
  readonly bills: Bills;
}

/** The lists of the school. */
export function musicLists({ data, access, views, bills }: Parts, has: Has) {
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? 20;
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || (limit > 1000 && !has('limitIsNotBounded')) || offset < 0) invalid();
    const found = all.filter(fits);
    const start = has('offsetCountsPages') ? offset * limit : offset;
    const shown = found.slice(start, start + limit);
    return { shown, total: has('totalIsOfThePage') ? shown.length : found.length };
  };
  const holds = (text: string, words: string): boolean => {
    if (has('wordsMindCase')) return text.includes(words);
    const [known, wanted] = [text.toLowerCase(), words.toLowerCase()];
    return known.includes(wanted);
  };
  const stateIn = (query: URLSearchParams, states: readonly string[]): string | null =>
    given(query, 'state', (value) => among(value, states));

  const people = (me: Person, query: URLSearchParams): Body => {
    const role = given(query, 'role', (value) => among(value, roles));
    const suspended = given(query, 'suspended', flag);
    const words = query.get('words');
    const byNumber = (a: Person, b: Person): number => (has('oldestNamesakeFirst') ? a.number - b.number : b.number - a.number);
    const all = [...data.people].sort((a, b) => byText(a.name, b.name) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesPerson(one, me)) return false;
      if (!is(role, one.role)) return false;
      if (has('suspendedIgnoresFalse') ? suspended && !one.suspended : !is(suspended, one.suspended)) return false;
      return words === null || holds(one.name, words);
    });
    return { people: shown.map((one) => views.person(one, me)), total };
  };
  const enrolments = (me: Person, query: URLSearchParams): Body => {
    const state = stateIn(query, enrolmentStates);
    const instrument = given(query, 'instrument', (value) => among(value, subjects));
    const words = query.get('words');
    const rank = (one: Enrolment): number => (has('subjectsAreByAlphabet') ? [...subjects].sort() : subjects).indexOf(one.instrument);
    const byPupil = (a: Enrolment, b: Enrolment): number => byText(a.pupil, b.pupil);
    const byNumber = (a: Enrolment, b: Enrolment): number => b.number - a.number;
    const all = [...data.enrolments].sort((a, b) => rank(a) - rank(b) || byPupil(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesEnrolment(one, me) && !(me.role === 'family' && has('familiesListAllPupils'))) return false;
      if (state === null && one.state === 'ended' && has('endedIsNotListed')) return false;
      if (!is(state, one.state) || !is(instrument, one.instrument)) return false;
      return words === null || holds(one.pupil, words);
    });
    return { enrolments: shown.map((one) => views.enrolment(one, me)), total };
  };
  const lessons = (me: Person, query: URLSearchParams): Body => {
    const state = stateIn(query, lessonStates);
    const kind = given(query, 'kind', (value) => among(value, lessonKinds));
    const room = given(query, 'room', (value) => among(value, rooms));
    const first = given(query, 'from', date);
    const before = given(query, 'before', date);
    const byDay = (a: Lesson, b: Lesson): number => byText(a.day, b.day);
    const byHour = (a: Lesson, b: Lesson): number => (b.begins - a.begins) * (has('morningFirst') ? -1 : 1);
    const all = [...data.lessons].sort((a, b) => byDay(a, b) || byHour(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesLesson(one, me)) return false;
      if (!is(state, one.state) || !is(kind, one.kind)) return false;
      if (!is(room, one.room)) return false;
      if (first !== null && (has('fromIsStrict') ? one.day <= first : one.day < first)) return false;
      return before === null || one.day < before || (one.day === before && has('beforeIncludesTheDay'));
    });
    return { lessons: shown.map((one) => views.lesson(one, me)), total };
  };
  const instruments = (me: Person, query: URLSearchParams): Body => {
    const kind = given(query, 'kind', (value) => among(value, lentKinds));
    const state = stateIn(query, instrumentStates);
    const most = given(query, 'most', cents);
    const words = query.get('words');
    const rank = (one: Instrument): number => lentKinds.indexOf(one.kind);
    const byMonth = (a: Instrument, b: Instrument): number => b.monthly - a.monthly;
    const byCode = (a: Instrument, b: Instrument): number => (has('instrumentsAreByAge') ? 0 : byText(a.code, b.code));
    const all = [...data.instruments].sort((a, b) => rank(a) - rank(b) || byMonth(a, b) || byCode(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesInstrument(one, me)) return false;
      if (!is(kind, one.kind) || !is(state, one.state)) return false;
      if (most !== null && one.monthly > most) return false;
      return words === null || holds(one.title, words);
    });
    return { instruments: shown.map((one) => views.instrument(one, me)), total };
  };
  const billList = (me: Person, query: URLSearchParams): Body => {
    const state = stateIn(query, billStates);
    const kind = given(query, 'kind', (value) => among(value, billKinds));
    const least = given(query, 'least', cents);
    const byDue = (a: Bill, b: Bill): number => byText(a.due, b.due);
    const byNumber = (a: Bill, b: Bill): number => b.number - a.number;
    const all = [...data.bills].sort((a, b) => byDue(a, b) || byNumber(a, b));
    const fits = (one: Bill): boolean => {
      if (!access.seesBill(one, me) && !(me.role === 'family' && has('familiesListAllBills'))) return false;
      if (!is(state, one.state) || !is(kind, one.kind)) return false;
      const rest = has('leastIgnoresPaid') ? bills.total(one) : bills.owed(one);
      return least === null || rest >= least;
    };
    const { shown, total } = page(all, query, fits);
    const counted = has('owedIsOfAll') ? all.filter(fits) : shown;
    const owed = counted.reduce((sum, one) => sum + bills.owed(one), 0);
    return { bills: shown.map((one) => views.bill(one, me)), total, owed: views.money(owed) };
  };
  /** `me` is null if signed out. */
  const concerts = (me: Person | null, query: URLSearchParams): Body => {
    const state = stateIn(query, concertStates);
    const byDay = (a: Concert, b: Concert): number => byText(b.day, a.day) * (has('nextConcertFirst') ? -1 : 1);
    const all = [...data.concerts].sort((a, b) => byDay(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => access.seesConcert(one, me) && is(state, one.state));
    return { concerts: shown.map((one) => views.concert(one, me)), total };
  };
  return { people, enrolments, lessons, instruments, bills: billList, concerts };
}
