import type { Browser, BrowserContext } from 'playwright-core';
import { LineIndex } from '../../../base/position.ts';
import { humanValue } from '../../../engine/world/human-value.ts';
import { labelOf, readOrNull } from '../../../engine/world/labels.ts';
import { fieldRead, nodesOf } from '../../../explorer/document/readers.ts';
import type { Step } from '../../../expression/action.ts';
import { evaluateNode } from '../../../expression/evaluate/evaluate.ts';
import type { Expression } from '../../../expression/expression.ts';
import { isDecimal } from '../../../expression/values/decimal.ts';
import { formatDate, formatTime, formatTimestamp } from '../../../expression/values/time.ts';
import { isRecord, Money, PlainDate, PlainTime, type RecordValue, Timestamp, type Value } from '../../../expression/values/value.ts';
import type { Example } from '../../../model/ast/entities.ts';
import type { Scenario, ScenarioRow } from '../../../model/ast/people.ts';
import { entityOf, fieldOf } from '../../../model/lookup.ts';
import type { Model } from '../../../model/model.ts';
import { createMemoryStore } from '../../../store/memory/memory-store.ts';
import { playScenario, type ScenarioPlay } from '../../../verify/scenarios.ts';
import { buttonsFor, fieldsShown, formsToCreate, formsToEdit, signInScreen, signUpScreen } from './offered.ts';
import { type Filling, newPerson, type ScreenPerson, StepRefused, StepUnavailable, waitUntil } from './screen-person.ts';

/** The result of one row of a scenario on the screens. */
export interface ScreenRow {
  readonly scenario: string;
  /** From 1. */
  readonly line: number;
  /** `Bo: resolve t`. */
  readonly words: string;
  readonly result: 'kept' | 'broken' | 'not tried';
  /** What differs, why the row was not tried, or what no screen shows; null: nothing to report. */
  readonly why: string | null;
}

export interface ScreenParts {
  readonly model: Model;
  readonly base: URL;
  readonly browser: Pick<Browser, 'newContext'>;
  /** Milliseconds since the epoch. Dates in scenarios count from the product's current day. */
  readonly now: () => number;
  /** Resets the product before each scenario; absent: the data stays as it is. */
  readonly reset?: (() => Promise<string | null>) | null;
  readonly signal?: AbortSignal;
  readonly row?: (row: ScreenRow) => void;
}

interface Actor {
  /** The person's name on the screens. */
  readonly label: string;
  readonly example: Example;
  /** Returns the label of one of the person's fields. */
  readonly field: (name: string) => string;
}

/** Thrown if section 2 has no screen for a step. */
class NoScreen extends Error {}

/** Plays the scenarios of section 1 through the screens of a product. */
export async function playOnScreens(parts: ScreenParts): Promise<readonly ScreenRow[]> {
  const people = new People(parts);
  const rows: ScreenRow[] = [];
  try {
    for (const scenario of parts.model.scenarios) {
      if (parts.signal?.aborted === true) break;
      const play = playScenario(parts.model, scenario, createMemoryStore(parts.model), null, parts.now());
      try {
        const why = (await parts.reset?.()) ?? (await people.begin());
        for await (const row of new Playing(parts, play, people).rows(scenario, why)) {
          rows.push(row);
          parts.row?.(row);
        }
      } finally {
        play.close();
      }
    }
  } finally {
    await people.close();
  }
  return rows;
}

/**
 * Manages the browser contexts: one for each person if the product runs on a server, one for all if
 * it runs in the page.
 */
class People {
  readonly #parts: ScreenParts;
  readonly #known = new Map<string, ScreenPerson>();
  readonly #contexts: BrowserContext[] = [];
  /** Without a signed-in person; null until needed. The next one who signs in takes it. */
  #visitor: ScreenPerson | null = null;
  #runsInPage = false;

  constructor(parts: ScreenParts) {
    this.#parts = parts;
  }

