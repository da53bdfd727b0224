import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openapiDocument } from '../../src/export/exporters/openapi.ts';
import { readModel } from '../../src/model/read.ts';
import { Calls } from '../../src/serve/calls/answer-call.ts';
import { productInMemory } from '../../testing/product.ts';

const text = readFileSync(new URL('../../testing/documents/conduit-strict.md', import.meta.url), 'utf8');

function served() {
  const calls = new Calls(productInMemory(text).product);
  const ask = (line: string, body?: unknown, token: string | null = null) => {
    const [method = '', target = ''] = line.split(' ');
    const [path = '', query = ''] = target.split('?');
    const said = body === undefined ? null : JSON.stringify(body);
    const answer = calls.answer({ method, path, query, token, contentType: said === null ? null : 'application/json', body: said });
    return { status: answer.status, body: JSON.parse(answer.body ?? 'null') };
  };
  const person = (name: string) => {
    const made = ask('POST /api/users', { user: { username: name, email: `${name}@example.com`, password: 'secretsecret' } });
    expect(made.status).toBe(201);
    return (line: string, body?: unknown) => ask(line, body, made.body.user.token);
  };
  const written = (as: ReturnType<typeof person>): string => {
    const article = { title: 'Dragons', description: 'Big', body: 'Very.', tagList: ['big', 'red'] };
    const made = as('POST /api/articles', { article });
    expect(made).toMatchObject({ status: 201, body: { article } });
    return made.body.article.slug;
  };
  return { ask, person, written };
}

const errors = (key: string, message: string) => ({ errors: { [key]: [message] } });

