import { allOf } from '../../base/pending.ts';
import { isRecord, type RecordValue, type Value } from '../../expression/values/value.ts';
import type { Field } from '../../model/ast/entities.ts';
import type { Labels } from '../../model/labels.ts';
import { isPinned } from '../access/pinned.ts';
import { fieldGrant } from '../access/reach.ts';
import { refusal } from '../change/refusals.ts';
import type { BuiltInMessage, Refusal } from '../outcome.ts';
import type { BoardMove } from '../part-data.ts';
import type { RelationData } from '../record-data.ts';
import { rowsData, seenColumns } from '../screens/columns.ts';
import { eventData } from '../screens/event-data.ts';
import { type Guards, guardsTogether } from '../screens/guards.ts';
import { narrowed } from '../screens/list-filters.ts';
import { addressesOf, listed, rowsOf, searchOf, sortingOf } from '../screens/listing.ts';
import { relationData } from '../screens/record-data.ts';
import { readOrNull } from '../world/labels.ts';
import { binary, literal, rowField } from '../world/row-query.ts';
import type { World } from '../world/world.ts';
import type { PartReader } from './part-reader.ts';

/** Maximum number of cards shown in a column; `total` has the full number. */
const shownInColumn = 50;

export const readBoard: PartReader<'board'> = (place, part) => {
  const { world, options } = place;
  const entity = part.entity.text;
  const by = part.by.name.text;
  const field = world.index.field(entity, by);
  const { found, narrowing } = narrowed(place, part, listed(place, entity, part.where));
  const search = searchOf(place, part);
  const fields = seenColumns(world, entity, part.fields).map(({ name }) => name.text);
  const places = field === null || world.access.neverSees(entity, by) ? [] : placesOf(world, field);
  const readColumn = ({ value, is, label }: ColumnPlace) => {
    const inColumn = found.where(binary('==', rowField(world, entity, by), literal(is)), null, world.scope(null, undefined, 'person'));
    const { records, total } = inColumn.page({
      sort: sortingOf(place, part),
      limit: rowsOf(options, shownInColumn).limit,
      counts: true,
      ...(search === undefined ? {} : { search }),
    });
    return { value, label, total, records, rows: rowsData(place, part.fields, records, [...new Set([...fields, by])]) };
  };
  // All columns in one request, then the moves of all cards, which are independent of each other.
  const columns = allOf(places, readColumn);
  const shown = columns.flatMap(({ records }) => records);
  const values = places.map(({ value }) => value);
  const ids = shown.map(({ id }) => id);
  const guards = guardsTogether(world, entity, ids);
  const moves = field === null ? [] : allOf(shown, (record) => [record.id, movesOf(world, record, field, values, guards)] as const);
  return {
    kind: 'board',
    columns: columns.map(({ value, label, total, rows }) => ({ value, label, total, rows })),
    fields,
    addresses: addressesOf(place, part, shown),
    moves: Object.fromEntries(moves),
    ...narrowing,
  };
};

/** Maximum number of records of a relation that become columns. */
const mostColumns = 50;

interface ColumnPlace {
  /** The value to set when a card is dropped here; empty: null. */
  readonly value: string;
  readonly is: Value;
  /** The record of the column, if the board is by a relation. */
  readonly label: RelationData | null;
}

/**
 * The columns of a field. For a relation: the records that the person may read, preceded by the
 * empty column.
 */
function placesOf(world: World, field: Field): readonly ColumnPlace[] {
  const { type } = field;
  if (type.kind === 'enum') return type.values.map(({ text }) => ({ value: text, is: text, label: null }));
  if (type.kind !== 'relation')
    return (world.index.machine(field.entity, field.name.text)?.states ?? []).map(({ name }) => ({ value: name, is: name, label: null }));
  const { records } = world.entity(type.entity.text, 'person').page({ limit: mostColumns });
  const none = field.required ? [] : [{ value: '', is: null, label: null }];
  return [...none, ...records.map((record) => ({ value: record.id, is: record, label: relationData(world, record) }))];
}

/**
 * The columns that a card can be dropped on: a state changes by an event, an enum or a relation by
 * an update.
 */
function movesOf(world: World, record: RecordValue, field: Field, values: readonly string[], guards: Guards): readonly BoardMove[] {
  const by = field.name.text;
  const now = readOrNull(record, by);
  const here = isRecord(now) ? now.id : (now ?? '');
  const others = values.filter((value) => value !== here);
  if (field.type.kind === 'enum' || field.type.kind === 'relation') {
    if (!field.settable) return [];
    const grant = fieldGrant(world, record.entity, 'update', by);
    if (isPinned(grant, by) || !world.access.isGranted(grant, record)) return [];
    return others.map((to) => ({ to, event: null, enabled: true, refusal: null, parameters: [] }));
  }
  const found = new Map<string, BoardMove>();
  for (const event of world.index.eventsOf(record.entity)) {
    const data = eventData(world, record, event, guards);
    if (data === null || data.field !== by || data.to === null || !others.includes(data.to)) continue;
    // If several events lead to a column, an enabled one wins.
    if (found.get(data.to)?.enabled === true) continue;
    found.set(data.to, { to: data.to, event, enabled: data.enabled, refusal: data.refusal, parameters: data.parameters });
  }
  // A card that can move somewhere can be dropped on any column; a refused drop says why.
  if (found.size > 0)
    for (const to of others)
      if (!found.has(to))
        found.set(to, { to, event: null, enabled: false, refusal: noWay(world, record, by, `${here}`, to), parameters: [] });
  return [...found.values()];
}

function noWay({ index }: World, record: RecordValue, by: string, from: string, to: string): Refusal {
  const { entity } = record;
  const own = (labels: Labels): BuiltInMessage => {
    const data = { from: labels.value(entity, by, from), to: labels.value(entity, by, to) };
    return { code: 'no-way', data, message: `You can’t move this from “${data.from}” to “${data.to}”.` };
  };
  return refusal(index, { error: 'CONFLICT', entity, record, because: own(index.labels).message, own });
}
