import { own } from '../../base/own.ts';
import type { Node } from '../../expression/node.ts';
import { formatDate, formatTimestamp } from '../../expression/values/time.ts';
import { PlainDate, Timestamp, type Value } from '../../expression/values/value.ts';
import { fieldGrant } from '../access/reach.ts';
import type { RangeWanted } from '../part-data.ts';
import type { RelationData } from '../record-data.ts';
import { rowsData, seenColumns } from '../screens/columns.ts';
import { narrowed, rangeCondition } from '../screens/list-filters.ts';
import { addressesOf, listed, searchOf, visibleFields } from '../screens/listing.ts';
import { relationData } from '../screens/record-data.ts';
import { readOrNull } from '../world/labels.ts';
import { binary, literal, rowField } from '../world/row-query.ts';
import type { World } from '../world/world.ts';
import type { PartReader } from './part-reader.ts';

/** Maximum number of entries that a calendar can show legibly; `total` has the full number. */
const mostEntries = 2000;

export const readCalendar: PartReader<'calendar'> = (place, part) => {
  const { world, options } = place;
  const entity = part.entity.text;
  const by = part.by.name.text;
  const until = part.to?.name.text ?? null;
  const field = world.index.field(entity, by);
  const type = field?.valueType.kind === 'date' ? 'date' : 'datetime';
  const colour = part.colour === null ? [] : visibleFields(world, entity, [part.colour]);
  const creates = world.access.grant(entity, 'create').kind !== 'no';
  const when = { by, until, type, creates, lanes: lanesOf(world, entity, colour[0] ?? null) };
  const { found, narrowing } = narrowed(place, part, listed(place, entity, part.where));
  if (field === null || world.access.neverSees(entity, by)) return { kind: 'calendar', entries: [], total: 0, ...when, ...narrowing };
  const scope = world.scope(null, undefined, 'person');
  const search = searchOf(place, part);
  let dated = found.where(binary('!=', rowField(world, entity, by), literal(null)), null, scope);
  for (const node of inRange(world, entity, by, until, options.range ?? {})) dated = dated.where(node, null, scope);
  const { records, total } = dated.page({
    sort: [{ field: by, descending: false }],
    limit: mostEntries,
    ...(search === undefined ? {} : { search }),
  });
  const addresses = addressesOf(place, part, records);
  const shown = seenColumns(world, entity, part.fields).map(({ name }) => name.text);
  const fields = [...new Set([...shown, by, ...(until === null ? [] : [until]), ...colour])];
  const rows = new Map(rowsData(place, part.fields, records, fields).map((row) => [row.id, row]));
  const movable = grantsToMove(world, entity, until === null ? [by] : [by, until]);
  const entries = records.flatMap((record) => {
    const from = moment(readOrNull(record, by));
    const data = rows.get(record.id);
    if (from === null || data === undefined) return [];
    return [
      {
        record: data,
        from,
        to: until === null ? null : moment(readOrNull(record, until)),
        address: own(addresses, record.id) ?? null,
        movable: movable?.every((grant) => world.access.isGranted(grant, record)) === true,
      },
    ];
  });
  return { kind: 'calendar', entries, total, ...when, ...narrowing };
};

/** With more lanes, each would be too narrow to read. */
const mostLanes = 12;

function lanesOf(world: World, entity: string, colour: string | null): readonly RelationData[] {
  const type = colour === null ? undefined : world.index.field(entity, colour)?.type;
  if (type?.kind !== 'relation') return [];
  const { records } = world.entity(type.entity.text, 'person').page({ limit: mostLanes + 1 });
  return records.length > mostLanes ? [] : records.map((record) => relationData(world, record));
}

/**
 * Selects entries that begin before the range ends, and end (or, without an end, begin) after it
 * begins.
 */
function inRange(world: World, entity: string, by: string, until: string | null, { from, to }: RangeWanted): readonly Node[] {
  const side = (name: string, value: RangeWanted['from'], end: 'from' | 'to'): Node[] => {
    const field = world.index.field(entity, name);
    if (field === null || value === undefined || value === null) return [];
    // The range comes from the calendar itself; an unreadable one matches nothing.
    return [rangeCondition(world, field, rowField(world, entity, name), value, end) ?? literal(false)];
  };
  if (until === null || world.access.neverSees(entity, until)) return [...side(by, from, 'from'), ...side(by, to, 'to')];
  const open = binary('==', rowField(world, entity, until), literal(null));
  const begins = side(by, from, 'from').map((node) => binary('&&', open, node));
  const ends = side(until, from, 'from').map((node) => binary('&&', binary('!=', rowField(world, entity, until), literal(null)), node));
  const after = [...begins, ...ends];
  return [...(after.length === 0 ? [] : [after.reduce((a, b) => binary('||', a, b))]), ...side(by, to, 'to')];
}

/**
 * The grants needed to move entries. Null: entries cannot be moved, because a field is computed or
 * no role of the person may update it.
 */
function grantsToMove(world: World, entity: string, fields: readonly string[]) {
  if (!fields.every((name) => world.index.field(entity, name)?.settable === true)) return null;
  const grants = fields.map((name) => fieldGrant(world, entity, 'update', name));
  return grants.some(({ kind }) => kind === 'no') ? null : grants;
}

const moment = (value: Value): string | null =>
  value instanceof PlainDate ? formatDate(value) : value instanceof Timestamp ? formatTimestamp(value, 3) : null;
