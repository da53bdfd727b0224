import { expect, test } from 'vitest';
import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { PaperFault } from './faults.ts';
import { paperService } from './service.ts';

const names = ['mara', 'ed', 'eva', 'carl', 'cora', 'rita', 'rob'];

/** The newspaper with its people signed in, and helpers that lead issues on. */
async function office(fault: PaperFault | null = null) {
  let ahead = 0;
  const served = (now: () => number): Implementation => paperService(() => now() + ahead, fault);
  const { ask, done, refused } = await opened(served, names);
  const pass = (days: number): void => {
    ahead += days * 86_400_000;
  };
  const numberOf = async (who: string, call: string, body: Body): Promise<unknown> => (await done(who, call, body))['number'];
  const issue = (days: number, pages = 8): Promise<unknown> => numberOf('mara', 'POST /issues', { day: day(days), pages });
  const subscribed = async (who: string, more: Body = {}): Promise<unknown> => {
    const body = { form: 'printed', term: 'monthly', code: 'N1', street: 'Mill Lane 1', ...more };
    const { number, due } = await done(who, 'POST /subscriptions', body);
    await done(who, `POST /subscriptions/${number}/pay`, { amount: due });
    return number;
  };
  const offered = (edition: unknown, more: Body = {}): Promise<unknown> => {
    const display = { edition, kind: 'display', section: 'events', text: 'Jazz in the park', columns: 3, height: 50 };
    return numberOf('rob', 'POST /adverts', { ...display, ...more });
  };
  const classified = (edition: unknown, text = 'Red bicycle'): Promise<unknown> =>
    numberOf('rob', 'POST /adverts', { edition, kind: 'classified', section: 'cars', text, lines: 4 });
  const written = (edition: unknown, more: Body = {}): Promise<unknown> =>
    numberOf('ed', 'POST /articles', { edition, title: 'New bridge', section: 'news', lines: 90, ...more });
  /** Accepts an article, and prints the issue on the day before its own. */
  const printed = async (edition: unknown, daysUntil: number): Promise<void> => {
    const article = await written(edition);
    await done('eva', `POST /articles/${article}/accept`);
    pass(daysUntil);
    await done('mara', `POST /issues/${edition}/print`);
  };
  const first = async (who: string, list: string): Promise<Body> => {
    const found = await done(who, `GET /${list}`);
    return (found[list.split('?')[0] ?? ''] as Body[])[0] ?? {};
  };
  /** The token of a new session, for what happens after 30 days. */
  const again = async (name: string): Promise<string> => {
    const { body } = await ask(null, 'POST /session', { email: `${name}@example.com`, password: 'correct-horse' });
    return String(body['token']);
  };
  return { ask, done, refused, pass, issue, subscribed, offered, classified, written, printed, first, again };
}

test('an issue goes from the plan to the letter box', async () => {
  const { done, refused, pass, issue, subscribed, offered, written, first } = await office();
  const one = await issue(3);
  expect(await refused('mara', 'POST /issues', { day: day(9), pages: 8 })).toBe('409 WEEKLY');
  const next = await issue(10);
  const paper = await subscribed('rita');
  const jazz = await offered(one);
  const market = await offered(one, { text: 'Flea market' });
  expect(await refused('ed', `POST /adverts/${jazz}/accept`, { page: 9 })).toBe('422 BAD_PAGE');
  expect(await done('ed', `POST /adverts/${jazz}/accept`, { page: 2 })).toMatchObject({ price: 120, state: 'accepted' });
  expect(await refused('ed', `POST /adverts/${market}/accept`, { page: 2 })).toBe('409 PAGE_FULL');
  await done('ed', `POST /adverts/${market}/refuse`, { reason: 'Two columns, please', final: false });
  const article = await written(one);
  expect(await refused('ed', `POST /articles/${article}/accept`)).toBe('403 FORBIDDEN');
  await done('eva', `POST /articles/${article}/accept`);
  pass(2);
  expect(await done('rob', 'GET /adverts?state=changing')).toMatchObject({ adverts: [{ issue: next }], total: 1 });
  await done('mara', `POST /issues/${one}/print`);
  expect(await refused('carl', 'POST /deliveries/1/deliver')).toBe('409 TOO_EARLY');
  pass(1);
  await done('mara', `PATCH /issues/${one}`, { rain: true });
  expect(await refused('carl', 'POST /deliveries/1/hand-over', { person: 4 })).toBe('409 SAME_CARRIER');
  await done('carl', 'POST /deliveries/1/hand-over', { person: 5 });
  expect(await refused('carl', 'POST /deliveries/1/deliver')).toBe('403 FORBIDDEN');
  expect(await done('cora', 'POST /deliveries/1/deliver')).toMatchObject({ copies: 1, wage: 0.2, deliveredOn: day(3) });
  expect(await first('rita', 'issues?state=delivered')).toMatchObject({ number: one, rain: true, articles: 1, adverts: 0 });
  expect(await done('rita', `POST /subscriptions/${paper}/complain`, { edition: one })).toMatchObject({ credit: 1.5, due: 8.4 });
  expect(await refused('rita', `POST /subscriptions/${paper}/complain`, { edition: one })).toBe('409 REFUNDED');
  expect(await refused('mara', 'POST /deliveries/1/settle')).toBe('409 TOO_EARLY');
  pass(7);
  expect(await done('mara', 'POST /deliveries/1/settle')).toMatchObject({ wage: 0, missing: 1, state: 'paid' });
});

