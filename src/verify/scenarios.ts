import { type FixedPlatform, fixedPlatform, idsOf, type Platform } from '../base/platform.ts';
import { LineIndex } from '../base/position.ts';
import { cheapHasher } from '../engine/account/hasher.ts';
import { Refused } from '../engine/change/refusals.ts';
import { exampleRecords, seedExamples } from '../engine/change/seed.ts';
import type { Observer } from '../engine/document/observer.ts';
import type { Refusal } from '../engine/outcome.ts';
import { createProduct, type Product } from '../engine/product.ts';
import { screenRefusal } from '../engine/screens/screens.ts';
import { readSent } from '../engine/services/sent.ts';
import type { TimerReport } from '../engine/timers/timer-queue.ts';
import { nextCalendarMoment, timerWords } from '../engine/timers/timers.ts';
import { labelOf } from '../engine/world/labels.ts';
import { nobody, type Person } from '../engine/world/world.ts';
import type { Step } from '../expression/action.ts';
import { evaluateNode } from '../expression/evaluate/evaluate.ts';
import { EvaluationError, type Scope } from '../expression/evaluate/scope.ts';
import { Duration, isRecord, type Value } from '../expression/values/value.ts';
import type { Actor, Expectation, Scenario, ScenarioRow } from '../model/ast/people.ts';
import { expectationText, sentText } from '../model/expectation-text.ts';
import type { Model } from '../model/model.ts';
import { createMemoryStore } from '../store/memory/memory-store.ts';
import { rolledBack } from '../store/rolled-back.ts';
import type { Store } from '../store/store.ts';
import { explain } from './explain.ts';
import { doMailed, type Mailed, mailLinks } from './mailed.ts';
import { doOutside, outboxOf } from './outside.ts';

export interface ScenarioResult {
  readonly title: string;
  readonly passed: boolean;
  readonly rows: readonly RowResult[];
}

export interface RowResult {
  /** The row's line in the document, from 1. */
  readonly line: number;
  readonly passed: boolean;
  readonly expected: string;
  readonly actual: string;
  /** The first error that the row was refused with; absent if it was not refused. */
  readonly error?: string | undefined;
}

/**
 * Runs the scenarios of section 1 in memory, each from the examples, with a clock that is stopped
 * until a row waits. `observer` is called with what they exercise.
 */
export function runScenarios(model: Model, observer: Observer | null = null): ScenarioResult[] {
  const store = createMemoryStore(model);
  // The examples are loaded once; whatever a scenario does is undone before the next one.
  const start = startOf(model, store);
  return model.scenarios.map((scenario) =>
    rolledBack(store, () => {
      start.rewind();
      return resultOf(scenario, playFrom(start, scenario, observer));
    }),
  );
}

/** Runs one scenario over a new store, then closes the store. */
export function runScenario(model: Model, scenario: Scenario, store: Store): ScenarioResult {
  try {
    return resultOf(scenario, playScenario(model, scenario, store));
  } finally {
    store.close();
  }
}

function resultOf({ title }: Scenario, play: ScenarioPlay): ScenarioResult {
  const rows: RowResult[] = [];
  // The rows after a failed one still run, because they often reveal more.
  for (let row = play.next(); row !== null; row = play.next()) rows.push(row);
  return { title, passed: rows.every((row) => row.passed), rows };
}

/** The state of a running scenario. */
interface ScenarioRun {
  readonly product: Product;
  readonly clock: FixedPlatform;
  readonly bound: Map<string, Value>;
  /** Ids of the requests in the outbox before the last row that did something. */
  sentBefore: ReadonlySet<string>;
  /** Signed calls that were made; a repeated call is processed once. */
  readonly delivered: Set<string>;
  readonly mailed: Mailed;
  /** `MESSAGE account`, of the last row that did something. */
  readonly told: Set<string>;
}

/** A scenario that is played row by row, in a separate product. The caller closes it. */
export interface ScenarioPlay {
  readonly product: Product;
  /** The examples, and the names that rows have bound so far. */
  readonly bound: ReadonlyMap<string, Value>;
  /** Its clock is stopped until a row waits. */
  readonly platform: Platform;
  /**
   * The person who acted in the latest row: `nobody` before the first row, and if the row names no
   * person.
   */
  acted(): Person;
  /** Plays the next row; returns null if none is left. */
  next(): RowResult | null;
  /** Lets time pass; returns what the timers refused, in words. */
  wait(milliseconds: number): readonly string[];
  close(): void;
}

