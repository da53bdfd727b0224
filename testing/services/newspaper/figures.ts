import {
  type Advert,
  type Article,
  type Delivery,
  dayLength,
  type Issue,
  type PaperData,
  type Person,
  type Round,
  type Subscription,
  served,
  total,
} from './data.ts';
import type { Has } from './faults.ts';

export type Figures = ReturnType<typeof paperFigures>;

/** What is computed from the records: prices, copies, debts and space. */
export function paperFigures(data: PaperData, has: Has) {
  const period = ({ term, span }: Pick<Subscription, 'term' | 'span'>): number =>
    term === 'yearly' ? 12 : term === 'gift' ? (span ?? 0) : 1;
  const price = (one: Subscription): number => {
    const { form, term, rate } = one;
    const month = form === 'printed' ? 990 : form === 'digital' ? 590 : 1250;
    const months = term === 'yearly' ? 10 : period(one);
    const isFull = rate === 'full' || (rate === 'pensioner' && has('pensionersPayAll'));
    return (month * months * (isFull ? 100 : 60)) / 100;
  };
  const due = (one: Subscription): number => {
    const whole = price(one);
    const isLate = (one.state === 'reminded' && !has('remindedPaysNoFee')) || one.state === 'stopped';
    return whole + (isLate ? 250 : 0) - (has('creditIsNotUsed') ? 0 : Math.min(one.credit, whole));
  };

  const inRound = (round: Round): Subscription[] => data.subscriptions.filter((one) => one.round === round);
  /** The copies that a round has room for, those of people who are away included. */
  const copies = (round: Round): number => inRound(round).filter(({ form, state }) => form !== 'digital' && served.includes(state)).length;
  const isAway = ({ away, back }: Subscription, day: string): boolean => {
    if (away === null || back === null || away > day) return false;
    return has('lastDayAwayIsAfter') ? day <= back : day < back;
  };
  /** The copies that a round gets on a day. */
  const copiesOn = (round: Round, day: string): number =>
    inRound(round).filter((one) => {
      if (one.form === 'digital' && !has('digitalIsPrinted')) return false;
      return served.includes(one.state) && (has('pausedIsCarried') || !isAway(one, day));
    }).length;

  const advertPrice = ({ kind, lines, columns, height, repeats }: Advert): number => {
    const base =
      kind === 'classified' ? 250 * (lines ?? 0) : has('heightCostsOnce') ? 80 * (height ?? 0) : 80 * (columns ?? 0) * (height ?? 0);
    const reduced = kind === 'display' && has('displayIsNotReduced') ? 0 : Math.min(repeats * 10, 30);
    return (base * (100 - reduced)) / 100;
  };
  const owed = (person: Person): number => {
    const states: string[] = ['accepted', 'printed', 'overdue'];
    if (has('overdueIsNotOwed')) states.pop();
    return total(data.adverts.filter((one) => one.advertiser === person && states.includes(one.state)).map(advertPrice));
  };

  const advertsOf = (issue: Issue): Advert[] => data.adverts.filter((one) => one.issue === issue);
  const articlesOf = (issue: Issue): Article[] => data.articles.filter((one) => one.issue === issue);
  const deliveriesOf = (issue: Issue): Delivery[] => data.deliveries.filter((one) => one.issue === issue);
  const deadline = ({ day }: Issue): number => Date.parse(day) - 36 * (dayLength / 24);
  /** The next issue that is planned. */
  const nextOf = ({ day }: Issue): Issue | undefined => {
    const later = data.issues.filter((one) => one.day > day && one.state === 'planned');
    later.sort((a, b) => (a.day < b.day ? -1 : 1));
    return has('missedGoesToTheLast') ? later.at(-1) : later[0];
  };
  const space = (issue: Issue): number => {
    const kept = articlesOf(issue).filter(({ state }) => state === 'accepted' || state === 'printed');
    return issue.pages * 60 - total(kept.map(({ lines }) => lines));
  };
  const income = (issue: Issue): number => {
    const sold = ['accepted', 'printed', 'overdue', 'settled'];
    if (has('settledIsNoIncome')) sold.pop();
    return total(
      advertsOf(issue)
        .filter(({ state }) => sold.includes(state))
        .map(advertPrice),
    );
  };
  return {
    ...{ period, price, due, copies, copiesOn, isAway, advertPrice, owed, advertsOf, articlesOf, deliveriesOf },
    ...{ deadline, nextOf, space, income },
  };
}
