import { formatTimestamp, timestampFromMilliseconds } from '../../expression/values/time.ts';
import { type AuditEntry, causeKey } from '../../store/store.ts';
import { exampleRecords } from '../change/seed.ts';
import type { TimelineEntry } from '../part-data.ts';
import type { Json } from '../record-data.ts';
import { rowsOf } from '../screens/listing.ts';
import { relationData } from '../screens/record-data.ts';
import { isAutomaticChange, isTimer, timerDescription } from '../timers/timer-row.ts';
import type { World } from '../world/world.ts';
import type { PartReader } from './part-reader.ts';

const usualLength = 50;

/** The trail of the screen's record, newest first. */
export const readTimeline: PartReader<'timeline'> = ({ world, product, record, options }, part) => {
  if (record === null || record.entity !== part.entity.text || !world.access.mayRead(record)) return { kind: 'timeline', entries: [] };
  const seen = (field: string): boolean => world.access.seesField(record, field);
  const trail = world.store.trail(record.entity, record.id, rowsOf(options, usualLength).limit);
  // The list of examples is long: read it only if the record may be one.
  const isExample =
    trail.some(madeByNobody) &&
    Object.values(exampleRecords(product)).some(({ entity, id }) => entity === record.entity && id === record.id);
  return { kind: 'timeline', entries: trail.flatMap((entry) => (isHidden(entry, seen) ? [] : [entryData(world, entry, seen, isExample)])) };
};

const madeByNobody = ({ operation, by }: AuditEntry): boolean => operation === 'create' && by === null;

/** Whether the line has only changes of fields that the person may not read. */
const isHidden = ({ operation, changes }: AuditEntry, seen: (field: string) => boolean): boolean =>
  ['update', 'add', 'remove'].includes(operation) && fieldsOf(changes).length > 0 && !fieldsOf(changes).some(seen);

const fieldsOf = (changes: AuditEntry['changes']): readonly string[] => Object.keys(changes).filter((field) => field !== causeKey);

function entryData(world: World, entry: AuditEntry, seen: (field: string) => boolean, isExample: boolean): TimelineEntry {
  const account = world.index.model.account?.entity.text ?? null;
  const by = account === null || entry.by === null ? null : world.record(account, entry.by, 'person');
  const changes = Object.entries(entry.changes).filter(([field]) => world.index.field(entry.entity, field) !== null && seen(field));
  const state = changes.find(([field]) => world.index.machine(entry.entity, field) !== null);
  const moved = state === undefined ? null : { field: state[0], ...state[1] };
  // The description may reveal changes that the person may not see.
  const hidden = fieldsOf(entry.changes).length > changes.length;
  return {
    at: formatTimestamp(timestampFromMilliseconds(entry.at), 3),
    by: by === null || isAutomaticChange(entry) ? null : relationData(world, by),
    operation: entry.operation,
    sample: isExample && madeByNobody(entry),
    timer:
      isTimer(entry) || isAutomaticChange(entry)
        ? {
            description: hidden ? null : timerDescription(world.index, entry, moved),
            state: moved === null ? null : { field: moved.field, name: String(moved.to) },
          }
        : null,
    changes: changes.map(([field, { from, to }]) => ({
      field,
      from: shown(world, entry.entity, field, from as Json),
      to: shown(world, entry.entity, field, to as Json),
    })),
  };
}

/** Replaces ids by the records' current labels; the id of a deleted record stays. */
function shown(world: World, entity: string, field: string, value: Json): Json {
  const type = world.index.field(entity, field)?.type;
  if (type?.kind !== 'relation' && type?.kind !== 'members') return value;
  const recordOf = (item: Json) => (typeof item === 'string' ? world.record(type.entity.text, item, 'person') : null);
  const data = (item: Json): Json => {
    const record = recordOf(item);
    return record === null ? item : relationData(world, record);
  };
  if (!Array.isArray(value)) return data(value);
  // Unreadable records are left out, as in the list itself.
  const records = (value as readonly Json[]).map((item) => [item, recordOf(item)] as const);
  return records.flatMap(([item, record]) => (record === null || world.access.mayRead(record) ? [data(item)] : []));
}
