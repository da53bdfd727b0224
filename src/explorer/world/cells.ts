import { grouped } from '../../base/grouped.ts';
import { readSent } from '../../engine/services/sent.ts';
import type { TimerReport } from '../../engine/timers/timer-queue.ts';
import { timerKey } from '../../engine/timers/timer-queue.ts';
import type { Transition } from '../../model/ast/states.ts';
import { compareIds } from '../../store/meaning.ts';
import type { StoredJob } from '../../store/outbox.ts';
import type { MemberList, Snapshot, StoredRecord } from '../../store/store.ts';
import type { Sent } from '../document/answers.ts';

/**
 * A record with everything that belongs to it. Equal content under the same id is the same object.
 */
export interface Cell {
  readonly entity: string;
  readonly id: string;
  readonly record: StoredRecord;
  /** When the record entered its states, in milliseconds since the epoch. */
  readonly entered: readonly (readonly [field: string, at: number])[];
  readonly members: readonly (readonly [field: string, ids: readonly string[]])[];
  /** Timers of the record that were refused and are not tried again. */
  readonly refused: readonly RefusedTimer[];
  /** The record's unanswered requests to other services, oldest first. */
  readonly sent: readonly Sent[];
  /**
   * Ids that it names and that the search follows: its relations in column order, then its lists.
   */
  readonly links: readonly string[];
  /** Equal for cells that differ only in their id and in the ids that they name. */
  readonly template: number;
}

export interface RefusedTimer {
  readonly field: string;
  readonly at: number;
  readonly transition: Transition;
}

/** The complete state of a product at one moment. */
export interface WorldState {
  /** By entity, then in the order of ids. */
  readonly cells: readonly Cell[];
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly rest: Rest;
}

/** The parts of a snapshot that no step changes, except for files and serial numbers. */
export type Rest = Pick<Snapshot, 'schema' | 'sessions' | 'files' | 'settings' | 'serials'>;

export type Content = Pick<Cell, 'entity' | 'id' | 'record' | 'entered' | 'members' | 'refused' | 'sent'>;

/** Splits the snapshot of a store into records, in the order of its tables and of ids. */
export function contentsOf(
  snapshot: Snapshot,
  refusals: ReadonlyMap<string, TimerReport>,
  waiting: readonly StoredJob[],
  fieldOf: (row: Transition) => string,
): readonly Content[] {
  const entered = grouped(snapshot.entered, ({ entity, record }) => `${entity}/${record}`);
  const members = grouped(snapshot.members, ({ entity, id }) => `${entity}/${id}`);
  const sent = grouped(waiting.map(readSent), ({ entity, record }) => `${entity}/${record}`);
  const refused = grouped([...refusals.values()], ({ entity, id }) => `${entity}/${id}`);
  return [...snapshot.records].flatMap(([entity, records]) =>
    [...records]
      .sort((a, b) => compareIds(a.id, b.id))
      .map((record) => {
        const key = `${entity}/${record.id}`;
        const refusedNow = refused.get(key) ?? [];
        const content = {
          entity,
          id: record.id,
          record,
          entered: (entered.get(key) ?? []).map(({ field, at }) => [field, at] as const).sort(byName),
          members: (members.get(key) ?? [])
            .filter((list) => list.members.length > 0)
            .map((list) => [list.field, list.members] as const)
            .sort(byName),
          refused: refusedNow
            .filter(({ transition }) => transition.trigger.kind !== 'every')
            .map(({ transition, at }) => ({ field: fieldOf(transition), at, transition }))
            .sort((a, b) => a.transition.span.from - b.transition.span.from),
          sent: (sent.get(key) ?? []).flatMap(({ service, event }) => (event === null ? [] : [{ service, event }])),
        };
        return refusedNow.reduce((one, { transition, at }) => withMissedEvent(one, fieldOf(transition), transition, at), content);
      }),
  );
}

/** Records a refused calendar event as if it had happened: it is due again at its next moment. */
export function withMissedEvent<T extends Pick<Cell, 'entered'>>(content: T, field: string, transition: Transition, at: number): T {
  const { trigger } = transition;
  if (trigger.kind !== 'every') return content;
  const key = `${field} ${trigger.text}`;
  return { ...content, entered: [...content.entered.filter(([name]) => name !== key), [key, at] as const].sort(byName) };
}

const byName = (a: readonly [string, unknown], b: readonly [string, unknown]): number => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);

/** The snapshot that restores a store to this state. */
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

/** The refused timers, in the form that `TimerQueue` keeps. */
export function refusedOf({ cells }: WorldState): ReadonlyMap<string, TimerReport> {
  const reports = new Map<string, TimerReport>();
  for (const { entity, id, refused } of cells)
    for (const { field, at, transition } of refused)
      reports.set(timerKey(entity, field, id, transition, at), { entity, id, at, transition, refusals: [], result: 'refused' });
  return reports;
}
