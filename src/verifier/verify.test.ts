import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../../testing/long-run.ts';
import { productInMemory } from '../../testing/product.ts';
import { randomRequests } from '../../testing/random-requests.ts';
import { type Recording, recorded, requestsToDiffer } from '../../testing/replays.ts';
import { type HandWritten, handWrittenServices, partsFor, requestsToFind } from '../../testing/services/hand-written-services.ts';
import lendingDocument from '../../testing/services/lending/document.md?raw';
import { oracleService } from '../../testing/services/oracle-service.ts';
import { fixedPlatform } from '../base/platform.ts';
import type { Model } from '../model/model.ts';
import { readModel } from '../model/read.ts';
import { Calls } from '../serve/calls/answer-call.ts';
import { type SecretOf, signatureOf } from '../serve/calls/signature.ts';
import type { Run } from './answers/finding.ts';
import type { Implementation } from './answers/implementation.ts';
import { Oracle } from './answers/oracle.ts';
import type { Plan } from './plan/situations.ts';
import { rowResults } from './rows.ts';
import { verify } from './run.ts';

const spec = (name: string): string => readFileSync(new URL(`../../specs/${name}.md`, import.meta.url), 'utf8');

interface Holding {
  readonly change?: (implementation: Implementation) => Implementation;
  /** Of a run without findings. */
  readonly plan?: Plan;
  /** Part of a row's title: the run ends once it has reproduced a finding about that row. */
  readonly until?: string;
}

const lendingModel = readModel(lendingDocument);
const modelOf = (text: string): Model => (text === lendingDocument ? lendingModel : readModel(text));

/** Verifies a service that follows `other` against `text`. */
async function held(text: string, other: string, { change = (same) => same, plan, until }: Holding = {}): Promise<Run> {
  const clock = fixedPlatform();
  const model = modelOf(text);
  const stop = new AbortController();
  let left = Number.POSITIVE_INFINITY;
  return verify({
    model,
    platform: { ...clock, now: () => clock.now() },
    implementation: change(oracleService(other, clock)),
    marker: 'vk3f9x',
    budget: 4000,
    plan,
    signal: stop.signal,
    // No way to a situation has more requests than these.
    found: (finding) => {
      if (until !== undefined && brokenRows(model, { exchanges: [], findings: [finding] }).includes(until)) left = Math.min(left, 40);
    },
    progress: () => left-- <= 0 && stop.abort(),
  });
}

const brokenRows = (...[model, run]: Parameters<typeof rowResults>): string =>
  rowResults(model, run)
    .filter(({ result }) => result === 'broken')
    .map(({ title }) => title)
    .join('; ');

/** A run that finds nothing, and whose plan others use. */
let lending: Run;
beforeAll(async () => {
  lending = await held(lendingDocument, lendingDocument);
});

describe('a conforming service', () => {
  test.each([
    ['library', 24],
    ['conduit', 35],
  ])('%s: no row is broken, and at least %i are kept', async (name, least) => {
    const text = name === 'library' ? lendingDocument : spec(name);
    const run = name === 'library' ? lending : await held(text, text);
    expect(run.findings.map(({ exchange }) => `${exchange.attempt.words}: ${exchange.fault?.words}`)).toEqual([]);
    const rows = rowResults(modelOf(text), run);
    expect(rows.filter(({ result }) => result === 'kept').length).toBeGreaterThanOrEqual(least);
  });

  test('has no findings while other clients change data', async () => {
    const [clock, other] = [fixedPlatform(), readModel(lendingDocument)];
    const served = new Oracle(other, { platform: { ...fixedPlatform(0, 77), now: () => clock.now() }, serials: 500 });
    const ask = (method: string, path: string, body: object | null, token: string | null) => {
      const { body: text } = served.answer({
        method,
        path,
        query: '',
        token,
        contentType: 'application/json',
        body: body && JSON.stringify(body),
      });
      return JSON.parse(text ?? 'null');
    };
    const account = { name: 'Zoe', email: 'zoe@example.com', password: 'correct-horse' };
    const { token } = ask('POST', '/members', account, null) as { token: string };
    let count = 0;
    const change = (): Implementation => ({
      wait: async () => undefined,
      async send(request) {
        clock.advance(7);
        if (count++ % 7 === 0) ask('POST', '/books', { title: `Abroad ${count}` }, token);
        const { status, body } = served.answer(request);
        return { status, body, date: null, retryAfter: null };
      },
    });
    const run = await held(lendingDocument, lendingDocument, { change, plan: lending.plan });
    expect(run.findings.map(({ exchange }) => `${exchange.attempt.words}: ${exchange.fault?.words}`)).toEqual([]);
  });
});