test('a subscription is paused, reminded, stopped, paid again and cancelled', async () => {
  const { done, refused, pass, again } = await office();
  const wanted = { form: 'both', term: 'yearly', rate: 'student', code: 'S1', street: 'Quay 2' };
  expect(await refused('rita', 'POST /subscriptions', wanted)).toBe('422 NO_PROOF');
  expect(await done('rita', 'POST /subscriptions', { ...wanted, proof: 'S-1' })).toMatchObject({ price: 75, state: 'ordered' });
  expect(await refused('rita', 'POST /subscriptions/1/pay', { amount: 74 })).toBe('422 BAD_AMOUNT');
  expect(await done('mara', 'POST /subscriptions/1/pay', { amount: 75 })).toMatchObject({ paidUntil: '2027-03-02' });
  expect(await refused('rita', 'POST /subscriptions/1/pause', { away: day(0), back: day(7) })).toBe('422 PAST');
  const paused = await done('rita', 'POST /subscriptions/1/pause', { away: day(3), back: day(10) });
  expect(paused).toMatchObject({ away: day(3), back: day(10), paidUntil: '2027-03-09' });
  expect(await refused('rita', 'POST /subscriptions/1/pause', { away: day(13), back: day(20) })).toBe('409 PAUSED');
  pass(373);
  const rita = await again('rita');
  expect(await done(rita, 'GET /subscriptions')).toMatchObject({ subscriptions: [{ state: 'reminded', due: 77.5 }] });
  pass(14);
  expect(await done(rita, 'POST /subscriptions/1/pay', { amount: 77.5 })).toMatchObject({ state: 'active', due: 75 });
  expect(await done(rita, 'POST /subscriptions/1/cancel')).toMatchObject({ state: 'cancelled', refund: 75 });
});

test('a round holds no more copies than its cart', async () => {
  const { done, refused, subscribed } = await office();
  await subscribed('rita', { code: 'S1' });
  const gift = { code: 'S1', term: 'gift', span: 3, friend: 'Aunt Joan', street: 'Quay 4' };
  expect(await refused('rita', 'POST /subscriptions', { ...gift, form: 'printed', friend: ' ' })).toBe('422 NO_FRIEND');
  const number = await subscribed('rita', gift);
  expect(await done('cora', 'GET /subscriptions?words=quay')).toEqual({
    subscriptions: [
      {
        ...{ number, reader: null, addressee: 'Aunt Joan', form: 'printed', round: 'S1', street: 'Quay 4' },
        ...{ away: null, back: null, state: 'active' },
      },
    ],
    total: 1,
  });
  const third = { form: 'printed', term: 'monthly', code: 'S1', street: 'Quay 6' };
  expect(await refused('rob', 'POST /subscriptions', third)).toBe('409 ROUND_FULL');
  await done('rob', 'POST /subscriptions', { ...third, form: 'digital' });
  expect(await refused('mara', 'PATCH /rounds/S1', { capacity: 1 })).toBe('409 ROUND_FULL');
  await done('mara', 'PATCH /rounds/S1', { person: 4 });
  expect(await done('carl', 'GET /rounds?long=true')).toMatchObject({ rounds: [{ carrier: 'Carl Carrier', copies: 2 }] });
  expect(await refused('mara', 'PATCH /people/4', { role: 'editor' })).toBe('409 HAS_ROUNDS');
  await done('rita', `POST /subscriptions/${number}/move`, { street: 'Mill Lane 3', code: 'N1' });
  expect(await refused('rita', `POST /subscriptions/${number}/cancel`)).toBe('409 NO_CANCEL');
});

