import { systemPlatform } from '../../base/platform.ts';
import { anythingChanged, type DataChange } from '../../engine/data-change.ts';
import type { ChangeListener, Command, PersonData } from '../../engine/session.ts';
import { type CallName, callNames, isWriteCall, type RunningHost } from '../../engine/session-calls.ts';
import { deferred } from './deferred.ts';
import { holdLock } from './lock.ts';
import { createPending } from './pending.ts';
import { answeredOrRefused, Unanswered } from './unanswered.ts';
import { channelName, type FromOwner, type Start, type ToOwner } from './wire.ts';
import { type DataWorker, startDataWorker } from './worker-owner.ts';

export type ConnectedHost = RunningHost & {
  /** Whether the owner of the data can be reached; absent if this browser owns it. */
  readonly reach?: Reach;
  close(): void;
};

export interface Reach {
  reached(): boolean;
  /** Called when that changes. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export interface ConnectionOptions {
  /** Names the document's data: documents with different keys share none. */
  readonly key: string;
  /** Its text, or a built product's serialized model. The worker starts before it arrives. */
  readonly document: string | Promise<string>;
  /** Starts the worker that owns the data; a page that contains all code supplies its own. */
  readonly startWorker: () => Worker;
  /** Loads SQLite's code while the worker starts, for a worker that cannot fetch it. */
  readonly database?: () => Promise<WebAssembly.Module>;
}

/** How long the tab that owns the data may take to answer at first, in milliseconds. */
const firstAnswer = 20_000;

/**
 * Connects the page to the running product of a document. One tab owns the data, in a worker (a Web
 * Lock decides which); the others reach that worker over a BroadcastChannel, and one of them takes
 * over when it closes. Open calls that only read are then repeated; others are rejected, because
 * their outcome is unknown.
 */
