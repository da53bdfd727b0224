import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CountedEngine, countedEngine } from '../../../testing/postgres/counted-engine.ts';

/* What a screen costs on Postgres: its parts are requested together, not one after another. */

/** In this copy, people who sign up become managers. */
const text = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8').replace(
  '| yes | | customer | | |',
  '| yes | | manager | | |',
);

let counted: CountedEngine;
let token: string | null = null;
const ask = async (name: 'run' | 'part', ...args: readonly unknown[]): Promise<{ readonly ok: boolean; readonly value: unknown }> => {
  const answer = await counted.engine.screen({ token, name, args });
  token = answer.token;
  return answer.value as { readonly ok: boolean; readonly value: unknown };
};
const ticket = (number: number) => ask('run', { kind: 'create', part: null, entity: 'Ticket', values: { subject: `Ticket ${number}` } });
const board = () => ask('part', { address: { screen: 'Queue', parameters: {} }, part: '1.1.0' }, {});

beforeAll(async () => {
  counted = await countedEngine(text);
  const password = 'correct-horse';
  const values = { name: 'Ann', email: 'ann@example.com', password };
  expect(await ask('run', { kind: 'create', part: null, entity: 'User', values })).toMatchObject({ ok: true });
  expect(await ask('run', { kind: 'sign-in', values: { email: values.email, password } })).toMatchObject({ ok: true });
}, 60_000);
afterAll(() => counted.close());

test('a board with more cards needs no more round trips', async () => {
  const trips = async (): Promise<number> => {
    counted.cost.requests = [];
    expect(await board()).toMatchObject({ ok: true });
    return counted.cost.requests.length;
  };
  for (let number = 0; number < 2; number++) expect(await ticket(number)).toMatchObject({ ok: true });
  const few = await trips();
  for (let number = 2; number < 12; number++) expect(await ticket(number)).toMatchObject({ ok: true });
  expect(await trips()).toBeLessThanOrEqual(few);
});
