import { parentPort, workerData } from 'node:worker_threads';
import { systemPlatform } from '../../base/platform.ts';
import { brokenRules, brokenWords } from '../../engine/data/broken-rules.ts';
import { DataWouldBeLost, followDocument, openDocument, type SharedStore, textKey } from '../../engine/open-document.ts';
import { isSeeded, seedExamples } from '../../engine/seed.ts';
import { fireDue } from '../../engine/timer-queue.ts';
import type { Model } from '../../model/model.ts';
import { DocumentChanged, errorToMessage } from '../../store/errors.ts';
import { RecordsInTheWay } from '../../store/postgres/completing.ts';
import { OnlyReads } from '../../store/store.ts';
import { type OpenedDatabase, openDatabase } from './database.ts';
import { documentMark } from './document-mark.ts';
import { Follower } from './follower.ts';
import { keepBefore } from './keep-before.ts';
import { NotStarted } from './thread-engine.ts';
import type { After, FromThread, ThreadStart, ToThread } from './thread-messages.ts';

/*
 * The thread that holds a product: one connection, one request at a time. The product is synchronous, so whatever a request asks of the database
 * holds this thread and no other.
 */

/** Records of an entity that are asked at the start whether they keep the rules of a changed document. */
const mostAsked = 5000;

const port = parentPort;
if (port === null) throw new Error('this file is the entry of a thread');
const say = (message: FromThread): void => port.postMessage(message);

void begin(workerData as ThreadStart);

async function begin({ text, database, examples, goOn = false, snapshots, through }: ThreadStart): Promise<void> {
  let opened: OpenedDatabase;
  let model: Model;
  const isCopy = database.kind === 'server' && database.role === 'copy';
  const log = (level: 'info' | 'error', message: string): void => say({ kind: 'log', level, message });
  /** The text that the data was under; null: there was no data. */
  let former: string | null = null;
  try {
    opened = await openDatabase(database, text, through);
    former = opened.store.keptSchema() === null ? null : opened.store.meta(textKey);
    model =
      isCopy && opened.shared !== null
        ? followDocument(opened.shared)
        : openDocument({
            store: opened.store,
            text,
            onLoss: 'refuse',
            goOn,
            ...(snapshots === undefined ? {} : { keep: (before) => log('info', keepBefore(before, snapshots, systemPlatform)) }),
          });
  } catch (error) {
    const expected =
      error instanceof DataWouldBeLost ||
      error instanceof NotStarted ||
      error instanceof DocumentChanged ||
      error instanceof RecordsInTheWay;
    const message = error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error);
    say({ kind: 'not-started', message, expected });
    return;
  }
  const { store, shared } = opened;
  const close = async (): Promise<void> => {
    store.close();
    await opened.close();
  };
  for (const what of opened.mended())
    log('error', `the database lacked something, as after a backup that was put back without it; it was made again: ${what}`);
  // Said once a process: the other threads go on with what the first has opened.
  if (!goOn) for (const what of opened.unguarded()) log('info', `the database: ${what}`);
  let position: string | null = null;
  const wrote = (): void => {
    if (shared === null || shared.position === null || shared.position === position) return;
    position = shared.position;
    say({ kind: 'wrote', position });
  };
  let timer: number | null | undefined;
  /** What is known by now, to who asks before anybody is answered. */
  const news = (): void => {
    wrote();
    const { known } = follower.product.timers;
    if (known === timer) return;
    timer = known;
    say({ kind: 'timer', ...(timer === undefined ? {} : { at: timer }) });
  };
  const changed = together(() => {
    // First: who hears of a change may ask a copy for it at once.
    wrote();
    say({ kind: 'changed' });
  });
  const followed = (now: Model): void => {
    log('info', 'the document was changed by another process; this one goes on with it');
    say({ kind: 'followed', text: now.tree.text });
  };
  const follower = new Follower({ model, store, shared, followed, log, changed });
  const loaded = examples && !isSeeded(follower.product);
  if (loaded) for (const one of seedExamples(follower.product)) log('error', `an example is left out: ${JSON.stringify(one)}`);
  if (!isCopy && former !== null && former !== model.tree.text)
    for (const broken of brokenRules(follower.product, mostAsked)) log('error', `the document was changed: ${brokenWords(broken)}`);
  answer(follower, shared, { isCopy, news, close });
  say({ kind: 'started', examples: loaded, text: model.tree.text });
  wrote();
}

