import type { RecordValue } from '../../expression/values/value.ts';
import type { Field } from '../../model/ast/entities.ts';
import { isPinned } from '../access/pinned.ts';
import { fieldGrant } from '../access/reach.ts';
import { rowsData, seenColumns } from '../screens/columns.ts';
import { eventData } from '../screens/event-data.ts';
import { narrowed } from '../screens/list-filters.ts';
import { addressesOf, listed, rowsOf, searchOf, sortingOf } from '../screens/listing.ts';
import type { BoardMove } from '../session.ts';
import { readOrNull } from '../world/labels.ts';
import { binary, literal, rowField } from '../world/row-query.ts';
import type { World } from '../world/world.ts';
import type { PartReader } from './part-reader.ts';

/** A column shows so many; its total says how many there are. */
const shownInColumn = 50;

export const readBoard: PartReader<'board'> = (place, part) => {
  const { world, options } = place;
  const entity = part.entity.text;
  const by = part.by.name.text;
  const field = world.index.field(entity, by);
  const all = narrowed(place, part, listed(place, entity, part.where));
  const search = searchOf(place, part);
  const fields = seenColumns(world, entity, part.fields).map(({ name }) => name.text);
  const values = field === null || world.access.neverSees(entity, by) ? [] : columnsOf(world, field);
  const shown: RecordValue[] = [];
  const columns = values.map((value) => {
    const inColumn = all.where(binary('==', rowField(world, entity, by), literal(value)), null, world.scope(null, undefined, 'person'));
    const page = inColumn.page({
      sort: sortingOf(place, part),
      limit: rowsOf(options, shownInColumn).limit,
      ...(search === undefined ? {} : { search }),
    });
    shown.push(...page.records);
    return { value, total: page.total, rows: rowsData(place, part.fields, page.records, [...new Set([...fields, by])]) };
  });
  const moves = field === null ? {} : Object.fromEntries(shown.map((record) => [record.id, movesOf(world, record, field, values)]));
  return { kind: 'board', columns, fields, addresses: addressesOf(place, part, shown), moves };
};

function columnsOf(world: World, field: Field): readonly string[] {
  if (field.type.kind === 'enum') return field.type.values.map((value) => value.text);
  return world.index.machine(field.entity, field.name.text)?.states.map((state) => state.name) ?? [];
}

/** A state changes by an event that leads there, an enum by an update. */
function movesOf(world: World, record: RecordValue, field: Field, values: readonly string[]): readonly BoardMove[] {
  const by = field.name.text;
  const here = readOrNull(record, by);
  const others = values.filter((value) => value !== here);
  if (field.type.kind === 'enum') {
    const grant = fieldGrant(world, record.entity, 'update', by);
    if (isPinned(grant, by) || !world.access.holds(grant, record)) return [];
    return others.map((to) => ({ to, event: null, enabled: true, refusal: null, parameters: [] }));
  }
  const found = new Map<string, BoardMove>();
  for (const event of world.index.eventsOf(record.entity)) {
    const data = eventData(world, record, event);
    if (data === null || data.field !== by || data.to === null || !others.includes(data.to)) continue;
    // Of several events that lead to a column one that is possible comes first.
    if (found.get(data.to)?.enabled === true) continue;
    found.set(data.to, { to: data.to, event, enabled: data.enabled, refusal: data.refusal, parameters: data.parameters });
  }
  return [...found.values()];
}