/** One changed row each, and part of the title of the row that must be reported. */
const mistakes: readonly (readonly [what: string, from: string, to: string, row: string])[] = [
  ['a role too many', '| Book: update | no | `owner == me` |', '| Book: update | no | yes |', 'Book: update'],
  ['a deletion in the wrong state', '`owner == me && state == "here"`', '`owner == me`', 'Book: delete'],
  ['a leak in what is read', '`owner == me \\|\\| state != "lost"`', 'yes', '/books'],
  ['a guard that is missing', '`owner != me` | OWN_BOOK', '| ', 'lend from here'],
  ['a transition from the wrong state', '| here | lend | lent |', '| here, lent | lend | lent |', 'lend'],
  ['a transition to the wrong state', '| lent | lose | lost |', '| lent | lose | here |', 'lose'],
  ['an effect that is missing', '`holder = me; lentAt = now`', '`holder = me`', 'lend'],
  ['an effect too many', '`holder = null; lentAt = null`', '`holder = null; lentAt = null; pages = 1`', 'return'],
  ['a limit one too high', 'MOST_PAGES | 900', 'MOST_PAGES | 901', 'pages in bounds'],
  ['a limit one too low', 'MOST_PAGES | 900', 'MOST_PAGES | 899', '/books'],
  ['a blank text', '`size(trim(title)) > 0`', '`size(title) > 0`', 'title is not blank'],
  ['a length that is not limited', 'text(60)', 'text', '/books'],
  ['a value twice', '| code once | Book | unique code | TAKEN |\n', '', 'code once'],
  ['another status', 'BLANK | 422', 'BLANK | 400', 'title is not blank'],
  ['another error', '| OWN_BOOK | `holder', '| TAKEN | `holder', 'lend from here'],
  ['another default', '| novel |', '| poems |', '/books'],
  ['a key that is missing', '| kind | |\n| state', '| state', '/books'],
  ['a key too many', '| lentAt | |', '| lentAt | |\n| secret | `owner.email` |', '/books'],
  ['a filter that does nothing', 'state == null \\|\\| self.state == state', 'true', 'GET /books'],
  ['another order', 'sort title asc', 'sort title desc', 'GET /books'],
  ['a member added twice or not', '; add me to b.readers', '', 'readers'],
  ['a status of success', '| 204 |', '| 200 |', 'DELETE'],
  ['an open door', '| FORBIDDEN, NOT_FOUND | member |', '| FORBIDDEN, NOT_FOUND | |', ''],
  ['a wrong value', '`owner.name`', '`owner.email`', '/books'],
];

