import type { KeyValue } from '../state/key-value.ts';
import { minGap, prune } from './prune.ts';

/** An earlier version of a document's text. */
export interface HistoryEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The name that a person gave it; null: saved automatically. */
  readonly name: string | null;
}

export interface History {
  /** Newest first. */
  list(): readonly HistoryEntry[];
  /** Returns null if the version is no longer stored. */
  read(at: number): string | null;
  /**
   * Saves a version if the last one is old enough, or in any case if `always` (before a large
   * change).
   */
  note(text: string, always?: boolean): void;
  /** Saves a version under a name; it is kept longer than unnamed ones. */
  keep(text: string, name: string): void;
  clear(): void;
}

const prefix = 'ninefold/history/';
/** The prefix of keys that store names of versions. */
const names = 'ninefold/history-name/';
/** The maximum number of versions per document. */
const most = 60;
/**
 * The maximum size of all versions of one document in characters; browsers limit the total to about
 * five million.
 */
const room = 800_000;

const keyOf = (id: string, at: number): string => `${prefix}${id}/${at}`;
const nameOf = (id: string, at: number): string => `${names}${id}/${at}`;

export function openHistory(keys: KeyValue, id: string, now: () => number): History {
  const moments = (): number[] => momentsOf(keys, id);
  const tidy = (): void => {
    const all = moments();
    const named = all.filter((at) => keys.read(nameOf(id, at)) !== null);
    const others = all.filter((at) => !named.includes(at));
    const kept = new Set(prune(others, now(), most));
    for (const at of others) if (!kept.has(at)) keys.remove(keyOf(id, at));
    let used = 0;
    for (const at of [...[...kept].reverse(), ...named.reverse()]) {
      used += keys.read(keyOf(id, at))?.length ?? 0;
      if (used > room) remove(at);
    }
  };
  const remove = (at: number): void => {
    keys.remove(keyOf(id, at));
    keys.remove(nameOf(id, at));
  };
  return {
    list: () =>
      moments()
        .reverse()
        .map((at) => ({ at, name: keys.read(nameOf(id, at)) })),
    read: (at) => keys.read(keyOf(id, at)),
    note(text, always = false) {
      const at = now();
      const last = moments().at(-1);
      if (last !== undefined && !always && at - last < minGap) return;
      if (last !== undefined && (keys.read(keyOf(id, last)) === text || at <= last)) return;
      try {
        keys.write(keyOf(id, at), text);
        tidy();
      } catch {
        // If there is no room, the version is skipped: the document itself matters more and is
        // stored elsewhere. Older versions make room for it (`roomyKeys`).
      }
    },
    keep(text, name) {
      const [last] = moments().reverse();
      const same = last !== undefined && keys.read(keyOf(id, last)) === text;
      const at = same ? last : Math.max(now(), (last ?? 0) + 1);
      if (!same) keys.write(keyOf(id, at), text);
      keys.write(nameOf(id, at), name);
      tidy();
    },
    clear: () => {
      for (const at of moments()) remove(at);
    },
  };
}

function momentsOf(keys: KeyValue, id: string): number[] {
  const own = `${prefix}${id}/`;
  return keys
    .keys()
    .flatMap((key) => (key.startsWith(own) && /^\d+$/.test(key.slice(own.length)) ? [Number(key.slice(own.length))] : []))
    .sort((a, b) => a - b);
}

/** Wraps a storage so that old versions of any document make room for new writes. */
export function evictingStorage<Keys extends KeyValue>(keys: Keys): Keys {
  const named = (key: string): number => (keys.read(names + key.slice(prefix.length)) === null ? 0 : 1);
  const moment = (key: string): number => Number(key.slice(key.lastIndexOf('/') + 1));
  /** Named versions are deleted last. */
  const oldest = (): string | undefined =>
    keys
      .keys()
      .filter((key) => key.startsWith(prefix))
      .sort((a, b) => named(a) - named(b) || moment(a) - moment(b))[0];
  return {
    ...keys,
    write(key, value) {
      for (;;) {
        try {
          keys.write(key, value);
          return;
        } catch (error) {
          const evicted = key.startsWith(prefix) ? undefined : oldest();
          if (evicted === undefined) throw error;
          keys.remove(evicted);
          keys.remove(names + evicted.slice(prefix.length));
        }
      }
    },
  };
}
