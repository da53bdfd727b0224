import type { Platform } from '../../base/platform.ts';
import type { Transition } from '../../model/ast/states.ts';
import { refusal } from '../change/refusals.ts';
import type { ModelIndex } from '../document/model-index.ts';
import { fireTimer } from '../operations/fire-timer.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import type { Run } from '../run.ts';
import { nobody, type Person, type World } from '../world/world.ts';
import { calendarKey, type Due, inTime, newCalendarRows, productId, timers, timersOf } from './timers.ts';

/** A timer that fired, or did not. */
export interface TimerReport {
  readonly entity: string;
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly transition: Transition;
  /** Empty: it fired. */
  readonly refusals: readonly Refusal[];
  /**
   * `guard`: its guard was false when it was due, which is no error. `limit`: too many timers start
   * each other.
   */
  readonly result: 'fired' | 'guard' | 'refused' | 'limit';
}

export const timerLimits = {
  /** Timers that start each other at the same moment, one after the other. */
  chain: 500,
  /** Timers that other timers start at the same moment, all together. */
  following: 10_000,
  /** Timers that one call of `run` fires. */
  run: 10_000,
  /** Timers that fire before a request is answered; the rest fires in the background. */
  inFront: 5,
  /** Timers that wait and are known: so many fire until the data is looked at again. */
  ahead: 1000,
};

/**
 * A step: one look at the data, or one timer in one transaction. `run` may be repeated until it
 * succeeds; the function that it returns updates memory and is called once.
 */
export interface TimerStep {
  /** Null: it looks for what is due. */
  readonly due: Due | null;
  run(): () => TimerReport | null;
}

/** What a queue needs of its product. */
export interface TimerProduct {
  readonly index: ModelIndex;
  readonly platform: Platform;
  world(person: Person): World;
  transact<T>(who: Person, body: (run: Run) => T, options: { readonly milliseconds: number; readonly timers: false }): Outcome<T>;
  changed(): void;
}

/**
 * The timers of a product: due timers in order of time, as steps that others can interrupt. Timers
 * that one timer starts at its own moment form a chain; a chain has a limit, so that timers cannot
 * start each other forever.
 */
