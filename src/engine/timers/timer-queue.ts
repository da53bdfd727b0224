import type { Platform } from '../../base/platform.ts';
import type { Transition } from '../../model/ast/states.ts';
import { refusal } from '../change/refusals.ts';
import type { ModelIndex } from '../document/model-index.ts';
import { fireTimer } from '../operations/fire-timer.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import type { Run } from '../run.ts';
import { nobody, type Person, type World } from '../world/world.ts';
import { calendarKey, compareDue, type Due, newCalendarRows, productId, staysPut, timers, timersOf } from './timers.ts';

/** A timer that fired, or that was due and did not. */
export interface TimerReport {
  readonly entity: string;
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly transition: Transition;
  /** Empty: it fired. */
  readonly refusals: readonly Refusal[];
  /**
   * `guard`: its guard was false when it was due, which is not an error. `limit`: too many timers
   * start each other.
   */
  readonly result: 'fired' | 'guard' | 'refused' | 'limit';
}

export const timerLimits = {
  /** Maximum number of timers that start each other at the same moment, one after the other. */
  chain: 500,
  /** Maximum number of timers that other timers start at the same moment, in total. */
  following: 10_000,
  /** Maximum number of timers that one call of `run` fires. */
  run: 10_000,
  /**
   * Maximum number of timers that fire before a request is answered; the rest fire in the
   * background.
   */
  inFront: 5,
  /**
   * Maximum number of waiting timers in the queue, which can fire before the data is checked again.
   */
  ahead: 1000,
};

/**
 * One step of a queue: either a check of the data, or one timer in one transaction. `run` may be
 * repeated until it succeeds; the function that it returns updates memory and is called once.
 */
export interface TimerStep {
  /** The timer that fires; null: the step checks the data for due timers. */
  readonly due: Due | null;
  run(): () => TimerReport | null;
}

/** The parts of a product that a queue uses. */
export interface TimerProduct {
  readonly index: ModelIndex;
  readonly platform: Platform;
  world(person: Person): World;
  transact<T>(who: Person, body: (run: Run) => T, options: { readonly milliseconds: number; readonly timers: false }): Outcome<T>;
  changed(): void;
}

/**
 * The timers of a product: fires due timers in order of time, as steps that others can interrupt.
 * Timers that one timer starts at its own moment form a chain; its length is limited, so timers
 * cannot start each other forever.
 */