describe('a service with one mistake', () => {
  test.each(mistakes.filter(([what]) => what !== 'an open door'))('%s', async (_what, from, to, row) => {
    expect(lendingDocument).toContain(from);
    const run = await held(lendingDocument, lendingDocument.replace(from, to), { plan: lending.plan, until: row });
    expect(brokenRows(lendingModel, run)).toContain(row);
    expect(run.findings.some(({ confirmed }) => confirmed)).toBe(true);
    for (const { sequence, exchange } of run.findings) expect(sequence.at(-1)).toBe(exchange);
  });

  test('is reproduced with few requests', async () => {
    const other = lendingDocument.replace('| lent | return | here |', '| lent | return | lent |');
    const run = await held(lendingDocument, other, { plan: lending.plan, until: 'return' });
    const [finding] = run.findings;
    const words = finding?.sequence.map(({ attempt }) => attempt.words) ?? [];
    expect(words).toHaveLength(5);
    expect(words.slice(0, 2)).toEqual(['Ada signs up: POST /members', 'Ben signs up: POST /members']);
    expect(words[2]).toMatch(/^Ada: POST \/books/);
    expect(words.slice(3)).toEqual(['Ben: POST /books/:number/lend', 'Ben: POST /books/:number/return']);
    expect(finding?.exchange.fault?.words).toBe('state is another value: expected "here", got "lent"');
  });
});

/** Some of the seeded faults; `npm run bench verify` tries them all. */
const sample: Readonly<Record<string, readonly string[]>> = {
  lending: [
    'anyoneDeletes',
    'ownBookIsLent',
    'ownerIsFirstMember',
    'oneMorePage',
    'wrongPasswordIs404',
    'filterDoesNothing',
    'totalIsOfThePage',
  ],
  helpdesk: ['agentsDelete', 'offsetDoesNothing', 'tagsMayBeNumbers', 'missingBeforeSignedOut'],
  carshare: ['startLeavesCarHeld', 'blockedDriversBook', 'tripsAreNotLimited', 'plateMayBeBlank', 'costIsNotChecked'],
  depot: ['closeRefusesOne', 'sellerIsNotPaid', 'creditMustBeMore', 'defaultHeightIsTwo', 'offeredFilterShowsStored', 'codesMayBeShared'],
  grants: ['shortlistCountsReviews', 'payReplacesDrawn', 'closeDropsDraftsOnly', 'countIgnoresListed', 'wordsMustBegin', 'oneMoreDay'],
  clinic: ['confirmSetsBookedToOne', 'revokeRevokesAll', 'waitIgnoresPlaces', 'giveIgnoresGiven', 'guardBeforeState'],
  auction: ['itemsNeedASession', 'declinedIsAccepted', 'declineForgetsReason', 'declinedCount', 'hiddenItemsAreEdited', 'mineIsTheBuyers'],
  translations: ['anyClientAccepts', 'submitWithoutParts', 'clientsSeeTranslations', 'oneMorePart', 'patchedRushIsFree'],
  laboratory: [
    'signOutKeepsSession',
    'sendPricesOneSample',
    'settleDiscardsOne',
    'acceptKeepsNote',
    'leastOfZeroIsIgnored',
    'emailsMindCase',
  ],
  claims: ['payLimitIsOneLess', 'submitDropsLines', 'lineGoesToTheLastClaim', 'oneMoreLine', 'filtersAreEither', 'limitDoesNothing'],
};

/** The services whose plans take little time; the others run only if asked. */
const usual = ['lending', 'helpdesk', 'claims'];
const quick = handWrittenServices.filter(({ name }) => isLong || usual.includes(name));

describe.each(quick)('the $name service, written by hand', (one) => {
  let run: Run;
  let recording: Recording;

  beforeAll(async () => {
    [run, recording] = await recorded(one, verify);
  }, 240_000);

  test('conforms to its document: nothing is reported', () => {
    expect(run.findings.map(({ exchange }) => `${exchange.attempt.words}: ${exchange.fault?.words}`)).toEqual([]);
  });

  const [first, ...others] = sample[one.name] ?? [];
  test.runIf(first !== undefined)(
    `with a fault, ${first}: it is reported`,
    async () => {
      expect(await requestsToFind(one, first as string, run.plan)).not.toBeNull();
    },
    240_000,
  );

  // Up to the first other answer a run sends exactly these requests, without planning again.
  test.each(others)('with a fault, %s: a request has another answer', async (fault) => {
    expect(await requestsToDiffer(one, fault, recording)).not.toBeNull();
  });

  test('also conforms for random requests', async () => {
    expect(await randomRequests(partsFor(one, null), 150)).toBeNull();
  });
});