  /** Opens a page without a signed-in person. Returns why that failed, or null. */
  async begin(): Promise<string | null> {
    if (this.#contexts.length > 0 && !this.#runsInPage) return null;
    await this.close();
    const opened = await this.#asVisitor();
    return typeof opened === 'string' ? `the product did not open: ${opened}` : null;
  }

  async #asVisitor(): Promise<ScreenPerson | string> {
    if (this.#visitor !== null) return this.#visitor;
    const context = await this.#parts.browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    const opened = await newPerson(context, this.#parts.base);
    const why = await opened.begin();
    if (why !== null) {
      await context.close();
      return why;
    }
    this.#contexts.push(context);
    this.#visitor = opened;
    return opened;
  }

  /**
   * Returns the page of a person; null: without a person. A string explains why there is no such
   * person.
   */
  async as(person: Actor | null): Promise<ScreenPerson | string> {
    const known = person === null ? undefined : this.#known.get(person.label);
    if (known !== undefined) return known;
    const visitor = await this.#asVisitor();
    if (typeof visitor === 'string') return visitor;
    if (person === null) {
      if (this.#runsInPage) await visitor.chooses('Signed out');
      return visitor;
    }
    if (await visitor.chooses(person.label)) {
      this.#runsInPage = true;
      return visitor;
    }
    const { model } = this.#parts;
    const screen = signInScreen(model);
    const account = model.account?.entity.text ?? '';
    if (screen === null) return 'no screen lets people sign in';
    const given = person.example.values.flatMap(({ field, content }): [string, string][] => {
      const kind = fieldOf(model, account, field.text)?.type.kind;
      const isAsked = kind === 'email' || kind === 'password';
      return isAsked && content.kind === 'value' ? [[person.field(field.text), String(content.value)]] : [];
    });
    this.#visitor = null;
    if (!(await visitor.signsIn({ route: screen.route, given }))) return `${person.label} could not sign in`;
    this.#known.set(person.label, visitor);
    return visitor;
  }

  /** Returns a page for a person who is about to sign up. A string explains why that failed. */
  async newcomer(): Promise<ScreenPerson | string> {
    if (this.#runsInPage) return this.as(null);
    const visitor = await this.#asVisitor();
    this.#visitor = null;
    return visitor;
  }

  async close(): Promise<void> {
    this.#known.clear();
    this.#visitor = null;
    for (const context of this.#contexts.splice(0)) await context.close();
  }
}

/**
 * Plays a scenario on the screens and in memory; the latter determines what the screens should
 * show.
 */
class Playing {
  readonly #parts: ScreenParts;
  readonly #play: ScenarioPlay;
  readonly #people: People;
  /** The URLs of record screens, by the record's id in memory. */
  readonly #places = new Map<string, string>();

  constructor(parts: ScreenParts, play: ScenarioPlay, people: People) {
    this.#parts = parts;
    this.#play = play;
    this.#people = people;
  }

  /** `why`: the product cannot be used at all. */
  async *rows({ title, rows }: Scenario, why: string | null): AsyncGenerator<ScreenRow> {
    const lines = new LineIndex(this.#parts.model.tree.text);
    let stopped: string | null = null;
    for (const row of rows) {
      const before = new Map(this.#play.bound);
      const result = this.#play.next();
      const as = row.as.kind === 'nobody' ? 'nobody' : row.as.kind === 'unknown' ? row.as.text : row.as.name.text;
      const place = { scenario: title, line: lines.position(row.span.from).line, words: `${as}: ${row.do.source.trim()}` };
      if (this.#parts.signal?.aborted === true) stopped ??= 'the run was stopped';
      if (result !== null && !result.passed) stopped ??= 'this scenario fails in the document itself';
      const done: Pick<ScreenRow, 'result' | 'why'> =
        stopped !== null
          ? { result: 'not tried', why: stopped }
          : why !== null
            ? { result: 'broken', why }
            : await this.#tried(row, before, result?.error !== undefined);
      yield { ...place, ...done };
      // Later rows cannot rely on a step that was not done or was done differently.
      if (done.result === 'broken') stopped ??= 'an earlier row of this scenario is broken';
      if (done.result === 'not tried' && result?.error === undefined && row.do.steps.some(({ kind }) => kind !== 'get' && kind !== 'list'))
        stopped ??= 'an earlier row of this scenario was not tried';
    }
  }

  async #tried(row: ScenarioRow, before: ReadonlyMap<string, Value>, isRefused: boolean): Promise<Pick<ScreenRow, 'result' | 'why'>> {
    try {
      // Before the person signs in, which takes longer than most rows.
      const actions = row.do.steps.map((step) => this.#action(step, before));
      const person = await this.#people.as(this.#actor());
      if (typeof person === 'string') return { result: 'not tried', why: person };
      for (const action of actions) await action(person);
      if (row.expect.kind === 'refused') return { result: 'broken', why: `not refused with ${row.expect.error.text}` };
      return await this.#expected(row, person);
    } catch (error) {
      if (error instanceof NoScreen) return { result: 'not tried', why: error.message };
      if (error instanceof StepUnavailable)
        return isRefused ? { result: 'kept', why: error.message } : { result: 'broken', why: error.message };
      const why = error instanceof StepRefused ? `refused: ${error.message}` : screenError(error);
      if (row.expect.kind !== 'refused' || !(error instanceof StepRefused)) return { result: 'broken', why };
      const words = this.#messageOf(row.expect.error.text);
      return words === null || error.message.includes(words)
        ? { result: 'kept', why: null }
        : { result: 'broken', why: `expected “${words}”, ${why}` };
    }
  }

  /** Returns the longest literal text of an error's message; null for the product's own errors. */
  #messageOf(error: string): string | null {
    const parts = this.#parts.model.errors.find(({ name }) => name.text === error)?.message ?? [];
    const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text.trim()] : []));
    return texts.sort((a, b) => b.length - a.length)[0] ?? null;
  }

  #actor(): Actor | null {
    const { account } = this.#play.acted();
    const { model } = this.#parts;
    if (account === null) return null;
    for (const [name, value] of this.#play.bound) {
      if (!isRecord(value) || value.id !== account) continue;
      const example = entityOf(model, value.entity)?.examples.find((one) => one.name.text === name);
      const { index } = this.#play.product;
      if (example !== undefined)
        return { label: labelOf(index, value), example, field: (field) => index.labels.field(value.entity, field) };
    }
    throw new NoScreen('the actor is not an example record');
  }

  /** What a person does for a step; throws NoScreen if no screen offers it. */
  #action(step: Step, before: ReadonlyMap<string, Value>): (person: ScreenPerson) => Promise<void> {
    const { model } = this.#parts;
    const { labels } = this.#play.product.index;
    if ((step.within ?? []).length > 0) throw new NoScreen('no screen repeats steps or runs them conditionally');
    switch (step.kind) {
      case 'create': {
        const entity = step.entity.text;
        const given = this.#given(step.with, before);
        const [found] = formsToCreate(model, entity);
        if (found === undefined) throw new NoScreen(`no screen has a form to create ${entity}`);
        const about = found.screen.about?.text;
        const on = [...given.values()].find((value): value is RecordValue => isRecord(value) && value.entity === about);
        if (about !== undefined && on === undefined) throw new NoScreen(`the form to create ${entity} is on a screen of ${about}`);
        const preset = this.#keysOf(found.part.with);
        const fields = found.part.fields.map(({ name }) => labels.field(entity, name.text));
        return async (person) => {
          if (on === undefined) await person.goTo(found.screen.route);
          else await this.#open(person, on);
          const form = await person.form(fields.slice(0, 1), found.part.caption, `to create ${entity}`);
          const start = person.page.url();
          for (const [name, value] of given) if (!preset.includes(name)) await person.fills(form, this.#filling(entity, name, value));
          await person.submits(form, found.part.then !== null);
          const made = step.as === null ? undefined : this.#play.bound.get(step.as.text);
          if (isRecord(made) && person.page.url() !== start) this.#places.set(made.id, person.page.url());
        };
      }
      case 'event': {
        const record = this.#record(step.target, before);
        const event = step.event.text;
        const [found] = buttonsFor(model, record.entity, event);
        if (found === undefined) throw new NoScreen(`no screen of ${record.entity} has a button for ${event}`);
        const given = this.#given(step.with, before);
        return async (person) => {
          await this.#open(person, record);
          await person.presses(found.part.captions?.get(event) ?? labels.event(record.entity, event), async (form) => {
            for (const [name, value] of given) await person.fills(form, this.#filling(record.entity, name, value));
          });
        };
      }
      case 'update': {
        const record = this.#record(step.target, before);
        const given = this.#given(step.with, before);
        const [found] = formsToEdit(model, record.entity, [...given.keys()]);
        if (found === undefined) throw new NoScreen(`no form changes ${[...given.keys()].join(', ')} of ${record.entity}`);
        const fields = [...given.keys()].map((name) => labels.field(record.entity, name));
        return async (person) => {
          await this.#open(person, record);
          const form = await person.form(fields, found.part.caption, `to change ${record.entity}`);
          for (const [name, value] of given) await person.fills(form, this.#filling(record.entity, name, value));
          await person.submits(form, found.part.then !== null);
        };
      }
      case 'sign-up': {
        const screen = signUpScreen(model);
        const entity = model.account?.entity.text ?? '';
        if (screen === null) throw new NoScreen('no screen lets people sign up');
        const given = this.#given(step.with, before);
        return async () => {
          const newcomer = await this.#people.newcomer();
          if (typeof newcomer === 'string') throw new NoScreen(newcomer);
          await newcomer.goTo(screen.route);
          const form = await newcomer.form([], 'Sign up', 'to sign up');
          for (const [name, value] of given) {
            const filling = this.#filling(entity, name, value);
            // Fields that people may not set, such as a role, are not in the form.
            if ((await form.getByLabel(filling.label).count()) > 0) await newcomer.fills(form, filling);
          }
          await newcomer.submits(form, true);
        };
      }
      default:
        throw new NoScreen(step.kind === 'wait' ? 'screens do not let time pass' : `no screen does “${step.kind}”`);
    }
  }

  async #open(person: ScreenPerson, record: RecordValue): Promise<void> {
    const { model, product } = { model: this.#parts.model, product: this.#play.product };
    if (!model.screens.some(({ about }) => about?.text === record.entity)) throw new NoScreen(`no screen is about ${record.entity}`);
    const place = this.#places.get(record.id);
    if (place !== undefined) return person.opens(place);
    const example = [...this.#play.bound].find(([, value]) => isRecord(value) && value.id === record.id)?.[0];
    if (entityOf(model, record.entity)?.examples.some(({ name }) => name.text === example) !== true)
      throw new NoScreen(`no screen has shown ${example ?? record.entity} yet`);
    await person.finds(labelOf(product.index, record));
    this.#places.set(record.id, person.page.url());
  }

  #evaluated(expression: Expression, before: ReadonlyMap<string, Value>): Value {
    const world = this.#play.product.world(this.#play.acted());
    const scope = world.scope(null, new Map([...before].map(([name, value]) => [name, world.here(value)])));
    return expression.node === null ? null : evaluateNode(expression.node, scope);
  }

  #record(target: Expression, before: ReadonlyMap<string, Value>): RecordValue {
    const value = target.node?.kind === 'name' ? before.get(target.node.name) : undefined;
    if (!isRecord(value)) throw new NoScreen(`no screen is for “${target.source.trim()}”`);
    return value;
  }

  #given(expression: Expression | null, before: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
    const value = expression === null ? null : this.#evaluated(expression, before);
    return value instanceof Map ? (value as ReadonlyMap<string, Value>) : new Map();
  }

  #keysOf(expression: Expression | null): readonly string[] {
    const node = expression?.node;
    return node?.kind === 'map' ? node.entries.flatMap(({ key }) => (key.kind === 'literal' ? [String(key.value)] : [])) : [];
  }

  #filling(entity: string, name: string, value: Value): Filling {
    const { index } = this.#play.product;
    const { kind } = fieldOf(this.#parts.model, entity, name)?.type ?? { kind: 'text' };
    const label = index.labels.field(entity, name);
    if (isRecord(value)) return { label, kind: 'record', values: [labelOf(index, value)] };
    if (kind === 'enum') return { label, kind: 'choice', values: [index.labels.value(entity, name, String(value))] };
    if (kind === 'boolean') return { label, kind: 'switch', values: [String(value)] };
    if (Array.isArray(value)) return { label, kind: 'list', values: value.map((one) => humanValue(index, one as Value)) };
    if (kind === 'file' || kind === 'image') return { label, kind: 'file', values: [humanValue(index, value)] };
    if (kind === 'duration' || kind === 'rows') throw new NoScreen(`“${label}” is not typed as text`);
    const text = typedValue(value, kind === 'percent');
    if (text !== null) {
      if (value instanceof Timestamp && this.#parts.model.readerZone !== null) throw new NoScreen('people choose their time zone');
      return { label, kind: 'text', values: [text] };
    }
    return { label, kind: 'text', values: [humanValue(index, value)] };
  }

  /** Checks what the row expects, as far as the screens show it. */
  async #expected({ expect }: ScenarioRow, person: ScreenPerson): Promise<Pick<ScreenRow, 'result' | 'why'>> {
    const { model } = this.#parts;
    const { index } = this.#play.product;
    if (expect.kind === 'sees' || expect.kind === 'does-not-see') {
      const screen = model.screens.find(({ name }) => name.text === expect.screen.text);
      if (screen === undefined || screen.parameters.length > 0) return { result: 'not tried', why: 'the screen is about a record' };
      await person.goTo(screen.route);
      const isAt = await waitUntil(() => person.isAt(index.labels.screen(screen.name.text)), expect.kind === 'sees' ? 5000 : 500);
      const words = `${isAt ? 'sees' : 'does not see'} ${screen.name.text}`;
      return isAt === (expect.kind === 'sees') ? { result: 'kept', why: null } : { result: 'broken', why: words };
    }
    if (expect.kind === 'nothing') return { result: 'kept', why: null };
    if (expect.kind !== 'holds') return { result: 'kept', why: 'no screen shows sent messages' };
    const reads = new Map<string, { readonly record: RecordValue; readonly field: string }>();
    for (const node of nodesOf(model, expect.expression)) {
      const read = fieldRead(node);
      const record = node.kind === 'select' && node.operand.kind === 'name' ? this.#play.bound.get(node.operand.name) : undefined;
      if (read !== null && isRecord(record)) reads.set(`${record.id} ${read.field}`, { record, field: read.field });
    }
    let looked = 0;
    for (const { record, field } of reads.values()) {
      const type = fieldOf(model, record.entity, field)?.type.kind;
      const isPill = type === 'state';
      if (!(isPill || fieldsShown(model, record.entity).has(field)) || (isPill ? false : !comparable.has(type ?? ''))) continue;
      await this.#open(person, record);
      const now = this.#play.product.world(this.#play.acted()).record(record.entity, record.id);
      if (now === null) continue;
      const value = readOrNull(now, field);
      const isWord = type === 'state' || type === 'enum';
      const wanted = isWord ? index.labels.value(record.entity, field, String(value)) : humanValue(index, value);
      const label = index.labels.field(record.entity, field);
      let shown: string | null = null;
      const isShown = await waitUntil(async () => {
        shown = (await person.shows(label)) ?? (isPill ? await person.besideTitle() : null);
        return shown !== null && (value === null || shown.includes(wanted));
      }, 5000);
      if (isShown) looked++;
      else if (shown !== null) return { result: 'broken', why: `${label}: expected “${wanted}”, the screen shows “${shown}”` };
    }
    return { result: 'kept', why: looked > 0 ? null : 'no screen shows what it expects' };
  }
}

/** Returns what to type for a date, a time or a number; null: the same as is displayed. */
function typedValue(value: Value, isShare: boolean): string | null {
  if (value instanceof PlainDate) return formatDate(value);
  if (value instanceof PlainTime) return formatTime(value).slice(0, 5);
  // Browsers accept minutes.
  if (value instanceof Timestamp) return formatTimestamp(value).slice(0, 16);
  if (value instanceof Money) return value.amount.toFixed();
  return isDecimal(value) ? (isShare ? value.times(100) : value).toFixed() : null;
}

/** Types whose values the screens display unchanged. */
const comparable: ReadonlySet<string> = new Set(['text', 'markdown', 'email', 'enum', 'integer', 'serial', 'relation', 'list']);

const screenError = (error: unknown): string => {
  if (!(error instanceof Error)) throw error;
  return `the screen stopped responding: ${(error.message.split('\n')[0] ?? '').trim()}`;
};
