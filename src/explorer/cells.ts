import { grouped } from '../base/grouped.ts';
import { readSent } from '../engine/services/sent.ts';
import type { TimerReport } from '../engine/timers/timer-queue.ts';
import { timerKey } from '../engine/timers/timer-queue.ts';
import type { Transition } from '../model/ast/states.ts';
import { compareIds } from '../store/meaning.ts';
import type { StoredJob } from '../store/outbox.ts';
import type { MemberList, Snapshot, StoredRecord } from '../store/store.ts';
import type { Sent } from './answers.ts';

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
  /** Requests of it to other services whose answers it waits for, the oldest first. */
  readonly sent: readonly Sent[];
  /** Ids that it names and that are followed: its relations by column, then its lists. */
  readonly links: readonly string[];
  /** Equal for cells that differ only in their id and in the ids that they name. */
  readonly template: number;
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

/** What no step of people changes, apart from files and numbers. */
export type Rest = Pick<Snapshot, 'schema' | 'sessions' | 'files' | 'settings' | 'serials'>;

export type Content = Pick<Cell, 'entity' | 'id' | 'record' | 'entered' | 'members' | 'late' | 'sent'>;

/** What a store holds, record by record, in the order of its tables and of ids. */
export function contentsOf(
  snapshot: Snapshot,
  refused: ReadonlyMap<string, TimerReport>,
  waiting: readonly StoredJob[],
  fieldOf: (row: Transition) => string,
): readonly Content[] {
  const entered = grouped(snapshot.entered, ({ entity, record }) => `${entity}/${record}`);
  const members = grouped(snapshot.members, ({ entity, id }) => `${entity}/${id}`);
  const sent = grouped(waiting.map(readSent), ({ entity, record }) => `${entity}/${record}`);
  const late = grouped([...refused.values()], ({ entity, id }) => `${entity}/${id}`);
  return [...snapshot.records].flatMap(([entity, records]) =>
    [...records]
      .sort((a, b) => compareIds(a.id, b.id))
      .map((record) => {
        const key = `${entity}/${record.id}`;
        const refusedNow = late.get(key) ?? [];
        const content = {
          entity,
          id: record.id,
          record,
          entered: (entered.get(key) ?? []).map(({ field, at }) => [field, at] as const).sort(byName),
          members: (members.get(key) ?? [])
            .filter((list) => list.members.length > 0)
            .map((list) => [list.field, list.members] as const)
            .sort(byName),
          late: refusedNow
            .filter(({ transition }) => transition.trigger.kind !== 'every')
            .map(({ transition, at }) => ({ field: fieldOf(transition), at, transition }))
            .sort((a, b) => a.transition.span.from - b.transition.span.from),
          sent: (sent.get(key) ?? []).flatMap(({ service, event }) => (event === null ? [] : [{ service, event }])),
        };
        return refusedNow.reduce((one, { transition, at }) => missed(one, fieldOf(transition), transition, at), content);
      }),
  );
}

/** A calendar event that was refused comes again at its next moment, as one that happened. */
export function missed<T extends Pick<Cell, 'entered'>>(content: T, field: string, transition: Transition, at: number): T {
  const { trigger } = transition;
  if (trigger.kind !== 'every') return content;
  const key = `${field} ${trigger.text}`;
  return { ...content, entered: [...content.entered.filter(([name]) => name !== key), [key, at] as const].sort(byName) };
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
