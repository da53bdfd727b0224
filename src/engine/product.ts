import { pending } from '../base/pending.ts';
import { idsOf, type Platform } from '../base/platform.ts';
import { type Action, isRead } from '../expression/action.ts';
import { TooExpensive } from '../expression/evaluate/budget.ts';
import { absentNames } from '../expression/evaluate/given.ts';
import { isRecord, type RecordValue, type Value } from '../expression/values/value.ts';
import type { RunModel } from '../model/run-model.ts';
import { rolledBack } from '../store/rolled-back.ts';
import { RuleConflict, type Store, type StoredRecord } from '../store/store.ts';
import type { Hasher } from './account/hasher.ts';
import type { Target } from './account/target.ts';
import { countFailure } from './account/throttle.ts';
import { type ActionState, effectSteps, runAction } from './change/actions.ts';
import { Refused, refusal, tooExpensive } from './change/refusals.ts';
import { ruleRefusal } from './change/rules.ts';
import { anythingChanged, type DataChange } from './data-change.ts';
import { ModelIndex } from './document/model-index.ts';
import { noOperators, type OperatorAccess } from './jobs/operating.ts';
import type { Given, Operation } from './operation.ts';
import type { Outcome } from './outcome.ts';
import { Run } from './run.ts';
import { TimerQueue, type TimerReport, timerLimits } from './timers/timer-queue.ts';
import { noReadPlan, type ReadPlan } from './world/read-plan.ts';
import { StoreWorld, type WorldParts } from './world/store-world.ts';
import { type Authority, nobody, type Origin, type Person, type Visibility, type World } from './world/world.ts';

export interface ProductParts {
  readonly model: RunModel;
  readonly store: Store;
  readonly platform: Platform;
  readonly hasher: Hasher;
  /** Where ids come from; absent: from the platform. */
  readonly newId?: () => string;
  /** Whether a file name means a placeholder file, as in scenarios. */
  readonly placeholders?: boolean;
  /**
   * False: requests fire no due timers; the host fires each in a transaction of its own. Needed for
   * a store that may run a body twice: due timers are kept in memory, which the second pass would
   * find changed.
   */
  readonly timersInFront?: boolean;
}

/** The context in which an action runs. */
export interface ActionPlace {
  readonly self?: RecordValue | null;
  readonly bound?: Given;
  /** Names bound by Takes. */
  readonly taken?: Given;
  /**
   * Parameters that the caller left out: they read as null and are absent inside `with`, unless a
   * default was bound.
   */
  readonly absent?: readonly string[];
  readonly authority?: Authority;
  /**
   * `person` for sections 2 and 7, which see only what the person may read; `product` for scenarios
   * and effects.
   */
  readonly visibility?: Visibility;
  /** Called with each record that the action gets or creates; throws Refused to stop the action. */
  readonly met?: (record: RecordValue) => void;
}

/** The person that a token belongs to. */
export interface Visitor {
  readonly person: Person;
  /** The record of the person's account. */
  readonly me: StoredRecord | null;
}

/** How to answer a call with an action. */
export interface Answering<T> {
  /**
   * Returns the caller. Called inside the transaction, so it reads the same state as the action.
   */
  readonly who: () => Visitor;
  /** Called before the action: checks the permission and returns the action's inputs. */
  readonly prepare: (world: World) => ActionPlace;
  /** Builds the response before the transaction ends. */
  readonly say: (world: World, acted: Acted) => T;
  /** What the action reads first. */
  readonly plan?: ReadPlan;
  /**
   * The caller that the token belonged to last: what the plan reads for them is fetched together
   * with the session. Null: unknown.
   */
  readonly expected?: Visitor | null;
}

export interface Acted {
  readonly bound: ReadonlyMap<string, Value>;
  /** The record that was written last. */
  readonly record: RecordValue | null;
  readonly open: { readonly screen: string; readonly of: RecordValue | null } | null;
  /** The acting person from now on: changes with a sign-in, and becomes a visitor at a sign-out. */
  readonly person: Person;
}

