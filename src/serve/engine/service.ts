import { randomUUID } from 'node:crypto';
import { type Platform, systemPlatform } from '../../base/platform.ts';
import { isSeeded, seedExamples } from '../../engine/change/seed.ts';
import { brokenRules, brokenWords } from '../../engine/data/broken-rules.ts';
import { type DataChange, joinedChanges } from '../../engine/data-change.ts';
import { documentOpener, readEachOnce } from '../../engine/document/open-document.ts';
import { DataWouldBeLost, followDocument, textKey } from '../../engine/document/open-model.ts';
import type { OperatorAccess } from '../../engine/jobs/operating.ts';
import type { ChangeListener } from '../../engine/session.ts';
import { fireDue, timerLimits } from '../../engine/timers/timer-queue.ts';
import type { RunModel } from '../../model/run-model.ts';
import { DocumentChanged } from '../../store/errors.ts';
import { ConflictingRecords } from '../../store/postgres/completing.ts';
import { laterPosition } from '../../store/postgres/position.ts';
import { ReadOnlyStore } from '../../store/store.ts';
import type { CallAnswer, CallRequest } from '../calls/call-request.ts';
import type { SecretOf } from '../calls/signature.ts';
import { unsubscribe } from '../mail/unsubscribe.ts';
import { sendHandler } from '../outgoing/send-handler.ts';
import { probe, runExclusively } from './coordination.ts';
import { type Database, type OpenedDatabase, openDatabase } from './database.ts';
import { documentMark } from './document-mark.ts';
import type { Engine, ScreenAnswer, ScreenRequest } from './engine.ts';
import { Follower } from './follower.ts';
import { type JobHandler, JobRunner, type JobTimes } from './job-runner.ts';
import { NotStarted } from './not-started.ts';
import { type Notifier, openNotifier } from './notifier.ts';
import type { ProductEngine } from './product-engine.ts';
import { Pulse, pulseTimes } from './pulse.ts';
import { SnapshotBefore } from './snapshot-before.ts';
import type { TestClock } from './test-clock.ts';

export interface ServiceParts {
  readonly text: string;
  readonly database: Database;
  /** Load the examples of section 3 into an empty product. */
  readonly examples: boolean;
  /**
   * Returns the secrets that section 9 names. Absent: no secret is known, and signed calls are
   * refused.
   */
  readonly secretOf?: SecretOf;
  /** Allows services at private addresses, and there also without TLS. */
  readonly allowPrivate?: boolean;
  /** If there is data, use the document stored with it instead of the given text. */
  readonly keepDocument?: boolean;
  /**
   * The folder for snapshots taken before a changed document deletes or converts data; absent: none
   * are taken.
   */
  readonly snapshots?: string;
  /** One handler for each kind of job; jobs of other kinds wait. A replica runs none. */
  readonly jobs?: readonly JobHandler[];
  readonly jobTimes?: Partial<JobTimes>;
  /** Who sees the jobs in the product's screens. Absent: the roles in the document's row. */
  readonly operating?: OperatorAccess;
  /** The clock of a test, which `setClock` sets; for a database of this process alone. */
  readonly testClock?: TestClock;
  readonly log: (level: 'info' | 'error', message: string) => void;
  /** Called after switching to a document that another process has migrated the data to. */
  readonly followed?: (text: string) => void;
}

/** What a replica must have reached to answer a request. */
export interface RequiredState {
  /** The log position it must have replayed; null: any. */
  readonly position: string | null;
  /** The `documentMark` of the document it must use. */
  readonly document: string;
}

/** How many records of an entity are checked against changed rules at startup. */
const mostAsked = 5000;
/** Timers fire at the next request, or within this many milliseconds of their time. */
const timersEvery = 1000;
/** How often to look for timers of ended processes; a process knows the timers it wrote itself. */
const lookEvery = 60_000;

/**
 * The product of one process: answers requests, fires timers, follows the document, and reacts to
 * changes by other processes on the same database.
 */
