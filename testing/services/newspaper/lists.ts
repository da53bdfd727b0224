import type { Body } from '../hand-written.ts';
import { among, date, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import type { PaperAccess } from './access.ts';
import {
  type Advert,
  type Article,
  advertKinds,
  advertSections,
  advertStates,
  articleSections,
  articleStates,
  type Delivery,
  deliveryStates,
  forms,
  type Issue,
  issueStates,
  type PaperData,
  type Person,
  roles,
  type Subscription,
  subscriptionStates,
  total as sumOf,
} from './data.ts';
import type { Has } from './faults.ts';
import type { Figures } from './figures.ts';
import type { PaperViews } from './views.ts';

const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

interface Parts {
  readonly data: PaperData;
  readonly access: PaperAccess;
  readonly figures: Figures;
  readonly views: PaperViews;
}

/** The lists of the newspaper. `me` is null if signed out. */
export function paperLists({ data, access, figures, views }: Parts, has: Has) {
  /** A to Z count as a to z. */
  const byText = (a: string, b: string): number => {
    const [first, second] = [folded(a), folded(b)];
    return first < second ? -1 : first > second ? 1 : 0;
  };
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? (has('usualLimitIsFive') ? 5 : 20);
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || limit > 1000 || offset < 0) invalid();
    const found = all.filter(fits);
    const from = has('offsetSkipsOneMore') && offset > 0 ? offset + 1 : offset;
    const shown = found.slice(from, from + limit);
    return { shown, total: has('totalIsOfThePage') ? shown.length : found.length };
  };
  const holds = (text: string, words: string): boolean => {
    if (has('wordsMindCase')) return text.includes(words);
    return text.toLowerCase().includes(words.toLowerCase());
  };
  const is = <T>(wanted: T | null, value: T): boolean => wanted === null || wanted === value;

  const people = (me: Person, query: URLSearchParams): Body => {
    const role = given(query, 'role', (value) => among(value, roles));
    const trusted = given(query, 'trusted', flag);
    const words = query.get('words');
    const all = [...data.people].sort((a, b) => byText(a.name, b.name) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesPerson(one, me) || !is(role, one.role)) return false;
      if (has('trustedIgnoresFalse') ? trusted === true && !one.trusted : !is(trusted, one.trusted)) return false;
      return words === null || holds(one.name, words);
    });
    return { people: shown.map((one) => views.person(one, me)), total };
  };
  const rounds = (me: Person, query: URLSearchParams): Body => {
    const long = given(query, 'long', flag);
    const words = query.get('words');
    const all = [...data.rounds].sort((a, b) => b.metres - a.metres || byText(a.code, b.code));
    const { shown, total } = page(all, query, (one) => {
      if (!is(long, has('longListIsStrict') ? one.metres > 5000 : one.metres >= 5000)) return false;
      return words === null || holds(one.name, words);
    });
    return { rounds: shown.map((one) => views.round(one, me)), total };
  };
  const subscriptions = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, subscriptionStates));
    const form = given(query, 'form', (value) => among(value, forms));
    const code = query.get('round');
    const words = query.get('words');
    const byStreet = (a: Subscription, b: Subscription): number => byText(a.street, b.street);
    const byNumber = (a: Subscription, b: Subscription): number =>
      has('oldestInTheStreetFirst') ? a.number - b.number : b.number - a.number;
    const all = [...data.subscriptions].sort((a, b) => byStreet(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesSubscription(one, me)) return false;
      if (!is(state, one.state) || !is(form, one.form)) return false;
      if (code !== null && one.round.code !== code && !has('roundIsIgnored')) return false;
      return words === null || holds(one.street, words);
    });
    return { subscriptions: shown.map((one) => views.subscription(one, me)), total };
  };
  const issues = (me: Person | null, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, issueStates));
    const first = given(query, 'from', date);
    const byDay = (a: Issue, b: Issue): number => byText(b.day, a.day);
    const { shown, total } = page([...data.issues].sort(byDay), query, (one) => {
      if (!access.seesIssue(one, me)) return false;
      if (!is(state, one.state)) return false;
      return first === null || (has('fromIsAfter') ? one.day > first : one.day >= first);
    });
    return { issues: shown.map((one) => views.issue(one, me)), total };
  };
  const deliveries = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, deliveryStates));
    const edition = given(query, 'edition', integer);
    const late = given(query, 'late', flag);
    const mine = given(query, 'mine', flag);
    const byDay = (a: Delivery, b: Delivery): number => byText(b.issue.day, a.issue.day);
    const all = [...data.deliveries].sort((a, b) => byDay(a, b) || b.copies - a.copies || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesDelivery(one, me) || !is(state, one.state) || !is(edition, one.issue.number)) return false;
      if (!is(late, one.late)) return false;
      return is(mine, (has('mineIsOfTheRound') ? one.round.carrier : one.carrier) === me);
    });
    const counted = has('copiesAreOfAll') ? data.deliveries.filter((one) => access.seesDelivery(one, me)) : shown;
    return { deliveries: shown.map((one) => views.delivery(one, me)), total, copies: sumOf(counted.map(({ copies }) => copies)) };
  };
  const adverts = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, advertStates));
    const kind = given(query, 'kind', (value) => among(value, advertKinds));
    const section = given(query, 'section', (value) => among(value, advertSections));
    const edition = given(query, 'edition', integer);
    const words = query.get('words');
    const order = has('sectionsAreByAlphabet') ? [...advertSections].sort() : advertSections;
    const bySection = (a: Advert, b: Advert): number => order.indexOf(a.section) - order.indexOf(b.section);
    const all = [...data.adverts].sort((a, b) => bySection(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesAdvert(one, me)) return false;
      if (!is(state, one.state) || !is(kind, one.kind) || !is(section, one.section)) return false;
      return is(edition, one.issue.number) && (words === null || holds(one.text, words));
    });
    const counted = has('valueIsOfAll') ? data.adverts.filter((one) => access.seesAdvert(one, me)) : shown;
    const value = sumOf(counted.map(figures.advertPrice));
    return { adverts: shown.map((one) => views.advert(one, me)), total, value: views.money(value) };
  };
  const articles = (me: Person | null, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, articleStates));
    const section = given(query, 'section', (value) => among(value, articleSections));
    const words = query.get('words');
    const byDay = (a: Article, b: Article): number => byText(b.issue.day, a.issue.day);
    const all = [...data.articles].sort((a, b) => byDay(a, b) || (has('titlesAreNotSorted') ? 0 : byText(a.title, b.title)));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesArticle(one, me) && !(one.state === 'accepted' && has('acceptedIsListed'))) return false;
      if (!is(state, one.state) || !is(section, one.section)) return false;
      return words === null || holds(one.title, words);
    });
    return { articles: shown.map((one) => views.article(one, me)), total };
  };
  return { people, rounds, subscriptions, issues, deliveries, adverts, articles };
}