test.each(['signal', 'budget'])('the plan grows only as far as the requests that are sent, if a %s ends the run', async (what) => {
  const [claims] = handWrittenServices.filter(({ name }) => name === 'claims');
  const stop = new AbortController();
  const ended =
    what === 'budget' ? { budget: 40 } : { signal: stop.signal, progress: ({ length }: Run['exchanges']) => length === 40 && stop.abort() };
  const run = await verify({ ...partsFor(claims as HandWritten, null), ...ended });
  const planned = [...run.plan.nodes.values()].filter(({ moves }) => moves.length > 0);
  expect(run.exchanges).toHaveLength(40);
  expect(run.complete).toBe(false);
  expect(planned.length).toBeGreaterThan(0);
  // A complete plan has 50.
  expect(planned.length).toBeLessThan(25);
});

describe('signed calls', () => {
  const webshop = spec('webshop');
  const run = (checks: boolean, secretOf: SecretOf): Promise<Run> => {
    const { product, clock } = productInMemory(webshop);
    const calls = new Calls(product, { secretOf: () => 'whsec_4f9d' });
    const implementation: Implementation = {
      wait: async () => undefined,
      async send(request) {
        clock.advance(7);
        const isPayment = request.path === '/api/payments';
        const signatures = isPayment && !checks ? { 'x-signature': signatureOf(request.body ?? '', 'whsec_4f9d') } : request.signatures;
        const { status, body } = calls.answer({ ...request, ...(signatures === undefined ? {} : { signatures }) });
        return { status, body, date: clock.now(), retryAfter: null };
      },
    };
    return verify({ model: readModel(webshop), platform: clock, implementation, secretOf, marker: 'vk3f9x', budget: 500 });
  };
  const words = ({ findings }: Run): readonly string[] => findings.map(({ exchange }) => exchange.attempt.words);

  test('are tried with the secret, and must be refused without a valid signature', async () => {
    const right = await run(true, () => 'whsec_4f9d');
    expect(words(right)).toEqual([]);
    expect(right.exchanges.filter(({ sent }) => sent.signatures !== undefined).length).toBeGreaterThan(1);
    expect(words(await run(false, () => 'whsec_4f9d')).join()).toMatch(/POST \/api\/payments with(out a| a wrong) signature/);
  });

  test('are listed as not tried if the secret is unknown', async () => {
    const { notTried, exchanges } = await run(true, () => null);
    expect(notTried.join()).toMatch(/POST \/api\/payments is signed, and the secret \w+ is not known/);
    expect(exchanges.some(({ sent }) => sent.path === '/api/payments')).toBe(false);
  });
});

describe('a service without usable answers', () => {
  test.each([
    ['it hangs', { problem: 'no answer came within 10 seconds' }],
    ['it says nothing', { status: 200, body: null, date: null, retryAfter: null }],
    ['it says no JSON', { status: 201, body: '<html>', date: null, retryAfter: null }],
    ['it fails', { status: 500, body: null, date: null, retryAfter: null }],
  ] as const)('%s: the run reports this and ends', async (_what, answer) => {
    const run = await held(lendingDocument, lendingDocument, { change: (same) => ({ ...same, send: async () => answer }) });
    expect(run.findings.length).toBeGreaterThan(0);
    expect(run.exchanges.length).toBeLessThan(200);
  });

  test('is given the time it asks for when it is busy', async () => {
    let waited = 0;
    const change = (same: Implementation): Implementation => {
      let next = 0;
      return {
        wait: async (milliseconds) => void (waited += milliseconds),
        send: async (request) => (next++ % 10 === 0 ? { status: 429, body: null, date: null, retryAfter: 2 } : same.send(request)),
      };
    };
    const run = await held(lendingDocument, lendingDocument, { change, plan: lending.plan });
    expect(run.findings).toEqual([]);
    expect(waited).toBeGreaterThan(2000);
  });
});
