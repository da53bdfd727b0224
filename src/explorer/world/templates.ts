import { isSameForAll } from '../../engine/timers/timers.ts';
import { timestampFromMilliseconds, timestampToMilliseconds } from '../../expression/values/time.ts';
import { PlainDate, Timestamp, type Value } from '../../expression/values/value.ts';
import type { Transition } from '../../model/ast/states.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { valueToJson } from '../../store/json-value.ts';
import { compareIds } from '../../store/meaning.ts';
import type { ColumnSchema, Schema, TableSchema } from '../../store/schema.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { Sent } from '../document/answers.ts';
import { dayAt, startOfDay } from '../document/calendar.ts';
import type { Cone } from '../document/cone.ts';
import { freshFor } from '../document/samples.ts';
import type { Cell, Content, RefusedTimer } from './cells.ts';
import { Contents } from './contents.ts';
import { newNumberOf, placeIn } from './ids.ts';
import type { Template } from './template.ts';

interface Table {
  readonly schema: TableSchema;
  readonly place: number;
  /** Relations that the search follows. */
  readonly relations: readonly string[];
  /** Member lists that the search follows. */
  readonly lists: ReadonlySet<string>;
  /** Relations that decide nothing: each is set to the same person, or to null. */
  readonly ignored: readonly ColumnSchema[];
  /** Serial numbers that nothing reads: each follows from the record's id. */
  readonly numbers: readonly string[];
  /** Unique values that decide nothing else: each is derived from the record's id. */
  readonly unique: readonly { readonly field: string; readonly before: string; readonly after: string; readonly required: boolean }[];
  /** Stored fields that distinguish worlds. Of a relation, only whether it is set. */
  readonly kept: readonly { readonly field: string; readonly kind: 'moment' | 'day' | 'link' | 'value' }[];
  /** Those values of `kept` that no event changes: sorting by them keeps most records in place. */
  readonly lasting: readonly string[];
  readonly ownIds: boolean;
}

/**
 * Keeps each content once. If now is always the same moment, records that no operation can tell
 * apart get the same content: fields that decide nothing take the values of the first such record.
 */
export class Templates {
  readonly entities: readonly string[];
  readonly all: Template[] = [];
  readonly steady: boolean;
  /** Whether the plain numbers describe a world completely. */
  readonly exact: boolean;
  /** The contents that keys consist of, by plain number. */
  readonly keys: Contents;
  /** The contents by template. */
  readonly contents: Contents;
  readonly #cone: Cone;
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #byText = new Map<string, Template>();
  readonly #plain = new Map<string, number>();
  /** The template that represents all templates that nothing distinguishes. */
  readonly #first = new Map<string, number>();
  /** The representatives by plain number, for records without ids of their own. */
  readonly #representatives: Template[] = [];
  readonly #cells = new Map<string, Cell>();
  readonly #shifted = new Map<string, Cell>();
  readonly #oldest: number;
  /** State fields from whose time of entry timers count. */
  readonly #timed: readonly { readonly entity: string; readonly field: string; readonly timers: readonly Transition[] }[];
  #people: ReadonlyMap<string, StoredRecord> = new Map();
  #anyPerson: string | null = null;

  readonly #phase: ((milliseconds: number) => string) | null;

  readonly #zone: () => string;

