/// <reference lib="webworker" />
import { systemPlatform } from '../../base/platform.ts';
import { type DataChange, joinedChanges } from '../../engine/data-change.ts';
import type { CallName } from '../../engine/session-calls.ts';
import { type DatabaseParts, openInBrowser } from '../../store/open-in-browser.ts';
import type { Persistence } from '../../store/persistence.ts';
import { type DocumentReader, type OwnHost, type RunningDocument, runDocument } from './running-document.ts';
import { channelName, type FromOwner, type Start, type Started, type ToOwner } from './wire.ts';

/*
 * The worker that owns a document's data, for all tabs. Its own tab uses the worker's port, the
 * others a channel named after the document.
 */

/** The longest delay that setTimeout accepts (2^31 - 1 milliseconds, 24 days). */
const longestWait = 2_147_483_647;

/** Milliseconds between a change and the next check of the timers. */
const settled = 200;

/** Runs the document of `start`, in the worker that calls this. */
export async function begin(start: Start, database: DatabaseParts, reader: DocumentReader): Promise<void> {
  const post = (message: FromOwner | Started | { readonly kind: 'closed' }): void => self.postMessage(message);
  let running: RunningDocument;
  let keeping: Persistence;
  try {
    const opened = await openInBrowser(start.key, start.owner, database);
    running = await runDocument({ opened, document: start.document, reader, keepDocument: start.keepDocument, platform: systemPlatform });
    keeping = opened.keeping;
    keeping.onRevert = running.reverted;
    await keeping.kept();
  } catch (error) {
    post({ kind: 'not-started', message: words(error) });
    return;
  }
  const channel = new BroadcastChannel(channelName(start.key));
  serve(start, running, keeping, channel);
  post({ kind: 'started' });
  channel.postMessage({ kind: 'ready', owner: start.owner } satisfies FromOwner);
}

function serve(start: Start, running: RunningDocument, keeping: Persistence, channel: BroadcastChannel): void {
  const { owner } = start;
  const hosts = new Map<string, OwnHost>();
  const hostOf = (client: string): OwnHost => {
    const known = hosts.get(client) ?? running.host();
    hosts.set(client, known);
    return known;
  };

  const tell = (): void => {
    const message: FromOwner = { kind: 'changed', owner, changes: joinedChanges(changes) };
    changes = [];
    self.postMessage(message);
    channel.postMessage(message);
  };
  // Several writes in one task are announced together.
  let changes: DataChange[] = [];
  running.product.subscribe((change) => {
    changes.push(change);
    if (changes.length > 1) return;
    queueMicrotask(() => {
      tell();
      clearTimeout(timer);
      // Deferred, because finding the next timer reads every record that has one.
      timer = setTimeout(wait, settled);
    });
  });

  let timer: ReturnType<typeof setTimeout> | undefined;
  let firing = false;
  let ended = false;
  const wait = (): void => {
    // A running round continues until no timer is due, including those that its own changes set.
    if (firing) return;
    firing = true;
    clearTimeout(timer);
    const fired = running
      .runTimers(() => !ended)
      .finally(() => {
        firing = false;
      });
    fired.then(
      (next) => {
        // A failed save is retried with the next write, whose caller then gets the error.
        keeping.kept().catch((error: unknown) => console.warn(error));
        clearTimeout(timer);
        if (next !== null && !ended) timer = setTimeout(wait, Math.min(next, longestWait));
      },
      (error: unknown) => console.error(error),
    );
  };
  wait();

  const answer = async (message: Extract<ToOwner, { kind: 'call' }>, back: (message: FromOwner) => void): Promise<void> => {
    const { client, id, name, args } = message;
    try {
      const host = hostOf(client);
      const calls = host as unknown as Record<CallName, (...args: readonly unknown[]) => Promise<unknown>>;
      const before = keeping.moment();
      let value = await calls[name](...args);
      // A write is confirmed only after it is saved; reads need not wait.
      if (keeping.moment() !== before) {
        try {
          await keeping.kept();
        } catch (error) {
          if (name !== 'run' && name !== 'importRows') throw error;
          value = host.refused(error);
        }
      }
      back({ kind: 'answer', client, id, value });
    } catch (error) {
      back({ kind: 'failure', client, id, message: words(error) });
    }
  };

  const take = (message: ToOwner, back: (message: FromOwner) => void): void => {
    switch (message.kind) {
      case 'hello':
        back({ kind: 'welcome', owner, client: message.client });
        return;
      case 'call':
        void answer(message, back);
        return;
      case 'bye':
        hosts.delete(message.client);
        if (message.client === start.client) end();
    }
  };
  const end = (): void => {
    ended = true;
    clearTimeout(timer);
    channel.close();
    void keeping
      .kept()
      .catch((error: unknown) => console.warn(error))
      .then(() => {
        running.close();
        self.postMessage({ kind: 'closed' });
      });
  };

  self.onmessage = (event: MessageEvent<ToOwner>) => take(event.data, (message) => self.postMessage(message));
  channel.onmessage = (event: MessageEvent<ToOwner | FromOwner>) => {
    const message = event.data;
    if (message.kind === 'hello' || message.kind === 'bye' || message.kind === 'call') take(message, (back) => channel.postMessage(back));
  };
}

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));
