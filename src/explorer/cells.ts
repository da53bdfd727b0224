import { grouped } from '../base/grouped.ts';
import type { TimerReport } from '../engine/timers/timer-queue.ts';
import { timerKey } from '../engine/timers/timer-queue.ts';
import { timestampFromMilliseconds, timestampToMilliseconds } from '../expression/values/time.ts';
import { Timestamp, type Value } from '../expression/values/value.ts';
import type { Transition } from '../model/ast/states.ts';
import { valueToJson } from '../store/json-value.ts';
import { compareIds } from '../store/meaning.ts';
import type { Schema, TableSchema } from '../store/schema.ts';
import type { MemberList, Snapshot, StoredRecord } from '../store/store.ts';

/** A record with all that belongs to it. The same content under the same id is the same object. */
export interface Cell {
  readonly entity: string;
  readonly id: string;
  readonly record: StoredRecord;
  /** When it entered its states, in milliseconds since the epoch. */
  readonly entered: readonly (readonly [field: string, at: number])[];
  readonly members: readonly (readonly [field: string, ids: readonly string[]])[];
  /** Timers of it that were refused and are not tried again. */
  readonly late: readonly Late[];
  /** Ids that it names: its relations in the order of the columns, then its lists. */
  readonly links: readonly string[];
  /** Equal for cells that differ only in their id and in the ids that they name. */
  readonly template: number;
  /** Names the cell. */
  readonly index: number;
}

export interface Late {
  readonly field: string;
  readonly at: number;
  readonly transition: Transition;
}

/** Everything that a product holds at one moment. */
export interface WorldState {
  /** Of each entity in the order of ids. */
  readonly cells: readonly Cell[];
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly rest: Rest;
}

/** What no step of people changes, apart from files. */
export type Rest = Pick<Snapshot, 'schema' | 'sessions' | 'files' | 'settings' | 'serials'>;

type Content = Pick<Cell, 'entity' | 'id' | 'record' | 'entered' | 'members' | 'late'>;

/** Keeps each content once. */
export class CellTable {
  readonly #tables: ReadonlyMap<string, TableSchema>;
  readonly #order: ReadonlyMap<string, number>;
  readonly #relations: ReadonlyMap<string, readonly string[]>;
  readonly #templates = new Map<string, number>();
  /** One cell of each template. */
  readonly #examples: Cell[] = [];
  readonly #cells = new Map<string, Cell>();
  readonly #shifted = new Map<string, Cell>();
  /** `Entity.field`: numbers that the store gives and nothing reads. */
  readonly #numbers: ReadonlyMap<string, readonly string[]>;

