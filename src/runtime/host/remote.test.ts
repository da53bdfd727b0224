import { expect, it, vi } from 'vitest';
import { englishWords } from '../languages/en.ts';
import { failureText } from './failure-text.ts';
import { connectToServer } from './remote.ts';

/** A server that can be reachable or not, and its event stream of changes. */
function server() {
  const listeners = new Map<string, (event: { readonly data: string }) => void>();
  const state = { lines: 0, there: true, online: true, refused: false, answer: () => new Response('{"account":null}') };
  const line = {
    addEventListener: (name: string, listener: unknown) => void listeners.set(name, listener as (event: { readonly data: string }) => void),
    close: () => listeners.clear(),
    get readyState() {
      return state.refused ? 2 : 0;
    },
  };
  const host = connectToServer({
    address: 'http://127.0.0.1/',
    fetch: async () => {
      if (!state.there) throw new TypeError('Failed to fetch');
      return state.answer();
    },
    online: () => state.online,
    listen: () => {
      state.lines++;
      return line;
    },
  });
  return { host, state, say: (name: string) => listeners.get(name)?.({ data: '[{"mark":null,"wrote":null}]' }) };
}

it('reports when the server cannot be reached, and when it can again', async () => {
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

it('reopens the event stream after a lost request, and thereby learns that the server is back', async () => {
  const { host, state, say } = server();
  say('open');
  let told = 0;
  host.subscribe(() => told++);
  state.there = false;
  for (let turn = 0; turn < 2; turn++) await expect(host.person()).rejects.toThrow('Failed to fetch');
  expect([state.lines, host.reach?.reached()]).toEqual([2, false]);
  say('open');
  expect([told, host.reach?.reached()]).toEqual([1, true]);
});

const command = { kind: 'sign-out' } as const;

it.each([
  { what: 'a COMMIT whose answer was lost', status: 503, title: 'OUTCOME_UNKNOWN', error: 'OUTCOME_UNKNOWN' },
  { what: 'a proxy that got no answer', status: 502, title: 'Bad Gateway', error: 'OUTCOME_UNKNOWN' },
  { what: 'a database that cannot be reached', status: 503, title: 'UNAVAILABLE', error: 'UNAVAILABLE' },
])('a command that meets $what is refused with a message, and its form keeps its input', async ({ status, title, error }) => {
  const { host, state } = server();
  state.answer = () => new Response(JSON.stringify({ title, detail: 'said by the server' }), { status });
  const said = { error, shown: { kind: 'toast' }, own: { code: error === 'UNAVAILABLE' ? 'unavailable' : 'outcome-unknown' } };
  expect(await host.run(command)).toMatchObject({ ok: false, refusals: [said] });
  await expect(host.person()).rejects.toThrow('said by the server');
});

it('does not treat a command whose server disappears as one that failed', async () => {
  const { host, state } = server();
  state.there = false;
  expect(await host.run(command)).toMatchObject({ ok: false, refusals: [{ error: 'OUTCOME_UNKNOWN' }] });
});

it('refuses a command without a connection, as one that was not run', async () => {
  const { host, state } = server();
  state.there = false;
  state.online = false;
  const ran = await host.run(command);
  expect(ran).toMatchObject({ ok: false, refusals: [{ error: 'UNAVAILABLE', own: { code: 'unavailable' } }] });
  expect(ran.ok ? [] : ran.refusals.map(({ message }) => message)).not.toContain('Failed to fetch');
});

it('names the missing connection as the cause of a failure', async () => {
  const { host, state } = server();
  state.there = false;
  const error = await host.person().catch((failure: unknown) => failure);
  expect(failureText(error, englishWords, 'It failed.')).toBe(englishWords.parts.offline);
  expect(failureText(new Error('', { cause: error }), englishWords, 'It failed.')).toBe('It failed.');
  expect(failureText(new Error('too long'), englishWords, 'It failed.')).toBe('too long');
});

it('announces possible changes after the connection was down', () => {
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

it('retries the event stream after a full server refused it, and counts the server as reachable', () => {
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

it.each(['is lost', 'is refused'])('counts an upload as successful if only the request with its preview %s', async (what) => {
  const { host, state } = server();
  const kept = { id: 'f', name: 'a.png', mediaType: 'image/png', size: 3 };
  let asked = 0;
  state.answer = () => {
    if (++asked === 1) return Response.json(kept);
    if (what === 'is lost') throw new TypeError('Failed to fetch');
    return new Response(null, { status: 503 });
  };
  const file = { name: 'a.png', mediaType: 'image/png', bytes: new Uint8Array(3), preview: new Uint8Array(3) };
  expect(await host.putFile(file)).toEqual(kept);
  expect(asked).toBe(2);
});
