import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withFewExamples } from '../../../testing/few-examples.ts';
import { productInMemory } from '../../../testing/product.ts';
import { tokenHash } from '../../engine/account/hasher.ts';
import { SessionHost } from '../../engine/session-host.ts';
import { Calls } from './answer-call.ts';
import type { CallRequest } from './call-request.ts';

const spec = (name: string): string =>
  withFewExamples(`${name}.md`, readFileSync(new URL(`../../../specs/${name}.md`, import.meta.url), 'utf8'));

/** Lists whose length the caller may choose. */
const paged = `# Notes

## 3. The domain model

### Note

| Field | Type | Required |
|---|---|---|
| title | text | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns | Errors | Roles |
|---|---|---|---|---|---|
| \`POST /api/notes\` | \`{title}\` | \`create Note\` | 201 | | |
| \`GET /conventional?limit=50&offset=0\` | | \`list Note as found limit limit offset offset\` | 200 \`{"notes": found, "total": total}\` | | |
| \`GET /larger?limit=5000\` | | \`list Note as found limit limit\` | 200 \`{"notes": found}\` | | |
| \`GET /open?limit\` | | \`list Note as found limit limit\` | 200 \`{"notes": found, "total": total}\` | | |
| \`GET /checked?limit=10\` | | \`check limit <= 2000 else TOO_LONG; list Note as found limit limit\` | 200 \`{"notes": found}\` | TOO_LONG | |
| \`GET /counted?limit=2000\` | | \`list Note as found limit limit > 1500 ? 1500 : limit\` | 200 \`{"notes": found}\` | | |
| \`GET /sought?limit&offset\` | | \`get Note as n where n.title == "none"; list Note as found limit limit offset offset\` | 200 \`{"notes": found}\` | | |
| \`POST /taken\` | \`{limit?}\` | \`list Note as found limit limit\` | 200 \`{"notes": found}\` | | |

## 8. The error catalogue

| Error | Status | Message | Shown |
|---|---|---|---|
| TOO_LONG | 422 | At most two thousand. | toast |
`;

function service(text: string) {
  const made = productInMemory(text);
  const calls = new Calls(made.product);
  function ask(line: string, body?: unknown, token: string | null = null, more: Partial<CallRequest> = {}) {
    const [method = '', target = ''] = line.split(' ');
    const [path = '', query = ''] = target.split('?');
    const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
    const answer = calls.answer({
      method,
      path,
      query,
      token,
      contentType: text === null ? null : 'application/json',
      body: text,
      ...more,
    });
    return { status: answer.status, headers: answer.headers, body: answer.body === null ? null : JSON.parse(answer.body) };
  }
  /** Opens a session for an example person and returns its token. */
  function session(example: string): string {
    const token = `token of ${example}`;
    made.product.store.transaction(() =>
      made.product.store.saveSession({
        tokenHash: tokenHash(token),
        account: made.id(example),
        began: 0,
        expires: made.clock.now() + 1000,
      }),
    );
    return token;
  }
  return { ...made, ask, session };
}

describe('conduit', () => {
  const account = { user: { username: 'mia', email: 'mia@example.com', password: 'correct horse' } };

  test('registers, writes, lists, comments and deletes', () => {
    const { ask } = service(spec('conduit'));
    const registered = ask('POST /api/users', account);
    expect(registered).toMatchObject({ status: 201, body: { user: { username: 'mia', bio: null, image: null } } });
    const token = registered.body.user.token as string;
    expect(ask('GET /api/user', undefined, token)).toMatchObject({ status: 200, body: { user: { token } } });
    const article = { article: { title: 'How to train', description: 'Ever?', body: 'Carefully.', tagList: ['dragons'] } };
    const made = ask('POST /api/articles', article, token);
    expect(made).toMatchObject({
      status: 201,
      body: { article: { title: 'How to train', favoritesCount: 0, author: { username: 'mia' } } },
    });
    const slug = made.body.article.slug as string;
    expect(ask('GET /api/articles?tag=dragons').body).toMatchObject({ articlesCount: 1, articles: [{ slug }] });
    expect(ask('GET /api/articles?tag=none').body).toMatchObject({ articlesCount: 0, articles: [] });
    expect(ask('GET /api/articles/feed', undefined, token).status).toBe(200);
    expect(ask('PUT /api/articles/x', { article: { body: 'y' } }, token).status).toBe(404);
    expect(ask(`PUT /api/articles/${slug}`, { article: { body: 'Better.' } }, token).body.article).toMatchObject({
      title: 'How to train',
      body: 'Better.',
    });
    const comment = ask(`POST /api/articles/${slug}/comments`, { comment: { body: 'Thanks' } }, token);
    expect(comment).toMatchObject({ status: 201, body: { comment: { body: 'Thanks' } } });
    expect(ask(`DELETE /api/articles/${slug}/comments/${comment.body.comment.id}`, undefined, token)).toMatchObject({
      status: 204,
      body: null,
    });
    expect(ask(`DELETE /api/articles/${slug}`, undefined, token).status).toBe(204);
    expect(ask(`GET /api/articles/${slug}`).status).toBe(404);
  });

  test('words errors as its own catalogue does', () => {
    const { ask } = service(spec('conduit'));
    expect(ask('GET /api/user')).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Token' } });
    expect(ask('GET /api/user', undefined, 'forged')).toMatchObject({ status: 401, body: { errors: { body: ['is missing'] } } });
    ask('POST /api/users', account);
    expect(ask('POST /api/users', account)).toMatchObject({
      status: 409,
      body: { errors: { username: ['has already been taken'], email: ['has already been taken'] } },
    });
    expect(ask('POST /api/users', { user: { username: '', email: 'a@example.com', password: 'correct horse' } })).toMatchObject({
      status: 422,
      body: { errors: { username: ["can't be blank"] } },
    });
    expect(ask('POST /api/users/login', { user: { email: 'mia@example.com', password: 'wrong' } }).status).toBe(401);
  });
});