/**
 * Starts a scenario; a failed row does not end it. `store` must be new, and belongs to the play
 * from then on. `start`: when it begins, in milliseconds since the epoch.
 */
export function playScenario(
  model: Model,
  scenario: Scenario,
  store: Store,
  observer: Observer | null = null,
  start?: number,
): ScenarioPlay {
  return playFrom(startOf(model, store, start), scenario, observer);
}

/** What a scenario starts from, with the examples loaded. */
interface Start {
  readonly product: Product;
  readonly clock: FixedPlatform;
  readonly lines: LineIndex;
  /** Resets everything but the store to this moment: the same ids and tokens follow again. */
  rewind(): void;
}

function startOf(model: Model, store: Store, start?: number): Start {
  const clock = fixedPlatform(start);
  const lastId = { milliseconds: 0, count: 0 };
  const newId = idsOf(clock, lastId);
  const product = createProduct({ model, store, platform: clock, hasher: cheapHasher, placeholders: true, newId });
  seedExamples(product);
  const [backInTime, idThen] = [clock.mark(), { ...lastId }];
  return {
    product,
    clock,
    lines: new LineIndex(model.tree.text),
    rewind() {
      backInTime();
      Object.assign(lastId, idThen);
      product.timers.restoreRefused(new Map());
    },
  };
}

function playFrom({ product, clock, lines }: Start, scenario: Scenario, observer: Observer | null): ScenarioPlay {
  const told = new Set<string>();
  product.index.observer = (observed) => {
    if (observed.kind === 'message') told.add(toldName(observed.name, observed.account));
    observer?.(observed);
  };
  const course: ScenarioRun = {
    product,
    clock,
    bound: examplesOf(product),
    sentBefore: new Set(),
    delivered: new Set(),
    mailed: new Map(),
    told,
  };
  const rest = scenario.rows.values();
  // What failed rows should have bound, each with the line of its row.
  const unbound = new Map<string, number>();
  let acted = nobody;
  return {
    product,
    bound: course.bound,
    platform: clock,
    acted: () => acted,
    next() {
      const { value: row } = rest.next();
      if (row === undefined) return null;
      const person = actorOf(course, row.as);
      acted = typeof person === 'string' ? nobody : person;
      const { line } = lines.position(row.span.from);
      const result = runRow(course, row);
      const [missing] = result.passed ? [] : [...unbound].filter(([name]) => !course.bound.has(name) && mentions(row, name));
      for (const step of row.do.steps) {
        const name = 'as' in step ? step.as?.text : undefined;
        if (name !== undefined && !course.bound.has(name)) unbound.set(name, line);
      }
      return { line, ...result, ...(missing && { actual: `“${missing[0]}” does not exist, because line ${missing[1]} failed` }) };
    },
    wait(milliseconds) {
      const fired: TimerReport[] = [];
      letPass(course, milliseconds, fired);
      fired.push(...product.timers.run());
      return fired.flatMap((timer) => (timer.refusals.length === 0 ? [] : [timerRefused(product, timer)]));
    },
    close: () => product.store.close(),
  };
}

/** Whether the row uses the name; its texts are searched too, which is enough for a message. */
const mentions = ({ do: { source }, expect }: ScenarioRow, name: string): boolean =>
  `${source} ${expect.kind === 'holds' ? expect.expression.source : ''}`.split(/\W+/u).includes(name);

function examplesOf(product: Product): Map<string, Value> {
  const world = product.world(nobody);
  return new Map(
    Object.entries(exampleRecords(product)).flatMap(([name, { entity, id }]): [string, Value][] => {
      const record = world.record(entity, id);
      return record === null ? [] : [[name, record]];
    }),
  );
}

type Result = Omit<RowResult, 'line'>;

