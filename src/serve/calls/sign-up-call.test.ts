import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import lendingDocument from '../../../testing/services/lending/document.md?raw';
import { Calls } from './answer-call.ts';

const calls = new Calls(productInMemory(lendingDocument).product);
const signUp = (body: object, token: string | null): ReturnType<Calls['answer']> =>
  calls.answer({ method: 'POST', path: '/members', query: '', token, contentType: 'application/json', body: JSON.stringify(body) });

test('a plain `no` of section 6 comes before a value of the wrong type', () => {
  const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct-horse' };
  expect(signUp({ ...ada, name: 5 }, null).status).toBe(422);
  const { token } = JSON.parse(signUp(ada, null).body ?? '') as { token: string };
  for (const wrong of [{ name: 5 }, { email: [] }, { password: 7 }])
    expect(signUp({ ...ada, email: 'ben@example.com', ...wrong }, token).status).toBe(403);
});