describe('input of a caller', () => {
  test('refuses unknown paths and methods', () => {
    const { ask, session } = service(spec('helpdesk'));
    expect(ask('GET /nowhere')).toMatchObject({ status: 404, body: { title: 'NOT_FOUND', status: 404, detail: 'There is no such call.' } });
    expect(ask('DELETE /api/tickets')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS, POST' } });
    expect(ask('OPTIONS /api/tickets/1/resolve')).toEqual({ status: 204, headers: { allow: 'OPTIONS, POST' }, body: null });
    expect(ask('OPTIONS /nowhere').status).toBe(404);
    expect(ask('GET /api/tickets/%zz').status).toBe(404);
    expect(ask('GET /api/tickets/', undefined, session('Bo')).status).toBe(200);
  });

  test('refuses bodies that are not JSON, or not the expected JSON', () => {
    const { ask, session } = service(spec('helpdesk'));
    const ana = session('Ana');
    expect(ask('POST /api/tickets', '{"subject"')).toMatchObject({ status: 400, body: { title: 'MALFORMED' } });
    expect(ask('POST /api/tickets', '['.repeat(5000) + ']'.repeat(5000)).status).toBe(400);
    expect(ask('POST /api/tickets', 'a=b', ana, { contentType: 'application/x-www-form-urlencoded' }).status).toBe(415);
    expect(ask('POST /api/tickets', '{"subject":"x"}', ana, { contentType: 'application/json; charset=latin1' })).toMatchObject({
      status: 415,
      body: { detail: 'The body must be JSON in UTF-8, not in latin1.' },
    });
    expect(ask('POST /api/tickets', { subject: 'x' }, ana, { contentType: 'application/json;charset="UTF-8"' }).status).toBe(201);
    expect(ask('POST /api/tickets', [1], ana).status).toBe(422);
    expect(ask('POST /api/tickets', { subject: 'x', role: 'manager', __proto__: { admin: true } }, ana)).toMatchObject({
      status: 422,
      body: { errors: [{ error: 'INVALID', field: 'role' }] },
    });
    expect(ask('POST /api/tickets', { subject: 7 }, ana)).toMatchObject({ status: 422, body: { errors: [{ field: 'subject' }] } });
  });

  test('reports missing, mistyped and unknown names together', () => {
    const { ask, session } = service(spec('helpdesk'));
    const wrong = (body: object): string[] =>
      ask('POST /api/tickets', body, session('Ana')).body.errors.map(({ field }: { readonly field: string }) => field);
    expect(wrong({ priority: 'huge' }).sort()).toEqual(['priority', 'subject']);
    expect(wrong({ priority: 'huge', sent: 'now' }).sort()).toEqual(['priority', 'sent', 'subject']);
  });

  test('values in the query and the route have the type they are compared with', () => {
    const { ask, session } = service(spec('helpdesk'));
    const bo = session('Bo');
    expect(ask('GET /api/tickets?status=nonsense', undefined, bo)).toMatchObject({ status: 422, body: { errors: [{ field: 'status' }] } });
    expect(ask('GET /api/tickets?limit=1&limit=2', undefined, bo).status).toBe(422);
    expect(ask('GET /api/tickets?limit=-1', undefined, bo).status).toBe(422);
    expect(ask('GET /api/tickets?unknown=1', undefined, bo).status).toBe(200);
    expect(ask('POST /api/tickets/abc/resolve', undefined, bo)).toMatchObject({ status: 404, body: { title: 'NOT_FOUND' } });
  });

  test('limits a page to a thousand records, unless the document sets another limit', () => {
    const { ask } = service(paged);
    ask('POST /api/notes', { title: 'one' });
    const tooMany = (most: number) => ({ status: 422, body: { errors: [{ field: 'limit', message: `Limit must be at most ${most}.` }] } });
    expect(ask('GET /conventional?limit=1000').status).toBe(200);
    expect(ask('GET /conventional?limit=1001')).toMatchObject(tooMany(1000));
    expect(ask('GET /conventional?limit=99999999999999999999')).toMatchObject({ status: 422 });
    expect(ask('GET /larger?limit=5000').status).toBe(200);
    expect(ask('GET /larger?limit=5001')).toMatchObject(tooMany(5000));
    expect(ask('GET /checked?limit=2000').status).toBe(200);
    expect(ask('GET /checked?limit=2001')).toMatchObject({ status: 422, body: { title: 'TOO_LONG' } });
    expect(ask('GET /counted?limit=2000').status).toBe(200);
    expect(ask('POST /taken', { limit: 1001 })).toMatchObject(tooMany(1000));
    for (const line of ['GET /sought?limit=-1', 'GET /sought?offset=-1', 'GET /sought?limit=1.5'])
      expect([line, ask(line).status]).toEqual([line, 422]);
    expect(ask('GET /sought').status).toBe(404);
  });

  test('returns at most a thousand records if the caller gives no number', () => {
    const { ask } = service(paged);
    for (let count = 0; count < 1001; count++) ask('POST /api/notes', { title: `note ${count}` });
    for (const line of ['GET /open', 'GET /open?limit='])
      expect([line, ask(line).body.notes.length, ask(line).body.total]).toEqual([line, 1000, 1001]);
    expect(ask('POST /taken', {}).body.notes.length).toBe(1000);
    expect(ask('POST /taken', { limit: null }).body.notes.length).toBe(1000);
    expect(ask('GET /counted').body.notes.length).toBe(1001);
  });

  test('an empty value in the query is as if left out, except for a text', () => {
    const { ask } = service(
      paged
        .replace('/open?limit`', '/open?limit&title`')
        .replace(
          'found limit limit` | 200 `{"notes": found, "total": total}`',
          'found where title == null || self.title == title limit limit` | 200 `{"notes": found, "total": total}`',
        ),
    );
    for (let count = 0; count < 60; count++) ask('POST /api/notes', { title: `note ${count}` });
    const size = (line: string): number => ask(line).body.notes.length;
    expect(size('GET /conventional?limit=&offset=')).toBe(50);
    expect(ask('GET /conventional?limit=&limit=').status).toBe(422);
    expect(size('GET /checked?limit=')).toBe(10);
    expect(size('GET /open?title=')).toBe(0);
    expect(size('GET /open?limit=')).toBe(60);
  });

  test('skips sending what has not changed, and refuses to overwrite what has', () => {
    const { ask, session } = service(spec('conduit'));
    const jake = session('Jake');
    const slug = ask('POST /api/articles', { article: { title: 'A', description: 'B', body: 'C' } }, jake).body.article.slug as string;
    const path = `/api/articles/${slug}`;
    const tag = ask(`GET ${path}`, undefined, jake).headers['etag'] ?? '';
    expect(ask(`GET ${path}`, undefined, jake, { ifNoneMatch: `"other", ${tag}` })).toMatchObject({ status: 304, body: null });
    const change = (body: string, ifMatch: string) => ask(`PUT ${path}`, { article: { body } }, jake, { ifMatch });
    expect(change('first', tag).status).toBe(200);
    expect(change('second', tag)).toMatchObject({ status: 412 });
    expect(change('third', '*').body.article).toMatchObject({ body: 'third' });
  });

  test('applies a request once if it is repeated with the same key', () => {
    const { ask, session } = service(spec('conduit'));
    const [jake, ann] = [session('Jake'), session('Celeb')];
    const article = { article: { title: 'Once', description: 'B', body: 'C' } };
    const post = (key: string, body: object = article, token = jake) => ask('POST /api/articles', body, token, { idempotencyKey: key });
    const first = post('key-1');
    expect(first.status).toBe(201);
    const again = post('key-1');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(post('key-1', { article: { ...article.article, body: 'D' } })).toMatchObject({ status: 422 });
    expect(post('key-2').body.article.slug).not.toBe(first.body.article.slug);
    // Another person's key is a different key.
    expect(post('key-1', article, ann).body.article.author.username).not.toBe(first.body.article.author.username);
    // A refused request did nothing, so it may be corrected and sent again.
    expect(post('key-3', { article: { title: '' } }).status).toBe(422);
    expect(post('key-3').status).toBe(201);
    expect(post('no spaces allowed').status).toBe(400);
  });

  test('notifies others of a stored answer only after it is saved', () => {
    const { ask, session, product } = service(spec('conduit'));
    const order: string[] = [];
    const { store } = product;
    const keepAnswer = store.keepAnswer.bind(store);
    store.keepAnswer = (answer, forget) => {
      order.push('kept');
      keepAnswer(answer, forget);
    };
    product.subscribe(() => order.push('told'));
    const article = { article: { title: 'Once', description: 'B', body: 'C' } };
    expect(ask('POST /api/articles', article, session('Jake'), { idempotencyKey: 'key' }).status).toBe(201);
    expect(order).toEqual(['kept', 'told']);
  });

  test('stores no token and no password with an answer', () => {
    const text = spec('conduit').replace(
      '| `DELETE /api/articles/:slug` |',
      '| `POST /api/apply` | `{username, email, pass}` | `create User with {"username": username, "email": email, "password": pass}` | 201 | | |\n| `POST /api/user/rename` | `{name}` | `update me with {"username": name}` | 200 `{"user": AccountView(me)}` | | member |\n| `DELETE /api/articles/:slug` |',
    );
    const { ask, product } = service(text);
    const kept: unknown[] = [];
    const { store } = product;
    const keepAnswer = store.keepAnswer.bind(store);
    store.keepAnswer = (answer, forget) => {
      kept.push(answer);
      keepAnswer(answer, forget);
    };
    const user = { email: 'mia@example.com', password: 'correct horse' };
    const account = { user: { ...user, username: 'mia' } };
    const once = { idempotencyKey: 'key' };
    expect(ask('POST /api/users', account, null, once).status).toBe(201);
    // Sign-in and sign-up are never replayed.
    expect(ask('POST /api/users', account, null, once).status).toBe(409);
    const [first, second] = [0, 1].map(() => ask('POST /api/users/login', { user }, null, once));
    expect([first?.status, second?.status]).toEqual([200, 200]);
    const token = first?.body.user.token as string;
    expect(second?.body.user.token).not.toBe(token);
    // Nor is creating an account without signing in.
    expect(ask('POST /api/apply', { username: 'ole', email: 'ole@example.com', pass: 'correct horse' }, null, once).status).toBe(201);
    expect(kept).toEqual([]);
    // The answer contains the caller's own token, but the stored answer does not.
    const [renamed, again] = [0, 1].map(() => ask('POST /api/user/rename', { name: 'maria' }, token, once));
    expect(renamed).toMatchObject({ status: 200, body: { user: { username: 'maria', token } } });
    expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' }, body: renamed?.body });
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  test('returns null for a value that reads a hidden field, and the other values beside it', () => {
    const text = spec('helpdesk')
      .replace(/^\| Permission \|.*\n\|.*\n/m, '$&| Ticket.number: read | no | no | yes | yes |\n')
      .replace(
        /^\| Call \|.*\n\|.*\n/m,
        '$&| `GET /api/sums` | | `list Ticket as found` | 200 `{"count": size(found), "due": {"all": sum(found.map(t, t.number)), "none": 0}}` | | |\n',
      );
    const { ask, session } = service(text);
    expect(ask('GET /api/sums', undefined, session('Ana')).body).toEqual({ count: expect.any(Number), due: { all: null, none: 0 } });
    expect(ask('GET /api/sums', undefined, session('Bo')).body.due.all).toBeGreaterThan(0);
  });

  test('explains what If-Match was compared with', () => {
    const { ask, session } = service(spec('helpdesk'));
    const token = session('Bo');
    const detail = (line: string, who: string | null, body?: object): unknown => {
      const answer = ask(line, body, who, { ifMatch: '"x"' });
      return [answer.status, answer.body.detail];
    };
    expect(detail('PATCH /api/tickets/1', token, { subject: 'x' })).toEqual([
      412,
      'Someone else changed this in the meantime. Reload it and try again.',
    ]);
    const nothing = 'This path has no version to compare If-Match with.';
    expect(detail('PATCH /api/tickets/999', token, { subject: 'x' })).toEqual([412, nothing]);
    expect(detail('POST /api/tickets/1/resolve', token)).toEqual([412, nothing]);
    expect(detail('PATCH /api/tickets/1', null, { subject: 'x' })).toEqual([401, 'Please sign in.']);
    expect(detail('PATCH /api/tickets/1', 'forged', { subject: 'x' })).toEqual([401, 'Please sign in.']);
  });

  test('accepts the id of a file from a person who may use it', async () => {
    const text = spec('helpdesk').replace('`{subject, body?, priority?}`', '`{subject, body?, priority?, photo?}`');
    const { ask, session, product, as } = service(text);
    const bytes = new Uint8Array([1, 2, 3]);
    const put = (mediaType: string) =>
      new SessionHost(product, { remembers: false, person: as('Ana') }).putFile({ name: 'boiler', mediaType, bytes });
    const [image, paper] = [await put('image/png'), await put('application/pdf')];
    const make = (example: string, photo: unknown) => ask('POST /api/tickets', { subject: 'x', photo }, session(example));
    expect(make('Ana', image.id).status).toBe(201);
    const made = product.store.query({ entity: 'Ticket', conditions: [] }).at(-1);
    expect(made?.['photo']).toMatchObject({ id: image.id, name: 'boiler', size: 3 });
    // The same form in which answers return files.
    expect(make('Ana', image).status).toBe(201);
    expect(make('Ana', null).status).toBe(201);
    for (const photo of ['nothing', '\u0000', '\ud800', 7, [], {}, { id: 7 }, { id: null }])
      expect(make('Ana', photo)).toMatchObject({ status: 422, body: { errors: [{ error: 'INVALID', field: 'photo' }] } });
    expect(make('Ana', paper.id)).toMatchObject({ status: 422, body: { detail: expect.stringContaining('image') } });
    // Another person's file looks like a missing one.
    expect(make('Carl', image.id).body).toEqual(make('Carl', 'nothing').body);
  });

  test('conventional calls accept files too, one or several', () => {
    const text =
      '# Specification: Files\n\n## 3. Entities\n\n### Job\n\n| Field | Type | Required |\n|---|---|---|\n| name | text | yes |\n| photo | image | |\n| papers | list of file | |\n';
    const { ask, product } = service(text);
    const host = new SessionHost(product, { remembers: false });
    return host.putFile({ name: 'a.png', mediaType: 'image/png', bytes: new Uint8Array([1]) }).then(({ id }) => {
      const made = ask('POST /api/jobs', { name: 'x', photo: id, papers: [id] });
      expect(made).toMatchObject({ status: 201, body: { photo: { id, name: 'a.png' }, papers: [{ id }] } });
      expect(ask(`PATCH /api/jobs/${made.body.id}`, { photo: null })).toMatchObject({
        status: 200,
        body: { photo: null, papers: [{ id }] },
      });
      expect(ask('POST /api/jobs', { name: 'x', photo: 'nothing' }).status).toBe(422);
    });
  });
});

const drives = (permissions: string): string => `# Drives

## 3. The domain model

### Drive

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| day | integer | yes |

| Example | name | day |
|---|---|---|
| early | early | 1 |
| late | late | 9 |
| middle | middle | 5 |

### Slot

| Field | Type | Required |
|---|---|---|
| code | text | yes |
| drive | Drive | |

| Example | code | drive |
|---|---|---|
| a | a | middle |
| b | b | late |
| c | c | early |
| d | d | late |

## 6. Roles and permissions

| Role | Is |
|---|---|
| all | \`true\` |

| Permission | all |
|---|---|
| Slot: read | yes |
${permissions}

## 7. The calls it makes

| Call | Takes | Does | Returns | Errors | Roles |
|---|---|---|---|---|---|
| \`GET /slots?drive\` | | \`list Slot as found where drive == null || self.drive.name == drive sort drive.day desc, code desc limit 3\` | 200 \`found.map(s, s.code)\` | | |
`;

test('a list is sorted by a field of a related record, also where the caller gives a value of that name', () => {
  const { ask } = service(drives('| Drive: read | yes |'));
  expect(ask('GET /slots').body).toEqual(['d', 'b', 'a']);
  expect(ask('GET /slots?drive=late').body).toEqual(['d', 'b']);
});

test.each([
  ['| Drive: read | yes |\n| Drive.day: read | no |', ['d', 'c', 'b']],
  ['| Drive: read | `name != "late"` |', ['a', 'c', 'd']],
  ['| Drive: read | no |', ['d', 'c', 'b']],
])('the order of a list tells nothing about what a person may not read: %s', (permissions, expected) => {
  expect(service(drives(permissions)).ask('GET /slots').body).toEqual(expected);
});
