import { expect, test } from 'vitest';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { ConferenceFault } from './faults.ts';
import { conferenceService } from './service.ts';

const abstract = 'We sort faster than others.';

/** The conference with its people signed in, and helpers that lead papers on. */
async function conference(fault: ConferenceFault | null = null) {
  const names = ['pia', 'carl', 'cora', 'rita', 'ralf', 'rosa', 'anna', 'abel'];
  const { ask, done, refused } = await opened((now) => conferenceService(now, fault), names);
  const edition = async (more: Body = {}): Promise<void> => {
    await done('pia', 'POST /editions', {
      ...{ code: 'ICX26', title: 'Conference', submitBy: day(0), reviewBy: day(20), pages: 10, fee: 301, seats: 2 },
      ...more,
    });
    await done('pia', `POST /editions/${more['code'] ?? 'ICX26'}/announce`);
  };
  const draft = async (who: string, title: string, more: Body = {}): Promise<unknown> =>
    (await done(who, 'POST /editions/ICX26/submissions', { title, abstract, topic: 'theory', pages: 10, ...more }))['number'];
  const submitted = async (who: string, title: string): Promise<unknown> => {
    const number = await draft(who, title);
    await done(who, `POST /submissions/${number}/submit`);
    return number;
  };
  const numberOf = async (who: string): Promise<unknown> => (await done(who, 'GET /me'))['number'];
  const assign = async (paper: unknown, who: string, due = day(5)): Promise<unknown> =>
    (await done('carl', `POST /submissions/${paper}/reviews`, { person: await numberOf(who), due }))['number'];
  const handIn = (who: string, review: unknown, score: number): Promise<Body> =>
    done(who, `POST /reviews/${review}/submit`, { score, confidence: 2, comment: 'Read.' });
  /** A paper of Anna with the reviews of Ralf and Rosa. */
  const reviewed = async (): Promise<unknown> => {
    await edition();
    const number = await submitted('anna', 'Sorting');
    await done('pia', 'POST /editions/ICX26/review');
    await handIn('ralf', await assign(number, 'ralf'), 5);
    await handIn('rosa', await assign(number, 'rosa'), 3);
    return number;
  };
  return { ask, done, refused, edition, draft, submitted, numberOf, assign, handIn, reviewed };
}

test('papers are submitted while the call is open, and drafts lapse', async () => {
  const { done, refused, edition, draft } = await conference();
  await edition();
  const number = await draft('anna', 'Sorting', { pages: 11 });
  expect(await refused('anna', `POST /submissions/${number}/submit`)).toBe('422 TOO_LONG');
  expect(await refused('pia', 'POST /editions/ICX26/review')).toBe('409 NOTHING_SUBMITTED');
  const late = await draft('anna', 'Trees');
  await done('anna', `PATCH /submissions/${number}`, { pages: 10 });
  expect(await refused('anna', `PATCH /submissions/${number}`, { title: 'Trees' })).toBe('409 TITLE_TAKEN');
  expect(await done('anna', `POST /submissions/${number}/submit`)).toMatchObject({ state: 'submitted' });
  expect(await refused('anna', `POST /submissions/${number}/submit`)).toBe('409 CONFLICT');
  await done('pia', 'POST /editions/ICX26/review');
  expect(await done('anna', `GET /submissions/${late}`)).toMatchObject({ state: 'withdrawn' });
  expect(await refused('abel', 'POST /editions/ICX26/submissions', { title: 'A', abstract, topic: 'theory', pages: 1 })).toBe(
    '409 CALL_CLOSED',
  );
});

test('a paper has two co-authors at most', async () => {
  const { done, refused, edition, draft, numberOf } = await conference();
  await edition();
  const number = await draft('anna', 'Sorting');
  const add = `POST /submissions/${number}/coauthors`;
  expect(await refused('anna', add, { person: await numberOf('anna') })).toBe('422 IS_AUTHOR');
  expect(await refused('anna', add, { person: await numberOf('rita') })).toBe('404 NOT_FOUND');
  const abel = await numberOf('abel');
  expect(await done('anna', add, { person: abel })).toMatchObject({ coAuthors: ['Abel Author'] });
  expect(await refused('abel', `PATCH /submissions/${number}`, { pages: 5 })).toBe('403 FORBIDDEN');
  expect(await done('anna', `DELETE /submissions/${number}/coauthors/${abel}`)).toMatchObject({ coAuthors: [] });
  expect(await refused('abel', `GET /submissions/${number}`)).toBe('404 NOT_FOUND');
});