export interface TransactionOptions {
  /** The moment of the operation, in milliseconds since the epoch; by default now. */
  readonly milliseconds?: number;
  /** False: skips the rules. Used for examples, whose broken rules the checker reports. */
  readonly asksRules?: boolean;
  /** True: the caller notifies the listeners, because this is part of something larger. */
  readonly quiet?: boolean;
  readonly plan?: ReadPlan;
  /** A new world that the caller made, with records already read. */
  readonly world?: World;
  /** False: the caller schedules the timers of what it writes. */
  readonly timers?: boolean;
}

/** A document that runs over a store. Everything is synchronous; each call is one transaction. */
export class Product {
  readonly store: Store;
  readonly platform: Platform;
  readonly hasher: Hasher;
  /** Creates ids in ascending order. */
  readonly newId: () => string;
  readonly #placeholders: boolean;
  readonly #timersInFront: boolean;
  /** Who operates the product; set by the host. */
  operating: OperatorAccess = noOperators;
  #index: ModelIndex;
  readonly #listeners = new Set<(change: DataChange) => void>();
  readonly #jobListeners = new Set<() => void>();
  /** Notifications that wait until `together` has committed; null outside of it. */
  #untold: (() => void)[] | null = null;
  /** The most recent visitors, by token, with the token's hash. */
  readonly #visitors = new Map<string, { readonly visitor: Visitor; readonly hash: string }>();
  /** The queue of timers. */
  readonly timers: TimerQueue;

  constructor(parts: ProductParts) {
    this.store = parts.store;
    this.platform = parts.platform;
    this.hasher = parts.hasher;
    this.newId = parts.newId ?? idsOf(parts.platform);
    this.#placeholders = parts.placeholders ?? false;
    this.#timersInFront = parts.timersInFront ?? true;
    this.#index = new ModelIndex(parts.model);
    this.timers = new TimerQueue(this);
  }

  get index(): ModelIndex {
    return this.#index;
  }

  get model(): RunModel {
    return this.#index.model;
  }

  /** Switches to another document. The data must already match it (see change-document.ts). */
  become(model: RunModel): void {
    this.#index = new ModelIndex(model);
    this.timers.clear();
    this.changed();
  }

  /** The person with this account, or a visitor for null. */
  as(account: string | null): Person {
    return account === null ? nobody : { account, token: null };
  }

  /**
   * The person of a session token; a visitor if the token is unknown or expired. `origin`: where
   * the request comes from.
   */
  personOf(token: string | null, origin: Origin | null = null): Person {
    return this.visitor(token, origin).person;
  }

