import { expect, it } from 'vitest';
import { connectToServer } from './remote.ts';

/** A server that can be there and not, and its line of changes. */
function server() {
  const listeners = new Map<string, () => void>();
  const state = { there: true };
  const host = connectToServer({
    address: 'http://127.0.0.1/',
    fetch: async () => {
      if (!state.there) throw new TypeError('Failed to fetch');
      return new Response('{"account":null}');
    },
    listen: () => ({
      addEventListener: (name: string, listener: unknown) => void listeners.set(name, listener as () => void),
      close: () => listeners.clear(),
    }),
  });
  return { host, state, say: (name: string) => listeners.get(name)?.() };
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

it('tells that something may have changed while nobody could be asked', () => {
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
