import type { Body } from '../hand-written.ts';
import { among, date, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import {
  type Contact,
  type Exhibition,
  isDelicate,
  type Loan,
  type MuseumData,
  placesIn,
  type Report,
  type Transport,
  type Treatment,
  valueOfAll,
  type Work,
} from './data.ts';
import type { Has } from './faults.ts';

const roles = ['borrower', 'registrar', 'curator', 'conservator', 'director'];
export const media = ['oil', 'bronze', 'paper', 'textile', 'photograph'];
const workStates = ['stored', 'selected', 'on show', 'on loan', 'in treatment', 'deaccessioned'];
export const rooms = ['cabinet', 'gallery', 'hall'];
const exhibitionStates = ['planned', 'open', 'closed', 'cancelled'];
const loanStates = ['requested', 'approved', 'declined', 'withdrawn', 'out', 'returned'];
export const methods = ['cleaning', 'retouching', 'relining', 'washing'];
const treatmentStates = ['planned', 'under way', 'done', 'dropped'];

const byText = (a: string, b: string): number => {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()];
  return first < second ? -1 : first > second ? 1 : 0;
};

/** Cents, from an amount with two decimal places at most. */
export function money(value: unknown): number {
  const given = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : invalid();
  return /^-?\d{1,15}(\.\d{1,2})?$/.test(given) ? Math.round(Number(given) * 100) : invalid();
}