function runRow(course: ScenarioRun, row: ScenarioRow): Result {
  if (row.do.steps.length > 0) {
    course.sentBefore = new Set(outboxOf(course.product.store).map(({ id }) => id));
    course.told.clear();
  }
  const expected = expectedWords(row.expect);
  const person = actorOf(course, row.as);
  if (typeof person === 'string') return { passed: false, expected, actual: person };
  const fired: TimerReport[] = [];
  const refusals = doSteps(course, person, row, fired);
  fired.push(...course.product.timers.run());
  mailLinks(course.product, course.mailed);
  // Timers that never end leave the product in an intermediate state, which proves nothing.
  const stopped = fired.find(({ result }) => result === 'limit');
  const error = refusals?.[0]?.error;
  if (stopped !== undefined) return { expected, passed: false, actual: timerRefused(course.product, stopped), error };
  const judged = judgedOrRefused(course, person, row, refusals);
  if (judged.passed) return { expected, error, ...judged };
  const timers = course.product.timers.refused().slice(0, mostNamed);
  return {
    expected,
    passed: false,
    error,
    actual: [judged.actual, ...timers.map((timer) => timerRefused(course.product, timer))].join('; '),
  };
}

/** Evaluating what is expected may be refused for taking too much work. */
function judgedOrRefused(...asked: Parameters<typeof judge>): ReturnType<typeof judge> {
  try {
    return judge(...asked);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { passed: false, actual: refusedWords(error.refusals) };
  }
}

/** The most timers that a failed row names. */
const mostNamed = 3;

/** Says which timer of which record was refused, and why. */
function timerRefused(product: Product, { entity, id, transition, refusals }: TimerReport): string {
  const record = product.world(nobody).record(entity, id);
  const name = record === null ? entity : `${entity} “${labelOf(product.index, record)}”`;
  return `the timer “${timerWords(transition)}” of ${name} was ${refusedWords(refusals)}`;
}

/** What a row expects, phrased to continue a sentence. */
export const expectedWords = (expect: Expectation): string => (expect.kind === 'nothing' ? 'not refused' : expectationText(expect));

/** The person who acts, or a text that says why there is none. */
function actorOf({ product, bound }: ScenarioRun, actor: Actor): Person | string {
  const account = product.model.account?.entity.text ?? null;
  switch (actor.kind) {
    case 'nobody':
      return nobody;
    case 'unknown':
      return `“${actor.text}” is neither an example nor a role`;
    case 'example': {
      const record = bound.get(actor.name.text);
      if (!isRecord(record)) return `the example ${actor.name.text} could not be loaded`;
      return record.entity === account
        ? product.as(record.id)
        : `${actor.name.text} is an example of ${record.entity}, which is not the entity of accounts`;
    }
    case 'role': {
      const role = actor.name.text;
      if (product.world(nobody).access.roles().has(role)) return nobody;
      const example = [...bound.values()].find(
        (value) => isRecord(value) && value.entity === account && product.world(product.as(value.id)).access.roles().has(role),
      );
      return isRecord(example) ? product.as(example.id) : `no example has the role ${role}`;
    }
  }
}

type Apart = Extract<Step, { kind: 'wait' | 'answer' | 'call' | 'mail' | 'follow' }>;

const endsTransaction = (step: Step): step is Apart => ['wait', 'answer', 'call', 'mail', 'follow'].includes(step.kind);

/**
 * Runs the steps of a row and returns the refusals; null if it succeeded. The steps form one
 * transaction, except that waiting, what other services do and mailed links end it. Timers that
 * fire in between are added to `fired`.
 */
function doSteps(course: ScenarioRun, person: Person, row: ScenarioRow, fired: TimerReport[]): readonly Refusal[] | null {
  const { product, bound } = course;
  let acting = person;
  let steps: Step[] = [];
  const act = (): readonly Refusal[] | null => {
    if (steps.length === 0) return null;
    const outcome = product.act(acting, { ...row.do, steps }, { bound, visibility: 'product' });
    steps = [];
    if (!outcome.ok) return outcome.refusals;
    for (const [name, value] of outcome.value.bound) bound.set(name, value);
    acting = outcome.value.person;
    return null;
  };
  // An empty Do is a hole: nothing is done, but the expectation is still judged.
  const written = row.do.source.trim() === '' ? [] : row.do.steps;
  for (const step of written) {
    if (!endsTransaction(step)) {
      steps.push(step);
      continue;
    }
    const earlier = act();
    if (earlier !== null) return earlier;
    if (step.kind === 'mail' || step.kind === 'follow') {
      const outcome = doMailed(product, course.mailed, acting, step, scopeOf(course, acting));
      if (!outcome.ok) return outcome.refusals;
      acting = outcome.person;
      continue;
    }
    const refusals = step.kind === 'wait' ? null : doOutside(course, step, scopeOf(course, acting));
    if (refusals !== null) return refusals;
    if (step.kind !== 'wait') continue;
    const scope = scopeOf(course, acting);
    const length = step.duration.node === null ? null : valueOrNull(() => evaluateNode(step.duration.node as never, scope));
    if (length instanceof Duration) letPass(course, length.seconds * 1000 + Math.floor(length.nanos / 1e6), fired);
    fired.push(...product.timers.run());
  }
  return act();
}

