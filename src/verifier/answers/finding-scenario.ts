import { type FixedPlatform, fixedPlatform } from '../../base/platform.ts';
import { applyEdits } from '../../base/text-edit.ts';
import { nobody } from '../../engine/world/world.ts';
import { durationWords } from '../../explorer/document/samples.ts';
import { code, newName, scenarioOf, type Trace, type TraceRow } from '../../explorer/steps/trace.ts';
import { isConditional, type Step } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Json } from '../../expression/values/json.ts';
import { parseDate, parseTimestamp, timestampToMilliseconds } from '../../expression/values/time.ts';
import { visit } from '../../expression/visit.ts';
import { sectionTitles } from '../../model/ast/common.ts';
import { entityOf, machinesOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import type { StoredRecord } from '../../store/store.ts';
import { fillSection } from '../../syntax/edit-section.ts';
import { runScenarios } from '../../verify/scenarios.ts';
import { type Naming, valueSource } from '../../verify/value-source.ts';
import { createdBy, outcomeOf, storedValue } from '../plan/situations.ts';
import { getsOf, type Input, inputsOf } from '../values/call-inputs.ts';
import type { Finding } from './finding.ts';
import { parsed } from './judge.ts';
import { jsonOf, Oracle } from './oracle.ts';
import { type Attempt, askedOf } from './request.ts';
import type { Exchange } from './side-by-side.ts';
import { at, type Bodies, filled, NotAnswered } from './template.ts';

/** Thrown if a scenario cannot express a request. */
class Untold extends Error {
  override readonly name = 'Untold';
}

/** The most fields in an expectation. */
const mostFields = 4;
/** The most characters in the expectation of one field. */
const longest = 200;
/** The most rows; a longer scenario shows no more than its last requests do. */
const mostRows = 20;

/**
 * Turns the requests that show a mistake into steps of a scenario, with the outcome that the
 * document expects. The document's own product passes it. Null if a scenario cannot express them.
 */
export function scenarioOfFinding(model: Model, { sequence, exchange }: Finding): Trace | null {
  try {
    const trace = new Telling(model, sequence[0]?.at ?? 0).told(sequence, exchange.fault?.key ?? null);
    return trace !== null && passes(model, trace) ? trace : null;
  } catch (error) {
    if (error instanceof Untold || error instanceof NotAnswered) return null;
    throw error;
  }
}

/**
 * Whether the document's own product passes the scenario; otherwise its steps differ from the
 * requests.
 */
function passes(model: Model, trace: Trace): boolean {
  const title = 'what the document expects of a service';
  const edits = fillSection(model.tree, 1, sectionTitles[0] ?? '', scenarioOf(title, trace), () => false);
  const read = readModel(applyEdits(model.tree.text, edits));
  const scenarios = read.scenarios.filter((one) => one.title === title);
  return scenarios.length === 1 && runScenarios({ ...read, scenarios }).every(({ passed }) => passed);
}

const minute = 60_000;
/** In milliseconds: a moment further from the present is given as it is. */
const nearest = 400 * 86_400_000;

/** The units into which a length is split, each smaller than the one before. */
const units = [Number.POSITIVE_INFINITY, 86_400_000, 3_600_000, minute, 1];

/** `days(2) + minutes(1)`; what is subtracted: `days(2) - minutes(1)`. */
function lengthWords(milliseconds: number, isSubtracted = false): string {
  const parts = units.slice(1).map((unit, place) => (milliseconds % (units[place] ?? 1)) - (milliseconds % unit));
  return parts
    .filter((part) => part > 0)
    .map(durationWords)
    .join(isSubtracted ? ' - ' : ' + ');
}

/** A record that a row is about, and its fields before the row; null if it did not exist. */
interface About {
  readonly entity: string;
  readonly id: string;
  readonly before: StoredRecord | null;
}

class Telling {
  readonly #model: Model;
  readonly #oracle: Oracle;
  /** The names of records in the scenario, by id. */
  readonly #names: Map<string, { readonly name: string; readonly entity: string }>;
  readonly #taken: Set<string>;
  readonly #naming: Naming;
  readonly #clock: FixedPlatform;

  /** `start`: when the requests began, in milliseconds since the epoch. */
  constructor(model: Model, start: number) {
    this.#model = model;
    this.#clock = fixedPlatform(start);
    const setTime = (moment: number | null): void => this.#clock.advance((moment ?? start) - this.#clock.now());
    this.#oracle = new Oracle(model, { platform: this.#clock, setTime });
    this.#names = new Map([...this.#oracle.examples].map(([name, { entity, id }]) => [id, { name, entity }]));
    // A field of the same name would hide the record in an expectation.
    this.#taken = new Set([...this.#oracle.examples.keys(), ...model.entities.flatMap(({ byName }) => [...byName.keys()])]);
    this.#naming = { model, nameOf: (id) => this.#nameOf(id), fileOf: () => null, relative: (kind, value) => this.#relative(kind, value) };
  }

  told(sequence: readonly Exchange[], key: string | null): Trace | null {
    const rows: TraceRow[] = [];
    const bodies = new Map<number, Json | undefined>();
    let last: About | null = null;
    /** The named records before the last row. */
    let before: ReadonlyMap<string, About> = new Map();
    let isRefused = false;
    let isRead = false;
    // No expectation can express a list, or a read of a record without a name.
    let isTold = true;
    for (const { number, attempt, at: began, expected } of sequence) {
      const { call, moment } = attempt;
      // A scenario cannot express what the engine never sees.
      if (attempt.raw !== undefined || attempt.signature !== undefined || isRefused) return null;
      if (moment !== undefined) {
        before = this.#named();
        const passed = Math.ceil((moment - began) / minute) * minute;
        this.#oracle.answer({ ...askedOf(attempt, (one) => bodies.get(one)), moment: this.#clock.now() + passed });
        bodies.set(number, undefined);
        rows.push({ as: 'nobody', do: code(`wait ${lengthWords(passed)}`), expect: '' });
        isRead = false;
        continue;
      }
      const request = askedOf(attempt, (one) => bodies.get(one));
      const as = this.#actor(request.token);
      const inputs = inputsOf(this.#model, call);
      const given = givenIn(inputs, attempt, (one) => bodies.get(one));
      const optional = new Set(inputs.filter(({ name }) => !given.has(name)).map(({ name }) => name));
      const found = this.#found(call, given);
      const steps = (call.does?.steps ?? []).filter(({ kind }) => !reading.has(kind));
      const creates = createdBy(call);
      const there = new Set(creates.flatMap((entity) => this.#oracle.records(entity).map(({ id }) => id)));
      const target = found.values().next().value ?? null;
      const known = this.#named();
      const answer = this.#oracle.answer(request);
      // Another time of day, for example, may lead to another answer.
      if (outcomeOf(answer) !== outcomeOf(expected)) return null;
      bodies.set(number, parsed(answer.body));
      isRefused = answer.status >= 400;
      isRead = steps.length === 0;
      if (isRead) {
        const about = target === null ? undefined : before.get(target.id);
        isTold = target !== null && (about !== undefined || target.id === last?.id);
        if (about !== undefined) last = about;
      }
      const isAccount = steps.some(({ kind }) => kind === 'sign-up' || kind === 'sign-in');
      // Examples act for people who sign up.
      if (steps.length === 0 || (isAccount && !isRefused)) continue;
      before = known;
      const names = new Map([...found].map(([name, { id }]) => [name, () => this.#nameOf(id)]));
      for (const entity of creates) {
        const [made] = this.#oracle.records(entity).filter(({ id }) => !there.has(id));
        if (made !== undefined) this.#names.set(made.id, { name: newName(entity, this.#taken), entity });
        if (made !== undefined) last = { entity, id: made.id, before: null };
      }
      if (creates.length === 0 && target !== null) last = known.get(target.id) ?? last;
      const made = last !== null && creates.includes(last.entity) && !isRefused ? this.#nameOf(last.id) : null;
      const words = steps.map((step) => this.#words(step, { given, optional, names, made })).join('; ');
      const error = answer.refusals?.[0]?.error;
      rows.push({ as, do: code(words), expect: isRefused ? `refused ${error}` : '' });
    }
    const end = rows.at(-1);
    if (end === undefined || rows.length > mostRows || (isRead && (isRefused || !isTold))) return null;
    if (isRefused || last === null) return { rows };
    return { rows: [...rows.slice(0, -1), { ...end, expect: this.#expected(last, key) }] };
  }

  /** The records that the scenario can name, by id, as they are now. */
  #named(): ReadonlyMap<string, About> {
    return new Map([...this.#names].map(([id, { entity }]) => [id, { entity, id, before: this.#oracle.record(entity, id) }]));
  }

  /** A date or a time within a year or so, counted from the present; null: it is far away. */
  #relative(kind: 'date' | 'datetime', value: string): string | null {
    const { product } = this.#oracle;
    const day = kind === 'date' ? parseDate(value) : undefined;
    const moment = kind === 'datetime' ? parseTimestamp(value) : undefined;
    const by =
      day !== undefined
        ? (day.days - product.world(nobody).today.days) * 86_400_000
        : moment === undefined
          ? Number.POSITIVE_INFINITY
          : timestampToMilliseconds(moment) - this.#clock.now();
    if (Math.abs(by) > nearest) return null;
    const word = kind === 'date' ? 'today' : 'now';
    return by === 0 ? word : `${word} ${by < 0 ? '-' : '+'} ${lengthWords(Math.abs(by), by < 0)}`;
  }

  /**
   * The name of the actor; an example with the same roles acts for a person who signed up. Throws
   * Untold.
   */
  #actor(token: string | null): string {
    const account = token === null ? null : this.#oracle.accountOf(token);
    if (account === null) {
      if (token !== null) throw new Untold('no session');
      return 'nobody';
    }
    const known = this.#names.get(account);
    if (known !== undefined) return known.name;
    const roles = this.#oracle.rolesOf(account).join();
    const entity = this.#model.account?.entity.text;
    const acting = new Set([...this.#names.values()].map(({ name }) => name));
    for (const [name, { entity: of, id }] of this.#oracle.examples) {
      if (of !== entity || this.#standIns.has(name) || this.#oracle.rolesOf(id).join() !== roles || !acting.has(name)) continue;
      this.#standIns.add(name);
      this.#names.set(account, { name, entity: of });
      return name;
    }
    throw new Untold('no example with these roles');
  }

  /** Examples that act for people who signed up. */
  readonly #standIns = new Set<string>();

  #nameOf(id: string): string {
    const known = this.#names.get(id);
    if (known === undefined) throw new Untold('a record without a name');
    return known.name;
  }

  /** The records that the call finds, by the names that it gives them. */
  #found(
    call: Exchange['attempt']['call'],
    given: ReadonlyMap<string, Given>,
  ): Map<string, { readonly entity: string; readonly id: string }> {
    const found = new Map<string, { readonly entity: string; readonly id: string }>();
    for (const { step, get } of getsOf(call)) {
      const sought = [...given.values()].find(({ input }) => input.sought?.step === step);
      const path = sought?.input.sought?.path;
      const record =
        sought === undefined || path === undefined
          ? undefined
          : this.#oracle
              .records(get.entity.text)
              .find(
                ({ id }) => String(storedValue(this.#model, this.#oracle, { entity: get.entity.text, id }, path)) === String(sought.value),
              );
      if (record !== undefined) found.set(get.as?.text ?? '', { entity: get.entity.text, id: record.id });
    }
    return found;
  }

  #words(step: Step, told: Told): string {
    if (isConditional(step)) throw new Untold('a step under a condition');
    const values = (entity: string, withValues: Expression | null): string => {
      const entries = this.#entries(entity, withValues, told);
      return entries.length === 0 ? '' : ` with {${entries.join(', ')}}`;
    };
    switch (step.kind) {
      case 'create':
        return `create ${step.entity.text}${told.made === null ? '' : ` as ${told.made}`}${values(step.entity.text, step.with)}`;
      case 'update':
        return `update ${this.#source(step.target, told)}${values(entityIn(step.target), step.with)}`;
      case 'event':
        return `${step.event.text} ${this.#source(step.target, told)}${values(entityIn(step.target), step.with)}`;
      case 'delete':
        return `delete ${this.#source(step.target, told)}`;
      case 'add':
        return `add ${this.#source(step.member, told)} to ${this.#source(step.of, told)}.${step.field.text}`;
      case 'remove':
        return `remove ${this.#source(step.member, told)} from ${this.#source(step.of, told)}.${step.field.text}`;
      case 'sign-up':
        return `sign up${values(this.#model.account?.entity.text ?? '', step.with)}`;
      default:
        throw new Untold(step.kind);
    }
  }

  /** The entries of a step's values, `"subject": "Printer"`, as the request gave them. */
  #entries(entity: string, withValues: Expression | null, told: Told): readonly string[] {
    if (withValues === null)
      return [...told.given.values()]
        .filter(({ input }) => input.place === 'body' && input.field !== null)
        .map(({ input, value }) => `${JSON.stringify(input.name)}: ${valueSource(this.#naming, entity, input.name, value)}`);
    const { node, source } = withValues;
    if (node?.kind !== 'map') throw new Untold('values that are no map');
    return node.entries.flatMap(({ key, value }) => {
      const field = source.slice(key.from, key.to);
      if (value.kind !== 'name') return [`${field}: ${this.#replaced(withValues, value, told)}`];
      const one = told.given.get(value.name);
      if (one === undefined && told.optional.has(value.name)) return [];
      if (one === undefined) return [`${field}: ${this.#replaced(withValues, value, told)}`];
      return [`${field}: ${valueSource(this.#naming, entity, key.kind === 'literal' ? String(key.value) : '', one.value)}`];
    });
  }

  #source(expression: Expression, told: Told): string {
    if (expression.node === null) throw new Untold('an expression that cannot be read');
    return this.#replaced(expression, expression.node, told);
  }

  /** The source, with the call's names replaced by values and records. */
  #replaced({ source }: Expression, node: NonNullable<Expression['node']>, { given, names, optional }: Told): string {
    const places: { readonly from: number; readonly to: number; readonly text: string }[] = [];
    visit(node, (inner) => {
      if (inner.kind !== 'name') return;
      const record = names.get(inner.name);
      const value = given.get(inner.name);
      if (record !== undefined) places.push({ ...inner, text: record() });
      else if (value !== undefined) places.push({ ...inner, text: valueSource(this.#naming, '', '', value.value) });
      else if (optional.has(inner.name)) places.push({ ...inner, text: 'null' });
    });
    places.sort((one, other) => other.from - one.from);
    return places.reduce(
      (text, { from, to, text: put }) => text.slice(0, from - node.from) + put + text.slice(to - node.from),
      source.slice(node.from, node.to),
    );
  }

  /** An expectation of the field that was wrong, the states, and what the row changed. */
  #expected({ entity, id, before }: About, key: string | null): string {
    const record = this.#oracle.record(entity, id);
    if (record === null) return '';
    const name = this.#nameOf(id);
    const states = machinesOf(this.#model, entity).map(({ field }) => field);
    const changed = Object.keys(record).filter(
      (field) => JSON.stringify(jsonOf(record[field])) !== JSON.stringify(jsonOf(before?.[field])),
    );
    const fields = [...new Set([...(key === null ? [] : [key]), ...states, ...changed])].filter((field) => {
      const kind = entityOf(this.#model, entity)?.byName.get(field)?.type.kind;
      return kind !== undefined && (comparable.has(kind) || (record[field] ?? null) === null) && field in record;
    });
    const words = fields
      .map((field) => `${name}.${field} == ${valueSource(this.#naming, entity, field, jsonOf(record[field]))}`)
      .filter(({ length }) => length <= longest)
      .slice(0, mostFields);
    return words.length === 0 ? '' : code(words.join(' && '));
  }
}

/** Steps that change nothing. */
const reading: ReadonlySet<Step['kind']> = new Set(['get', 'list', 'check']);

/** Types whose values an expectation can name. */
const comparable: ReadonlySet<string> = new Set([
  'text',
  'markdown',
  'state',
  'enum',
  'boolean',
  'integer',
  'email',
  'url',
  'phone',
  'slug',
  'date',
]);

interface Given {
  readonly input: Input;
  readonly value: Json;
}

interface Told {
  readonly given: ReadonlyMap<string, Given>;
  /** Names that the request did not give. */
  readonly optional: ReadonlySet<string>;
  readonly names: ReadonlyMap<string, () => string>;
  /** The name of the record that the row creates; null if it creates none. */
  readonly made: string | null;
}

/** The values that a request gives, by name. Throws NotAnswered. */
function givenIn(inputs: readonly Input[], { route, body }: Attempt, bodies: Bodies): ReadonlyMap<string, Given> {
  const json = body === undefined ? undefined : filled(body, bodies);
  return new Map(
    inputs.flatMap((input): [string, Given][] => {
      const inRoute = route.get(input.name);
      const value = input.place === 'body' ? at(json, input.path) : inRoute === undefined ? undefined : filled(inRoute, bodies);
      return value === undefined ? [] : [[input.name, { input, value }]];
    }),
  );
}

const entityIn = ({ type }: Expression): string => (type.kind === 'record' ? type.entity : '');