/** The parts of the museum's records that people see. `me` is null if signed out. */
export function museumViews(data: MuseumData, has: Has) {
  const isOne = (me: Contact | null, ...wanted: string[]): boolean => me !== null && wanted.includes(me.role);
  const isStaff = (me: Contact | null): boolean => me !== null && me.role !== 'borrower';

  const seesContact = (one: Contact, me: Contact): boolean =>
    me === one || isOne(me, 'registrar', 'director') || (me.role === 'curator' && (one.role === 'borrower' || has('curatorsSeeStaff')));
  const seesWork = ({ state }: Work, me: Contact | null): boolean =>
    state !== 'deaccessioned' || isStaff(me) || (me !== null && has('borrowersSeeDeaccessioned'));
  const seesExhibition = ({ state }: Exhibition, me: Contact | null): boolean => {
    if (me === null) return state === 'open' || (state === 'closed' && has('closedShowsArePublic'));
    return me.role !== 'borrower' || state === 'open' || state === 'closed' || (state === 'planned' && has('plansAreShownToBorrowers'));
  };
  const seesLoan = ({ borrower, state }: Loan, me: Contact | null): boolean => {
    if (me?.role === 'borrower') return borrower === me;
    return isOne(me, 'registrar', 'director') || (me?.role === 'curator' && (state !== 'withdrawn' || has('curatorsSeeWithdrawn')));
  };
  const seesTransport = ({ loan }: Transport, me: Contact): boolean =>
    isOne(me, 'registrar', 'director') ||
    (me.role === 'borrower' && loan.borrower === me) ||
    (me.role === 'curator' && has('curatorsSeeTransports'));
  const seesTreatment = ({ state }: Treatment, me: Contact): boolean =>
    me.role === 'curator' ? state !== 'dropped' || has('curatorsSeeDropped') : isStaff(me);
  const seesReports = (me: Contact | null): boolean => isStaff(me) || (me !== null && has('borrowersSeeReports'));
  const seesCover = (me: Contact): boolean => me.role !== 'conservator' && (me.role !== 'curator' || has('curatorsSeeCover'));
  const seesValue = (me: Contact | null): boolean =>
    isOne(me, 'registrar', 'curator', 'director') || (me?.role === 'conservator' && has('conservatorsSeeValues'));
  const seesSpent = (me: Contact): boolean =>
    isOne(me, 'conservator', 'director') || (me.role === 'registrar' && has('registrarsSeeSpent'));

  const moment = (time: number | null): string | number | null =>
    time === null || has('timesAreNumbers') ? time : new Date(time).toISOString();
  const amount = (cents: number): number | string =>
    has('moneyIsText') ? (cents / 100).toFixed(2) : has('moneyIsInCents') ? cents : cents / 100;
  const nameOf = (one: Contact, me: Contact): string | null => (seesContact(one, me) ? one.name : null);

  const contact = (one: Contact, me: Contact): Body => ({
    ...{ number: one.number, name: one.name, city: one.city, role: one.role, suspended: one.suspended },
    ...(seesCover(me) ? { cover: amount(one.cover) } : {}),
    ...(has('passwordsAreShown') ? { password: one.password } : {}),
  });
  const report = (one: Report, me: Contact | null): Body => ({
    ...{ number: one.number, condition: one.condition },
    author: has('authorsAreShown') ? one.author.name : me === null ? null : nameOf(one.author, me),
    made: has('madeIsTime') ? `${one.made}T00:00:00.000Z` : one.made,
    ...(isOne(me, 'registrar', 'conservator', 'director') || has('findingsAreShown') ? { findings: one.findings } : {}),
  });
  const askedOf = (one: Work, me: Contact | null): number =>
    data.loansOf(one).filter((loan) => {
      if (loan.state !== 'requested' && !(loan.state === 'approved' && has('askedCountsApproved'))) return false;
      return seesLoan(loan, me) || has('askedIsOfAll');
    }).length;
  const work = (one: Work, me: Contact | null): Body => {
    const isNamed = one.exhibition !== null && (seesExhibition(one.exhibition, me) || has('planIsNamed'));
    return {
      ...{ accession: one.accession, title: one.title, artist: one.artist, medium: one.medium, height: one.height, width: one.width },
      ...{ condition: one.condition, delicate: isDelicate(one), state: one.state },
      ...(seesValue(me) ? { value: amount(one.value) } : {}),
      ...(isOne(me, 'registrar', 'conservator') || (me?.role === 'curator' && has('notesAreShownToCurators')) ? { note: one.note } : {}),
      ...(isStaff(me) || (me !== null && has('restIsShownToBorrowers')) ? { restUntil: one.restUntil } : {}),
      ...(isStaff(me) ? { reason: one.reason } : {}),
      ...(one.exhibition === null && has('nullsAreLeftOut') ? {} : { exhibition: isNamed ? (one.exhibition?.title ?? null) : null }),
      asked: askedOf(one, me),
      reports: (seesReports(me) ? data.reports.filter((each) => each.work === one) : []).map((each) => report(each, me)),
    };
  };
  const exhibition = (one: Exhibition, me: Contact | null): Body => {
    const works = data.worksOf(one);
    return {
      ...{ number: one.number, title: one.title, room: one.room, opens: one.opens, closes: one.closes, state: one.state },
      curator: has('curatorsAreShown') ? one.curator.name : me === null ? null : nameOf(one.curator, me),
      places: placesIn(one.room) - (has('placesAreWhatIsLeft') ? works.length : 0),
      ...(isOne(me, 'registrar', 'director') || (me?.role === 'curator' && has('worthIsShownToCurators'))
        ? { worth: amount(valueOfAll(has('worthIsOfSelectedWorks') ? works.filter(({ state }) => state === 'selected') : works)) }
        : {}),
      works: works.map(({ accession }) => accession),
    };
  };
  const transport = (one: Transport, me: Contact): Body => ({
    ...{ number: one.number, loan: one.loan.number, direction: one.direction, day: one.day, crate: one.crate, state: one.state },
    ...(isOne(me, 'registrar', 'director') || has('couriersAreShown') ? { courier: one.courier } : {}),
  });
  const loan = (one: Loan, me: Contact): Body => {
    const shown = data.transportsOf(one).filter((each) => seesTransport(each, me));
    return {
      ...{ number: one.number, borrower: nameOf(one.borrower, me), starts: one.starts, ends: one.ends, purpose: one.purpose },
      work: seesWork(one.work, me) || has('lentWorksAreNamed') ? one.work.accession : null,
      ...(me.role !== 'curator' || has('feesAreShownToCurators') ? { fee: amount(one.fee) } : {}),
      ...{ answer: one.answer, decidedAt: moment(one.decidedAt), state: one.state },
      ...(me.role !== 'borrower' || has('leftAsIsShown') ? { leftAs: one.leftAs } : {}),
      transports: (has('lastTransportOnly') ? shown.slice(-1) : shown).map((each) => transport(each, me)),
    };
  };
  const treatment = (one: Treatment, me: Contact): Body => ({
    ...{ number: one.number, work: one.work.accession, conservator: nameOf(one.conservator, me), aim: one.aim, method: one.method },
    ...{ hours: one.hours, result: one.result, state: one.state },
    ...(seesSpent(me) ? { spent: one.spent === null && has('nothingSpentIsZero') ? 0 : one.spent } : {}),
  });

  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? (query.has('limit') ? 1000 : has('usualLimitIsTen') ? 10 : 20);
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || limit > (has('limitIsUnbounded') ? Number.POSITIVE_INFINITY : 1000) || offset < 0) invalid();
    const found = all.filter(fits);
    const from = has('offsetIsPages') ? offset * limit : has('offsetBeginsAtOne') ? Math.max(offset - 1, 0) : offset;
    return { shown: found.slice(from, from + limit), total: has('totalIsOfThePage') ? Math.min(limit, found.length) : found.length };
  };
  const listContacts = (me: Contact, query: URLSearchParams): Body => {
    const role = given(query, 'role', (value) => among(value, roles));
    const suspended = given(query, 'suspended', flag);
    const covered = given(query, 'covered', money);
    const isSorted = seesCover(me) || has('coverSortsForAll');
    const all = [...data.contacts].sort(
      (a, b) => (isSorted ? b.cover - a.cover : 0) || (has('contactsAreByNumber') ? a.number - b.number : byText(a.name, b.name)),
    );
    const { shown, total } = page(all, query, (one) => {
      if (!seesContact(one, me) || (role !== null && one.role !== role)) return false;
      if (has('suspendedIgnoresFalse') ? suspended && !one.suspended : suspended !== null && one.suspended !== suspended) return false;
      if (covered === null) return true;
      if (!seesCover(me) && !has('coverFilterShowsHidden')) return false;
      return has('coveredIsStrict') ? one.cover > covered : one.cover >= covered;
    });
    return { contacts: shown.map((one) => contact(one, me)), total };
  };
  const listWorks = (me: Contact | null, query: URLSearchParams): Body => {
    const medium = given(query, 'medium', (value) => among(value, media));
    const state = given(query, 'state', (value) => among(value, workStates));
    const worth = given(query, 'worth', money);
    const words = query.get('words');
    const isSorted = seesValue(me) || has('valueSortsForAll');
    const byValue = (a: Work, b: Work): number => (has('cheapestFirst') ? a.value - b.value : b.value - a.value);
    const all = [...data.works].sort(
      (a, b) => (isSorted ? byValue(a, b) : 0) || (has('worksAreAsEntered') ? 0 : byText(a.accession, b.accession)),
    );
    const { shown, total } = page(all, query, (one) => {
      if (!seesWork(one, me) && !has('deaccessionedAreListed')) return false;
      if (medium !== null && one.medium !== medium && !(state !== null && has('mediumIsIgnoredWithState'))) return false;
      if (state !== null && one.state !== state) return false;
      if (worth !== null && !((seesValue(me) || has('worthShowsHidden')) && one.value >= worth)) return false;
      if (words === null) return true;
      const [title, wanted] = has('wordsMindCase') ? [one.title, words] : [one.title.toLowerCase(), words.toLowerCase()];
      return has('wordsBeginTitles') ? title.startsWith(wanted) : title.includes(wanted);
    });
    return { works: shown.map((one) => work(one, me)), total: has('worksTotalIsOfAll') ? data.works.length : total };
  };
  const listExhibitions = (me: Contact | null, query: URLSearchParams): Body => {
    const room = given(query, 'room', (value) => among(value, rooms));
    const state = given(query, 'state', (value) => among(value, exhibitionStates));
    const on = given(query, 'on', date);
    const byOpening = (a: Exhibition, b: Exhibition): number =>
      has('lastShowFirst') ? byText(b.opens, a.opens) : byText(a.opens, b.opens);
    const all = [...data.exhibitions].sort(
      (a, b) => byOpening(a, b) || (has('oldestShowFirst') ? a.number - b.number : b.number - a.number),
    );
    const { shown, total } = page(all, query, (one) => {
      if (!seesExhibition(one, me) && !(me === null && has('plansAreListed'))) return false;
      if (room !== null && one.room !== room && !has('roomFilterIsIgnored')) return false;
      if (state !== null && one.state !== state) return false;
      if (on === null) return true;
      if (one.opens > on || (one.opens === on && has('onIsAfterOpening'))) return false;
      return has('onIncludesTheEnd') ? one.closes >= on : one.closes > on;
    });
    return { exhibitions: shown.map((one) => exhibition(one, me)), total };
  };
  const listLoans = (me: Contact, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, loanStates));
    const accession = query.get('work');
    const after = given(query, 'after', date);
    const byStart = (a: Loan, b: Loan): number => (has('loansAreByEnd') ? byText(a.ends, b.ends) : byText(a.starts, b.starts));
    const all = [...data.loans].sort((a, b) => byStart(a, b) || (has('oldestLoanFirst') ? a.number - b.number : b.number - a.number));
    const { shown, total } = page(all, query, (one) => {
      if (!seesLoan(one, me) && !(me.role === 'borrower' ? has('loansOfAll') : has('withdrawnAreListed'))) return false;
      if (state !== null && one.state !== state) return false;
      if (accession !== null && !(one.work.accession === accession && (seesWork(one.work, me) || has('workFilterShowsHidden'))))
        return false;
      return after === null || (has('afterIncludesTheDay') ? one.starts >= after : one.starts > after);
    });
    return { loans: shown.map((one) => loan(one, me)), total };
  };
  const listTreatments = (me: Contact, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, treatmentStates));
    const method = given(query, 'method', (value) => among(value, methods));
    const accession = query.get('work');
    const isSorted = seesSpent(me) || has('spentSortsForAll');
    const spentOf = ({ spent }: Treatment): number => spent ?? (has('unknownSpentFirst') ? Number.MAX_SAFE_INTEGER : -1);
    const all = [...data.treatments].sort((a, b) => (isSorted ? spentOf(b) - spentOf(a) : 0) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!seesTreatment(one, me) && !has('droppedAreListed')) return false;
      if (me.role === 'conservator' && one.conservator !== me && has('onlyOwnTreatments')) return false;
      if (state !== null && one.state !== state && !(method !== null && has('treatmentStateIsIgnoredWithMethod'))) return false;
      if (method !== null && one.method !== method) return false;
      return (
        accession === null || (has('workFilterIsPrefix') ? one.work.accession.startsWith(accession) : one.work.accession === accession)
      );
    });
    return { treatments: shown.map((one) => treatment(one, me)), total };
  };
  return {
    ...{ seesContact, seesWork, seesExhibition, seesLoan, seesTransport, seesTreatment },
    ...{ contact, work, report, exhibition, loan, transport, treatment },
    ...{ listContacts, listWorks, listExhibitions, listLoans, listTreatments },
  };
}