/** How often a row stops for calendar events; those that remain happen once. */
const mostStops = 2000;

/** Lets time pass as in the running product: each calendar event happens at its own moment. */
function letPass({ product, clock }: ScenarioRun, milliseconds: number, fired: TimerReport[]): void {
  const until = product.platform.now() + milliseconds;
  for (let stops = 0; stops < mostStops; stops++) {
    const next = nextCalendarMoment(product.world(nobody));
    if (next === null || next > until) break;
    clock.advance(next - product.platform.now());
    fired.push(...product.timers.run());
  }
  clock.advance(until - product.platform.now());
}

function valueOrNull(evaluate: () => Value): Value {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}

/** A scope with the product's visibility, `me` as the actor, and all names bound so far. */
function scopeOf({ product, bound }: ScenarioRun, person: Person): Scope {
  const world = product.world(person);
  return world.scope(null, new Map([...bound].map(([name, value]) => [name, world.here(value)])));
}

function judge(
  course: ScenarioRun,
  person: Person,
  row: ScenarioRow,
  refusals: readonly Refusal[] | null,
): Pick<Result, 'passed' | 'actual'> {
  const { expect } = row;
  const refused = refusals === null ? null : refusedWords(refusals);
  if (expect.kind === 'unknown') return { passed: false, actual: 'this expectation cannot be read' };
  if (expect.kind === 'refused') {
    if (refusals === null) return { passed: false, actual: 'not refused' };
    const passed = refusals.some((refusal) => refusal.error === expect.error.text);
    return { passed, actual: passed ? `refused ${expect.error.text}` : (refused ?? '') };
  }
  if (refused !== null) return { passed: false, actual: refused };
  if (expect.kind === 'nothing') return { passed: true, actual: 'not refused' };
  if (expect.kind === 'sent') {
    const { store } = course.product;
    const sent = outboxOf(store)
      .filter(({ id }) => !course.sentBefore.has(id))
      .map(readSent);
    const passed = sent.some((one) => one.service === expect.service.text && (expect.request ?? one.request) === one.request);
    return { passed, actual: sent.map((one) => sentText(one.service, one.request)).join(', ') || 'nothing sent' };
  }
  if (expect.kind === 'holds') {
    const wrong = explain(expect.expression, scopeOf(course, person), course.product.index);
    return { passed: wrong === null, actual: wrong ?? expect.expression.source };
  }
  if (expect.kind === 'told' || expect.kind === 'not-told') {
    const record = course.bound.get(expect.person.text);
    const isTold = isRecord(record) && course.told.has(toldName(expect.message.text, record.id));
    const passed = isTold === (expect.kind === 'told');
    return { passed, actual: `${isTold ? 'told' : 'not told'} ${expect.person.text} ${expect.message.text}` };
  }
  const sees = seesScreen(course, person, expect.screen.text);
  const words = `${sees === null ? 'sees' : 'does not see'} ${expect.screen.text}`;
  return { passed: (sees === null) === (expect.kind === 'sees'), actual: sees === null ? words : `${words}: ${sees.because}` };
}

const toldName = (message: string, account: string): string => `${message} ${account}`;

const refusedWords = (refusals: readonly Refusal[]): string =>
  `refused ${refusals.map(({ error, message, because }) => `${error} (${message}) because ${because}`).join('; ')}`;

/**
 * Null if the person sees the screen. A screen about a record opens with the last bound record of
 * that entity.
 */
function seesScreen({ product, bound }: ScenarioRun, person: Person, name: string): Refusal | null {
  const world = product.world(person);
  const screen = product.index.screen(name);
  if (screen === null) throw new Error(`the scenario expects to see “${name}”, which is no screen`);
  const about = screen.about?.text ?? null;
  const records = [...bound.values()].flatMap((value) => (isRecord(value) && value.entity === about ? [value] : []));
  const last = records.at(-1);
  return screenRefusal(world, screen, last === undefined ? null : world.record(last.entity, last.id));
}
