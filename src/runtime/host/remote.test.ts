import { expect, it, vi } from 'vitest';
import { connectToServer } from './remote.ts';

/** A server that can be there and not, and its line of changes. */
function server() {
  const listeners = new Map<string, (event: { readonly data: string }) => void>();
  const state = { there: true, refused: false, answer: () => new Response('{"account":null}') };
  const host = connectToServer({
    address: 'http://127.0.0.1/',
    fetch: async () => {
      if (!state.there) throw new TypeError('Failed to fetch');
      return state.answer();
    },
    listen: () => ({
      addEventListener: (name: string, listener: unknown) =>
        void listeners.set(name, listener as (event: { readonly data: string }) => void),
      close: () => listeners.clear(),
      get readyState() {
        return state.refused ? 2 : 0;
      },
    }),
  });
  return { host, state, say: (name: string) => listeners.get(name)?.({ data: '[{"mark":null,"wrote":null}]' }) };
}

it('says when the server cannot be reached, and when it can again', async () => {
  const { host, state, say } = server();
  const said: boolean[] = [];
  host.reach?.subscribe(() => said.push(host.reach?.reached() ?? true));
  await host.person();
  state.there = false;
  await expect(host.person()).rejects.toThrow('Failed to fetch');
  say('error');
  say('open');
  state.there = true;
  await host.person();
  say('error');
  await host.person();
  expect(said).toEqual([false, true, false, true]);
});

const command = { kind: 'sign-out' } as const;

it.each([
  { what: 'a COMMIT whose answer was lost', status: 503, title: 'OUTCOME_UNKNOWN', error: 'OUTCOME_UNKNOWN' },
  { what: 'a proxy that got no answer', status: 502, title: 'Bad Gateway', error: 'OUTCOME_UNKNOWN' },
  { what: 'a database that cannot be reached', status: 503, title: 'UNAVAILABLE', error: 'UNAVAILABLE' },
])('a command that meets $what is refused in words, and its form keeps its input', async ({ status, title, error }) => {
  const { host, state } = server();
  state.answer = () => new Response(JSON.stringify({ title, detail: 'said by the server' }), { status });
  const said = { error, shown: { kind: 'dialog' }, own: { code: error === 'UNAVAILABLE' ? 'unavailable' : 'outcome-unknown' } };
  expect(await host.run(command)).toMatchObject({ ok: false, refusals: [said] });
  await expect(host.person()).rejects.toThrow('said by the server');
});

it('a command whose server goes away is not taken for one that failed', async () => {
  const { host, state } = server();
  state.there = false;
  expect(await host.run(command)).toMatchObject({ ok: false, refusals: [{ error: 'OUTCOME_UNKNOWN' }] });
});

it('tells that something may have changed while the connection was down', () => {
  const { host, say } = server();
  let told = 0;
  host.subscribe(() => told++);
  say('open');
  expect(told).toBe(0);
  say('error');
  say('open');
  say('changed');
  expect(told).toBe(2);
});

it('asks again for the line of changes that a server had no room for, which is there all the same', () => {
  vi.useFakeTimers();
  try {
    const { host, state, say } = server();
    let told = 0;
    host.subscribe(() => told++);
    state.refused = true;
    say('error');
    expect(host.reach?.reached()).toBe(true);
    vi.advanceTimersByTime(60_000);
    state.refused = false;
    say('open');
    say('changed');
    expect(told).toBe(2);
    host.close();
  } finally {
    vi.useRealTimers();
  }
});
