import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { toJson } from '../../expression/values/json.ts';
import type { Value } from '../../expression/values/value.ts';
import type { ActionPlace } from '../product.ts';
import { nobody, type Person } from '../world/world.ts';

const helpdesk = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8');
const conduit = readFileSync(new URL('../../../testing/documents/conduit.md', import.meta.url), 'utf8');

/** Performs a call of section 7 and returns its response. */
function calls(text: string) {
  const made = productInMemory(text);
  const { product } = made;
  function call(person: Person, name: string, taken: Readonly<Record<string, Value>>, place: Omit<ActionPlace, 'taken'> = {}) {
    const found = product.model.calls.find((candidate) => candidate.name.text === name);
    if (found === undefined) throw new Error(`there is no call ${name}`);
    const given = { ...place, taken: new Map(Object.entries(taken)) };
    const outcome =
      found.does === null
        ? product.act(person, { source: '', span: found.span, at: (offset) => offset, steps: [], problems: [] }, given)
        : product.act(person, found.does, given);
    if (!outcome.ok) return { error: outcome.refusals[0]?.error };
    const body = found.returns?.body ?? null;
    if (body === null) return null;
    const world = product.world(outcome.value.person);
    const bound = new Map([...outcome.value.bound].map(([key, value]) => [key, world.here(value, 'person')]));
    return toJson(compileExpression(body)(world.scope(null, bound, 'person')));
  }
  return { ...made, call };
}

describe('the calls of helpdesk', () => {
  test('the names that Takes binds are the values of the created record', () => {
    const { call, as } = calls(helpdesk);
    const made = call(as('Ana'), 'POST /api/tickets', { subject: 'Cold', priority: 'high' });
    expect(made).toMatchObject({
      number: 4,
      subject: 'Cold',
      priority: 'high',
      status: 'open',
      customer: { name: 'Ana Díaz', role: 'customer' },
      assignee: null,
      comments: [],
    });
    expect(call(as('Ana'), 'POST /api/tickets', { subject: '' })).toEqual({ error: 'SUBJECT_EMPTY' });
    expect(call(nobody, 'POST /api/tickets', { subject: 'x' })).toEqual({ error: 'UNAUTHORIZED' });
  });

  test('an absent value is not null', () => {
    const { call, as } = calls(helpdesk);
    const bound = new Map<string, Value>([['number', 1]]);
    const changed = call(as('Ana'), 'PATCH /api/tickets/:number', { subject: 'Warm' }, { bound, absent: ['body', 'priority', 'tags'] });
    expect(changed).toMatchObject({ subject: 'Warm', body: 'It **hums** at night.' });
    expect(call(as('Ana'), 'PATCH /api/tickets/:number', { body: null }, { bound, absent: ['subject'] })).toMatchObject({
      subject: 'Warm',
      body: null,
    });
    expect(call(as('Carl'), 'PATCH /api/tickets/:number', { subject: 'x' }, { bound })).toEqual({ error: 'NOT_FOUND' });
  });

  test('a list is filtered, counted before limit and offset, and read through a view', () => {
    const { call, as } = calls(helpdesk);
    const page = new Map<string, Value>([
      ['limit', 1],
      ['offset', 1],
      ['status', null],
    ]);
    expect(call(as('Bo'), 'GET /api/tickets', {}, { bound: page })).toMatchObject({ total: 3, tickets: [{ number: 2 }] });
    expect(call(as('Carl'), 'GET /api/tickets', {}, { bound: new Map<string, Value>([...page, ['offset', 0]]) })).toMatchObject({
      total: 1,
      tickets: [{ number: 3 }],
    });
    expect(
      call(as('Bo'), 'GET /api/tickets', {}, { bound: new Map<string, Value>([...page, ['offset', 0], ['status', 'open']]) }),
    ).toMatchObject({ total: 1, tickets: [{ number: 1 }] });
    expect(call(as('Bo'), 'GET /api/tickets', {}, { bound: new Map<string, Value>([...page, ['limit', 'x']]) })).toEqual({
      error: 'INVALID',
    });
  });

  test('several steps are one transaction', () => {
    const { call, as } = calls(helpdesk);
    const at = new Map<string, Value>([['number', 1]]);
    expect(call(as('Mia'), 'POST /api/tickets/:number/assign', { assignee: 'bo@example.com' }, { bound: at })).toMatchObject({
      status: 'assigned',
      assignee: { name: 'Bo Chen' },
    });
    expect(call(as('Mia'), 'POST /api/tickets/:number/assign', { assignee: 'ana@example.com' }, { bound: at })).toEqual({
      error: 'NOT_AN_AGENT',
    });
    expect(call(as('Mia'), 'POST /api/tickets/:number/assign', { assignee: 'none@example.com' }, { bound: at })).toEqual({
      error: 'NOT_FOUND',
    });
  });

  test('signing in creates a session with a person and a token', () => {
    const { call, product, id } = calls(helpdesk);
    const answer = call(nobody, 'POST /api/session', { email: 'mia@example.com', password: 'correct-horse' });
    expect(answer).toMatchObject({ user: { name: 'Mia Rossi', role: 'manager' } });
    expect(product.personOf((answer as { token: string }).token).account).toBe(id('Mia'));
  });
});

