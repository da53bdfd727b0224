import type { Platform } from '../../base/platform.ts';
import type { Span } from '../../base/span.ts';
import { cheapHasher } from '../../engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../../engine/change/seed.ts';
import { createProduct, type Product } from '../../engine/product.ts';
import type { TimerReport } from '../../engine/timers/timer-queue.ts';
import { type Json, toJson } from '../../expression/values/json.ts';
import type { Value, Watch } from '../../expression/values/value.ts';
import type { Model } from '../../model/model.ts';
import { Calls } from '../../serve/calls/answer-call.ts';
import type { CallAnswer } from '../../serve/calls/call-request.ts';
import { placeholderSecret } from '../../serve/calls/signature.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { rolledBack } from '../../store/rolled-back.ts';
import { type DocumentStore, ReferenceConflict, type Snapshot, type StoredRecord } from '../../store/store.ts';
import type { GivenPerson } from '../sending/people-file.ts';
import type { Request } from './request.ts';
import { leavesOf, type Path } from './template.ts';

/** Runs the document's product in memory to obtain the expected answers. */
export class Oracle {
  readonly product: Product;
  readonly #calls: Calls;
  readonly #store: DocumentStore;
  #examples: ReadonlyMap<string, { readonly entity: string; readonly id: string }> = new Map();

  /** What trials undo besides the data. */
  readonly #undo: (() => void)[] = [];
  /** The data at the start. */
  readonly #start: Snapshot;
  readonly #model: Model;
  readonly #markTime: () => () => void;
  readonly #setTime: (moment: number | null) => void;
  /** By how many milliseconds its clock has been set forward. */
  readonly passed: () => number;
  /** How many trials are going on, one inside another. */
  #trials = 0;
  #wasSet = false;
  #fired: readonly TimerReport[] = [];

  /**
   * `serials`: raises the numbers of records, including examples, by this times the position of the
   * numbered field, because the document does not fix them. `people`: accounts besides the
   * examples.
   */
  constructor(
    given: Model,
    { platform, markTime = () => () => {}, setTime = () => {}, passed = () => 0, serials = 0, people = [] }: OracleParts,
  ) {
    const model = withPeople(given, people);
    this.#model = model;
    this.#markTime = markTime;
    this.#setTime = setTime;
    this.passed = passed;
    this.#store = createMemoryStore(model);
    this.product = createProduct({ model, store: this.#store, platform, hasher: cheapHasher, placeholders: true });
    this.#raiseNumbers((place) => serials * (place + 1));
    seedExamples(this.product);
    this.#raiseNumbers((place) => place * apart);
    this.#calls = new Calls(this.product, { secretOf: placeholderSecret });
    this.#findExamples();
    const now = platform.now();
    for (const { example, token } of people) {
      const account = this.examples.get(example.name.text)?.id;
      if (token === null || account === undefined) continue;
      this.#store.saveSession({ tokenHash: this.product.hasher.digest(token), account, began: now, expires: now + tokenLasts });
    }
    this.#start = this.#store.snapshot();
  }

  /** The entity and id of each example, by name. */
  get examples(): ReadonlyMap<string, { readonly entity: string; readonly id: string }> {
    return this.#examples;
  }

  /**
   * Raises the numbers that new records get. `by`: the increment, by position of the numbered
   * field.
   */
  #raiseNumbers(by: (place: number) => number): void {
    const snapshot = this.#store.snapshot();
    const last = (entity: string, field: string): number =>
      snapshot.serials.find((one) => one.entity === entity && one.field === field)?.last ?? 0;
    const numbered = this.#model.entities.flatMap(({ name, fields }) =>
      fields.filter(({ type }) => type.kind === 'serial').map((field) => [name.text, field.name.text] as const),
    );
    const serials = numbered.map(([entity, field], place) => ({ entity, field, last: last(entity, field) + by(place) }));
    this.#store.restore(this.#model, { ...snapshot, serials });
  }

