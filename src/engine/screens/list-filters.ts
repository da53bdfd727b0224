import type { Node } from '../../expression/node.ts';
import { items } from '../../expression/values/compare.ts';
import { fromJson, Mistake } from '../../expression/values/json.ts';
import { momentIn } from '../../expression/values/time.ts';
import { offsetAt } from '../../expression/values/time-zone.ts';
import { isRecord, Money, PlainDate, PlainTime, Timestamp, type Value } from '../../expression/values/value.ts';
import type { Field } from '../../model/ast/entities.ts';
import type { Listing } from '../../model/ast/screens.ts';
import { currencyField } from '../../model/types/currency-field.ts';
import { traitsOf } from '../../model/types/traits.ts';
import { valueToJson } from '../../store/json-value.ts';
import type { FilterData, FilterWanted, NarrowingData, RangeWanted, UnreadFilter } from '../part-data.ts';
import type { PartPlace } from '../parts/part-reader.ts';
import type { Json, RecordLabel } from '../record-data.ts';
import { labelled, readOrNull, unnamed } from '../world/labels.ts';
import { binary, call, literal, not, rowField } from '../world/row-query.ts';
import type { Records, World } from '../world/world.ts';
import { seesField } from './columns.ts';
import { columnsOf } from './list-columns.ts';
import { visibleFields } from './listing.ts';
import { readerZone } from './of-reader.ts';
import { valueData } from './record-data.ts';

const isOneOf = (wanted: FilterWanted): wanted is readonly Json[] => Array.isArray(wanted);

/**
 * A part's records, filtered by the person's choices. A value of the wrong type matches nothing and
 * is added to `unread`, to be reported.
 */
export function filteredRecords(
  place: Pick<PartPlace, 'world' | 'options'>,
  part: Pick<Listing, 'entity' | 'filter'>,
  all: Records,
  unread: UnreadFilter[] = [],
): Records {
  const { world, options } = place;
  const entity = part.entity.text;
  const nodes = Object.entries(options.filters ?? {}).flatMap(([name, wanted]): Node[] => {
    const field = world.index.field(entity, name);
    if (field === null || !isFilterable(world, field)) return [];
    const misread = (value: Json): Node => {
      unread.push({ field: name, value });
      return literal(false);
    };
    const node = conditionOf(world, field, wanted, misread);
    return node === null ? [] : [node];
  });
  const scope = world.scope(null, undefined, 'person');
  // One by one: the store evaluates those that it can, whatever the others are.
  if (options.match !== 'any') return nodes.reduce((list, node) => list.where(node, null, scope), all);
  return nodes.length === 0
    ? all
    : all.where(
        nodes.reduce((a, b) => binary('||', a, b)),
        null,
        scope,
      );
}

/**
 * The records of a board or a calendar that the person's choices leave, and what they may choose:
 * nothing, unless the document names something to search or filter.
 */
export function narrowed(
  place: Pick<PartPlace, 'world' | 'options'>,
  part: Pick<Listing, 'entity' | 'fields' | 'search' | 'filter'>,
  all: Records,
): { readonly found: Records; readonly narrowing: NarrowingData } {
  const unread: UnreadFilter[] = [];
  const found = filteredRecords(place, part, all, unread);
  const isNarrowed = part.search.length > 0 || part.filter.length > 0;
  const narrowing = isNarrowed
    ? { filters: filtersOf(place, part, all), offered: columnsOf(place.world, part, {}).offered, unread }
    : { filters: [], offered: [], unread };
  return { found, narrowing };
}

/**
 * Whether the person may filter by the field: by any field whose values they see, whether or not
 * the part names it.
 */
const isFilterable = (world: World, field: Field): boolean =>
  seesField(world, field.entity, field.name.text) && !['json', 'file', 'image', 'inverse', 'rows', 'unknown'].includes(field.type.kind);

/** Null: the filter matches everything. */
function conditionOf(world: World, field: Field, wanted: FilterWanted, misread: (value: Json) => Node): Node | null {
  if (isOneOf(wanted)) return wanted.length === 0 ? null : anyOf(world, field, wanted);
  if ('not' in wanted) return wanted.not.length === 0 ? null : not(anyOf(world, field, wanted.not));
  return 'contains' in wanted ? holding(world, field, wanted.contains) : within(world, field, wanted, misread);
}

