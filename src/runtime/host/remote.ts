import { fromJsonText, toJsonText } from '../../base/json-maps.ts';
import { anythingChanged, type DataChange } from '../../engine/data-change.ts';
import type { Address, FileData } from '../../engine/record-data.ts';
import type { ChangeListener } from '../../engine/session.ts';
import { callNames, isPlainCall, type PlainCall, type RunningHost, shownAt } from '../../engine/session-calls.ts';
import { type ConnectedHost, changesPerson } from './connection.ts';
import { answeredOrRefused, Unanswered } from './unanswered.ts';

export interface RemoteOptions {
  /** The address below which the server's paths are: `https://example.com/`. */
  readonly address: string;
  readonly fetch: typeof fetch;
  /** False if the browser knows that it has no connection. */
  readonly online: () => boolean;
  /** The other tabs of the same browser. */
  readonly tabs?: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>;
  readonly listen: (address: string) => Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>;
}

/** Milliseconds before a page that was refused the event stream requests it again. */
const listenAgain = 60_000;
/** EventSource.CLOSED: the server refused, and the browser does not retry. */
const closed = 2;

/**
 * Sends the address in a header, because logs record URLs and this address may contain a secret.
 */
const shownHeader = (at: Address | undefined): Readonly<Record<string, string>> =>
  at === undefined ? {} : { [shownAt]: encodeURIComponent(JSON.stringify(at)) };

/** Ignores that a preview's upload got no answer, because the file itself is stored already. */
const keptWithout = (error: unknown): void => {
  if (!(error instanceof Unanswered)) throw error;
};

/**
 * Connects the page to a server (`ninefold serve`). An HttpOnly cookie identifies the person; the
 * server owns data and document, and the page cannot change or reset them.
 */
export function connectToServer({ address, fetch, online, listen, tabs }: RemoteOptions): ConnectedHost {
  const listeners = new Set<ChangeListener>();
  const tell = (changes: readonly DataChange[]): void => {
    for (const listener of [...listeners]) listener(changes);
  };
  // Signing in from another tab of the same browser also changes who acts here.
  if (tabs !== undefined) tabs.onmessage = () => tell([anythingChanged]);
  let opened = false;
  let reached = true;
  const reachers = new Set<() => void>();
  const reach = (now: boolean): void => {
    if (now === reached) return;
    reached = now;
    for (const listener of [...reachers]) listener();
  };
  let events: ReturnType<typeof listen>;
  let again: ReturnType<typeof setTimeout> | undefined;
  const follow = (): void => {
    const line = listen(new URL('~/events', address).href);
    events = line;
    line.addEventListener('changed', ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as readonly DataChange[]));
    line.addEventListener('error', () => {
      // The browser reconnects by itself after a broken connection, but not after a refusal: then
      // the server is reachable but full.
      if (line.readyState !== closed) return reach(false);
      opened = true;
      again = setTimeout(follow, listenAgain);
    });
    line.addEventListener('open', () => {
      reach(true);
      // Something may have changed while the stream was closed.
      if (opened) tell([anythingChanged]);
      opened = true;
    });
  };
  follow();

  /** Any answer, even an error, shows that the server is reachable. */
  const asking = async (...[where, how]: Parameters<typeof globalThis.fetch>): Promise<Response> => {
    const wasOnline = online();
    try {
      const answer = await fetch(where, how);
      reach(true);
      return answer;
    } catch (error) {
      if (reached) {
        reach(false);
        // The old stream may not notice that it broke, and would never report that the server is
        // back.
        events.close();
        clearTimeout(again);
        follow();
      }
      // A request that was sent may have reached the server.
      throw new Unanswered(wasOnline ? 'unknown' : 'not done', error instanceof Error ? error.message : String(error), { cause: error });
    }
  };

  const call = async (name: PlainCall, args: readonly unknown[]): Promise<unknown> => {
    const answer = await asking(new URL(`~/session/${name}`, address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: toJsonText(args),
      credentials: 'same-origin',
    });
    if (!answer.ok) throw await failure(answer);
    return fromJsonText(await answer.text());
  };
  const plain = Object.fromEntries(
    callNames.filter(isPlainCall).map((name) => [name, (...args: unknown[]) => call(name, args)]),
  ) as unknown as Pick<RunningHost, PlainCall>;
  const notHere = async (): Promise<never> => {
    throw new Error('This product’s data is kept on a server and can only be changed there.');
  };

  return {
    ...plain,
    actors: async () => [],
    actAs: notHere,
    async run(command, view) {
      const ran = await answeredOrRefused(plain.run(command, view));
      if (ran.ok && changesPerson(command)) tabs?.postMessage(null);
      return ran;
    },
    importRows: (request) => answeredOrRefused(plain.importRows(request)),
    async putFile({ name, mediaType, bytes, preview = null }, at) {
      const answer = await asking(new URL(`~/file/${encodeURIComponent(name)}`, address), {
        method: 'PUT',
        headers: { 'content-type': mediaType === '' ? 'application/octet-stream' : mediaType, ...shownHeader(at) },
        body: new Uint8Array(bytes),
        credentials: 'same-origin',
      });
      if (!answer.ok) throw await failure(answer);
      const kept = (await answer.json()) as FileData;
      if (preview !== null)
        await asking(new URL(`~/file/${encodeURIComponent(kept.id)}/preview`, address), {
          method: 'PUT',
          headers: { 'content-type': 'image/jpeg', ...shownHeader(at) },
          body: new Uint8Array(preview),
          credentials: 'same-origin',
        }).catch(keptWithout);
      return kept;
    },
    async file(id, at, preview = false) {
      const headers = shownHeader(at);
      const path = `~/file/${encodeURIComponent(id)}${preview ? '/preview' : ''}`;
      const answer = await asking(new URL(path, address), { credentials: 'same-origin', headers });
      if (answer.status === 404 || answer.status === 204) return null;
      if (!answer.ok) throw await failure(answer);
      return new Uint8Array(await answer.arrayBuffer());
    },
    change: async () => ({ applied: true, changes: [], losses: [], questions: [] }),
    snapshot: notHere,
    restore: notHere,
    reset: notHere,
    refusedTimers: async () => [],
    brokenRules: notHere,
    clock: async () => 0,
    setClock: notHere,
    storage: async () => ({ kind: 'lasting', reason: null }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reach: {
      reached: () => reached,
      subscribe(listener) {
        reachers.add(listener);
        return () => reachers.delete(listener);
      },
    },
    close() {
      clearTimeout(again);
      events.close();
      tabs?.close();
      listeners.clear();
      reachers.clear();
    },
  };
}

/**
 * An Error from the server's problem details (RFC 9457), or from the status. A proxy that got no
 * answer (502, 504) does not know the outcome either.
 */
async function failure(answer: Response): Promise<Error> {
  const { title, detail } = problemOf(await answer.text());
  const message = typeof detail === 'string' ? detail : `The server responded with status ${answer.status}.`;
  if (title === 'OUTCOME_UNKNOWN' || answer.status === 502 || answer.status === 504) return new Unanswered('unknown', message);
  return answer.status === 503 ? new Unanswered('not done', message) : new Error(message);
}

function problemOf(text: string): { readonly title?: unknown; readonly detail?: unknown } {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? json : {};
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {};
  }
}
