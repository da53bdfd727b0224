import { beforeAll, describe, expect, test } from 'vitest';
import lendingDocument from '../../../testing/services/lending/document.md?raw';
import type { Fault } from '../../../testing/services/lending/faults.ts';
import { lendingService } from '../../../testing/services/lending/service.ts';
import { type Names, renamedService } from '../../../testing/services/renamed-service.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import type { Run } from '../answers/finding.ts';
import { verify } from '../run.ts';
import type { VerifyParts } from '../verify-parts.ts';
import { sameNames } from './adapter.ts';
import { learnAdapter } from './learn-adapter.ts';
import { readAdapter } from './read-adapter.ts';
import { adapterText } from './write-adapter.ts';

const model = readModel(lendingDocument);

const names: Names = {
  base: '/v2',
  paths: { books: 'volumes', lend: 'borrow' },
  keys: { title: 'heading', lentAt: 'borrowed_at', kind: 'genre' },
  errors: { OWN_BOOK: 'own-volume', BLANK: 'blank' },
  statuses: { '201': 200 },
  envelope: 'data',
};

const adapter = `# The volumes service

| What | Here |
|---|---|
| Base path | /v2 |

## Calls

| Call | Here |
|---|---|
| GET /books | GET /volumes |
| POST /books | POST /volumes |
| GET /books/:number | GET /volumes/:number |
| PATCH /books/:number | PATCH /volumes/:number |
| DELETE /books/:number | DELETE /volumes/:number |
| POST /books/:number/lend | \`POST /volumes/:number/borrow\` |
| POST /books/:number/return | POST /volumes/:number/return |
| POST /books/:number/lose | POST /volumes/:number/lose |
| POST /books/:number/readers | POST /volumes/:number/readers |

## Fields

| Field | Here |
|---|---|
| title | heading |
| lentAt | borrowed_at |
| kind | genre |

| Error | Here | Status |
|---|---|---|
| OWN_BOOK | own-volume | |
| BLANK | blank | |

| Status | Here |
|---|---|
| 201 | 200 |
`;
const envelope = '| What | Here |\n|---|---|\n| Answers in | data |\n';

function parts(fault: Fault | null, given: Names, budget = 4000): Omit<VerifyParts, 'adapter'> {
  const clock = fixedPlatform();
  const service = lendingService(() => {
    clock.advance(7);
    return clock.now();
  }, fault);
  return {
    model,
    platform: { ...clock, now: () => clock.now() },
    marker: 'vk3f9x',
    budget,
    implementation: renamedService(service, given),
  };
}

function read(text: string) {
  const { adapter: made, problems } = readAdapter(text, model);
  expect(problems).toEqual([]);
  return made;
}

const { envelope: _envelope, ...bare } = names;

let conforming: Run;

beforeAll(async () => {
  conforming = await verify({ ...parts(null, bare), adapter: read(adapter) });
});

/** The plan is the same whatever the names are. */
const planned = (...given: Parameters<typeof parts>): ReturnType<typeof parts> => ({ ...parts(...given), plan: conforming.plan });

describe('a service with other names, behind an adapter', () => {
  test('reports nothing if the service conforms', () => {
    expect(conforming.findings.map(({ exchange }) => `${exchange.attempt.words}: ${exchange.fault?.words}`)).toEqual([]);
  });

  test('reports a mistake with the requests as they were sent', async () => {
    const { findings } = await verify({ ...planned('ownBookIsLent', bare), adapter: read(adapter) });
    expect(findings.map(({ exchange }) => exchange.attempt.words)).toContain('Ada: POST /books/:number/lend');
    expect(findings[0]?.exchange.sent.path).toMatch(/^\/v2\/volumes\/\d+\/borrow$/);
  });

  test('reports many differences without the adapter', async () => {
    expect((await verify(planned(null, bare))).findings.length).toBeGreaterThan(5);
  });

  test('unwraps answers that are inside a key', async () => {
    const given: Names = { base: '', paths: {}, keys: {}, errors: {}, statuses: {}, envelope: 'data' };
    const { findings } = await verify({ ...planned(null, given), adapter: read(envelope) });
    expect(findings.map(({ exchange }) => `${exchange.attempt.words}: ${exchange.fault?.words}`)).toEqual([]);
  });
});

describe('an adapter learned from answers', () => {
  // The key of a required input cannot be learned: no answer shows it before a request names it.
  const { title: _title, ...shown } = names.keys;
  const plain: Names = { ...names, base: '', paths: {}, keys: shown };

  test('suffices for a run without findings', async () => {
    const learned = await learnAdapter({ ...planned(null, plain, 600), adapter: sameNames });
    const written = adapterText(learned, 'Learned');
    expect(read(written)).toEqual(learned);
    const { findings } = await verify({ ...planned(null, plain), adapter: learned });
    expect(findings.map(({ exchange }) => `${exchange.attempt.words}: ${exchange.fault?.words}`)).toEqual([]);
    expect(learned.fields).toEqual(expect.arrayContaining(Object.entries(shown).map(([field, here]) => ({ field, here, call: null }))));
    expect(learned.statuses).toContainEqual({ call: null, status: 201, here: 200 });
  });

  test('is empty if the names are the same', async () => {
    const same: Names = { base: '', paths: {}, keys: {}, errors: {}, statuses: {} };
    expect(await learnAdapter({ ...planned(null, same, 300), adapter: sameNames })).toEqual(sameNames);
  });

  test.each(['ownBookIsLent', 'wrongPasswordIs404'] as const)('does not hide a mistake that is not always made: %s', async (fault) => {
    const learned = await learnAdapter({ ...planned(fault, plain, 300), adapter: sameNames });
    expect((await verify({ ...planned(fault, plain), adapter: learned })).findings).not.toEqual([]);
  });
});

test.each([
  ['| Call | Here |\n|---|---|\n| POST /book | POST /volumes |', 3, 'The document has no call “POST /book”. Did you mean “POST /books”?'],
  [
    '| Call | Here |\n|---|---|\n| POST /books | volumes |',
    3,
    'Write the call as a method and a path, such as “POST /issues/:id/close”, not “volumes”.',
  ],
  [
    '| Call | Here |\n|---|---|\n| GET /books/:number | GET /v/:id |',
    3,
    '“GET /books/:number” has no parameter “:id”. Name the parameters as the document does.',
  ],
  ['| Field | Here |\n|---|---|\n| titel | heading |', 3, 'The document has no field or key “titel”. Did you mean “title”?'],
  ['| Error | Here |\n|---|---|\n| BLANKS | blank |', 3, 'The document has no error “BLANKS”. Did you mean “BLANK”?'],
  ['| Status | Here |\n|---|---|\n| 201 | ok |', 3, 'A status is a number from 100 to 599, not “ok”.'],
  ['| What | Here |\n|---|---|\n| Base path | v2 |', 3, 'The base path begins with “/”, such as “/v2”, not “v2”.'],
  [
    '| What | Here |\n|---|---|\n| Token | Bearer |',
    3,
    'Write the token as a header, such as “Authorization: Bearer …” or “X-Token: …”, not “Bearer”.',
  ],
  ['| A | B |\n|---|---|\n| 1 | 2 |', 1, 'A table of an adapter has the columns'],
  ['No table.', 1, 'There is no table.'],
])('a message names what is wrong and its line: %j', (text, line, message) => {
  const { problems } = readAdapter(text, model);
  expect(problems).toHaveLength(1);
  expect(problems[0]?.line).toBe(line);
  expect(problems[0]?.message).toContain(message);
});