test('reviewers bid, and are assigned without a conflict of interest', async () => {
  const { done, refused, edition, submitted, numberOf, assign } = await conference();
  await edition();
  const number = await submitted('anna', 'Sorting');
  await done('rosa', `POST /submissions/${number}/bids`, { level: 'conflict' });
  await done('ralf', `POST /submissions/${number}/bids`, { level: 'eager' });
  expect(await refused('ralf', `POST /submissions/${number}/bids`, { level: 'willing' })).toBe('409 ALREADY_BID');
  const review = async (who: string, due = day(1)): Promise<string> =>
    refused('carl', `POST /submissions/${number}/reviews`, { person: await numberOf(who), due });
  expect(await review('ralf')).toBe('409 NOT_REVIEWING');
  await done('pia', 'POST /editions/ICX26/review');
  expect(await review('rosa')).toBe('409 CONFLICT_OF_INTEREST');
  expect(await review('rita')).toBe('409 SAME_INSTITUTION');
  expect(await review('abel')).toBe('422 NOT_A_REVIEWER');
  expect(await review('ralf', day(21))).toBe('422 BAD_DUE');
  const today = await assign(number, 'ralf', day(0));
  expect(await review('ralf')).toBe('409 ALREADY_ASSIGNED');
  expect(await refused('ralf', `POST /reviews/${today}/decline`)).toBe('409 TOO_LATE');
  expect(await done('carl', `GET /submissions/${number}`)).toMatchObject({ eager: 1 });
});

test('two reviews decide, and authors see them afterwards', async () => {
  const { done, refused, reviewed } = await conference();
  const number = await reviewed();
  expect(await done('anna', `GET /submissions/${number}`)).toMatchObject({ reviews: [] });
  expect(await done('ralf', `GET /submissions/${number}`)).toMatchObject({ author: null, reviews: [{ reviewer: 'Ralf Reviewer' }] });
  expect(await done('pia', `POST /submissions/${number}/accept`)).toMatchObject({ state: 'accepted', points: 16, author: 'Anna Author' });
  const { reviews } = await done('anna', `GET /submissions/${number}`);
  expect(reviews).toMatchObject([
    { reviewer: null, score: 5 },
    { reviewer: null, score: 3 },
  ]);
  expect((reviews as Body[])[0]).not.toHaveProperty('confidence');
  const review = (reviews as Body[])[0]?.['number'];
  expect(await refused('ralf', `POST /reviews/${review}/submit`, { score: 1, confidence: 1, comment: 'No.' })).toBe('409 DECIDED');
});

test('an author objects once', async () => {
  const { done, refused, reviewed } = await conference();
  const number = await reviewed();
  await done('pia', `POST /submissions/${number}/reject`, { reason: 'Known.' });
  expect(await refused('anna', `POST /submissions/${number}/rebut`, { rebuttal: ' ' })).toBe('422 BLANK');
  expect(await done('anna', `POST /submissions/${number}/rebut`, { rebuttal: 'New.' })).toMatchObject({ state: 'appealed' });
  expect(await refused('pia', 'POST /editions/ICX26/close')).toBe('409 UNDECIDED');
  await done('pia', `POST /submissions/${number}/reject`, { reason: 'Known.' });
  expect(await refused('anna', `POST /submissions/${number}/rebut`, { rebuttal: 'New.' })).toBe('409 ALREADY_REBUTTED');
});

test('authors register and pay before they hand in the camera-ready version', async () => {
  const { done, refused, reviewed } = await conference();
  const number = await reviewed();
  await done('pia', `POST /submissions/${number}/accept`);
  expect(await refused('anna', `POST /submissions/${number}/finish`, { pages: 12 })).toBe('402 NOT_REGISTERED');
  const { number: registration, fee } = await done('anna', 'POST /editions/ICX26/registrations', { kind: 'student' });
  expect(fee).toBe(150);
  const pay = `POST /registrations/${registration}/pay`;
  expect(await refused('pia', pay, { amount: 151 })).toBe('422 BAD_AMOUNT');
  expect(await done('pia', pay, { amount: 100 })).toMatchObject({ state: 'open', received: 100 });
  expect(await done('pia', pay, { amount: 50 })).toMatchObject({ state: 'paid' });
  expect(await refused('anna', `POST /submissions/${number}/finish`, { pages: 13 })).toBe('422 TOO_LONG');
  expect(await done('anna', `POST /submissions/${number}/finish`, { pages: 12 })).toMatchObject({ state: 'published' });
  expect(await refused('anna', `POST /registrations/${registration}/cancel`)).toBe('409 HAS_PAPER');
});