/** Several writes in one go are one change to whoever looks. */
function together(tell: () => void): () => void {
  let told = false;
  return () => {
    if (told) return;
    told = true;
    queueMicrotask(() => {
      told = false;
      tell();
    });
  };
}

/** Whether a copy has what must be there; the document may have come with the rest. */
function hasCome(follower: Follower, shared: SharedStore, { position, document }: After): boolean {
  if (position !== null && !shared.reached(position)) return false;
  const isIt = (): boolean => documentMark(follower.product.model.tree.text) === document;
  if (!isIt()) follower.follow();
  return isIt();
}

interface Ways {
  /** It only reads: whoever writes looks after the timers. */
  readonly isCopy: boolean;
  /** Says how far the database's log has come, and when the next timer fires, where that is another than before. */
  news(): void;
  close(): Promise<void>;
}

function answer(follower: Follower, shared: SharedStore | null, { isCopy, news, close }: Ways): void {
  const ask = async (message: Extract<ToThread, { kind: 'call' | 'screen' }>): Promise<unknown> => {
    // Before it is asked: the document may be another after that.
    if (message.after !== undefined && shared !== null && !hasCome(follower, shared, message.after)) throw new OnlyReads();
    return follower.ask(
      (engine): Promise<unknown> => (message.kind === 'call' ? engine.call(message.request) : engine.screen(message.request)),
    );
  };
  const reply = async (id: number, value: Promise<unknown>): Promise<void> => {
    try {
      const said = await value;
      news();
      say({ kind: 'answer', id, value: said });
    } catch (error) {
      news();
      if (error instanceof OnlyReads) return say({ kind: 'elsewhere', id });
      say({ kind: 'failure', id, error: errorToMessage(error) });
    }
  };
  let closed = false;
  let firing = false;
  port?.on('message', (message: ToThread) => {
    switch (message.kind) {
      case 'call':
      case 'screen':
        return void reply(message.id, ask(message));
      case 'ready':
        return void reply(message.id, follower.ready());
      case 'look':
        return void reply(message.id, follower.look());
      case 'close':
        clearInterval(timers);
        closed = true;
        return void reply(message.id, close());
    }
  });

  const reported = new Set<string>();
  const log = (error: unknown): void =>
    say({ kind: 'log', level: 'error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  const fire = async (): Promise<void> => {
    const { timers: queue } = follower.product;
    // Requests that came meanwhile are answered after each timer.
    const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
    const goesOn = () => !closed && follower.product.timers === queue;
    await fireDue(queue, { ask: (step) => follower.ask(step), pause, goesOn });
    if (!goesOn()) return;
    // Found out now, so that nobody has to.
    await follower.ask(() => void queue.next());
    news();
    // Also those that a request has met.
    for (const { entity, id, at, refusals, result } of queue.refused()) {
      const key = `${entity} ${id} ${at}`;
      if (result === 'guard' || reported.has(key)) continue;
      reported.add(key);
      for (const refusal of refusals)
        say({ kind: 'log', level: 'error', message: `a timer of ${entity} ${id} was refused: ${refusal.because}` });
    }
  };
  /** Timers fire at the next request, or within this many milliseconds of their time. */
  const timers = isCopy
    ? undefined
    : setInterval(() => {
        if (firing) return;
        firing = true;
        fire()
          .catch(log)
          .finally(() => {
            firing = false;
          });
      }, 1000);
}
