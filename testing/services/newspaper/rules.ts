import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import {
  type Advert,
  type Article,
  daysBetween,
  type Issue,
  type PaperData,
  type Person,
  type Round,
  type Subscription,
  served,
} from './data.ts';
import type { Has, PaperFault } from './faults.ts';
import type { Figures } from './figures.ts';

export type PaperRules = ReturnType<typeof paperRules>;

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function paperRules(data: PaperData, figures: Figures, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  const bad = (code: string): never => refuse(has('rulesAre400') ? 400 : 422, code);
  const notBlank = (value: string, lax: PaperFault | null = null): void => {
    if (value.trim() !== '' || (value === '' && has('emptyIsNotBlank'))) return;
    if (lax === null || !has(lax)) bad(has('blankIsInvalid') ? 'INVALID' : 'BLANK');
  };
  const isWithin = (value: number, least: number, most: number): boolean => value >= least && value <= most;

  const newPerson = (name: string, phone: string | null): void => {
    notBlank(name, 'nameMayBeSpaces');
    if (phone !== null && !/^[+]?[0-9][0-9 ]{5,}$/.test(phone)) bad('BAD_PHONE');
  };
  const role = (person: Person, next: string): void => {
    if (next === person.role || next === 'carrier' || has('roundsLoseTheirCarrier')) return;
    if (data.rounds.some(({ carrier }) => carrier === person)) refuse(409, 'HAS_ROUNDS');
  };

  const newRound = (one: Round): void => {
    const form = has('roundCodeMayBeSmall') ? /^[A-Z][0-9]{1,2}$/i : /^[A-Z][0-9]{1,2}$/;
    if (!form.test(one.code)) bad('BAD_CODE');
    notBlank(one.name);
    if (data.rounds.some(({ name }) => name === one.name)) refuse(409, 'NAME_TAKEN');
    round(one, false);
  };
  const round = ({ carrier, metres, capacity }: Round, isPatch: boolean): void => {
    if (carrier.role !== 'carrier' && !(has('newCarrierIsAnyone') && !isPatch)) bad('NOT_CARRIER');
    if (!isWithin(metres, 100, 12_000) && !(isPatch && has('patchedMetresAreUnbounded'))) bad('BAD_METRES');
    if (!isWithin(capacity, 1, 200)) bad('BAD_CAPACITY');
  };
  const cart = (copies: number, capacity: number): void => {
    if (copies > capacity && !has('cartMayShrink')) refuse(409, 'ROUND_FULL');
  };
  /** Whether a round has room for one more copy. `besides`: who does not count. */
  const room = (target: Round, besides: Subscription | null): void => {
    const used = figures.copies(target) - (besides?.round === target ? 1 : 0);
    const isFull = has('lastCopyIsKept') ? used + 1 >= target.capacity : used + 1 > target.capacity;
    if (isFull) refuse(has('roundFullIs422') ? 422 : 409, 'ROUND_FULL');
  };

  const newSubscription = (one: Subscription): void => {
    notBlank(one.street);
    const { term, rate, proof, span, friend } = one;
    const isProved = proof !== null && proof.trim() !== '';
    const needsProof = rate !== 'full' && !(rate === 'pensioner' && has('pensionersNeedNoProof'));
    if (needsProof && !isProved) bad('NO_PROOF');
    const isGift = term === 'gift';
    const isNamed = friend !== null && friend.trim() !== '';
    if (isGift && (span === null || !isNamed)) bad('NO_FRIEND');
    if (!isGift && (span !== null || friend !== null) && !has('anyoneHasAFriend')) bad('NOT_GIFT');
    if (isGift && rate !== 'full') bad('NO_DISCOUNT');
    if (span !== null && !isWithin(span, 1, has('giftsLastLonger') ? 24 : 12)) bad('BAD_SPAN');
    if (one.form !== 'digital') room(one.round, null);
    const own = data.subscriptions.filter(
      ({ reader, state }) => reader === one.reader && (served.includes(state) || has('formerSubscriptionsCount')),
    );
    if (own.length + 1 > (has('fiveSubscriptions') ? 5 : 4)) refuse(has('tooManyIs429') ? 429 : 409, 'TOO_MANY');
  };

  const pages = (value: number): void => {
    if (value < 4 || value > 48 || value % 4 !== 0) bad('BAD_PAGES');
  };
  const newIssue = (one: Issue): void => {
    pages(one.pages);
    const week = has('sixDaysAreAWeek') ? 6 : 7;
    const others = has('onlyEarlierIssuesCount') ? data.issues.filter(({ day }) => day < one.day) : data.issues;
    if (others.some(({ day }) => Math.abs(daysBetween(day, one.day)) < week)) refuse(409, 'WEEKLY');
    if (daysBetween(today(), one.day) > 60) bad('TOO_FAR');
  };
  /** `one`: the issue with its new pages. */
  const pagesUsed = (one: Issue, was: Issue): void => {
    const accepted = figures.advertsOf(was).filter(({ state }) => state === 'accepted');
    const isCut = accepted.some(({ page }) => page !== null && page > one.pages) && !has('advertsLoseTheirPage');
    const isShort = figures.space(was) + (one.pages - was.pages) * 60 < 0 && !has('articlesLoseTheirSpace');
    if (isCut || isShort) refuse(409, 'PAGES_USED');
  };

  const size = ({ kind, lines, columns, height }: Advert): void => {
    const isDisplay = kind === 'display';
    if (isDisplay ? columns === null || height === null : lines === null) bad('NO_SIZE');
    const isOther = isDisplay ? lines !== null : columns !== null || (height !== null && !has('classifiedHasAHeight'));
    if (isOther) bad('WRONG_SIZE');
    if (lines !== null && !isWithin(lines, 1, 12)) bad('BAD_LINES');
    if (columns !== null && !isWithin(columns, 1, has('sixColumns') ? 6 : 5)) bad('BAD_COLUMNS');
    if (height !== null && !isWithin(height, 20, has('heightMustBeLess') ? 399 : 400)) bad('BAD_HEIGHT');
  };
  const advert = (one: Advert): void => {
    notBlank(one.text);
    size(one);
  };
  const newAdvert = (one: Advert): void => {
    advert(one);
    const limit = (): void => {
      const sum = (has('creditIgnoresDebts') ? 0 : figures.owed(one.advertiser)) + figures.advertPrice(one);
      const isOver = has('creditIsStrict') ? sum >= 30_000 : sum > 30_000;
      if (isOver) refuse(has('overCreditIs409') ? 409 : 402, 'OVER_CREDIT');
    };
    if (has('creditBeforeClosing')) limit();
    const isOpen = one.issue.state === 'planned' || (one.issue.state === 'closed' && has('closedTakesAdverts'));
    if (!isOpen) refuse(has('closedIs422') ? 422 : 409, 'CLOSED');
    limit();
  };

  const article = ({ title, section, lines }: Pick<Article, 'title' | 'section' | 'lines'>, lax: PaperFault | null): void => {
    notBlank(title);
    if (lines < 1) bad('BAD_LINES');
    const [news, sport, culture, letters] = [120, 90, has('cultureIsNews') ? 120 : 80, 30];
    const most = section === 'news' ? news : section === 'sport' ? sport : section === 'culture' ? culture : letters;
    const isLong = has('lengthIsStrict') ? lines >= most : lines > most;
    if (isLong && !(lax !== null && has(lax))) bad('TOO_LONG');
  };
  const newArticle = (one: Article): void => {
    article(one, null);
    const states: string[] = ['planned', 'closed'];
    if (has('printedTakesArticles')) states.push('printed');
    if (!states.includes(one.issue.state)) refuse(409, 'CLOSED');
  };
  return {
    ...{ today, bad, notBlank, newPerson, role, newRound, round, cart, room, newSubscription, pages, newIssue, pagesUsed },
    ...{ advert, newAdvert, article, newArticle },
  };
}