  /** `phase`: what the calendar and the clock say about a moment; null if nothing reads them. */
  constructor(model: Model, schema: Schema, cone: Cone, zone: () => string, phase: ((milliseconds: number) => string) | null) {
    this.#zone = zone;
    this.#phase = phase;
    this.#cone = cone;
    this.keys = new Contents(cone.ordered);
    this.contents = new Contents(cone.ordered);
    this.steady = !cone.readsTime || cone.rebases;
    this.#oldest = cone.longest;
    this.entities = schema.tables.map(({ entity }) => entity);
    this.#tables = new Map(schema.tables.map((table, place) => [table.entity, tableOf(model, table, place, cone)]));
    this.exact = this.steady && ![...this.#tables.values()].some(({ ownIds }) => ownIds);
    this.#timed = model.machines.flatMap(({ entity, field, transitions }) => {
      const timers = transitions.filter(({ trigger }) => trigger.kind === 'after');
      return timers.length === 0 ? [] : [{ entity, field, timers }];
    });
  }

  placeOf(entity: string): number {
    return this.#tables.get(entity)?.place ?? -1;
  }

  hasOwnIds(entity: string): boolean {
    return this.#tables.get(entity)?.ownIds === true;
  }

  /** Whether the order in which records were created decides anything. */
  get ordered(): boolean {
    return this.#cone.ordered;
  }

  /** Whether serial numbers decide anything. */
  get readsSerials(): boolean {
    return [...this.#tables.values()].some(({ schema, numbers }) =>
      schema.columns.some(({ serial, field }) => serial && !numbers.includes(field)),
    );
  }

  /** Serial numbers that nothing reads. */
  get numbers(): readonly { readonly entity: string; readonly field: string }[] {
    return [...this.#tables.values()].flatMap(({ schema: { entity }, numbers }) => numbers.map((field) => ({ entity, field })));
  }

  isNumber(entity: string, field: string): boolean {
    return this.#tables.get(entity)?.numbers.includes(field) === true;
  }

  /** Whether every record has a value of its own in the field, whatever else it contains. */
  followsFromId(entity: string, field: string): boolean {
    return this.#tables.get(entity)?.unique.some((one) => one.field === field && one.required) === true;
  }

  compare = (a: Cell, b: Cell): number => this.placeOf(a.entity) - this.placeOf(b.entity) || compareIds(a.id, b.id);

  /** Registers the people of the start, who keep their own values in unique fields. */
  begin(people: readonly StoredRecord[]): void {
    this.#people = new Map(people.map((record) => [record.id, record]));
    this.#anyPerson = people[0]?.id ?? null;
  }

  of(content: Content, time: number): Cell {
    const table = this.#tables.get(content.entity) as Table;
    const record: Record<string, Value> & { id: string } = { ...content.record };
    for (const { field, required } of table.ignored) record[field] = required ? (this.#anyPerson ?? record[field] ?? null) : null;
    const members = content.members.filter(([field]) => table.lists.has(field));
    const relations = table.relations.filter((field) => typeof record[field] === 'string');
    const links = [...relations.map((field) => String(record[field])), ...members.flatMap(([, ids]) => ids)];
    const columns = [...relations, ...members.flatMap(([field, ids]) => ids.map(() => field))];
    const of = { ...content, record, members };
    const template = this.#templateOf(table, of, links, columns, time);
    return this.make(template, content.id, links);
  }

  #templateOf(table: Table, content: Content, links: readonly string[], columns: readonly string[], time: number): number {
    const { record, entered, members, refused, sent } = content;
    const values = table.schema.columns.map(({ field }) => {
      if ((field === 'id' && !table.ownIds) || table.numbers.includes(field)) return '';
      const value = record[field] ?? null;
      const isMark = table.relations.includes(field) || table.unique.some((one) => one.field === field);
      return isMark ? (value === null ? '' : '>') : valueToJson(value);
    });
    const text = [
      content.entity,
      ...values,
      ...entered.map((entry) => entry.join(' ')),
      ...members.map(([field, ids]) => `${field} ${ids.length}`),
      ...refused.map(({ field, at, transition }) => `${field} ${transition.span.from} ${at}`),
      ...sent.map(wordsOfSent),
    ].join('\u0001');
    const known = this.#byText.get(text);
    const made = known ?? this.#added(table, content, text, links, columns, time);
    return this.steady ? (this.#first.get(this.#firstKey(table, made)) ?? made.number) : made.number;
  }

  #added(table: Table, content: Content, text: string, links: readonly string[], columns: readonly string[], time: number): Template {
    const number = this.all.length;
    const plain = this.steady ? this.plainOf(content, time, []) : -1;
    const example: Cell = { ...content, links, template: number };
    const made: Template = {
      number,
      entity: table.place,
      links: links.length,
      columns,
      salts: columns.map(saltOf),
      plain,
      root: this.#rootOf(table, content),
      example,
    };
    this.all.push(made);
    this.#byText.set(text, made);
    const key = this.#firstKey(table, made);
    if (!this.#first.has(key)) {
      this.#first.set(key, number);
      if (plain >= 0) this.#representatives[plain] ??= made;
    }
    return made;
  }

  readonly #roots = new Map<string, number>();

  #rootOf({ lasting, schema: { entity } }: Table, { record }: Content): number {
    const values = lasting.map((field) => (this.#cone.isDead(entity, field, record) ? '-' : valueToJson(record[field] ?? null)));
    const text = [entity, ...values].join('\u0001');
    const number = this.#roots.get(text) ?? this.#roots.size;
    this.#roots.set(text, number);
    return number;
  }

  #firstKey({ ownIds }: Table, { plain, example }: Template): string {
    return ownIds ? `${plain} ${example.id}` : String(plain);
  }

  /** The template that represents all records with this plain number. */
  templateOf(plain: number): Template {
    return this.#representatives[plain] as Template;
  }

  /** A number for everything that distinguishes a record, except for the records that it names. */
  plainOf({ entity, record, entered, members, refused, sent }: Content, time: number, old: readonly number[]): number {
    const age = (at: number, named = at): string =>
      !this.#cone.readsTime && !this.#cone.comparesMoments
        ? 't'
        : this.#isOld(at, time)
          ? `old${old.indexOf(at)} ${this.#lasts(named)}`
          : String(time - at);
    const since = this.#timed.flatMap((timed) => {
      const state = record[timed.field];
      // A refused timer is not tried again, so how long ago that was decides nothing.
      const waits = ({ any, from, trigger, span }: Transition): boolean =>
        (any || from.some(({ text }) => text === state)) &&
        !(
          trigger.kind === 'after' &&
          isSameForAll(trigger.duration) &&
          refused.some(({ transition }) => transition.span.from === span.from)
        );
      const at = entered.find(([field]) => field === timed.field)?.[1];
      return at !== undefined && timed.entity === entity && timed.timers.some(waits) ? [age(at)] : [];
    });
    const table = this.#tables.get(entity) as Table;
    const plain = table.kept.map(({ field, kind }) => {
      const value = record[field] ?? null;
      if (kind === 'link') return value === null ? '' : '>';
      if (this.#cone.isDead(entity, field, record)) return '-';
      if (kind === 'moment' && value instanceof Timestamp) return age(timestampToMilliseconds(value));
      if (kind === 'day' && value instanceof PlainDate)
        return this.#isOld(endOf(value), time)
          ? age(endOf(value), startOfDay(this.#zone(), value.days))
          : String(value.days - dayAt(this.#zone(), time));
      return valueToJson(value);
    });
    const lists = members.map(([field, ids]) => `${field} ${ids.length}`);
    const waits = [...refused.map(({ transition }) => transition.span.from), ...sent.map(wordsOfSent)];
    const phase = this.#phase === null ? [] : [this.#phase(time)];
    const text = [entity, ...plain, ...lists, ...since, ...waits, ...phase].join('\u0001');
    const number = this.#plain.get(text) ?? this.#plain.size;
    this.#plain.set(text, number);
    return number;
  }

  /** Moments so long ago that only their order still matters, the oldest first. */
  old(cells: Iterable<Pick<Cell, 'entity' | 'record'>>, time: number): readonly number[] {
    if (!this.#cone.readsTime) return [];
    const old = new Set<number>();
    for (const { entity, record } of cells)
      for (const { field, kind } of this.#tables.get(entity)?.kept ?? []) {
        const value = kind === 'moment' || kind === 'day' ? record[field] : null;
        const at = value instanceof Timestamp ? timestampToMilliseconds(value) : value instanceof PlainDate ? endOf(value) : null;
        if (at !== null && this.#isOld(at, time)) old.add(at);
      }
    return [...old].sort((a, b) => a - b);
  }

  #isOld(at: number, time: number): boolean {
    return !this.steady && time - at > this.#oldest;
  }

  /** What the clock and the calendar say about a moment, however long ago it was. */
  #lasts(at: number): string {
    return this.#phase === null || this.#cone.clock.rows.size === 0 ? '' : this.#phase(at);
  }

  /** The cell with this template, id and links. */
  make(template: number, id: string, links: readonly string[]): Cell {
    const key = `${template} ${id} ${links.join(' ')}`;
    const known = this.#cells.get(key);
    if (known !== undefined) return known;
    const { example } = this.all[template] as Template;
    const table = this.#tables.get(example.entity) as Table;
    let next = 0;
    const record: Record<string, Value> & { id: string } = { ...example.record, id };
    for (const field of table.relations) if (typeof record[field] === 'string') record[field] = links[next++] ?? null;
    const made = newNumberOf(id);
    for (const field of table.numbers) record[field] = made === null ? placeIn(id) : manyRecords + made;
    for (const { field, before, after } of table.unique)
      if (record[field] != null)
        record[field] = this.#people.get(id)?.[field] ?? `${before}${made === null ? placeIn(id) : `x${made}`}${after}`;
    const members = example.members.map(([field, ids]) => [field, ids.map(() => links[next++] ?? '')] as const);
    const cell: Cell = { ...example, id, record, members, links, template };
    this.#cells.set(key, cell);
    return cell;
  }

  /**
   * Maps each moment of a world, moved back by `milliseconds`, to the one that replaces it: beyond
   * the greatest length that decides anything, neither its age nor its distance from another moment
   * matters.
   */
  #agedBy(milliseconds: number, cells: readonly Cell[], time: number): ReadonlyMap<number, number> {
    const moments = new Set<number>();
    for (const { entity, record } of cells)
      for (const { field, kind } of this.#tables.get(entity)?.kept ?? []) {
        const value = kind === 'moment' && !this.#cone.isDead(entity, field, record) ? record[field] : null;
        if (value instanceof Timestamp) moments.add(timestampToMilliseconds(value) - milliseconds);
      }
    const aged = new Map<number, number>();
    let before = time;
    let last = time;
    for (const at of [...moments].sort((a, b) => b - a)) {
      if (at > time) continue;
      last = this.#cone.comparesMoments ? last - Math.min(before - at, this.#oldest) : Math.max(at, time - this.#oldest);
      before = at;
      aged.set(at, last);
    }
    return aged;
  }

  /** The cells with every moment moved back by `milliseconds`. */
  earlier(cells: readonly Cell[], milliseconds: number, time: number): readonly Cell[] {
    const aged = this.#agedBy(milliseconds, cells, time);
    const key = `${milliseconds} ${[...aged].join(' ')}`;
    const shift = (at: number): number => aged.get(at - milliseconds) ?? Math.max(at - milliseconds, time - this.#oldest);
    return cells.map((cell) => {
      const name = `${cell.template} ${cell.id} ${cell.links.join(' ')} ${key}`;
      const known = this.#shifted.get(name);
      if (known !== undefined) return known;
      const record: Record<string, Value> & { id: string } = { ...cell.record };
      for (const [field, value] of Object.entries(cell.record))
        if (value instanceof Timestamp) record[field] = timestampFromMilliseconds(shift(timestampToMilliseconds(value)));
      const shifted = this.of(
        {
          ...cell,
          record,
          entered: cell.entered.map(([field, at]) => [field, shift(at)]),
          refused: cell.refused.map((one) => ({ ...one, at: one.at - milliseconds })),
        },
        time,
      );
      this.#shifted.set(name, shifted);
      return shifted;
    });
  }

  withRefused(cell: Cell, refused: readonly RefusedTimer[], time: number): Cell {
    return refused.length === cell.refused.length && refused.every(({ at }, place) => at === cell.refused[place]?.at)
      ? cell
      : this.of({ ...cell, refused }, time);
  }
}

/** Two days after a day begins in UTC, it has ended in every time zone. */
const endOf = ({ days }: PlainDate): number => (days + 2) * 86_400_000;

const wordsOfSent = ({ service, event }: Sent): string => `${service} ${event}`;

const saltOf = (column: string): number =>
  [...column].reduce((salt, letter) => Math.imul(salt ^ letter.charCodeAt(0), 0x01000193), 7) & 0xffff;

/** More records than any world has. */
const manyRecords = 1000;

function tableOf(model: Model, schema: TableSchema, place: number, cone: Cone): Table {
  const { entity, columns } = schema;
  const isLive = (field: string): boolean => cone.live.has(`${entity}.${field}`);
  const declared = model.entities.find(({ name }) => name.text === entity);
  const ownIds = declared?.byName.get('id')?.builtIn === false;
  const relations = columns.filter(({ type }) => type === 'relation');
  const fields = [...(declared?.byName.keys() ?? [])];
  const numbers = columns.filter(({ serial, field }) => serial && !isLive(field) && field !== 'id').map(({ field }) => field);
  const mustDiffer = [...new Set(schema.uniques.flatMap(({ fields: of }) => of))].filter(
    (field) => field !== 'id' && !numbers.includes(field),
  );
  const unique = mustDiffer.flatMap((field): Table['unique'] => {
    const of = declared?.byName.get(field);
    const fresh = of === undefined || isLive(field) ? null : freshFor(of);
    return fresh?.kind === 'fresh' ? [{ field, before: fresh.before, after: fresh.after, required: of?.required === true }] : [];
  });
  const kept = fields
    .filter((field) => (isLive(field) || mustDiffer.includes(field)) && field !== 'id' && !unique.some((one) => one.field === field))
    .flatMap((field): Table['kept'] => {
      const kind = fieldOf(model, entity, field)?.type.kind;
      if (kind === 'members') return [];
      return [{ field, kind: kind === 'relation' ? 'link' : kind === 'datetime' ? 'moment' : kind === 'date' ? 'day' : 'value' }];
    });
  const changed = new Set(
    model.machines.flatMap((machine) => [
      machine.field,
      ...machine.transitions.flatMap(({ effect }) =>
        (effect?.steps ?? []).flatMap((step) => (step.kind === 'assign' ? [step.field.text] : [])),
      ),
    ]),
  );
  return {
    schema,
    place,
    relations: relations.filter(({ field }) => isLive(field)).map(({ field }) => field),
    lists: new Set(fields.filter((field) => isLive(field) && fieldOf(model, entity, field)?.type.kind === 'members')),
    ignored: relations.filter(({ field }) => !isLive(field)),
    numbers,
    unique,
    kept,
    lasting: kept.flatMap(({ field, kind }) => (kind === 'value' && !changed.has(field) ? [field] : [])),
    ownIds,
  };
}