export class Service implements Engine {
  readonly #parts: ServiceParts;
  readonly #opened: OpenedDatabase;
  readonly #follower: Follower;
  readonly #runner: JobRunner;
  readonly #isReplica: boolean;
  readonly #listeners = new Set<ChangeListener>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #reported = new Set<string>();
  #notifier: Notifier | null = null;
  /** Checks whether the server answers; null if the data is in this process. */
  #pulse: Pulse | null = null;
  #closed = false;
  #timers: ReturnType<typeof setInterval> | undefined;
  #firing: Promise<void> | null = null;
  /** What was written since the last notification. */
  #changes: readonly DataChange[] = [];
  /** The log position that includes everything this process knows to be written. */
  #position: string | null = null;
  /** Whether the examples were loaded at startup. */
  examples = false;

  private constructor(parts: ServiceParts, opened: OpenedDatabase, model: RunModel) {
    this.#parts = parts;
    this.#opened = opened;
    this.#isReplica = isReplica(parts.database);
    this.#follower = new Follower({
      model,
      opened,
      log: parts.log,
      changed: (changes) => {
        this.#changes = joinedChanges([...this.#changes, ...changes]);
      },
      jobAdded: () => this.#runner.wake(),
      secretOf: parts.secretOf,
      operating: parts.operating,
      followed: (now) => {
        parts.log('info', 'the document was changed by another process; this process now uses the new document');
        parts.followed?.(now.text);
      },
    });
    this.#runner = new JobRunner({
      handlers: this.#isReplica ? [] : [this.#sending(), ...(parts.jobs ?? [])],
      ask: (body) => this.#follower.ask(({ product }) => opened.run(() => body(product))).finally(() => this.#tellChanges()),
      platform: this.#platform,
      log: parts.log,
      times: parts.jobTimes,
    });
  }

  /** Sends requests to the services of the current document. */
  #sending(): JobHandler {
    const { secretOf = () => null, allowPrivate = false } = this.#parts;
    return sendHandler({
      service: (name) => this.#follower.product.model.services.find((one) => one.name.text === name) ?? null,
      secretOf,
      allowPrivate,
    });
  }

  /** Starts the service. Rejects with NotStarted if the operator can fix the cause. */
  static async start(parts: ServiceParts): Promise<Service> {
    const { database } = parts;
    // A replica cannot migrate data or notify anyone.
    const server = database.kind === 'server' && !isReplica(database) ? database : null;
    const begin = () => Service.#begun(parts).catch(notStarted);
    const service = server === null ? await begin() : await runExclusively(server.url, begin).catch(unreachable);
    try {
      if (server !== null) await service.#listen(server.url);
      if (database.kind === 'server') {
        service.#pulse = new Pulse(
          () => probe(database.url),
          (lost) => service.#beats(lost),
        );
        await service.#pulse.start();
      }
      service.#keepTime();
      service.#runner.start();
      return service;
    } catch (error) {
      await service.close();
      throw error;
    }
  }

  static async #begun(parts: ServiceParts): Promise<Service> {
    const { database, text, examples, keepDocument = false, snapshots, log } = parts;
    const lost = (why: string): void => log('error', `${why} Every request fails until this server is started again.`);
    const opened = await openDatabase(database, text, lost, parts.testClock);
    const before = snapshots === undefined ? null : new SnapshotBefore(snapshots, systemPlatform);
    try {
      const { store, shared, run } = opened;
      /** The document that the data was stored under; null if there was no data. */
      const former = await run(() => (store.keptSchema() === null ? null : store.meta(textKey)));
      const read = readEachOnce();
      const model = await run(
        isReplica(database) && shared !== null
          ? () => followDocument(shared, read)
          : documentOpener({
              store,
              text,
              onLoss: 'refuse',
              keepDocument,
              ...(before === null
                ? {}
                : {
                    keep(give) {
                      give(before.sink);
                      opened.once('snapshot', () => log('info', before.keep()));
                    },
                  }),
            }),
      );
      for (const what of opened.repaired())
        log('error', `repaired the database schema (parts were missing, as after restoring an incomplete backup): ${what}`);
      for (const what of opened.unguarded()) log('info', `the database: ${what}`);
      const service = new Service(parts, opened, model);
      const { product } = service.#follower;
      const left = await run(() => (examples && !isSeeded(product) ? seedExamples(product) : null));
      for (const one of left ?? []) log('error', `an example record was skipped: ${JSON.stringify(one)}`);
      service.examples = left !== null;
      if (!isReplica(database) && former !== null && former !== model.text)
        for (const broken of await run(() => brokenRules(product, mostAsked)))
          log('error', `the document was changed: ${brokenWords(broken)}`);
      service.#wrote();
      return service;
    } catch (error) {
      before?.drop();
      await opened.close();
      throw error;
    }
  }

  /** The text of the current document. */
  get text(): string {
    return this.#follower.product.model.text;
  }

  get position(): string | null {
    return this.#position;
  }

  /** `after`: what a replica must have reached. Rejects with ReadOnlyStore if it cannot answer. */
  call(request: CallRequest, after?: RequiredState): Promise<CallAnswer> {
    return this.#answered((engine) => engine.call(request), after);
  }

  screen(request: ScreenRequest, after?: RequiredState): Promise<ScreenAnswer> {
    return this.#answered((engine) => engine.screen(request), after);
  }

  /** Unsubscribes by the token of a link in a mail; false if this product did not make the link. */
  unsubscribe(token: string): Promise<boolean> {
    return this.#follower.ask(({ product }) => this.#opened.run(() => unsubscribe(product, token)));
  }

  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async ready(): Promise<boolean> {
    if (this.#pulse !== null && !(await this.#pulse.answers())) return false;
    // A process that is busy with long work counts as ready, because its database answers.
    const busy = new Promise<boolean>((resolve) => setTimeout(resolve, pulseTimes.answer / 2, true).unref());
    return Promise.race([this.#follower.ready(), busy]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timers);
    this.#pulse?.close();
    await this.#notifier?.close();
    await Promise.allSettled([...this.#underWay, this.#firing, this.#runner.close()]);
    await this.#opened.close();
  }

  async #answered<T>(question: (engine: ProductEngine) => Promise<T>, after?: RequiredState): Promise<T> {
    const ask = () => this.#answer(question, after);
    const answer = this.#pulse === null ? ask() : this.#pulse.guard(ask);
    this.#underWay.add(answer);
    try {
      return await answer;
    } finally {
      this.#underWay.delete(answer);
      this.#tellChanges();
    }
  }

  async #answer<T>(question: (engine: ProductEngine) => Promise<T>, after: RequiredState | undefined): Promise<T> {
    if (after !== undefined) await this.#hasCome(after);
    if (!this.#isReplica && this.#isTimerDue()) await this.#fireTimers(timerLimits.inFront);
    return this.#follower.ask(({ engine }) => question(engine));
  }

  /** Rejects with ReadOnlyStore if the replica has not reached the position or the document yet. */
  async #hasCome({ position, document }: RequiredState): Promise<void> {
    const { shared, run } = this.#opened;
    if (shared === null) return;
    if (position !== null && !(await run(() => shared.reached(position)))) throw new ReadOnlyStore();
    const isIt = (): boolean => documentMark(this.text) === document;
    if (!isIt()) await this.#follower.follow();
    if (!isIt()) throw new ReadOnlyStore();
  }

  async #listen(address: string): Promise<void> {
    const look = (): void => {
      // `follow` has already logged the reason.
      void this.#answered(() => this.#follower.look().then(() => null)).catch(() => undefined);
    };
    this.#notifier = await openNotifier({
      address,
      own: randomUUID(),
      onNotify: (position, changes) => {
        if (position !== null) this.#position = laterPosition(this.#position, position);
        // A notification was missed; a read finds the log position.
        else look();
        this.#tell(changes);
      },
      onDocument: look,
      log: (message) => this.#parts.log('error', message),
    });
  }

  #beats(lost: boolean): void {
    this.#parts.log(
      lost ? 'error' : 'info',
      lost ? 'the database does not respond; refusing requests until it does' : 'the database responds again',
    );
    if (lost) this.#opened.cut();
  }

  get #platform(): Platform {
    return this.#parts.testClock ?? systemPlatform;
  }

  /** Sets the clock of a test; timers that are due then have fired once it resolves. */
  async setClock(moment: number): Promise<void> {
    // Timers that fire now belong to the time before.
    await this.#firing;
    this.#parts.testClock?.set(moment);
    this.#follower.product.timers.lookAgain();
    await this.#fireTimers();
    this.#tellChanges();
  }

  #isTimerDue(): boolean {
    const { known } = this.#follower.product.timers;
    return known === undefined || (known !== null && known <= this.#platform.now());
  }

  #keepTime(): void {
    if (this.#isReplica) return;
    let looked = systemPlatform.now();
    this.#timers = setInterval(() => {
      if (this.#firing !== null) return;
      if (systemPlatform.now() - looked >= lookEvery) {
        looked = systemPlatform.now();
        this.#follower.product.timers.lookAgain();
      }
      this.#fireTimers()
        .then(() => this.#reportRefused())
        .catch((error: unknown) => this.#parts.log('error', error instanceof Error ? (error.stack ?? error.message) : String(error)))
        .finally(() => this.#tellChanges());
    }, timersEvery);
  }

  /** Fires at most `most` due timers. While others are firing, a bounded call does not wait. */
  #fireTimers(most = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.#firing !== null) return most === Number.POSITIVE_INFINITY ? this.#firing : Promise.resolve();
    this.#firing = this.#fired(most).finally(() => {
      this.#firing = null;
    });
    return this.#firing;
  }

  async #fired(most: number): Promise<void> {
    const { timers } = this.#follower.product;
    const { run } = this.#opened;
    await fireDue(timers, {
      ask: (step) => this.#follower.ask(() => run(step)),
      pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
      goesOn: () => !this.#closed && this.#follower.product.timers === timers,
      most,
    });
  }

  async #reportRefused(): Promise<void> {
    const { run } = this.#opened;
    const refused = await this.#follower.ask(({ product }) => run(() => product.timers.refused()));
    for (const { entity, id, at, refusals, result } of refused) {
      const key = `${entity} ${id} ${at}`;
      if (result === 'guard' || this.#reported.has(key)) continue;
      this.#reported.add(key);
      for (const { because } of refusals) this.#parts.log('error', `a timer of ${entity} ${id} was refused: ${because}`);
    }
  }

  #wrote(): void {
    const position = this.#opened.shared?.position ?? null;
    if (position !== null) this.#position = laterPosition(this.#position, position);
  }

  /** Notifies the event streams of this process and the other processes. */
  #tellChanges(): void {
    this.#wrote();
    const changes = this.#changes;
    if (changes.length === 0) return;
    this.#changes = [];
    this.#tell(changes);
    this.#notifier?.notify(this.#position, changes);
  }

  #tell(changes: readonly DataChange[]): void {
    for (const listener of [...this.#listeners]) listener(changes);
  }
}

const isReplica = (database: Database): boolean => database.kind === 'server' && database.role === 'replica';

function notStarted(error: unknown): never {
  const expected = error instanceof DataWouldBeLost || error instanceof DocumentChanged || error instanceof ConflictingRecords;
  throw expected ? new NotStarted(error.message, { cause: error }) : error;
}

/** Turns an unreachable server into NotStarted, since it is no fault of the program. */
function unreachable(error: unknown): never {
  if (error instanceof NotStarted || !(error instanceof Error)) throw error;
  if ('code' in error && typeof error.code === 'string') throw new NotStarted(`the database cannot be reached: ${error.message}`);
  throw error;
}
