import { dayFrom } from '../../expression/values/calendar.ts';
import { items } from '../../expression/values/compare.ts';
import { isDecimal } from '../../expression/values/decimal.ts';
import { dateIn } from '../../expression/values/time.ts';
import { isRecord, isRecordList, Money, PlainDate, Timestamp, type Value } from '../../expression/values/value.ts';
import type { Field } from '../../model/ast/entities.ts';
import type { Group as StoreGroup } from '../../store/store.ts';
import { listed } from '../screens/listing.ts';
import { humanValue } from '../world/human-value.ts';
import { labelOf, readOrNull } from '../world/labels.ts';
import { binary, literal, rowField } from '../world/row-query.ts';
import type { World } from '../world/world.ts';
import type { PartOf, PartPlace, PartReader } from './part-reader.ts';

type Per = 'day' | 'week' | 'month' | 'year';

export const readChart: PartReader<'chart'> = (place, part) => {
  const { world } = place;
  const entity = part.entity.text;
  const by = part.by.name.text;
  const field = world.index.field(entity, by);
  const summed = part.field === null ? null : world.index.field(entity, part.field.name.text);
  const type = part.aggregate === 'count' ? 'integer' : (summed?.type.kind ?? 'decimal');
  if (field === null || world.access.neverSees(entity, by) || (summed !== null && world.access.neverSees(entity, summed.name.text))) {
    return { kind: 'chart', points: [], type };
  }
  if (part.aggregate === 'count' && declared(world, field).length > 0 && !world.access.mayBeHidden(entity, by))
    return { kind: 'chart', points: counted(place, part, field), type };
  const groups = new Map<string, Group>(declared(world, field).map((label) => [label, { label, tally: emptyTally() }]));
  for (const { value, tally } of tallied(place, part, field)) {
    for (const { label, id } of valuesOf(world, value, part.per)) {
      // Records are told apart even if people give them the same name.
      const group = groups.get(id ?? label) ?? { label, tally: emptyTally(), ...(id === undefined ? {} : { id }) };
      groups.set(id ?? label, group);
      add(group.tally, tally);
    }
  }
  const ordered = isTime(field)
    ? timeLabels([...groups.keys()], part.per ?? 'day').map((label) => groups.get(label) ?? { label, tally: emptyTally() })
    : inOrder(world, field, [...groups.values()]);
  const points = ordered.map(({ tally, ...point }) => ({ ...point, value: figureOf(tally, part.aggregate) }));
  return { kind: 'chart', points, type };
};

interface Group {
  readonly label: string;
  /** The record, if the chart is by a relation. */
  readonly id?: string;
  readonly tally: Tally;
}

/** The figures of the records of one point. */
type Tally = { records: number } & { -readonly [Key in keyof StoreGroup['measured']]: number };

const emptyTally = (): Tally => ({ records: 0, values: 0, sum: 0, least: Infinity, most: -Infinity });

function add(tally: Tally, { records, values, sum, least, most }: Tally): void {
  tally.records += records;
  if (values === 0) return;
  tally.values += values;
  tally.sum += sum;
  tally.least = Math.min(tally.least, least);
  tally.most = Math.max(tally.most, most);
}

/** The values of the field, with the figures of the records that have each. */
function tallied(place: PartPlace, part: PartOf<'chart'>, field: Field): readonly { readonly value: Value; readonly tally: Tally }[] {
  const { world } = place;
  const by = field.name.text;
  const measured = part.aggregate === 'count' ? null : (part.field?.name.text ?? null);
  const all = listed(place, part.entity.text, part.where);
  const groups = all.groups(by, measured);
  if (groups === null)
    return all.records().map((record) => {
      const number = measured === null ? null : numberOf(readOrNull(record, measured));
      const figures = number === null ? { values: 0, sum: 0, least: 0, most: 0 } : { values: 1, sum: number, least: number, most: number };
      return { value: readOrNull(record, by), tally: { records: 1, ...figures } };
    });
  const target = field.valueType.kind === 'record' ? field.valueType.entity : null;
  if (target !== null)
    world.found({ entity: target, conditions: [], ids: groups.flatMap(({ key }) => (typeof key === 'string' ? [key] : [])) });
  return groups.map(({ key, records, measured }) => ({
    value: target !== null && typeof key === 'string' ? world.record(target, key, 'person') : key,
    tally: { records, ...measured },
  }));
}

/**
 * Sorts groups: declared values first, then the others by label, and records without a value last.
 */