test('an advertiser who does not pay loses the credit until everything is paid', async () => {
  const { done, refused, pass, issue, classified, printed, again } = await office();
  const one = await issue(3);
  const [red, blue] = [await classified(one), await classified(one, 'Blue bicycle')];
  for (const advert of [red, blue]) await done('ed', `POST /adverts/${advert}/accept`, { page: 4 });
  await printed(one, 2);
  pass(15);
  const next = (await done('mara', 'POST /issues', { day: day(24), pages: 4 }))['number'];
  const [rob, mara] = [await again('rob'), await again('mara')];
  const text = { edition: next, kind: 'classified', section: 'cars', text: 'Green bicycle', lines: 4 };
  expect(await refused(rob, 'POST /adverts', text)).toBe('402 NO_CREDIT');
  await done(rob, `POST /adverts/${red}/pay`, { amount: 10 });
  expect(await done(mara, 'GET /people?words=rob')).toMatchObject({ people: [{ trusted: false, owed: 10 }] });
  await done(mara, `POST /adverts/${blue}/pay`, { amount: 10 });
  await done(rob, `POST /adverts/${red}/repeat`, { edition: next });
  const repeated = { issue: next, text: 'Red bicycle', repeats: 1, price: 9, page: null, state: 'offered' };
  expect(await done(rob, `GET /adverts?edition=${next}`)).toMatchObject({ adverts: [repeated], value: 9 });
});

test('articles are returned, revised, held by an embargo, and move to the next issue', async () => {
  const { done, refused, pass, issue, written, printed } = await office();
  const one = await issue(3, 4);
  const next = await issue(10);
  const held = await written(one, { embargo: day(4), title: 'Mayor' });
  expect(await refused('eva', `POST /articles/${held}/accept`)).toBe('409 EMBARGO');
  const letter = { edition: one, title: 'Noise', section: 'letters', lines: 31 };
  expect(await refused('rita', 'POST /articles', letter)).toBe('422 TOO_LONG');
  expect(await refused('rita', 'POST /articles', { ...letter, section: 'news' })).toBe('403 FORBIDDEN');
  const { number } = await done('rita', 'POST /articles', { ...letter, lines: 30 });
  await done('ed', `POST /articles/${number}/return`, { reason: 'Shorter', spike: false });
  expect(await done('rita', `POST /articles/${number}/revise`, { title: 'Noise', lines: 20 })).toMatchObject({ state: 'proposed' });
  await printed(one, 2);
  expect(await done('eva', 'GET /articles?state=proposed')).toMatchObject({ articles: [{ issue: next }, { issue: next }], total: 2 });
  expect(await refused('eva', `POST /articles/${held}/return`, { reason: ' ', spike: true })).toBe('422 BLANK');
  pass(1);
  const { articles } = (await done('mara', 'GET /articles?state=printed')) as { articles: Body[] };
  expect(articles).toMatchObject([{ title: 'New bridge', reviewer: 'Eva Editor' }]);
  expect(await done('rob', 'GET /articles')).toMatchObject({ articles: [{ author: null, reviewer: null }], total: 1 });
});

test('people see what is theirs', async () => {
  const { ask, done, refused, issue, subscribed } = await office();
  await issue(3);
  const number = await subscribed('rita');
  expect(await refused('rob', `POST /subscriptions/${number}/cancel`)).toBe('404 NOT_FOUND');
  expect(await refused('ed', 'GET /subscriptions')).toBe('403 FORBIDDEN');
  expect(await refused(null, 'GET /rounds')).toBe('401 UNAUTHORIZED');
  expect((await ask(null, 'GET /issues')).body).toEqual({ issues: [], total: 0 });
  expect(await done('ed', 'GET /people?role=editor')).toMatchObject({ total: 2 });
  expect(await done('rita', 'GET /rounds')).toEqual({
    rounds: [
      { code: 'S1', name: 'South side', metres: 6000, carrier: null },
      { code: 'N1', name: 'North side', metres: 2400, carrier: null },
    ],
    total: 2,
  });
  expect(await done('mara', 'GET /issues')).toMatchObject({ issues: [{ deadline: '2026-03-03T12:00:00.000Z', space: 480, income: 0 }] });
});

