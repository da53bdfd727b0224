import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CountedEngine, countedEngine } from '../../../testing/postgres/counted-engine.ts';
import type { CallAnswer, CallRequest } from '../calls/call-request.ts';

/*
 * What a call costs on Postgres: how often its body runs, and the statements of each request to the
 * database. Each request is a round trip that the call waits for, except a final lone COMMIT.
 */

const text = readFileSync(new URL('../../../testing/documents/conduit.md', import.meta.url), 'utf8');

let counted: CountedEngine;
let token: string;

beforeAll(async () => {
  counted = await countedEngine(text);
  const signedUp = await call(
    'POST',
    '/api/users',
    { user: { username: 'ann', email: 'ann@example.com', password: 'correct horse' } },
    null,
  );
  token = JSON.parse(signedUp.body ?? '').user.token;
  await call('POST', '/api/articles', article('First'));
  await call('POST', '/api/articles', article('Second'));
}, 60_000);
afterAll(() => counted.close());
const fromNow = (): void => void Object.assign(counted.cost, { passes: 0, requests: [] });
beforeEach(fromNow);

const article = (title: string) => ({ article: { title, description: 'About', body: 'Body', tagList: ['b', 'a'] } });

async function call(method: string, path: string, body?: unknown, by: string | null = token): Promise<CallAnswer> {
  const [at = '', query = ''] = path.split('?');
  const request: CallRequest = {
    method,
    path: at,
    query,
    token: by,
    contentType: body === undefined ? null : 'application/json',
    body: body === undefined ? null : JSON.stringify(body),
  };
  const answer = await counted.engine.call(request);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
  return answer;
}

const slugOf = async (title: string): Promise<string> => {
  const { articles } = JSON.parse((await call('GET', '/api/articles')).body ?? '');
  return articles.find((one: { title: string }) => one.title === title).slug;
};

async function costOf(method: string, path: string, body?: unknown): Promise<unknown> {
  fromNow();
  await call(method, path, body);
  return {
    passes: counted.cost.passes,
    requests: counted.cost.requests.map((one) =>
      'questions' in one ? one.questions.map(({ sql }) => sql.split(' ')[0]).join(' ') : one.kind,
    ),
  };
}

test('list: one request reads the session, the page and the count', async () => {
  expect(await costOf('GET', '/api/articles?limit=20')).toEqual({ passes: 2, requests: ['SELECT SELECT SELECT'] });
});

test('record: one request reads the session and the record, with its author and its computed fields', async () => {
  expect(await costOf('GET', `/api/articles/${await slugOf('First')}`)).toEqual({ passes: 2, requests: ['SELECT SELECT'] });
});

test('create: one request reads, one writes and commits; the last pass only builds the answer', async () => {
  expect(await costOf('POST', '/api/articles', article('Third'))).toEqual({
    passes: 3,
    requests: ['BEGIN LOCK SELECT SELECT', 'INSERT INSERT COMMIT'],
  });
});

test('add a member: the record and its membership are read together; an existing member is not written', async () => {
  const path = `/api/articles/${await slugOf('First')}/favorite`;
  // The answer reads the new data before the transaction ends.
  expect(await costOf('POST', path)).toEqual({ passes: 4, requests: ['BEGIN LOCK SELECT SELECT', 'INSERT INSERT SELECT', 'COMMIT'] });
  expect(await costOf('POST', path)).toEqual({ passes: 2, requests: ['BEGIN LOCK SELECT SELECT', 'COMMIT'] });
  expect(await costOf('DELETE', path)).toEqual({ passes: 4, requests: ['BEGIN LOCK SELECT SELECT', 'DELETE INSERT SELECT', 'COMMIT'] });
  expect(JSON.parse((await call('DELETE', path)).body ?? '').article).toMatchObject({ favorited: false, favoritesCount: 0 });
});

test('does not query a count again that another request learned meanwhile', async () => {
  // A page that is not full already reveals the total, so no count would be queried.
  const fullPage = '/api/articles?limit=1';
  const other: { made: Promise<unknown> | null } = { made: null };
  counted.cost.before = async ({ kind }) => {
    if (kind !== 'read' || other.made !== null) return;
    other.made = Promise.resolve();
    other.made = call('POST', '/api/articles', article('Fourth')).then(() => call('GET', fullPage));
    await other.made;
    Object.assign(counted.cost, { passes: 1, requests: [] });
  };
  try {
    await call('GET', fullPage);
  } finally {
    counted.cost.before = async () => undefined;
  }
  expect({ passes: counted.cost.passes, requests: counted.cost.requests }).toEqual({ passes: 2, requests: [] });
});