describe('the strict contract of Conduit', () => {
  test('401: a missing token, and wrong credentials', () => {
    const { ask } = served();
    const calls = [
      'GET /api/user',
      'PUT /api/user',
      'POST /api/articles',
      'GET /api/articles/feed',
      'DELETE /api/articles/x',
      'POST /api/articles/x/favorite',
      'POST /api/profiles/jake/follow',
      'DELETE /api/articles/x/comments/1',
    ];
    for (const call of calls) {
      const body = /PUT|articles$/.test(call) ? {} : undefined;
      expect(ask(call, body), call).toEqual({ status: 401, body: errors('token', 'is missing') });
      expect(ask(call, body, 'made-up'), call).toEqual({ status: 401, body: errors('token', 'is missing') });
    }
    const wrong = { user: { email: 'jake@example.com', password: 'wrong' } };
    expect(ask('POST /api/users/login', wrong)).toEqual({ status: 401, body: errors('credentials', 'invalid') });
    expect(ask('GET /api/articles', undefined, 'made-up').status).toBe(200);
  });

  test('403: another person’s article and comment', () => {
    const { person, written } = served();
    const [ana, bo] = [person('ana'), person('bo')];
    const slug = written(ana);
    const { id } = ana(`POST /api/articles/${slug}/comments`, { comment: { body: 'First' } }).body.comment;
    expect(bo(`PUT /api/articles/${slug}`, { article: { title: 'Mine' } })).toEqual({ status: 403, body: errors('article', 'forbidden') });
    expect(bo(`DELETE /api/articles/${slug}`)).toEqual({ status: 403, body: errors('article', 'forbidden') });
    expect(bo(`DELETE /api/articles/${slug}/comments/${id}`)).toEqual({ status: 403, body: errors('comment', 'forbidden') });
    expect(ana(`DELETE /api/articles/${slug}/comments/${id}`)).toEqual({ status: 204, body: null });
    expect(ana(`DELETE /api/articles/${slug}`)).toEqual({ status: 204, body: null });
  });

  test('404: articles, comments and profiles that do not exist', () => {
    const { ask, person, written } = served();
    const ana = person('ana');
    const slug = written(ana);
    for (const call of ['GET /api/articles/none', 'GET /api/articles/none/comments'])
      expect(ask(call), call).toEqual({ status: 404, body: errors('article', 'not found') });
    for (const call of ['DELETE /api/articles/none', 'DELETE /api/articles/none/favorite', 'DELETE /api/articles/none/comments/1'])
      expect(ana(call), call).toEqual({ status: 404, body: errors('article', 'not found') });
    for (const id of ['99999', 'abc'])
      expect(ana(`DELETE /api/articles/${slug}/comments/${id}`)).toEqual({ status: 404, body: errors('comment', 'not found') });
    expect(ask('GET /api/profiles/none')).toEqual({ status: 404, body: errors('profile', 'not found') });
    expect(ana('POST /api/profiles/none/follow')).toEqual({ status: 404, body: errors('profile', 'not found') });
  });

  test('409: a name and an address that are taken', () => {
    const { ask } = served();
    const user = (username: string, email: string) => ({ user: { username, email, password: 'secretsecret' } });
    const taken = 'has already been taken';
    expect(ask('POST /api/users', user('jake', 'new@example.com'))).toEqual({ status: 409, body: errors('username', taken) });
    expect(ask('POST /api/users', user('new', 'jake@example.com'))).toEqual({ status: 409, body: errors('email', taken) });
  });

  test('422: what is blank, null or left out', () => {
    const { ask, person, written } = served();
    const blank = "can't be blank";
    const user = { username: 'new', email: 'new@example.com', password: 'secretsecret' };
    for (const field of ['username', 'email', 'password'] as const) {
      expect(ask('POST /api/users', { user: { ...user, [field]: '' } }), field).toEqual({ status: 422, body: errors(field, blank) });
      const { [field]: _, ...rest } = user;
      expect(ask('POST /api/users', { user: rest }), field).toEqual({ status: 422, body: errors(field, blank) });
    }
    for (const field of ['email', 'password'])
      expect(ask('POST /api/users/login', { user: { email: user.email, password: 'x', [field]: '' } }), field).toEqual({
        status: 422,
        body: errors(field, blank),
      });
    const ana = person('ana');
    const slug = written(ana);
    for (const field of ['username', 'email', 'password'])
      for (const value of ['', null]) expect(ana('PUT /api/user', { user: { [field]: value } }).body, field).toEqual(errors(field, blank));
    for (const field of ['title', 'description', 'body'])
      for (const value of ['', null]) {
        const article = { title: 't', description: 'd', body: 'b', [field]: value };
        expect(ana('POST /api/articles', { article }).body, field).toEqual(errors(field, blank));
        expect(ana(`PUT /api/articles/${slug}`, { article: { [field]: value } }).body, field).toEqual(errors(field, blank));
      }
    expect(ana(`POST /api/articles/${slug}/comments`, { comment: { body: '' } })).toEqual({ status: 422, body: errors('body', blank) });
  });

  test('tags: left out they are kept, [] empties them, null is refused', () => {
    const { person, written } = served();
    const ana = person('ana');
    const slug = written(ana);
    const put = (article: object) => ana(`PUT /api/articles/${slug}`, { article });
    expect(put({ body: 'More.' }).body.article.tagList).toEqual(['big', 'red']);
    expect(put({ tagList: null })).toEqual({ status: 422, body: errors('tagList', 'is invalid') });
    expect(put({ tagList: [] }).body.article.tagList).toEqual([]);
    const article = { title: 'No tags', description: 'd', body: 'b' };
    expect(ana('POST /api/articles', { article }).body.article.tagList).toEqual([]);
    expect(ana('POST /api/articles', { article: { ...article, tagList: null } }).body).toEqual(errors('tagList', 'is invalid'));
  });

  test('PUT ignores keys that it does not know; an empty bio and image are null', () => {
    const { ask, person } = served();
    const ana = person('ana');
    const put = (user: object, more: object = {}) => ana('PUT /api/user', { user, ...more });
    expect(put({ bio: 'Hello', following: true, theme: 'dark' }, { sent: 'now' })).toMatchObject({
      status: 200,
      body: { user: { bio: 'Hello' } },
    });
    expect(put({ bio: '', image: '' })).toMatchObject({ status: 200, body: { user: { bio: null, image: null } } });
    expect(ask('GET /api/profiles/ana').body.profile).toMatchObject({ bio: null, image: null });
  });

  test('filters of a list apply only where they are given', () => {
    const { ask, person, written } = served();
    const ana = person('ana');
    written(ana);
    const count = (query: string): number => ask(`GET /api/articles${query}`).body.articlesCount;
    expect([count(''), count('?tag=big'), count('?tag=small'), count('?author=ana'), count('?author=jake'), count('?tag=')]).toEqual([
      1, 1, 0, 1, 0, 0,
    ]);
  });

  test('OpenAPI says where other keys are ignored', () => {
    const { paths } = openapiDocument(readModel(text)) as unknown as { readonly paths: Record<string, Record<string, object>> };
    const schema = (open: boolean) => ({ requestBody: { content: { 'application/json': { schema: { additionalProperties: open } } } } });
    expect(paths['/api/user']?.['put']).toMatchObject(schema(true));
    expect(paths['/api/articles']?.['post']).toMatchObject(schema(false));
  });
});