/** What the service answers with a fault, and without. */
async function differs(fault: PaperFault, look: (one: Awaited<ReturnType<typeof office>>) => Promise<unknown>): Promise<unknown[]> {
  const [right, wrong] = [await look(await office()), await look(await office(fault))];
  expect(wrong).not.toEqual(right);
  return [right, wrong];
}

test('faults of roles are visible', async () => {
  expect(await differs('editorsPlanIssues', ({ refused }) => refused('ed', 'POST /issues', { day: day(3), pages: 8 }))).toEqual([
    '403 FORBIDDEN',
    '201 undefined',
  ]);
  const pay = async ({ done, refused }: Awaited<ReturnType<typeof office>>): Promise<string> => {
    await done('rita', 'POST /subscriptions', { form: 'digital', term: 'monthly', code: 'N1', street: 'Mill Lane 1' });
    return refused('rob', 'POST /subscriptions/1/pay', { amount: 5.9 });
  };
  expect(await differs('anyonePays', pay)).toEqual(['404 NOT_FOUND', '200 undefined']);
});

test('faults of guards are visible', async () => {
  const paused = async ({ refused, subscribed }: Awaited<ReturnType<typeof office>>): Promise<string> => {
    const number = await subscribed('rita', { form: 'digital' });
    return refused('rita', `POST /subscriptions/${number}/pause`, { away: day(1), back: day(2) });
  };
  expect(await differs('digitalIsPaused', paused)).toEqual(['409 NO_DELIVERY', '200 undefined']);
  const asked = async ({ done, refused, issue, offered }: Awaited<ReturnType<typeof office>>): Promise<string> => {
    const advert = await offered(await issue(3));
    await done('ed', `POST /adverts/${advert}/refuse`, { reason: 'Smaller', final: false });
    return refused('ed', `POST /adverts/${advert}/accept`, { page: 1 });
  };
  expect(await differs('changingIsAccepted', asked)).toEqual(['409 CONFLICT', '200 undefined']);
});

test('faults of effects are visible', async () => {
  const moved = async ({ done, issue, offered }: Awaited<ReturnType<typeof office>>): Promise<unknown> => {
    const one = await issue(3);
    await issue(10);
    await issue(17);
    await offered(one);
    await done('ed', `POST /issues/${one}/close`);
    return ((await done('rob', 'GET /adverts'))['adverts'] as Body[])[0]?.['issue'];
  };
  expect(await differs('missedGoesToTheLast', moved)).toEqual([2, 3]);
  const wage = async ({ done, pass, issue, subscribed, printed }: Awaited<ReturnType<typeof office>>): Promise<unknown> => {
    const one = await issue(3);
    await subscribed('rita', { code: 'S1' });
    await printed(one, 2);
    pass(1);
    return (await done('cora', 'POST /deliveries/1/deliver'))['wage'];
  };
  expect(await differs('longPaysNothing', wage)).toEqual([3.15, 0.15]);
});

test('faults of rules, errors and lists are visible', async () => {
  const week = async ({ refused, issue }: Awaited<ReturnType<typeof office>>): Promise<string> => {
    await issue(10);
    return refused('mara', 'POST /issues', { day: day(4), pages: 8 });
  };
  expect(await differs('onlyEarlierIssuesCount', week)).toEqual(['409 WEEKLY', '201 undefined']);
  const full = async ({ refused, subscribed }: Awaited<ReturnType<typeof office>>): Promise<string> => {
    await subscribed('rita', { code: 'S1' });
    await subscribed('rita', { code: 'S1' });
    return refused('rob', 'POST /subscriptions', { form: 'both', term: 'monthly', code: 'S1', street: 'Quay 1' });
  };
  expect(await differs('roundFullIs422', full)).toEqual(['409 ROUND_FULL', '422 ROUND_FULL']);
  const seen = async ({ done, subscribed }: Awaited<ReturnType<typeof office>>): Promise<unknown> => {
    await subscribed('rita', { form: 'digital' });
    return (await done('carl', 'GET /subscriptions'))['total'];
  };
  expect(await differs('carriersSeeDigital', seen)).toEqual([0, 1]);
});