/** The value of a filter; undefined if it does not fit the field's type. */
function filterValue(world: World, field: Field, json: Json): Value | undefined {
  if (json === null || json === '') return null;
  const { type } = field;
  if (type.kind === 'relation' || type.kind === 'members') {
    return typeof json === 'string' ? (world.record(type.entity.text, json, 'person') ?? undefined) : undefined;
  }
  const item = field.valueType.kind === 'list' ? field.valueType.of : field.valueType;
  const text = item.kind === 'boolean' && (json === 'true' || json === 'false') ? json === 'true' : json;
  const value = fromJson(text, item, world.timeZone);
  if (value instanceof Mistake) return undefined;
  // Compares only the amount, in whatever currency.
  return value instanceof Money && currencyField(type) !== null ? value.amount : value;
}

function anyOf(world: World, field: Field, wanted: readonly Json[]): Node {
  const row = rowField(world, field.entity, field.name.text);
  const holdsMany = field.type.kind === 'list' || field.type.kind === 'members' || field.type.kind === 'inverse';
  const conditions = wanted.flatMap((json): Node[] => {
    const value = filterValue(world, field, json);
    if (value === undefined) return [];
    return [holdsMany ? binary('in', literal(value), row) : binary('==', row, literal(value))];
  });
  // No valid value: matches nothing.
  return conditions.reduce<Node>((a, b) => binary('||', a, b), literal(false));
}

/** Matches texts that contain a text, ignoring case. Null: matches everything. */
function holding(world: World, field: Field, text: string): Node | null {
  if (text.trim() === '' || field.valueType.kind !== 'text') return null;
  return call('contains', call('lower', null, [rowField(world, field.entity, field.name.text)]), [literal(text.trim().toLowerCase())]);
}

/**
 * Both bounds are inclusive. A day is the whole day, even for a moment: in the reader's time zone
 * if the document reads one, else in the product's.
 */
function within(world: World, field: Field, { from, to }: RangeWanted, misread: (value: Json) => Node): Node | null {
  const row = rowField(world, field.entity, field.name.text);
  const conditions = [
    ...(isGiven(from) ? [rangeCondition(world, field, row, from, 'from') ?? misread(from)] : []),
    ...(isGiven(to) ? [rangeCondition(world, field, row, to, 'to') ?? misread(to)] : []),
  ];
  return conditions.length === 0 ? null : conditions.reduce((a, b) => binary('&&', a, b));
}

const isGiven = (json: Json | undefined): json is Json => json !== undefined && json !== null && json !== '';

/** `row >= value` or `row <= value`; null if the value cannot be read. */
export function rangeCondition(world: World, field: Field, row: Node, json: Json, side: 'from' | 'to'): Node | null {
  if (field.valueType.kind === 'datetime' && typeof json === 'string' && /^\d{4}-\d\d-\d\d$/u.test(json)) {
    const day = fromJson(json, { kind: 'date' });
    if (!(day instanceof PlainDate)) return null;
    const moment = momentIn(zoneOfDays(world), new PlainDate(day.days + (side === 'to' ? 1 : 0)), new PlainTime(0));
    return moment instanceof Timestamp ? binary(side === 'from' ? '>=' : '<', row, literal(moment)) : null;
  }
  const value = filterValue(world, field, json);
  return value === undefined || value === null ? null : binary(side === 'from' ? '>=' : '<=', row, literal(value));
}

/** The time zone in which the days of a filter begin. */
function zoneOfDays(world: World): string {
  const zone = readerZone(world);
  return zone !== null && offsetAt(zone, 0) !== undefined ? zone : world.timeZone;
}

/** Maximum number of choices in a menu; with more, the person searches for them. */
const mostChoices = 200;
/** Maximum number of records that are read to collect the values in use. */
const mostLookedAt = 1000;

type Choices = Pick<FilterData, 'choices' | 'more'>;

/**
 * The filters that a list names, with their choices, then those that the person has set on other
 * fields, for which only the chosen records are looked up.
 */