  constructor(schema: Schema, told: ReadonlySet<string>) {
    this.#tables = new Map(schema.tables.map((table) => [table.entity, table]));
    this.#order = new Map(schema.tables.map(({ entity }, place) => [entity, place]));
    this.#relations = new Map(
      schema.tables.map(({ entity, columns }) => [entity, columns.filter(({ type }) => type === 'relation').map(({ field }) => field)]),
    );
    this.#numbers = new Map(
      schema.tables.map(({ entity, columns }) => [
        entity,
        columns.filter(({ serial, field }) => serial && !told.has(`${entity}.${field}`) && field !== 'id').map(({ field }) => field),
      ]),
    );
  }

  isNumber(entity: string, field: string): boolean {
    return this.#numbers.get(entity)?.includes(field) === true;
  }

  compare = (a: Cell, b: Cell): number => (this.#order.get(a.entity) ?? 0) - (this.#order.get(b.entity) ?? 0) || compareIds(a.id, b.id);

  of(content: Content): Cell {
    const relations = this.#relations.get(content.entity) ?? [];
    const links = relations.flatMap((field) => {
      const value = content.record[field];
      return typeof value === 'string' ? [value] : [];
    });
    const values = (this.#tables.get(content.entity)?.columns ?? []).map(({ field }) => {
      if (field === 'id') return '';
      const value = content.record[field] ?? null;
      return relations.includes(field) ? (value === null ? '' : '>') : valueToJson(value);
    });
    const late = content.late.map(({ field, at, transition }) => `${field} ${transition.span.from} ${at}`);
    const text = [
      content.entity,
      ...values,
      ...content.entered.map((entry) => entry.join(' ')),
      ...content.members.map(([field, ids]) => `${field} ${ids.length}`),
      ...late,
    ].join('\u0001');
    const template = this.#templates.get(text) ?? this.#templates.size;
    this.#templates.set(text, template);
    const cell = this.#kept(template, content, [...links, ...content.members.flatMap(([, ids]) => ids)]);
    this.#examples[template] ??= cell;
    return cell;
  }

  #kept(template: number, content: Content, links: readonly string[]): Cell {
    const key = `${template} ${content.id} ${links.join(' ')}`;
    const known = this.#cells.get(key);
    if (known !== undefined) return known;
    const cell = { ...content, links, template, index: this.#cells.size };
    this.#cells.set(key, cell);
    return cell;
  }

  /** The cell with this template, under this id and naming these. */
  make(template: number, id: string, links: readonly string[]): Cell {
    const known = this.#cells.get(`${template} ${id} ${links.join(' ')}`);
    if (known !== undefined) return known;
    const example = this.#examples[template] as Cell;
    let next = 0;
    const record: Record<string, Value> & { id: string } = { ...example.record, id };
    for (const field of this.#relations.get(example.entity) ?? [])
      if (typeof record[field] === 'string') record[field] = links[next++] ?? null;
    const members = example.members.map(([field, ids]) => [field, ids.map(() => links[next++] ?? '')] as const);
    return this.#kept(template, { ...example, id, record, members }, links);
  }

  /** The same with every moment so much earlier. */
  earlier(cell: Cell, milliseconds: number): Cell {
    const key = `${cell.index} ${milliseconds}`;
    const known = this.#shifted.get(key);
    if (known !== undefined) return known;
    const record: Record<string, Value> & { id: string } = { ...cell.record };
    for (const [field, value] of Object.entries(cell.record))
      if (value instanceof Timestamp) record[field] = timestampFromMilliseconds(timestampToMilliseconds(value) - milliseconds);
    const shifted = this.of({
      ...cell,
      record,
      entered: cell.entered.map(([field, at]) => [field, at - milliseconds]),
      late: cell.late.map((late) => ({ ...late, at: late.at - milliseconds })),
    });
    this.#shifted.set(key, shifted);
    return shifted;
  }

  /** Without timers that wait no longer. */
  withLate(cell: Cell, late: readonly Late[]): Cell {
    return late.length === cell.late.length ? cell : this.of({ ...cell, late });
  }

  /** With the numbers that a record in this place has where they decide nothing. */
  numbered(cell: Cell, place: number): Cell {
    const fields = this.#numbers.get(cell.entity) ?? [];
    if (fields.every((field) => cell.record[field] === place)) return cell;
    return this.of({ ...cell, record: { ...cell.record, ...Object.fromEntries(fields.map((field) => [field, place])) } });
  }

  /** What a store holds, as cells. */
  read(snapshot: Snapshot, refused: ReadonlyMap<string, TimerReport>, fieldOf: (row: Transition) => string): readonly Cell[] {
    const entered = grouped(snapshot.entered, ({ entity, record }) => `${entity}/${record}`);
    const members = grouped(snapshot.members, ({ entity, id }) => `${entity}/${id}`);
    const late = grouped([...refused.values()], ({ entity, id }) => `${entity}/${id}`);
    return [...snapshot.records].flatMap(([entity, records]) =>
      records.map((record) => {
        const key = `${entity}/${record.id}`;
        return this.of({
          entity,
          id: record.id,
          record,
          entered: (entered.get(key) ?? []).map(({ field, at }) => [field, at] as const).sort(byName),
          members: (members.get(key) ?? [])
            .filter((list) => list.members.length > 0)
            .map((list) => [list.field, list.members] as const)
            .sort(byName),
          late: (late.get(key) ?? [])
            .map(({ transition, at }) => ({ field: fieldOf(transition), at, transition }))
            .sort((a, b) => a.transition.span.from - b.transition.span.from),
        });
      }),
    );
  }
}

const byName = (a: readonly [string, unknown], b: readonly [string, unknown]): number => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);

/** What a store must be restored to. */
export function snapshotOf({ cells, rest }: WorldState): Snapshot {
  const records = new Map<string, StoredRecord[]>(rest.schema.tables.map(({ entity }) => [entity, []]));
  const members: MemberList[] = [];
  const entered: Snapshot['entered'][number][] = [];
  for (const cell of cells) {
    records.get(cell.entity)?.push(cell.record);
    for (const [field, ids] of cell.members) members.push({ entity: cell.entity, field, id: cell.id, members: ids });
    for (const [field, at] of cell.entered) entered.push({ entity: cell.entity, field, record: cell.id, at });
  }
  return { ...rest, records, members, entered, trail: [], inbox: [] };
}

/** Refused timers as `TimerQueue` keeps them. */
export function refusedOf({ cells }: WorldState): ReadonlyMap<string, TimerReport> {
  const refused = new Map<string, TimerReport>();
  for (const { entity, id, late } of cells)
    for (const { field, at, transition } of late)
      refused.set(timerKey(entity, field, id, transition, at), { entity, id, at, transition, refusals: [], result: 'refused' });
  return refused;
}