export async function openConnection({ key, document, startWorker, database }: ConnectionOptions): Promise<ConnectedHost> {
  const client = newName();
  const pending = createPending();
  const listeners = new Set<ChangeListener>();
  const lock = holdLock(channelName(key));
  let send: (message: ToOwner) => void = () => undefined;
  let leave: () => void = () => undefined;
  let owner: string | null = null;
  let acting: string | null | undefined;
  let closed = false;
  let ready = deferred();

  const receive = (message: FromOwner): void => {
    if (closed) return;
    switch (message.kind) {
      case 'ready':
        // The previous owner of the data is gone.
        if (owner !== null && owner !== message.owner) lost();
        if (owner === null) send({ kind: 'hello', client });
        return;
      case 'welcome':
        if (message.client === client) welcomed(message.owner);
        return;
      case 'changed':
        if (message.owner === owner) tell(message.changes);
        return;
      case 'answer':
        if (message.client === client) pending.answer(message.id, message.value);
        return;
      case 'failure':
        if (message.client === client) pending.fail(message.id, message.message);
    }
  };
  const tell = (changes: readonly DataChange[]): void => {
    for (const listener of [...listeners]) listener(changes);
  };
  const lost = (): void => {
    // Without an owner so far, the page still waits for this promise.
    if (owner !== null) ready = deferred();
    owner = null;
    pending.abandon(
      'The tab that kept this product’s data was closed. Your last change may not have been saved: check it, and try again if needed.',
    );
  };
  const welcomed = (by: string): void => {
    const again = owner === null && acting !== undefined;
    owner = by;
    ready.resolve();
    if (!again) return;
    // Another tab owns the data now, and does not know who acted here.
    void call('actAs', [acting])
      .catch(() => undefined)
      .then(() => tell([anythingChanged]));
  };

  const call = async (name: CallName, args: readonly unknown[]): Promise<unknown> => {
    for (;;) {
      if (closed) throw new Error(`the product was closed (asked for “${name}”)`);
      await ready.promise;
      try {
        return await pending.call((id) => send({ kind: 'call', client, id, name, args }), name);
      } catch (error) {
        // A reloaded page may briefly reach the worker of the page before it.
        if (!(error instanceof Unanswered) || owner !== null || !canRepeat(name)) throw error;
      }
    }
  };
  const keep = async (keepDocument: boolean, mine: Promise<boolean>): Promise<void> => {
    leave();
    const name = newName();
    const start = async (): Promise<Start> => {
      if (!(await mine)) throw new Error('another tab keeps the data');
      const [text, compiled] = await Promise.all([document, database?.()]);
      return { kind: 'start', owner: name, client, key, document: text, keepDocument, ...(compiled && { database: compiled }) };
    };
    const kept: DataWorker = await startDataWorker(client, start(), receive, (why) => pending.abandon(why), startWorker);
    send = kept.send;
    leave = () => void kept.close().then(lock.release);
    if (closed) leave();
    else welcomed(name);
  };
  const visit = (): void => {
    const channel = new BroadcastChannel(channelName(key));
    channel.onmessage = (event: MessageEvent<FromOwner | ToOwner>) => {
      if (isFromOwner(event.data)) receive(event.data);
    };
    send = (message) => channel.postMessage(message);
    leave = () => {
      channel.postMessage({ kind: 'bye', client } satisfies ToOwner);
      channel.close();
    };
    send({ kind: 'hello', client });
  };

  // The worker's code comes while the browser answers; where another tab has the lock, it ends.
  const mine = lock.now();
  try {
    await keep(false, mine);
  } catch (error) {
    if (await mine) {
      lock.release();
      throw error;
    }
    visit();
    // When the tab that owns the data closes, one of the waiting tabs takes over.
    void lock.later().then((got) => {
      if (!got || closed) return;
      lost();
      keep(true, Promise.resolve(true)).catch((error: unknown) => ready.reject(error));
    });
    const silence = setTimeout(
      () =>
        ready.reject(
          new Error('This document is open in another tab, which does not answer. Close that tab, or reload it, and try again.'),
        ),
      firstAnswer,
    );
    try {
      await ready.promise;
    } catch (error) {
      closed = true;
      leave();
      lock.release();
      throw error;
    } finally {
      clearTimeout(silence);
    }
  }

  const noteActing = (person: PersonData): PersonData => {
    acting = person.account?.id ?? null;
    return person;
  };
  const remote = Object.fromEntries(callNames.map((name) => [name, (...args: unknown[]) => call(name, args)])) as unknown as Omit<
    RunningHost,
    'subscribe'
  >;
  return {
    ...remote,
    person: async () => noteActing(await remote.person()),
    async actAs(id) {
      const person = noteActing(await remote.actAs(id));
      // Other tabs need no notice, because nothing was written.
      tell([anythingChanged]);
      return person;
    },
    async run(command, view) {
      const ran = await answeredOrRefused(remote.run(command, view));
      if (ran.ok && ran.view !== undefined) noteActing(ran.view.person);
      else if (changesPerson(command)) noteActing(await remote.person());
      return ran;
    },
    importRows: (request) => answeredOrRefused(remote.importRows(request)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      if (closed) return;
      closed = true;
      pending.abandon('the product was closed');
      leave();
      if (!lock.held()) lock.release();
    },
  };
}

/**
 * Whether a call with an unknown outcome can be repeated. Changing to the same document twice is
 * harmless.
 */
const canRepeat = (name: CallName): boolean => !isWriteCall(name) || name === 'change';

/** Whether a command may change who acts. A button may sign in or out too. */
export const changesPerson = ({ kind }: Command): boolean =>
  kind === 'sign-in' || kind === 'sign-up' || kind === 'sign-out' || kind === 'end-session' || kind === 'button';

const isFromOwner = (message: FromOwner | ToOwner): message is FromOwner =>
  message.kind !== 'hello' && message.kind !== 'bye' && message.kind !== 'call';

/** A random name that no other tab has. */
const newName = (): string => Array.from(systemPlatform.randomBytes(12), (byte) => byte.toString(16).padStart(2, '0')).join('');