export function filtersOf(
  { world, options }: Pick<PartPlace, 'world' | 'options'>,
  part: Pick<Listing, 'entity' | 'filter'>,
  all: Records,
): readonly FilterData[] {
  const entity = part.entity.text;
  const named = visibleFields(world, entity, part.filter);
  const of = (name: string, choices: (field: Field) => Choices): FilterData[] => {
    const field = world.index.field(entity, name);
    return field === null || !isFilterable(world, field)
      ? []
      : [{ field: name, type: field.type.kind, named: named.includes(name), ...choices(field) }];
  };
  return [
    ...named.flatMap((name) => of(name, (field) => choicesOf(world, field, all))),
    ...Object.entries(options.filters ?? {}).flatMap(([name, wanted]) =>
      named.includes(name) ? [] : of(name, (field) => chosenOf(world, field, wanted)),
    ),
  ];
}

function chosenOf(world: World, field: Field, wanted: FilterWanted): Choices {
  const { type } = field;
  if (type.kind !== 'relation' && type.kind !== 'members') {
    return traitsOf(type).offersUsed
      ? { choices: [], more: true }
      : choicesOf(world, field, world.list({ entity: field.entity, conditions: [], ids: [] }));
  }
  const values = isOneOf(wanted) ? wanted : 'not' in wanted ? wanted.not : [];
  const entity = type.entity.text;
  // A missing record gets the same label as an unreadable one.
  const labelOf = (id: string): RecordLabel => {
    const record = world.record(entity, id, 'person');
    return record === null ? unnamed(world.index, entity, id) : labelled(world.index, record);
  };
  const ids = values.filter((id): id is string => typeof id === 'string' && id !== '');
  return { choices: byLabel(ids.map((id) => ({ value: id, ...labelOf(id) }))), more: true };
}

function choicesOf(world: World, field: Field, all: Records): Choices {
  const { type } = field;
  const none = field.required ? [] : [{ value: null, label: '' }];
  const these = (choices: FilterData['choices']): Choices => ({ choices, more: false });
  switch (type.kind) {
    case 'enum':
      return these([...type.values.map(({ text }) => ({ value: text, label: text })), ...none]);
    case 'state':
      return these((world.index.machine(field.entity, field.name.text)?.states ?? []).map(({ name }) => ({ value: name, label: name })));
    case 'boolean':
      return these([
        { value: true, label: 'yes' },
        { value: false, label: 'no' },
      ]);
    case 'relation': {
      const { choices, more } = inUse(world, field, all);
      return { choices: [...choices, ...none], more };
    }
    default:
      // Numbers and dates are filtered by a range, other texts by content.
      return traitsOf(type).offersUsed ? inUse(world, field, all) : these([]);
  }
}

/** The values in use in the listed records, sorted by label; `more` if they are incomplete. */
function inUse(world: World, field: Field, all: Records): Choices {
  // Not the total, for which a database reads all records again after each change.
  const many = all.size(mostLookedAt + 1) > mostLookedAt;
  if (field.type.kind === 'relation' && many) {
    const { records } = world.entity(field.type.entity.text, 'person').page({ limit: mostChoices + 1 });
    const offered = records.slice(0, mostChoices).map((record) => ({ value: record.id, ...labelled(world.index, record) }));
    return { choices: byLabel(offered), more: records.length > mostChoices };
  }
  const found = new Map<string, FilterData['choices'][number]>();
  let more = many;
  for (const record of all.page({ limit: mostLookedAt }).records) {
    if (!world.access.seesField(record, field.name.text)) continue;
    const value = readOrNull(record, field.name.text);
    for (const item of items(value) ?? [value]) {
      if (item === null) continue;
      const key = isRecord(item) ? item.id : valueToJson(item);
      if (found.has(key)) continue;
      if (found.size >= mostChoices) more = true;
      else if (isRecord(item)) found.set(key, { value: item.id, ...labelled(world.index, item) });
      else found.set(key, { value: valueData(world, item), label: String(valueData(world, item)) });
    }
  }
  return { choices: byLabel([...found.values()]), more };
}

const byLabel = (choices: FilterData['choices']): FilterData['choices'] => [...choices].sort((a, b) => a.label.localeCompare(b.label));
