import type { Body } from '../hand-written.ts';
import type { PaperAccess } from './access.ts';
import type { Advert, Article, Delivery, Issue, Person, Round, Subscription } from './data.ts';
import type { Has } from './faults.ts';
import type { Figures } from './figures.ts';

export type PaperViews = ReturnType<typeof paperViews>;

/** The parts of the records that people see. `me` is null if signed out. */
export function paperViews(access: PaperAccess, figures: Figures, has: Has) {
  const money = (cents: number): number | string => (has('moneyIsText') ? (cents / 100).toFixed(2) : cents / 100);
  const nameOf = (one: Person | null, me: Person | null): string | null => (one !== null && access.seesPerson(one, me) ? one.name : null);

  const person = (one: Person, me: Person): Body => ({
    ...{ number: one.number, name: one.name, role: one.role, phone: one.phone, trusted: one.trusted },
    ...(me.role !== 'carrier' ? { owed: money(figures.owed(one)) } : {}),
    ...(me.role === 'editor' || me.role === 'manager' || has('remarksAreShown') ? { remark: one.remark } : {}),
  });
  const round = (one: Round, me: Person): Body => ({
    ...{ code: one.code, name: one.name, metres: one.metres },
    carrier: nameOf(one.carrier, me),
    ...(me.role !== 'reader' || has('readersSeeCapacity') ? { capacity: one.capacity } : {}),
    ...(me.role !== 'reader' ? { copies: figures.copies(one) } : {}),
    ...(access.seesNote(one, me) ? { note: one.note } : {}),
  });
  const subscription = (one: Subscription, me: Person): Body => {
    const addressee = one.term === 'gift' && !has('giftIsForTheReader') ? one.friend : one.reader.name;
    const isOffice = me.role !== 'carrier';
    return {
      ...{ number: one.number, reader: nameOf(one.reader, me) },
      addressee: has('addresseeIsHidden') && !isOffice ? null : addressee,
      ...{ form: one.form, round: one.round.code, street: one.street, away: one.away, back: one.back, state: one.state },
      ...(isOffice || has('carriersSeeProofs') ? { rate: one.rate, proof: one.proof } : {}),
      ...(isOffice || has('carriersSeePrices') ? { price: money(figures.price(one)), due: money(figures.due(one)) } : {}),
      ...(isOffice ? { paidUntil: one.paidUntil, credit: money(one.credit) } : {}),
      ...(isOffice ? { term: one.term, span: one.span, refundedOn: one.refundedOn, refund: money(one.refund) } : {}),
    };
  };
  const issue = (one: Issue, me: Person | null): Body => {
    const isDesk = me?.role === 'editor' || me?.role === 'manager';
    const articles = figures.articlesOf(one).filter((each) => access.seesArticle(each, me));
    const adverts = figures.advertsOf(one).filter((each) => access.seesAdvert(each, me) || has('allAdvertsAreCounted'));
    return {
      ...{ number: one.number, day: one.day, pages: one.pages, lead: one.lead, rain: one.rain, state: one.state },
      deadline: new Date(figures.deadline(one)).toISOString(),
      ...(isDesk ? { space: figures.space(one) } : {}),
      ...(me?.role === 'manager' || (isDesk && has('editorsSeeIncome')) ? { income: money(figures.income(one)) } : {}),
      ...{ articles: articles.length, adverts: adverts.length },
    };
  };
  const delivery = (one: Delivery, me: Person): Body => {
    // A carrier who has handed a delivery over may no longer read it.
    if (!access.seesDelivery(one, me)) return { issue: null, round: null, carrier: null };
    return {
      ...{ number: one.number, issue: one.issue.number, round: one.round.code, carrier: nameOf(one.carrier, me), copies: one.copies },
      ...{ missing: one.missing, late: one.late, deliveredOn: one.deliveredOn, state: one.state },
      ...(access.seesWage(one, me) ? { wage: money(one.wage) } : {}),
    };
  };
  const advert = (one: Advert, me: Person): Body => ({
    ...{ number: one.number, advertiser: nameOf(one.advertiser, me), issue: one.issue.number, kind: one.kind, section: one.section },
    ...{ text: one.text, lines: one.lines, columns: one.columns, height: one.height, repeats: one.repeats, page: one.page },
    ...{ reason: one.reason, price: money(figures.advertPrice(one)), state: one.state },
    ...(me.role !== 'editor' || has('editorsSeePayments') ? { due: one.due, paidOn: one.paidOn } : {}),
  });
  const article = (one: Article, me: Person | null): Body => {
    const isDesk = me?.role === 'editor' || me?.role === 'manager';
    return {
      ...{ number: one.number, issue: one.issue.number, title: one.title, section: one.section, lines: one.lines },
      author: nameOf(one.author, me),
      reviewer: has('reviewersAreNamed') ? (one.reviewer?.name ?? null) : isDesk ? nameOf(one.reviewer, me) : null,
      ...{ embargo: one.embargo, reason: one.reason, state: one.state },
    };
  };
  return { money, person, round, subscription, issue, delivery, advert, article };
}
