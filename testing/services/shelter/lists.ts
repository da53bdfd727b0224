import type { Body } from '../hand-written.ts';
import { among, date, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import type { Animal, Application, Donation, Person, Placement, ShelterData, Treatment, Visit } from './data.ts';
import type { Has } from './faults.ts';
import type { ShelterViews } from './views.ts';

const roles = ['adopter', 'carer', 'vet', 'manager'];
export const species = ['dog', 'cat', 'rabbit'];
export const housings = ['house', 'flat', 'farm'];
export const kinds = ['vaccination', 'castration', 'checkup'];
export const purposes = ['food', 'medicine', 'building'];
const animalStates = ['quarantine', 'available', 'reserved', 'adopted', 'fostered', 'transferred'];
const applicationStates = ['submitted', 'approved', 'rejected', 'lost', 'withdrawn', 'adopted'];
const visitStates = ['planned', 'passed', 'failed', 'cancelled'];
const placementStates = ['requested', 'running', 'declined', 'returned'];
const treatmentStates = ['planned', 'done', 'cancelled'];
const donationStates = ['pledged', 'received', 'refunded', 'lapsed'];

const folded = (text: string): string => text.toLowerCase();
const byText = (a: string, b: string): number => (folded(a) < folded(b) ? -1 : folded(a) > folded(b) ? 1 : 0);
const number = (value: string): number => (/^-?\d+(\.\d+)?$/.test(value) ? Number(value) : invalid());

/** The lists of the shelter's records, filtered, sorted and paged by the query. */
export function shelterLists(data: ShelterData, views: ShelterViews, has: Has) {
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? (has('usualLimitIsTen') ? 10 : 20);
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || limit > (has('limitIsUnbounded') ? Number.POSITIVE_INFINITY : 1000) || offset < 0) invalid();
    const found = all.filter(fits);
    const start = has('offsetIsPages') ? offset * limit : has('offsetIsIgnored') ? 0 : offset;
    return { shown: found.slice(start, start + limit), total: has('totalIsOfThePage') ? Math.min(limit, found.length) : found.length };
  };
  const oneOf = (query: URLSearchParams, name: string, values: readonly string[]): string | null =>
    given(query, name, (value) => among(value, values, has('filtersTakeAnyWord')));
  const holds = (text: string, words: string): boolean =>
    has('wordsMindCase')
      ? text.includes(words)
      : has('wordsBeginTheName')
        ? folded(text).startsWith(folded(words))
        : folded(text).includes(folded(words));

  const people = (me: Person, query: URLSearchParams): Body => {
    const role = oneOf(query, 'role', roles);
    const blocked = given(query, 'blocked', flag);
    const experienced = given(query, 'experienced', flag);
    const words = query.get('words');
    const byFees = (a: Person, b: Person): number =>
      has('peopleAreByName') || !(views.seesFees(me) || has('sortShowsFees')) ? 0 : b.fees - a.fees;
    const byName = (a: Person, b: Person): number => (has('namesDescend') ? byText(b.name, a.name) : byText(a.name, b.name));
    const all = [...data.people].sort((a, b) => byFees(a, b) || byName(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!views.seesPerson(one, me) || (role !== null && one.role !== role)) return false;
      if (has('blockedIgnoresFalse') ? blocked && !one.blocked : blocked !== null && one.blocked !== blocked) return false;
      if (experienced !== null && one.experienced !== experienced && !has('experiencedIsIgnored')) return false;
      return words === null || holds(one.name, words);
    });
    return { people: shown.map((one) => views.person(one, me)), total };
  };
  const animals = (me: Person | null, query: URLSearchParams): Body => {
    const kind = oneOf(query, 'species', species);
    const state = oneOf(query, 'state', animalStates);
    const shy = given(query, 'shy', flag);
    const least = given(query, 'least', number);
    const most = given(query, 'most', number);
    const words = query.get('words');
    const byWeight = (a: Animal, b: Animal): number =>
      has('animalsAreByTag') ? 0 : has('lightestFirst') ? a.weight - b.weight : b.weight - a.weight;
    const byTag = (a: Animal, b: Animal): number => (has('tagsDescend') ? byText(b.tag, a.tag) : byText(a.tag, b.tag));
    const all = [...data.animals].sort((a, b) => byWeight(a, b) || byTag(a, b));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = me === null ? one.state === 'fostered' && has('fosteredArePublic') : has('animalsOfAll');
      if (!views.seesAnimal(one, me) && !isLeaked) return false;
      if (kind !== null && one.species !== kind && !has('speciesIsIgnored')) return false;
      if (state !== null && one.state !== state) return false;
      if (shy !== null && one.shy !== shy && !(shy === false && has('shyIgnoresFalse'))) return false;
      if (least !== null && (has('leastIsStrict') ? one.weight <= least : one.weight < least)) return false;
      if (most !== null && (has('mostIsStrict') ? one.weight >= most : one.weight > most) && !(least !== null && has('leastIgnoresMost')))
        return false;
      if (words === null || holds(one.name, words)) return true;
      return one.note !== null && (views.seesNote(me) || has('wordsShowNotes')) && holds(one.note, words) && !has('wordsIgnoreNotes');
    });
    return { animals: shown.map((one) => views.animal(one, me)), total: has('animalTotalIsOfAll') ? data.animals.length : total };
  };
  const applications = (me: Person, query: URLSearchParams): Body => {
    const state = oneOf(query, 'state', applicationStates);
    const kind = oneOf(query, 'species', species);
    const housing = oneOf(query, 'housing', housings);
    const tag = query.get('animal');
    const byNumber = (a: Application, b: Application): number =>
      has('oldestApplicationFirst') ? a.number - b.number : b.number - a.number;
    const all = [...data.applications].sort((a, b) => (has('applicationsAreByNumber') ? 0 : a.alone - b.alone) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!views.seesApplication(one, me)) {
        const isLeaked = me.role === 'adopter' ? has('applicationsOfAll') : has('withdrawnAreListed');
        if (!isLeaked) return false;
      }
      if (state !== null && one.state !== state) return false;
      const isShown = views.seesAnimal(one.animal, me) || has('filterShowsHiddenAnimals');
      if (kind !== null && !(isShown && one.animal.species === kind)) return false;
      if (housing !== null && one.housing !== housing && !has('housingIsIgnored')) return false;
      return tag === null || (isShown && one.animal.tag === tag);
    });
    return { applications: shown.map((one) => views.application(one, me)), total };
  };
  const visits = (me: Person, query: URLSearchParams): Body => {
    const state = oneOf(query, 'state', visitStates);
    const carer = given(query, 'carer', integer);
    const start = given(query, 'from', date);
    const end = given(query, 'until', date);
    const byDay = (a: Visit, b: Visit): number => (has('soonestVisitFirst') ? byText(a.day, b.day) : byText(b.day, a.day));
    const all = [...data.visits].sort((a, b) => byDay(a, b) || (has('newestVisitFirst') ? b.number - a.number : a.number - b.number));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = me.role === 'adopter' ? has('visitsOfAll') : has('cancelledVisitsAreListed');
      if (!views.seesVisit(one, me) && !isLeaked) return false;
      if (state !== null && one.state !== state && !has('visitStateIsIgnored')) return false;
      const isNamed = views.seesPerson(one.carer, me) || has('carerFilterShowsHidden');
      if (carer !== null && !(one.carer.number === carer && isNamed)) return false;
      if (start !== null && (has('fromIsStrict') ? one.day <= start : one.day < start)) return false;
      return end === null || (has('untilIsStrict') ? one.day < end : one.day <= end);
    });
    return { visits: shown.map((one) => views.visit(one, me)), total };
  };
  const placements = (me: Person, query: URLSearchParams): Body => {
    const state = oneOf(query, 'state', placementStates);
    const kind = oneOf(query, 'species', species);
    const before = given(query, 'before', date);
    const byUntil = (a: Placement, b: Placement): number =>
      has('placementsAreByNumber') ? 0 : has('longestPlacementFirst') ? byText(b.until, a.until) : byText(a.until, b.until);
    const all = [...data.placements].sort(
      (a, b) => byUntil(a, b) || (has('oldestPlacementFirst') ? a.number - b.number : b.number - a.number),
    );
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = me.role === 'adopter' ? has('placementsOfAll') : has('requestsAreListedToVets');
      if (!views.seesPlacement(one, me) && !isLeaked) return false;
      if (state !== null && one.state !== state) return false;
      const isShown = views.seesAnimal(one.animal, me) || has('speciesOfHiddenAnimals');
      if (kind !== null && !(isShown && one.animal.species === kind)) return false;
      return before === null || (has('beforeIncludesTheDay') ? one.until <= before : one.until < before);
    });
    return { placements: shown.map((one) => views.placement(one, me)), total };
  };
  const treatments = (me: Person, query: URLSearchParams): Body => {
    const kind = oneOf(query, 'kind', kinds);
    const state = oneOf(query, 'state', treatmentStates);
    const tag = query.get('animal');
    const before = given(query, 'before', date);
    const byDue = (a: Treatment, b: Treatment): number => (has('lastDueFirst') ? byText(b.due, a.due) : byText(a.due, b.due));
    const all = [...data.treatments].sort(
      (a, b) =>
        (has('treatmentsAreByNumber') ? 0 : byDue(a, b)) || (has('oldestTreatmentFirst') ? a.number - b.number : b.number - a.number),
    );
    const { shown, total } = page(all, query, (one) => {
      if (!views.seesTreatment(one, me) && !has('cancelledTreatmentsAreListed')) return false;
      if (kind !== null && one.kind !== kind && !has('kindIsIgnored')) return false;
      if (state !== null && one.state !== state) return false;
      if (tag !== null && (has('animalFilterIsPrefix') ? !one.animal.tag.startsWith(tag) : one.animal.tag !== tag)) return false;
      return before === null || (has('dueIncludesTheDay') ? one.due <= before : one.due < before);
    });
    return { treatments: shown.map((one) => views.treatment(one, me)), total };
  };
  const donations = (me: Person, query: URLSearchParams): Body => {
    const state = oneOf(query, 'state', donationStates);
    const purpose = oneOf(query, 'purpose', purposes);
    const least = given(query, 'least', integer);
    const seesAmount = views.seesAmount(me);
    const byAmount = (a: Donation, b: Donation): number => (seesAmount || has('sortShowsAmounts') ? b.amount - a.amount : 0);
    const all = [...data.donations].sort(
      (a, b) =>
        (has('smallestDonationFirst') ? -byAmount(a, b) : byAmount(a, b)) ||
        (has('newestDonationFirst') ? b.number - a.number : a.number - b.number),
    );
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = me.role === 'adopter' ? has('donationsOfAll') : has('pledgesAreListed');
      if (!views.seesDonation(one, me) && !isLeaked) return false;
      if (state !== null && one.state !== state) return false;
      if (purpose !== null && one.purpose !== purpose && !has('purposeIsIgnored')) return false;
      if (least === null) return true;
      return (seesAmount || has('leastShowsAmounts')) && (has('leastAmountIsStrict') ? one.amount > least : one.amount >= least);
    });
    return { donations: shown.map((one) => views.donation(one, me)), total };
  };
  return { people, animals, applications, visits, placements, treatments, donations };
}