export class TimerQueue {
  readonly #product: TimerProduct;
  readonly #limits: typeof timerLimits;
  /**
   * In order of time, and not fired yet: what was due when the data was last looked at, and if
   * each timer depends on its own record only also the first that wait, up to `#until`.
   */
  #queue: readonly Due[] = [];
  /** Timers after this moment may be missing from the queue: they are not looked at yet. */
  #until = Infinity;
  /**
   * When the next timer beyond the queue is due; null: none; undefined: the data must be checked.
   */
  #next: number | null | undefined;
  /** No write changes the timer of another record: what is not written stays in the queue. */
  #alone = false;
  /** While the data is looked at: the earliest moment of a timer that was written meanwhile. */
  #meanwhile: number | null = null;
  /** Refused, or would fire for ever: not tried again until their moment changes. */
  readonly #refused = new Map<string, TimerReport>();
  /** How many timers of the moment `at` led to each record that one of them wrote. */
  #chain: { readonly at: number; readonly length: Map<string, number>; following: number } = {
    at: -Infinity,
    length: new Map(),
    following: 0,
  };

  constructor(product: TimerProduct, limits: typeof timerLimits = timerLimits) {
    this.#product = product;
    this.#limits = limits;
  }

  /** Forgets everything: the document is another. */
  clear(): void {
    this.#refused.clear();
    this.lookAgain();
  }

  /**
   * Checks all data before the next timer fires: a due time may depend on another record, or the
   * clock was set.
   */
  lookAgain(): void {
    this.#queue = [];
    this.#next = undefined;
  }

  /**
   * When the next timer fires, without checking the data; undefined: unknown. It may be too early.
   */
  get known(): number | null | undefined {
    return this.#queue[0]?.at ?? this.#next;
  }

  /** The same; looks at the data where it has to. */
  next(): number | null {
    if (this.known === undefined) this.#look().run()();
    return this.known ?? null;
  }

  /** What is to be done now; null: nothing is due. */
  step(): TimerStep | null {
    const now = this.#product.platform.now();
    const [first] = this.#queue;
    if (first !== undefined && first.at <= now) return { due: first, run: () => this.#fire(first) };
    const { known } = this;
    return known === null || (known !== undefined && known > now) ? null : this.#look();
  }

  /** Fires what is due, at most so many; `more`: something is still due. */
  slice(most: number): { readonly reports: readonly TimerReport[]; readonly more: boolean } {
    const reports: TimerReport[] = [];
    for (let step = this.step(); step !== null; step = this.step()) {
      if (step.due !== null && reports.length >= most) return { reports, more: true };
      const report = step.run()();
      if (report !== null) reports.push(report);
    }
    return { reports, more: false };
  }

  /**
   * Fires what is due in one go, up to the limit; the rest is reported as refused and stays due.
   */
  run(): readonly TimerReport[] {
    this.lookAgain();
    const { reports, more } = this.slice(this.#limits.run);
    if (!more) return reports;
    const because = `more than ${counted(this.#limits.run)} timers were due at once, and those that were left did not fire`;
    const now = this.#product.platform.now();
    const left = this.#queue.filter(({ at }) => at <= now);
    return [...reports, ...left.map((due) => reportOf(due, 'limit', [this.#stopped(due, because)]))];
  }

  /** Refused timers that would still be due: their records have not changed since. */
  refused(): readonly TimerReport[] {
    const world = this.#product.world(nobody);
    return [...this.#refused].flatMap(([key, report]) => {
      const isDue = report.refusals.length > 0 && timersOf(world, report.entity, report.id).some((one) => keyOf(one) === key);
      return isDue ? [report] : [];
    });
  }

  /**
   * The refused timers that would still be due, by a key of timer and moment: for `restoreRefused`.
   */
  keptRefused(): ReadonlyMap<string, TimerReport> {
    if (this.#refused.size === 0) return new Map();
    const world = this.#product.world(nobody);
    return new Map([...this.#refused].filter(([key, { entity, id }]) => timersOf(world, entity, id).some((due) => keyOf(due) === key)));
  }

  /** The data is that of another moment, at which these had been refused. */
  restoreRefused(refused: ReadonlyMap<string, TimerReport>): void {
    this.clear();
    this.#chain = { at: -Infinity, length: new Map(), following: 0 };
    for (const [key, report] of refused) this.#refused.set(key, report);
  }

  /** A transaction wrote these: one of their timers may now be the next. */
  wrote(world: World, touched: Run['touched']): void {
    if (this.#next === undefined && this.#meanwhile === null) return;
    const started = touched.flatMap(({ entity, id }) => timersOf(world, entity, id));
    if (this.#meanwhile !== null) for (const { at } of started) this.#meanwhile = Math.min(this.#meanwhile, at);
    if (this.#next === undefined) return;
    if (this.#alone) this.#replace(null, touched, started);
    else this.#note(started);
  }

  /** One of these may be the next beyond the queue. */
  #note(started: readonly Due[]): void {
    for (const { at } of started) if (this.#next !== undefined) this.#next = Math.min(this.#next ?? at, at);
  }

  #look(): TimerStep {
    this.#meanwhile = Infinity;
    return { due: null, run: () => this.#looked() };
  }

  #looked(): () => null {
    this.#noteCalendar();
    // Those that were refused stay among the first.
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

  /** Calendar events of the product count from now. */
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
      // An empty To, or the same state: it would fire for ever.
      const report = reportOf(due, 'fired', []);
      if (staysPut(due) && due.transition.trigger.kind !== 'every') this.#refused.set(keyOf(due), report);
      this.#noteChain(due, follows, touched);
      this.#replace(due, touched, started);
      return report;
    };
  }

  #refuse(due: Due, report: TimerReport): TimerReport {
    this.#refused.set(keyOf(due), report);
    this.#queue = this.#queue.filter((other) => other !== due);
    // Nothing was written, and yet there is something to be seen.
    this.#product.changed();
    return report;
  }

  /**
   * Their timers may have changed. When the queue is empty, all data is checked again, if a due
   * time may depend on another record.
   */
  #replace(fired: Due | null, touched: readonly { readonly entity: string; readonly id: string }[], started: readonly Due[]): void {
    const now = this.#product.platform.now();
    // Thousands may be due: nothing is made for each of them.
    const isWritten = ({ id, machine }: Due): boolean => touched.some((one) => one.id === id && one.entity === machine.entity);
    const others = this.#queue.filter((due) => due !== fired && !isWritten(due));
    const known = this.#alone ? this.#until : Math.min(now, this.#until);
    const due = started.filter((one) => one.at <= known && !this.#refused.has(keyOf(one)));
    this.#queue = due.length === 0 ? others : [...others, ...due].sort(inTime);
    if (this.#alone) return;
    if (this.#queue.length === 0) this.#next = undefined;
    else this.#note(started.filter(({ at }) => at > now));
  }

  /** Why a timer that `follows` as many others of its moment does not fire. */
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
  /** Runs one step: synchronously, or later if it may wait for the database. */
  ask<T>(body: () => T): Promise<T>;
  /** After each timer: others are served before the next fires. */
  pause(): Promise<void>;
  /** Asked before each step: false ends it. */
  goesOn?(): boolean;
  readonly most?: number;
}

/** Fires what is due, one timer at a time, and lets others in between. */
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

/** Names one timer and its moment: the key of `keptRefused`. */
export const timerKey = (entity: string, field: string, id: string, { order }: Transition, at: number): string =>
  `${entity}.${field}/${id}#${order}@${at}`;

const staysPut = ({ transition }: Due): boolean =>
  transition.to === null || transition.any || transition.from.some((name) => name.text === transition.to?.text);