describe('the calls of conduit', () => {
  test('views leave out what the reader may not see, and depend on the reader', () => {
    const { call, as } = calls(conduit);
    const made = call(as('Jake'), 'POST /api/articles', { title: 'How to', description: 'd', body: 'b', tagList: ['x', 'y'] });
    expect(made).toMatchObject({
      article: {
        title: 'How to',
        tagList: ['x', 'y'],
        favorited: false,
        favoritesCount: 0,
        author: { username: 'jake', following: false },
      },
    });
    const { slug } = (made as { article: { slug: string } }).article;
    expect(slug).toMatch(/^how-to-[\w-]{6}$/);
    const bound = new Map<string, Value>([['slug', slug]]);
    expect(call(as('Celeb'), 'POST /api/articles/:slug/favorite', {}, { bound })).toMatchObject({
      article: { favorited: true, favoritesCount: 1 },
    });
    expect(call(nobody, 'GET /api/articles/:slug', {}, { bound })).toMatchObject({ article: { favorited: false, favoritesCount: 1 } });
    expect(call(as('Celeb'), 'DELETE /api/articles/:slug', {}, { bound })).toEqual({ error: 'FORBIDDEN' });
    expect(call(nobody, 'GET /api/tags', {})).toEqual({ tags: ['x', 'y'] });
  });

  test('ids may be numbers', () => {
    const { call, as } = calls(conduit);
    const made = call(as('Jake'), 'POST /api/articles', { title: 'How to', description: 'd', body: 'b' }) as { article: { slug: string } };
    const bound = new Map<string, Value>([['slug', made.article.slug]]);
    expect(call(as('Celeb'), 'POST /api/articles/:slug/comments', { body: 'Hm.' }, { bound })).toMatchObject({
      comment: { id: 1, author: { username: 'celeb' } },
    });
    expect(
      call(as('Jake'), 'DELETE /api/articles/:slug/comments/:id', {}, { bound: new Map<string, Value>([...bound, ['id', 1]]) }),
    ).toEqual({ error: 'FORBIDDEN' });
    expect(
      call(as('Celeb'), 'DELETE /api/articles/:slug/comments/:id', {}, { bound: new Map<string, Value>([...bound, ['id', 2]]) }),
    ).toEqual({ error: 'NOT_FOUND' });
    expect(
      call(as('Celeb'), 'DELETE /api/articles/:slug/comments/:id', {}, { bound: new Map<string, Value>([...bound, ['id', 1]]) }),
    ).toBeNull();
  });

  test('the owner sees fields that others do not', () => {
    const { call, as } = calls(conduit);
    expect(call(as('Jake'), 'GET /api/user', {})).toEqual({
      user: { email: 'jake@example.com', username: 'jake', bio: 'I work at statefarm', image: null, token: null },
    });
    expect(call(as('Jake'), 'PUT /api/user', { bio: 'New' })).toMatchObject({ user: { bio: 'New', username: 'jake' } });
  });
});