  /** Like `personOf`, but with the account's record as read in the current transaction. */
  visitor(token: string | null, origin: Origin | null = null): Visitor {
    const entity = this.#index.model.account?.entity.text;
    const hash = token === null ? null : (this.#visitors.get(token)?.hash ?? this.hasher.digest(token));
    const found = hash === null || entity === undefined ? null : this.store.sessionOf(hash, entity);
    const ended = found === null || found.session.expires <= this.platform.now();
    const person = ended ? nobody : { account: found.session.account, token };
    const visitor = { person: origin === null ? person : { ...person, origin }, me: ended ? null : found.account };
    if (token !== null && hash !== null) this.#noteVisitor(token, visitor, hash);
    return visitor;
  }

  /** The visitor that the token had at its last use, from memory; may be outdated. */
  expectedVisitor(token: string | null): Visitor | null {
    return token === null ? null : (this.#visitors.get(token)?.visitor ?? null);
  }

  #noteVisitor(token: string, visitor: Visitor, hash: string): void {
    this.#visitors.delete(token);
    if (visitor.person.account !== null) this.#visitors.set(token, { visitor, hash });
    const [oldest] = this.#visitors.keys();
    if (this.#visitors.size > mostVisitors && oldest !== undefined) this.#visitors.delete(oldest);
  }

  /** The data as one person sees it at one moment. */
  world(
    person: Person,
    milliseconds = this.platform.now(),
    { plan, me, store }: Partial<Pick<WorldParts, 'plan' | 'me' | 'store'>> = {},
  ): World {
    return new StoreWorld({
      plan,
      me,
      index: this.#index,
      store: store ?? this.store,
      hasher: this.hasher,
      person,
      milliseconds,
      newId: this.newId,
      randomBytes: this.platform.randomBytes,
      placeholders: this.#placeholders,
      operating: this.operating,
    });
  }

  /** Reads without writing. */
  read<T>(person: Person, look: (world: World) => T): T {
    return look(this.world(person));
  }

  /** Runs `body` as one transaction: commits all of it, or rolls back and returns the refusals. */
  transact<T>(
    who: Person | (() => Visitor),
    body: (run: Run) => T,
    options: TransactionOptions = {},
  ): Outcome<T> & { readonly person: Person; readonly change?: DataChange | null } {
    let guesses: readonly Target[] = [];
    let person = typeof who === 'function' ? null : who;
    try {
      const { run, value, change } = this.store.transaction(
        () => {
          // Created for each attempt: a store with concurrent writers may repeat the transaction
          // (docs/decisions/0080).
          const visitor = typeof who === 'function' ? who() : { person: who, me: undefined };
          person = visitor.person;
          const run = new Run(
            options.world ?? this.world(person, options.milliseconds, { plan: options.plan, me: visitor.me }),
            effectSteps,
            options.asksRules ?? true,
          );
          guesses = run.guesses;
          const value = body(run);
          run.finish();
          // Read inside the transaction: the mark is random, and a repeated body must get the same
          // one.
          return { run, value, change: run.change };
        },
        body,
        ({ run }) => {
          guesses = run.guesses;
        },
      );
      const tell = (): void => {
        if (options.timers ?? true) this.timers.wrote(run.world, run.touched);
        if (run.addedJobs) for (const listener of [...this.#jobListeners]) listener();
        if (change !== null && options.quiet !== true) this.changed(change);
      };
      if (this.#untold === null) tell();
      else this.#untold.push(tell);
      return { ok: true, value, person: run.world.person, change };
    } catch (caught) {
      const error = caught instanceof RuleConflict ? this.#brokenRule(caught) : this.#asRefusal(caught);
      if (!(error instanceof Refused)) throw error;
      const wrong = [...guesses, ...error.guess];
      if (wrong.length > 0) this.store.transaction(() => countFailure({ store: this.store, milliseconds: this.platform.now() }, wrong));
      // Refused at COMMIT: the body did not run in this pass, so `person` may be unset.
      return { ok: false, refusals: error.refusals, person: person ?? (typeof who === 'function' ? who().person : who) };
    }
  }

  /**
   * Wraps several transactions into one. Listeners are notified after the commit; earlier they
   * would not find the changes yet.
   */
  together<T>(body: () => T): T {
    if (this.#untold !== null) return this.store.transaction(body);
    const { value, untold } = this.store.transaction(() => {
      const untold: (() => void)[] = [];
      this.#untold = untold;
      try {
        return { value: body(), untold };
      } finally {
        this.#untold = null;
      }
    }, body);
    for (const tell of untold) tell();
    return value;
  }

  /** The store's own computations have a budget of their own and throw TooExpensive. */
  #asRefusal(error: unknown): unknown {
    return error instanceof TooExpensive ? new Refused([tooExpensive(this.#index)]) : error;
  }

  /**
   * A rule that the database found broken at the end. The engine checks the same rules first, so
   * this is only a safety net.
   */
  #brokenRule(conflict: RuleConflict): Refused {
    const rule = this.#index.rules(conflict.entity).find(({ name }) => name.text === conflict.rule) ?? null;
    const refused =
      rule === null
        ? refusal(this.#index, { error: 'CONFLICT', entity: conflict.entity, because: conflict.message })
        : ruleRefusal(this.world(nobody), rule, null);
    return new Refused([refused]);
  }

  /** Runs one operation as one transaction. */
  perform<Input, Result>(person: Person, operation: Operation<Input, Result>, input: Input): Outcome<Result> {
    return this.transact(person, (run) => run.perform(operation, input));
  }

  /** Runs a whole action as one transaction. */
  act(person: Person, action: Action, place: ActionPlace = {}): Outcome<Acted> {
    return this.transact(person, (run) => this.#acted(run, action, place));
  }

  /**
   * Runs a whole action and builds its response in one transaction; a read-only action needs none.
   */
  answer<T>(action: Action, answering: Answering<T>): Outcome<T> & { readonly person: Person } {
    const { prepare, say, plan = noReadPlan } = answering;
    const who = (): Visitor => {
      try {
        return answering.who();
      } catch (error) {
        // While the session is being fetched, also fetch what does not depend on it, or what the
        // expected visitor will need.
        if (error === pending && answering.expected) this.#readAhead(plan, answering.expected, prepare);
        throw error;
      }
    };
    const answered = (run: Run): T => {
      const acted = this.#acted(run, action, prepare(run.world));
      // Before the response reads the records, so all writes are sent together.
      run.finish();
      return say(run.world, acted);
    };
    if (!action.steps.every(isRead)) return this.transact(who, answered, { plan });
    const { person, me } = who();
    try {
      return { ok: true, value: answered(new Run(this.world(person, this.platform.now(), { plan, me }), effectSteps)), person };
    } catch (caught) {
      const error = this.#asRefusal(caught);
      if (error instanceof Refused) return { ok: false, refusals: error.refusals, person };
      throw error;
    }
  }

  /** Sends the queries of a plan to the store for the expected visitor, only to fill the cache. */
  #readAhead(plan: ReadPlan, { person, me }: Visitor, prepare: Answering<unknown>['prepare']): void {
    const ahead = (read: (run: Run) => void): void => {
      try {
        read(new Run(this.world(person, this.platform.now(), { plan, me }), effectSteps));
      } catch (error) {
        // The body itself meets the same refusal or missing record again.
        if (error instanceof TypeError || error instanceof RangeError) throw error;
      }
    };
    if (plan.me) ahead((run) => run.world.beforeWriting());
    for (const one of plan.steps) ahead((run) => this.#acted(run, one, prepare(run.world)));
  }

  /**
   * Returns what `act` would return now, and rolls its changes back. `store`: the product's, or one
   * that records what it reads.
   */
  rehearse(person: Person, action: Action, place: ActionPlace = {}, store = this.store): Outcome<Acted> {
    try {
      const value = rolledBack(this.store, () => {
        const run = new Run(this.world(person, undefined, { store }), effectSteps);
        const acted = this.#acted(run, action, place);
        run.finish();
        return acted;
      });
      return { ok: true, value };
    } catch (caught) {
      const error = this.#asRefusal(caught);
      if (error instanceof Refused) return { ok: false, refusals: error.refusals };
      throw error;
    }
  }

  #acted(run: Run, action: Action, place: ActionPlace): Acted {
    const visibility = place.visibility ?? 'person';
    const here = (value: Value): Value => run.world.here(value, visibility);
    const absent = (place.absent ?? []).map((name): [string, Value] => [name, null]);
    const given = [...absent, ...(place.bound ?? []), ...(place.taken ?? [])].map(([name, value]): [string, Value] => [name, here(value)]);
    const self = place.self ? here(place.self) : null;
    const state: ActionState = {
      self: isRecord(self) ? self : null,
      bound: new Map(given),
      taken: place.taken ?? new Map(),
      authority: place.authority ?? 'person',
      visibility,
      met: place.met,
      open: null,
      record: null,
    };
    if (place.absent !== undefined && place.absent.length > 0) state.bound.set(absentNames, place.absent);
    runAction(run, action, state);
    return { bound: state.bound, record: state.record, open: state.open, person: run.world.person };
  }

  /**
   * Fires due timers, at most as many as may delay a request; costs almost nothing if none is due.
   */
  runTimersIfDue(): readonly TimerReport[] {
    if (!this.#timersInFront) return [];
    return this.timers.slice(timerLimits.inFront).reports;
  }

  /**
   * Calls `listener` after every transaction that wrote something. Returns the function to
   * unsubscribe.
   */
  subscribe(listener: (change: DataChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `listener` after every transaction that added a job. */
  onJob(listener: () => void): void {
    this.#jobListeners.add(listener);
  }

  changed(change = anythingChanged): void {
    for (const listener of [...this.#listeners]) listener(change);
  }
}

/** How many visitors are remembered. */
const mostVisitors = 1000;

export const createProduct = (parts: ProductParts): Product => new Product(parts);