export class TimerQueue {
  readonly #product: TimerProduct;
  readonly #limits: typeof timerLimits;
  /**
   * Unfired timers in order of time: those due at the last check of the data; if each timer depends
   * only on its own record, also the first waiting ones, up to `#until`.
   */
  #queue: readonly Due[] = [];
  /** Timers after this moment may be missing from the queue, because they were not read. */
  #until = Infinity;
  /**
   * When the next timer beyond the queue is due; null: none; undefined: the data must be checked.
   */
  #next: number | null | undefined;
  /**
   * Whether a write can change only the written record's timers, so all others stay in the queue.
   */
  #alone = false;
  /**
   * During a check of the data: the earliest moment of a timer that was written meanwhile; else
   * null.
   */
  #meanwhile: number | null = null;
  /** Timers that were refused or would fire forever; not retried until their moment changes. */
  readonly #refused = new Map<string, TimerReport>();
  /** For the moment `at`: how many timers in a row led to each record that one of them wrote. */
  #chain: { readonly at: number; readonly length: Map<string, number>; following: number } = {
    at: -Infinity,
    length: new Map(),
    following: 0,
  };

  constructor(product: TimerProduct, limits: typeof timerLimits = timerLimits) {
    this.#product = product;
    this.#limits = limits;
  }

  /** Forgets everything, because the document has changed. */
  clear(): void {
    this.#refused.clear();
    this.lookAgain();
  }

  /**
   * Requires a check of all data before the next timer fires, because a due time may depend on
   * another record, or the clock was set.
   */
  lookAgain(): void {
    this.#queue = [];
    this.#next = undefined;
  }

  /**
   * The moment of the next timer, without checking the data: null if there is none, undefined if
   * unknown. It may be too early.
   */
  get known(): number | null | undefined {
    return this.#queue[0]?.at ?? this.#next;
  }

  /** Like `known`, but checks the data if necessary. */
  next(): number | null {
    if (this.known === undefined) this.#look().run()();
    return this.known ?? null;
  }

  /** The next step; null: nothing is due. */
  step(): TimerStep | null {
    const now = this.#product.platform.now();
    const [first] = this.#queue;
    if (first !== undefined && first.at <= now) return { due: first, run: () => this.#fire(first) };
    const { known } = this;
    return known === null || (known !== undefined && known > now) ? null : this.#look();
  }

  /** Fires at most `most` due timers; `more`: others are still due. */
  slice(most: number): { readonly reports: readonly TimerReport[]; readonly more: boolean } {
    const reports: TimerReport[] = [];
    for (let step = this.step(); step !== null; step = this.step()) {
      if (step.due !== null && reports.length >= most) return { reports, more: true };
      const report = step.run()();
      if (report !== null) reports.push(report);
    }
    return { reports, more: false };
  }

  /** Fires all due timers, up to the limit; the rest are reported as refused and stay due. */
  run(): readonly TimerReport[] {
    this.lookAgain();
    const { reports, more } = this.slice(this.#limits.run);
    if (!more) return reports;
    const because = `more than ${counted(this.#limits.run)} timers were due at once, and those that were left did not fire`;
    const now = this.#product.platform.now();
    const left = this.#queue.filter(({ at }) => at <= now);
    return [...reports, ...left.map((due) => reportOf(due, 'limit', [this.#stopped(due, because)]))];
  }

  /** Refused timers that would still be due, because their records have not changed since. */
  refused(): readonly TimerReport[] {
    const world = this.#product.world(nobody);
    return [...this.#refused].flatMap(([key, report]) => {
      const isDue = report.refusals.length > 0 && timersOf(world, report.entity, report.id).some((one) => keyOf(one) === key);
      return isDue ? [report] : [];
    });
  }

  /** The refused timers that would still be due, by timer and moment, for `restoreRefused`. */
  keptRefused(): ReadonlyMap<string, TimerReport> {
    if (this.#refused.size === 0) return new Map();
    const world = this.#product.world(nobody);
    return new Map([...this.#refused].filter(([key, { entity, id }]) => timersOf(world, entity, id).some((due) => keyOf(due) === key)));
  }

  /** Restores refused timers, after the data was set back to an earlier moment. */
  restoreRefused(refused: ReadonlyMap<string, TimerReport>): void {
    this.clear();
    this.#chain = { at: -Infinity, length: new Map(), following: 0 };
    for (const [key, report] of refused) this.#refused.set(key, report);
  }

  /** Notes the records that a transaction wrote: one of their timers may now be the next. */
  wrote(world: World, touched: Run['touched']): void {
    if (this.#next === undefined && this.#meanwhile === null) return;
    const started = touched.flatMap(({ entity, id }) => timersOf(world, entity, id));
    if (this.#meanwhile !== null) for (const { at } of started) this.#meanwhile = Math.min(this.#meanwhile, at);
    if (this.#next === undefined) return;
    if (this.#alone) this.#replace(null, touched, started);
    else this.#note(started);
  }

  /** Notes timers that may come before the next one beyond the queue. */
  #note(started: readonly Due[]): void {
    for (const { at } of started) if (this.#next !== undefined) this.#next = Math.min(this.#next ?? at, at);
  }

  #look(): TimerStep {
    this.#meanwhile = Infinity;
    return { due: null, run: () => this.#looked() };
  }

  #looked(): () => null {
    this.#noteCalendar();
    // The store still returns the refused ones among the first.
    const { due: all, until, alone } = timers(this.#product.world(nobody), this.#limits.run + 1 + this.#refused.size);
    return () => {
      const now = this.#product.platform.now();
      const waiting = all.filter((due) => !this.#refused.has(keyOf(due)));
      const due = waiting.filter(({ at }) => at <= now).length;
      const later = waiting[due + (alone ? this.#limits.ahead : 0)]?.at ?? Infinity;
      const next = Math.min(later, until, this.#meanwhile ?? Infinity);
      this.#alone = alone;
      this.#until = alone ? next : until;
      this.#queue = waiting.filter(({ at }) => at <= (alone ? next : now));
      this.#next = next === Infinity ? null : next;
      this.#meanwhile = null;
      return null;
    };
  }

  /** Starts calendar events of the product: they count from now. */
  #noteCalendar(): void {
    if (newCalendarRows(this.#product.world(nobody)).length === 0) return;
    this.#product.transact(
      nobody,
      ({ world }) => {
        for (const row of newCalendarRows(world))
          world.store.setEnteredAt(row.machine.entity, calendarKey(row), productId, world.milliseconds - 1);
      },
      { milliseconds: this.#product.platform.now(), timers: false },
    );
  }

  #fire(due: Due): () => TimerReport {
    const place = recordOf(due.machine.entity, due.id);
    const follows = due.at <= this.#chain.at ? (this.#chain.length.get(place) ?? 0) : 0;
    const tooLong = this.#tooLong(follows);
    if (tooLong !== null) return () => this.#refuse(due, reportOf(due, 'limit', [this.#stopped(due, tooLong)]));
    const outcome = this.#product.transact(
      nobody,
      (run) => {
        const guard = run.perform(fireTimer, due);
        return { guard, touched: run.touched.map(({ entity, id }) => ({ entity, id })) };
      },
      { milliseconds: due.at, timers: false },
    );
    if (!outcome.ok) return () => this.#refuse(due, reportOf(due, 'refused', outcome.refusals));
    const { guard, touched } = outcome.value;
    if (guard !== null) return () => this.#refuse(due, reportOf(due, 'guard', [guard]));
    const world = this.#product.world(nobody);
    const started = touched.flatMap(({ entity, id }) => timersOf(world, entity, id));
    return () => {
      // An empty To, or the same state: it would fire forever.
      const report = reportOf(due, 'fired', []);
      if (staysPut(due.transition) && due.transition.trigger.kind !== 'every') this.#refused.set(keyOf(due), report);
      this.#noteChain(due, follows, touched);
      this.#replace(due, touched, started);
      return report;
    };
  }

  #refuse(due: Due, report: TimerReport): TimerReport {
    this.#refused.set(keyOf(due), report);
    this.#queue = this.#queue.filter((other) => other !== due);
    // Nothing was written, but the list of refused timers has changed.
    this.#product.changed();
    return report;
  }

  /**
   * Replaces the timers of written records in the queue. If the queue is then empty, and due times
   * may depend on other records, all data is checked again.
   */
  #replace(fired: Due | null, touched: readonly { readonly entity: string; readonly id: string }[], started: readonly Due[]): void {
    const now = this.#product.platform.now();
    // Thousands may be due, so create nothing per timer.
    const isWritten = ({ id, machine }: Due): boolean => touched.some((one) => one.id === id && one.entity === machine.entity);
    const others = this.#queue.filter((due) => due !== fired && !isWritten(due));
    const known = this.#alone ? this.#until : Math.min(now, this.#until);
    const due = started.filter((one) => one.at <= known && !this.#refused.has(keyOf(one)));
    this.#queue = due.length === 0 ? others : [...others, ...due].sort(compareDue);
    if (this.#alone) return;
    if (this.#queue.length === 0) this.#next = undefined;
    else this.#note(started.filter(({ at }) => at > now));
  }

  /** Why a timer that `follows` this many others at its moment must not fire; null: it may. */
  #tooLong(follows: number): string | null {
    if (follows >= this.#limits.chain)
      return `timers that start each other without time between them stop after ${counted(this.#limits.chain)}`;
    if (follows > 0 && this.#chain.following >= this.#limits.following)
      return `timers that other timers start without time between them stop after ${counted(this.#limits.following)}`;
    return null;
  }

  #noteChain(due: Due, follows: number, touched: readonly { readonly entity: string; readonly id: string }[]): void {
    if (due.at > this.#chain.at) this.#chain = { at: due.at, length: new Map(), following: 0 };
    if (follows > 0) this.#chain.following++;
    for (const { entity, id } of touched) this.#chain.length.set(recordOf(entity, id), follows + 1);
  }

  #stopped(due: Due, because: string): Refusal {
    const { machine, transition } = due;
    return refusal(this.#product.index, { error: 'CONFLICT', entity: machine.entity, at: transition.span, because });
  }
}

export interface FiringParts {
  /** Runs one step: immediately, or later if the database must be awaited. */
  ask<T>(body: () => T): Promise<T>;
  /** Called after each timer, so others are served before the next one fires. */
  pause(): Promise<void>;
  /** Called before each step: false stops. */
  goesOn?(): boolean;
  readonly most?: number;
}

/** Fires due timers, one at a time, and lets other work run in between. */
export async function fireDue(
  queue: TimerQueue,
  { ask, pause, goesOn = () => true, most = Infinity }: FiringParts,
): Promise<TimerReport[]> {
  const reports: TimerReport[] = [];
  for (let step = queue.step(); step !== null && reports.length < most && goesOn(); step = queue.step()) {
    const settle = await ask(step.run);
    const report = settle();
    if (report !== null) reports.push(report);
    await pause();
  }
  return reports;
}

const reportOf = ({ machine, id, at, transition }: Due, result: TimerReport['result'], refusals: readonly Refusal[]): TimerReport => ({
  entity: machine.entity,
  id,
  at,
  transition,
  refusals,
  result,
});

const counted = (count: number): string => count.toLocaleString('en');

const recordOf = (entity: string, id: string): string => `${entity}/${id}`;

const keyOf = ({ machine: { entity, field }, id, transition, at }: Due): string => timerKey(entity, field, id, transition, at);

/** Identifies a timer and its moment: the key of `keptRefused`. */
export const timerKey = (entity: string, field: string, id: string, { order }: Transition, at: number): string =>
  `${entity}.${field}/${id}#${order}@${at}`;
