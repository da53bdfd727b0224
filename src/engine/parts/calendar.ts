import { formatDate, formatTimestamp } from '../../expression/time.ts';
import { PlainDate, Timestamp, type Value } from '../../expression/value.ts';
import { addressOf } from '../addresses.ts';
import { readOrNull } from '../labels.ts';
import { addressesOf, listed, narrowed, searchOf, seenFields } from '../listing.ts';
import { recordData } from '../record-data.ts';
import { binary, literal, rowField } from '../row-query.ts';
import type { PartReader } from './part-reader.ts';

/** More entries than this are no calendar that one can read. */
const mostEntries = 2000;

export const readCalendar: PartReader<'calendar'> = (place, part) => {
  const { world, options } = place;
  const entity = part.entity.text;
  const by = part.by.name.text;
  const to = part.to?.name.text ?? null;
  if (world.access.neverSees(entity, by)) return { kind: 'calendar', entries: [] };
  // The range that is shown is always let through, whether or not the part offers it as a filter.
  const ranged = { ...part, filter: [...part.filter, part.by] };
  const search = searchOf(world, part, options);
  const dated = narrowed(place, ranged, listed(place, entity, part.where)).where(
    binary('!=', rowField(world, entity, by), literal(null)),
    null,
    world.scope(null, undefined, 'person'),
  );
  const { records } = dated.page({
    sort: [{ field: by, descending: false }],
    limit: mostEntries,
    ...(search === undefined ? {} : { search }),
  });
  const addresses = addressesOf(place, part, records);
  const fields = [...new Set([...seenFields(world, entity, part.fields), by, ...(to === null ? [] : [to])])];
  const entries = records.flatMap((record) => {
    const from = moment(readOrNull(record, by));
    if (from === null) return [];
    const until = to === null ? null : moment(readOrNull(record, to));
    const address = part.open === null ? addressOf(world, record) : (addresses[record.id] ?? null);
    return [{ record: recordData(world, record, fields), from, to: until, address }];
  });
  return { kind: 'calendar', entries };
};

const moment = (value: Value): string | null =>
  value instanceof PlainDate ? formatDate(value) : value instanceof Timestamp ? formatTimestamp(value, 3) : null;
