import { expect, test } from 'vitest';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import { translationService } from './service.ts';

/** The bureau with its people signed in, and helpers that create jobs and lead them on. */
async function bureau() {
  const { ask, done, refused } = await opened((now) => translationService(now), ['cleo', 'carl', 'theo', 'tara', 'kim'], '/api');
  const job = async (more: Body = {}): Promise<unknown> =>
    (await done('cleo', 'POST /jobs', { title: 'Manual', target: 'de', deadline: day(3), ...more }))['number'];
  const part = async (of: unknown, words = 1000): Promise<unknown> =>
    (await done('cleo', `POST /jobs/${of}/parts`, { title: 'Safety', words }))['number'];
  /** A job in work with one part, which Theo translates. */
  const started = async (): Promise<{ number: unknown; piece: unknown }> => {
    const number = await job();
    const piece = await part(number);
    await done('cleo', `POST /jobs/${number}/submit`);
    await done('kim', `POST /parts/${piece}/assign`, { email: 'theo@example.com' });
    await done('kim', `POST /jobs/${number}/start`);
    return { number, piece };
  };
  const delivered = async (): Promise<{ number: unknown; piece: unknown }> => {
    const { number, piece } = await started();
    await done('theo', `POST /parts/${piece}/hand-in`, { translation: 'Sicherheit' });
    await done('kim', `POST /parts/${piece}/approve`);
    await done('kim', `POST /jobs/${number}/deliver`);
    return { number, piece };
  };
  return { ask, done, refused, job, part, started, delivered };
}

test('a job is split into parts, whose words make its price', async () => {
  const { ask, done, refused, job, part } = await bureau();
  const number = await job({ rush: true, deadline: day(1) });
  expect(await refused('cleo', `POST /jobs/${number}/submit`)).toBe('409 NO_PARTS');
  expect(await refused('cleo', `POST /jobs/${number}/parts`, { title: 'x', words: 6001 })).toBe('422 BAD_WORDS');
  await part(number, 6000);
  const second = await part(number, 50);
  expect(await done('cleo', `GET /jobs/${number}`)).toMatchObject({ parts: 2, words: 6050, price: 1089 });
  expect(await refused('carl', `PATCH /parts/${second}`, { words: 5 })).toBe('404 NOT_FOUND');
  await done('cleo', `PATCH /jobs/${number}`, { rush: false, deadline: day(3) });
  expect(await done('cleo', `GET /jobs/${number}`)).toMatchObject({ price: 726, state: 'draft' });
  expect(await refused('kim', `GET /jobs/${number}`)).toBe('404 NOT_FOUND');
  await done('cleo', `POST /jobs/${number}/submit`);
  expect(await refused('cleo', `PATCH /jobs/${number}`, { title: 'x' })).toBe('403 FORBIDDEN');
  expect(await refused('cleo', `DELETE /parts/${second}`)).toBe('409 NOT_A_DRAFT');
  expect(await refused('cleo', `DELETE /jobs/${number}`)).toBe('409 CONFLICT');
  await done('cleo', `POST /jobs/${number}/withdraw`);
  expect((await ask('cleo', `DELETE /jobs/${number}`)).status).toBe(204);
  expect(await done('cleo', 'GET /parts')).toEqual({ parts: [], total: 0 });
});

test('a translator of the language takes a part while there is room', async () => {
  const { ask, done, refused, job, part } = await bureau();
  const number = await job();
  const pieces = [await part(number, 6000), await part(number, 4000), await part(number, 1)];
  const assign = (piece: unknown, email: string): Promise<string> => refused('kim', `POST /parts/${piece}/assign`, { email });
  await done('cleo', `POST /jobs/${number}/submit`);
  expect(await assign(pieces[0], 'eve@example.com')).toBe('422 NO_SUCH_PERSON');
  expect(await assign(pieces[0], 'tara@example.com')).toBe('422 WRONG_TRANSLATOR');
  expect(await refused('kim', `POST /jobs/${number}/start`)).toBe('409 UNASSIGNED');
  await done('kim', `POST /parts/${pieces[0]}/assign`, { email: 'theo@example.com' });
  await done('kim', `POST /parts/${pieces[1]}/assign`, { email: 'theo@example.com' });
  expect(await assign(pieces[2], 'theo@example.com')).toBe('409 OVERLOADED');
  expect(await assign(pieces[1], 'theo@example.com')).toBe('409 CONFLICT');
  expect(await done('theo', `GET /jobs/${number}`)).toMatchObject({ parts: 2, words: 10001, client: null });
  expect(await done('kim', 'GET /translators?room=0')).toMatchObject({
    total: 2,
    translators: [{ name: 'Tara Translator' }, { workload: 10000 }],
  });
  expect((await ask('theo', `POST /parts/${pieces[0]}/release`)).status).toBe(204);
  expect(await done('theo', 'GET /me')).toMatchObject({ workload: 4000 });
  expect(await refused('theo', `GET /parts/${pieces[0]}`)).toBe('404 NOT_FOUND');
  await done('cleo', `POST /jobs/${number}/withdraw`);
  expect(await done('theo', 'GET /me')).toMatchObject({ workload: 0 });
});