function inOrder(world: World, field: Field, groups: readonly Group[]): readonly Group[] {
  const own = declared(world, field).length;
  const compare = new Intl.Collator('en', { numeric: true }).compare;
  const rest = groups
    .slice(own)
    .sort(
      (a, b) =>
        Number(a.label === '') - Number(b.label === '') || compare(a.label, b.label) || ((a.id ?? a.label) < (b.id ?? b.label) ? -1 : 1),
    );
  return [...groups.slice(0, own), ...rest];
}

/** Counts the records of each state or enum value in the store, without loading records. */
function counted(
  { world, ...place }: PartPlace,
  part: PartOf<'chart'>,
  field: Field,
): readonly { readonly label: string; readonly value: number }[] {
  const all = listed({ world, ...place }, field.entity, part.where);
  const row = rowField(world, field.entity, field.name.text);
  const count = (value: Value): number => all.where(binary('==', row, literal(value)), null, world.scope(null, undefined, 'person')).size();
  const points = declared(world, field).map((label) => ({ label, value: count(label) }));
  const none = field.type.kind === 'enum' && !field.required ? count(null) : 0;
  return none > 0 ? [...points, { label: '', value: none }] : points;
}

const isTime = (field: Field): boolean => field.valueType.kind === 'datetime' || field.valueType.kind === 'date';

/** The values of a state or an enum in the order of declaration, including unused ones. */
function declared(world: World, field: Field): readonly string[] {
  if (field.type.kind === 'enum') return field.type.values.map((value) => value.text);
  return field.type.kind === 'state' ? (world.index.machine(field.entity, field.name.text)?.states.map((state) => state.name) ?? []) : [];
}

/** The labels that a value counts for; several for a list, and for a relation with its id. */
function valuesOf(world: World, value: Value, per: Per | null): readonly { readonly label: string; readonly id?: string }[] {
  if (value instanceof Timestamp || value instanceof PlainDate) {
    const date = value instanceof PlainDate ? value : dateIn(world.timeZone, value);
    return date === undefined ? [] : [{ label: timeLabel(date.days, per ?? 'day') }];
  }
  const list = isRecordList(value) ? value.records() : (items(value) ?? (value === null ? [] : [value]));
  if (list.length === 0) return [{ label: '' }];
  return list.map((item) =>
    isRecord(item) ? { label: labelOf(world.index, item), id: item.id } : { label: humanValue(world.index, item) },
  );
}

/** The label of a period, such as `2026-01-05`; a week has the date of its Monday. */
function timeLabel(days: number, per: Per): string {
  const text = (of: number): string => {
    const { year, month, day } = dayFrom(of);
    return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  };
  switch (per) {
    case 'day':
      return text(days);
    case 'week':
      return text(startOfWeek(days));
    case 'month':
      return text(days).slice(0, 7);
    case 'year':
      return text(days).slice(0, 4);
  }
}

/** The Monday of a day's week; 1970-01-01 was a Thursday. */
const startOfWeek = (days: number): number => days - ((((days + 3) % 7) + 7) % 7);

const mostPoints = 400;

/** The labels in order, without gaps: a period without records is a point too. */
function timeLabels(found: readonly string[], per: Per): readonly string[] {
  const known = found.filter((label) => label !== '').sort();
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return found;
  const labels: string[] = [];
  let days = dayOf(first);
  while (labels.length < mostPoints) {
    const label = timeLabel(days, per);
    if (label > last) break;
    if (labels.at(-1) !== label) labels.push(label);
    days += per === 'day' ? 1 : per === 'week' ? 7 : per === 'month' ? 15 : 180;
  }
  // A longer time would have too many points, so periods without records are omitted.
  return labels.at(-1) === last ? labels : known;
}

function dayOf(label: string): number {
  const [year = 1970, month = 1, day = 1] = label.split('-').map(Number);
  return Math.floor(Date.UTC(year, month - 1, day) / 86_400_000);
}

function figureOf({ records, values, sum, least, most }: Tally, aggregate: PartOf<'chart'>['aggregate']): number {
  if (aggregate === 'count') return records;
  if (values === 0) return 0;
  switch (aggregate) {
    case 'sum':
      return sum;
    case 'avg':
      return sum / values;
    case 'min':
      return least;
    case 'max':
      return most;
  }
}

/** A chart needs no more precision than a binary float. */
function numberOf(value: Value): number | null {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  if (isDecimal(value)) return value.toNumber();
  if (value instanceof Money) return value.amount.toNumber();
  return null;
}