test('a seat is given back, and a part of the fee', async () => {
  const { done, refused, edition } = await conference();
  await edition({ seats: 1 });
  const { number } = await done('anna', 'POST /editions/ICX26/registrations', {});
  expect(await refused('abel', 'POST /editions/ICX26/registrations', {})).toBe('409 SOLD_OUT');
  await done('abel', 'POST /editions/ICX26/registrations', { kind: 'online' });
  await done('pia', `POST /registrations/${number}/pay`, { amount: 80 });
  expect(await done('anna', `POST /registrations/${number}/cancel`)).toMatchObject({ state: 'cancelled', refund: 30 });
  await done('ralf', 'POST /editions/ICX26/registrations', {});
  expect(await done('pia', 'GET /registrations?owing=301')).toMatchObject({ registrations: [{ person: 'Ralf Reviewer' }], total: 1 });
});

test('talks are planned, and a withdrawn paper has none', async () => {
  const { ask, done, refused, reviewed } = await conference();
  const number = await reviewed();
  const talk = `POST /submissions/${number}/talk`;
  const plan = { room: 'Hall', day: day(21), slot: 1 };
  expect(await refused('pia', talk, plan)).toBe('409 NOT_ACCEPTED');
  await done('pia', `POST /submissions/${number}/accept`);
  expect(await refused('pia', talk, { ...plan, day: day(20) })).toBe('422 BAD_DAY');
  await done('pia', talk, plan);
  expect(await refused('pia', talk, { ...plan, slot: 2 })).toBe('409 HAS_TALK');
  const talks = async (): Promise<unknown> => ((await ask(null, 'GET /editions')).body['editions'] as Body[])[0]?.['talks'];
  expect(await talks()).toEqual([{ ...plan, paper: null, speaker: null }]);
  await done('anna', `POST /submissions/${number}/withdraw`, { reason: 'Wrong.' });
  expect(await talks()).toEqual([]);
});

test('editions follow their rules', async () => {
  const { done, refused, edition } = await conference();
  await edition();
  expect(await refused('pia', 'PATCH /editions/ICX26', { pages: 9 })).toBe('409 PAGES_LOWERED');
  expect(await refused('pia', 'PATCH /editions/ICX26', { reviewBy: day(13) })).toBe('422 DATES_TOO_CLOSE');
  expect(await refused('pia', 'PATCH /editions/ICX26', { fee: 1001 })).toBe('422 TOO_DEAR');
  await done('pia', 'PATCH /editions/ICX26', { fee: 1001, seats: 100 });
  expect(await refused('carl', 'PATCH /editions/ICX26', { pages: 12 })).toBe('403 FORBIDDEN');
  expect(await refused('pia', 'PATCH /editions/ICX27', { pages: 12 })).toBe('404 NOT_FOUND');
});

test('people are appointed, and have loads', async () => {
  const { done, refused, edition, submitted, numberOf, assign } = await conference();
  await edition();
  const number = await submitted('anna', 'Sorting');
  await done('pia', 'POST /editions/ICX26/review');
  await assign(number, 'ralf');
  expect(await refused('pia', `PATCH /people/${await numberOf('ralf')}`, { role: 'chair' })).toBe('409 HAS_REVIEWS');
  expect(await done('pia', `PATCH /people/${await numberOf('abel')}`, { role: 'reviewer' })).toMatchObject({ role: 'reviewer', load: 3 });
  expect(await refused('pia', `PATCH /people/${await numberOf('pia')}`, { role: 'author' })).toBe('403 FORBIDDEN');
  expect(await refused('ralf', 'PATCH /me', { load: 7 })).toBe('422 BAD_LOAD');
  expect(await refused('ralf', 'GET /people')).toBe('403 FORBIDDEN');
  expect((await done('anna', 'GET /people'))['total']).toBe(1);
});

test('a fault is one switch', async () => {
  const lowered = async (fault: ConferenceFault | null): Promise<string> => {
    const { refused, edition } = await conference(fault);
    await edition();
    return refused('pia', 'PATCH /editions/ICX26', { pages: 9 });
  };
  expect(await lowered(null)).toBe('409 PAGES_LOWERED');
  expect(await lowered('pagesMayBeLowered')).toBe('200 undefined');
});