  #findExamples(): void {
    this.#examples = new Map(Object.entries(exampleRecords(this.product)));
  }

  /** Restores the data and the clock of the start: the examples. */
  restart(): void {
    if (this.#wasSet) this.#setTime(null);
    this.#wasSet = false;
    this.restore(this.#start);
    this.product.timers.restoreRefused(new Map());
  }

  snapshot(): Snapshot {
    return this.#store.snapshot();
  }

  restore(snapshot: Snapshot): void {
    this.#store.restore(this.#model, snapshot);
    this.product.changed();
    this.#findExamples();
  }

  now(): number {
    return this.product.platform.now();
  }

  /** Keeps these sessions from ending while time passes. */
  keepSessions(tokens: readonly string[]): void {
    for (const token of tokens) this.#saveSession(token, this.accountOf(token));
  }

  endSession(token: string): void {
    this.#saveSession(token, this.accountOf(token), 0);
  }

  /** Begins a session of an example with a token that it had before a restart. */
  resumeSession(token: string, example: string): void {
    this.#saveSession(token, this.examples.get(example)?.id ?? null);
  }

  #saveSession(token: string, account: string | null, lasts = tokenLasts): void {
    const began = this.now();
    if (account !== null) this.#store.saveSession({ tokenHash: this.product.hasher.digest(token), account, began, expires: began + lasts });
  }

  /** Sets the clock and fires the timers that are due then. */
  #pass(moment: number): CallAnswer {
    const { timers } = this.product;
    const refused = timers.keptRefused();
    if (this.#trials > 0) this.undoing(() => timers.restoreRefused(refused));
    else this.#wasSet = true;
    this.#setTime(moment);
    this.#fired = timers.run();
    return { status: 204, headers: {}, body: null };
  }

  /** The timers that were due when the clock was last set. */
  get fired(): readonly TimerReport[] {
    return this.#fired;
  }

  answer(request: Request): CallAnswer {
    if (request.moment !== undefined) return this.#pass(request.moment);
    return this.#calls.answer(request);
  }

  /** Runs the body and undoes everything that it wrote. Trials can be nested. */
  tried<T>(body: () => T): T {
    const restoreTime = this.#markTime();
    const { length } = this.#undo;
    this.#trials++;
    try {
      return rolledBack(this.#store, body);
    } finally {
      restoreTime();
      this.#trials--;
      for (const undo of this.#undo.splice(length).reverse()) undo();
    }
  }

  /** Notes what the present trial has to undo besides the data. */
  undoing(undo: () => void): void {
    this.#undo.push(undo);
  }

  /** Runs the body and shows each expression of the document that it evaluates. */
  watched<T>(watch: Watch, body: () => T): T {
    const { index } = this.product;
    index.watch = watch;
    try {
      return body();
    } finally {
      index.watch = null;
    }
  }

  /** Runs the body; also returns the rows of section 4 and the cells of section 6 that it uses. */
  observed<T>(body: () => T): readonly [result: T, rows: readonly Span[]] {
    const { index } = this.product;
    const rows = new Map<number, Span>();
    index.observer = (seen) => {
      if (seen.kind === 'permission') rows.set(seen.cell.from, seen.cell);
      if (seen.kind === 'transition' && seen.taken) rows.set(seen.row.from, seen.row);
    };
    try {
      return [body(), [...rows.values()]];
    } finally {
      index.observer = null;
    }
  }

  /** Runs the body as if these records did not exist, except those to which others refer. */
  without<T>(records: readonly { readonly entity: string; readonly id: string }[], body: () => T): T {
    return this.tried(() => {
      for (const { entity, id } of records) if (this.record(entity, id) !== null) this.#remove(entity, id);
      return body();
    });
  }

  #remove(entity: string, id: string): void {
    try {
      this.#store.transaction(() => this.#store.apply({ kind: 'delete', entity, id }));
    } catch (error) {
      if (!(error instanceof ReferenceConflict)) throw error;
    }
  }

  records(entity: string): readonly StoredRecord[] {
    return this.#store.query({ entity, conditions: [] });
  }

  record(entity: string, id: string): StoredRecord | null {
    return this.#store.record(entity, id);
  }

  /** Ids of the members of a list of records, from either side. */
  members(entity: string, field: string, id: string): readonly string[] {
    return this.#store.members(entity, field, id);
  }

  /** The id of the account that a session token belongs to; null if there is no such session. */
  accountOf(token: string): string | null {
    return this.product.personOf(token).account;
  }

  /** Whether a session token is valid, and still will be that many milliseconds later. */
  isValid(token: string, later: number): boolean {
    const { entity } = this.#model.account ?? {};
    const found = entity === undefined ? null : this.#store.sessionOf(this.product.hasher.digest(token), entity.text);
    return found !== null && found.session.expires > this.now() + later;
  }

  /** The session token in a body, its path there and its account; null if there is none. */
  sessionIn(body: Json): { readonly account: string; readonly token: string; readonly path: Path } | null {
    for (const { path, value } of leavesOf(body)) {
      const account = typeof value === 'string' ? this.accountOf(value) : null;
      if (account !== null) return { account, token: String(value), path };
    }
    return null;
  }

  rolesOf(account: string | null): readonly string[] {
    const world = this.product.world(this.product.as(account));
    return [...world.access.roles()].sort();
  }
}

export interface OracleParts {
  readonly platform: Platform;
  /**
   * For a clock that each reading moves on: saves its time; the returned function restores it, so
   * that trials do not take it far ahead of the implementation's.
   */
  readonly markTime?: () => () => void;
  /** Sets that clock; null: as it was at the start. */
  readonly setTime?: (moment: number | null) => void;
  /** By how many milliseconds it has been set forward. */
  readonly passed?: () => number;
  readonly serials?: number;
  readonly people?: readonly GivenPerson[];
}

/**
 * The gap between the numbers of two entities, so that a number in an answer belongs to one of
 * them.
 */
const apart = 100_003;

/** The lifetime of given sessions in milliseconds, longer than any run. */
const tokenLasts = 10 * 365 * 86_400_000;

function withPeople(model: Model, people: readonly GivenPerson[]): Model {
  if (people.length === 0) return model;
  const own = people.map(({ example }) => example);
  const entities = model.entities.map((entity) =>
    entity.name.text === model.account?.entity.text ? { ...entity, examples: [...entity.examples, ...own] } : entity,
  );
  return { ...model, entities };
}

/** A stored value as it appears in a body. */
export const jsonOf = (value: Value | undefined): Json => (value === undefined ? null : toJson(value));