test('a job is delivered when its parts are approved and its queries answered', async () => {
  const { done, refused, started } = await bureau();
  const { number, piece } = await started();
  expect(await refused('tara', `POST /jobs/${number}/queries`, { question: 'Which?' })).toBe('404 NOT_FOUND');
  const { id } = await done('theo', `POST /jobs/${number}/queries`, { question: 'Which?' });
  expect(await refused('theo', `POST /parts/${piece}/hand-in`, { translation: ' ' })).toBe('422 TRANSLATION_EMPTY');
  await done('theo', `POST /parts/${piece}/hand-in`, { translation: 'eins' });
  await done('kim', `POST /parts/${piece}/reject`, { feedback: 'Once more.' });
  await done('theo', `POST /parts/${piece}/hand-in`, { translation: 'zwei' });
  expect(await done('kim', `POST /parts/${piece}/approve`)).toMatchObject({ feedback: null, translation: 'zwei' });
  expect(await refused('kim', `POST /jobs/${number}/deliver`)).toBe('409 NOT_READY');
  expect(await done('cleo', 'GET /queries?open=true')).toMatchObject({ total: 1 });
  expect((await done('cleo', `PUT /queries/${id}/answer`, { answer: 'This.' }))['answeredAt']).not.toBeNull();
  expect(await done('cleo', `GET /parts/${piece}`)).not.toHaveProperty('translation');
  await done('kim', `POST /jobs/${number}/deliver`);
  expect(await done('cleo', `GET /parts/${piece}`)).toMatchObject({ translation: 'zwei', translator: null });
});

test('a job is sent back twice at most, and reviewed once it is accepted', async () => {
  const { done, refused, delivered } = await bureau();
  const { number, piece } = await delivered();
  for (const reason of ['Too formal.', 'Too long.']) {
    expect(await done('cleo', `POST /jobs/${number}/send-back`, { reason })).toMatchObject({ state: 'in work', deliveredAt: null });
    expect(await done('theo', `GET /parts/${piece}`)).toMatchObject({ state: 'in work', feedback: reason });
    expect(await done('theo', 'GET /me')).toMatchObject({ workload: 1000 });
    await done('theo', `POST /parts/${piece}/hand-in`, { translation: reason });
    await done('kim', `POST /parts/${piece}/approve`);
    await done('kim', `POST /jobs/${number}/deliver`);
  }
  expect(await refused('cleo', `POST /jobs/${number}/send-back`, { reason: 'x' })).toBe('409 TOO_MANY_REVISIONS');
  expect(await refused('cleo', `POST /jobs/${number}/review`, { stars: 5 })).toBe('409 NOT_ACCEPTED');
  await done('cleo', `POST /jobs/${number}/accept`);
  expect(await refused('cleo', `POST /jobs/${number}/review`, { stars: 2, comment: ' ' })).toBe('422 SAY_WHY');
  const { id } = await done('cleo', `POST /jobs/${number}/review`, { stars: 3 });
  expect(await refused('cleo', `POST /jobs/${number}/review`, { stars: 4 })).toBe('409 ALREADY_REVIEWED');
  expect(await done('carl', 'GET /reviews')).toMatchObject({ total: 0 });
  await done('kim', `POST /reviews/${id}/publish`);
  expect(await done('carl', 'GET /reviews?stars=3')).toMatchObject({ total: 1, reviews: [{ target: 'de' }] });
  expect(await refused('cleo', `DELETE /reviews/${id}`)).toBe('403 FORBIDDEN');
});
