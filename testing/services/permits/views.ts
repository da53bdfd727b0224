import type { Body } from '../hand-written.ts';
import { among, date, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import {
  type Application,
  departments,
  type Inspection,
  kinds,
  type Objection,
  type Parcel,
  type Permit,
  type PermitData,
  type Person,
  type Review,
  stages,
  zones,
} from './data.ts';
import type { Has } from './faults.ts';

const applicationStates = ['draft', 'submitted', 'complete', 'granted', 'denied', 'withdrawn'];
const reviewStates = ['asked', 'approved', 'rejected', 'dropped'];
const permitStates = ['valid', 'lapsed', 'revoked', 'finished'];
const inspectionStates = ['planned', 'passed', 'failed', 'cancelled', 'dropped'];
const publicStates = ['complete', 'granted', 'denied'];

const byText = (a: string, b: string): number => a.localeCompare(b, 'en');

/** The parts of the office's records that people see. `me` is null if signed out. */
export function permitViews(data: PermitData, has: Has) {
  const seesPerson = (one: Person, me: Person): boolean => {
    if (me === one || me.role === 'head') return true;
    return me.role === 'clerk' && (one.role === 'applicant' || has('clerksSeeColleagues'));
  };
  const seesParcel = ({ zone }: Parcel, me: Person | null): boolean => me !== null || zone !== 'green';
  const seesApplication = (one: Application, me: Person | null): boolean => {
    const { applicant, state, returns } = one;
    switch (me?.role) {
      case 'applicant':
        return applicant === me || publicStates.includes(state) || (state === 'submitted' && has('submittedIsPublic'));
      case 'clerk':
        return state !== 'draft' || (returns > 0 && !has('clerksLoseReturned'));
      case 'inspector':
        return state === 'complete' || state === 'granted';
      default:
        return me !== null;
    }
  };
  const seesObjection = ({ person, application }: Objection, me: Person): boolean => {
    if (me.role === 'applicant') return person === me || application.applicant === me;
    return me.role !== 'inspector';
  };
  const seesReview = ({ application, department, state }: Review, me: Person): boolean => {
    if (me.role === 'applicant') return application.applicant === me && (state !== 'asked' || has('askedIsShown'));
    return me.role !== 'inspector' || department === me.department;
  };
  const seesPermit = ({ holder, state }: Permit, me: Person): boolean => {
    if (me.role === 'applicant') return holder === me;
    return me.role !== 'inspector' || state === 'valid';
  };
  const seesInspection = ({ permit }: Inspection, me: Person): boolean =>
    me.role === 'applicant' ? permit.holder === me : me.role !== 'clerk';

  const nameOf = (one: Person, me: Person): string | null => (seesPerson(one, me) ? one.name : null);
  const numberOf = (one: Application, me: Person): number | null => (seesApplication(one, me) ? one.number : null);

  const person = (one: Person, me: Person): Body => ({
    ...{ number: one.number, name: one.name, role: one.role, department: one.department, blocked: one.blocked },
    ...(me.role !== 'inspector' || has('strikesAreShownToInspectors') ? { strikes: one.strikes } : {}),
  });
  const parcel = (one: Parcel, me: Person | null): Body => {
    const seesNote = me !== null && (me.role !== 'applicant' || has('notesAreShown'));
    const pending = data
      .applicationsFor(one)
      .filter((each) => each.state === 'submitted' || (each.state === 'complete' && !has('completeIsNotPending')))
      .filter((each) => seesApplication(each, me) || has('pendingIsOfAll'));
    return {
      ...{ code: one.code, size: one.size, zone: one.zone, listed: one.listed },
      ...(seesNote ? { note: one.note === null && has('noNoteIsEmpty') ? '' : one.note } : {}),
      most: has('mostIsRoundedUp') ? Math.ceil((one.size * 40) / 100) : Math.floor((one.size * 40) / 100),
      pending: pending.length,
    };
  };
  const seesMoney = (one: Application, me: Person): boolean => me.role !== 'inspector' && (me.role !== 'applicant' || one.applicant === me);
  const review = (one: Review, me: Person): Body => ({
    ...{ number: one.number, department: one.department, state: one.state },
    application: has('reviewedIsNumbered') ? one.application.number : numberOf(one.application, me),
    examiner: one.examiner === null ? null : has('examinersAreShown') ? one.examiner.name : nameOf(one.examiner, me),
    ...(me.role !== 'applicant' || one.state === 'rejected' || has('approvalNotesAreShown') ? { note: one.note } : {}),
  });
  const application = (one: Application, me: Person): Body => {
    const isOwn = one.applicant === me;
    const reviews = data.reviewsOf(one).filter((each) => seesReview(each, me) || (isOwn && has('nestedReviewsAreOfAll')));
    const objections = data.objectionsTo(one).filter((each) => seesObjection(each, me) || has('objectionsAreCounted'));
    const counted = has('retractedAreNotCounted') ? objections.filter(({ state }) => state !== 'retracted') : objections;
    const seesFee =
      seesMoney(one, me) || (me.role === 'applicant' && has('feesArePublic')) || (me.role === 'inspector' && has('inspectorsSeeFees'));
    const seesRest = seesMoney(one, me);
    return {
      ...{ number: one.number, applicant: has('applicantsAreNamed') ? one.applicant.name : nameOf(one.applicant, me) },
      ...{ parcel: one.parcel.code, kind: one.kind, title: one.title, area: one.area, height: one.height, state: one.state },
      ...(me.role !== 'applicant' || isOwn || has('plansArePublic') ? { plans: one.plans } : {}),
      ...(seesFee ? { fee: one.fee, paid: one.paid, refund: one.refund } : {}),
      ...(seesRest ? { remarks: one.remarks } : {}),
      ...(seesRest || has('reasonsArePublic') ? { reason: one.reason } : {}),
      ...(me.role === 'clerk' || me.role === 'head' || (isOwn && has('returnsAreShown')) ? { returns: one.returns } : {}),
      publishedOn: one.publishedOn !== null && has('publishedIsTime') ? `${one.publishedOn}T00:00:00.000Z` : one.publishedOn,
      objections: counted.length,
      reviews: (has('newestReviewFirst') ? reviews.reverse() : reviews).map((each) => review(each, me)),
    };
  };
  const objection = (one: Objection, me: Person): Body => ({
    ...{ number: one.number, application: numberOf(one.application, me), grounds: one.grounds, state: one.state },
    person: has('neighboursAreNamed') ? one.person.name : nameOf(one.person, me),
    ...(me.role !== 'applicant' || one.person === me ? { answer: one.answer } : {}),
  });
  const permit = (one: Permit, me: Person): Body => ({
    ...{ number: one.number, application: numberOf(one.application, me), holder: nameOf(one.holder, me) },
    ...{ until: one.until, extensions: one.extensions, state: one.state },
    ...(me.role === 'inspector' || me.role === 'head' || (me.role === 'clerk' && has('failuresAreShown'))
      ? { failures: one.failures }
      : {}),
    ...(me.role !== 'inspector' || has('reasonsAreShownToInspectors') ? { reason: one.reason } : {}),
  });
  const inspection = (one: Inspection, me: Person): Body => {
    const seesNote = me.role !== 'applicant' || one.state === 'failed' || has('allNotesAreShown');
    return {
      ...{ number: one.number, kind: one.kind, day: one.day, state: one.state },
      permit: seesPermit(one.permit, me) || has('endedPermitsAreNumbered') ? one.permit.number : null,
      inspector: one.inspector === null ? null : has('inspectorsAreNamed') ? one.inspector.name : nameOf(one.inspector, me),
      ...(seesNote && !(one.note === null && has('emptyNotesAreLeftOut')) ? { note: one.note } : {}),
    };
  };

  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? (has('usualLimitIsTen') ? 10 : 20);
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || (limit > 1000 && !has('limitIsUnbounded')) || offset < 0) invalid();
    const found = all.filter(fits);
    const from = has('offsetIsIgnored') ? 0 : has('offsetBeginsAtOne') ? Math.max(0, offset - 1) : offset;
    return { shown: found.slice(from, from + limit), total: has('totalIsOfThePage') ? Math.min(limit, found.length) : found.length };
  };
  const holds = (text: string, words: string): boolean =>
    has('wordsMindCase')
      ? text.includes(words)
      : has('wordsAreAtTheStart')
        ? text.toLowerCase().startsWith(words.toLowerCase())
        : text.toLowerCase().includes(words.toLowerCase());

  const listParcels = (me: Person | null, query: URLSearchParams): Body => {
    const zone = given(query, 'zone', (value) => among(value, zones));
    const listed = given(query, 'listed', flag);
    const least = given(query, 'least', integer);
    const words = query.get('words');
    const bySize = (a: Parcel, b: Parcel): number =>
      has('smallestFirst') ? a.size - b.size : has('parcelsAreByCode') ? 0 : b.size - a.size;
    const all = [...data.parcels].sort((a, b) => bySize(a, b) || (has('codesDescend') ? byText(b.code, a.code) : byText(a.code, b.code)));
    const { shown, total } = page(all, query, (one) => {
      if (!seesParcel(one, me) && !has('greenIsListed')) return false;
      if (zone !== null && one.zone !== zone) return false;
      if (has('listedIgnoresFalse') ? listed && !one.listed : listed !== null && one.listed !== listed) return false;
      if (least !== null && (has('leastIsStrict') ? one.size <= least : one.size < least)) return false;
      if (words === null) return true;
      if (me === null || (me.role === 'applicant' && !has('wordsFindHiddenNotes'))) return false;
      return one.note !== null && holds(one.note, words);
    });
    return { parcels: shown.map((one) => parcel(one, me)), total: has('parcelTotalIsOfAll') ? data.parcels.length : total };
  };
  const listApplications = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, applicationStates));
    const kind = given(query, 'kind', (value) => among(value, kinds));
    const owing = given(query, 'owing', integer);
    const [code, words] = [query.get('parcel'), query.get('words')];
    const byArea = (a: Application, b: Application): number =>
      has('smallestBuildingFirst') ? a.area - b.area : has('applicationsAreByNumber') ? 0 : b.area - a.area;
    const byNumber = (a: Application, b: Application): number => (has('newestOfAnAreaFirst') ? b.number - a.number : a.number - b.number);
    const all = [...data.applications].sort((a, b) => byArea(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked =
        (me.role === 'clerk' && has('draftsAreListed')) ||
        (me.role === 'inspector' && one.state === 'denied' && has('deniedIsListedToInspectors')) ||
        (me.role === 'applicant' && one.state !== 'draft' && has('applicationsOfAll'));
      if (!seesApplication(one, me) && !isLeaked) return false;
      if (me.role === 'applicant' && one.applicant !== me && has('onlyOwnAreListed')) return false;
      if (state !== null && one.state !== state && !(kind !== null && has('stateIsIgnoredWithKind'))) return false;
      if (kind !== null && one.kind !== kind && !has('kindIsIgnored')) return false;
      if (code !== null && one.parcel.code !== code) return false;
      if (words !== null && !holds(one.title, words)) return false;
      if (owing === null) return true;
      if (!seesMoney(one, me) && !has('owingFindsHidden')) return false;
      return has('owingIsStrict') ? one.fee - one.paid > owing : (has('owingIgnoresPaid') ? one.fee : one.fee - one.paid) >= owing;
    });
    return { applications: shown.map((one) => application(one, me)), total };
  };
  const listReviews = (me: Person, query: URLSearchParams): Body => {
    const of = given(query, 'application', integer);
    const department = given(query, 'department', (value) => among(value, departments));
    const state = given(query, 'state', (value) => among(value, reviewStates));
    const all = [...data.reviews].sort((a, b) => (has('oldestReviewFirst') ? a.number - b.number : b.number - a.number));
    const { shown, total } = page(all, query, (one) => {
      if (!seesReview(one, me) && !(me.role === 'inspector' && has('reviewsOfAllDepartments'))) return false;
      if (of !== null && numberOf(one.application, me) !== of && !(one.application.number === of && has('hiddenIsFiltered'))) return false;
      if (department !== null && one.department !== department) return false;
      return state === null || one.state === state || (state === 'approved' && one.state === 'rejected' && has('approvedFindsRejected'));
    });
    return { reviews: shown.map((one) => review(one, me)), total };
  };
  const listPermits = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, permitStates));
    const before = given(query, 'before', date);
    const code = query.get('parcel');
    const byUntil = (a: Permit, b: Permit): number =>
      has('permitsAreByNumber') ? 0 : has('lastPermitFirst') ? byText(b.until, a.until) : byText(a.until, b.until);
    const byNumber = (a: Permit, b: Permit): number => (has('oldestOfADayFirst') ? a.number - b.number : b.number - a.number);
    const all = [...data.permits].sort((a, b) => byUntil(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = me.role === 'applicant' ? has('permitsOfAll') : has('endedIsListedToInspectors');
      if (!seesPermit(one, me) && !isLeaked) return false;
      if (state !== null && one.state !== state && !has('permitStateIsIgnored')) return false;
      if (before !== null && (has('beforeIncludesTheDay') ? one.until > before : one.until >= before)) return false;
      return code === null || one.application.parcel.code === code || has('permitParcelIsIgnored');
    });
    return { permits: shown.map((one) => permit(one, me)), total };
  };
  const listInspections = (me: Person, query: URLSearchParams): Body => {
    const of = given(query, 'permit', integer);
    const kind = given(query, 'kind', (value) => among(value, stages));
    const state = given(query, 'state', (value) => among(value, inspectionStates));
    const start = given(query, 'from', date);
    const byDay = (a: Inspection, b: Inspection): number =>
      has('inspectionsAreByNumber') ? 0 : has('latestDayFirst') ? byText(b.day, a.day) : byText(a.day, b.day);
    const byNumber = (a: Inspection, b: Inspection): number => (has('oldestInspectionFirst') ? a.number - b.number : b.number - a.number);
    const all = [...data.inspections].sort((a, b) => byDay(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!seesInspection(one, me) && !has('inspectionsOfAll')) return false;
      const isOf = one.permit.number === of && (seesPermit(one.permit, me) || has('endedPermitIsFiltered'));
      if (of !== null && !isOf) return false;
      if (kind !== null && one.kind !== kind) return false;
      if (state !== null && one.state !== state) return false;
      return start === null || (has('fromIsStrict') ? one.day > start : one.day >= start);
    });
    return { inspections: shown.map((one) => inspection(one, me)), total };
  };
  return {
    ...{ seesPerson, seesParcel, seesApplication, seesObjection, seesReview, seesPermit, seesInspection },
    ...{ person, parcel, application, objection, review, permit, inspection },
    ...{ listParcels, listApplications, listReviews, listPermits, listInspections },
  };
}
