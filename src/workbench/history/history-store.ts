import type { KeyValue } from '../state/key-value.ts';
import { apart, thin } from './thin.ts';

/** A document's texts as they were. */
export interface HistoryEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface History {
  /** Newest first. */
  list(): readonly HistoryEntry[];
  /** Null: it is not kept any more. */
  read(at: number): string | null;
  /**
   * Keeps a text when the last one is old enough; `always`: also when it is not (something large is
   * about to happen).
   */
  note(text: string, always?: boolean): void;
  clear(): void;
}

const prefix = 'ninefold/history/';
/** Texts of one document. */
const most = 40;
/** Characters of all texts of one document: the browser has some five million for everything. */
const room = 800_000;

const keyOf = (id: string, at: number): string => `${prefix}${id}/${at}`;

export function openHistory(keys: KeyValue, id: string, now: () => number): History {
  const moments = (): number[] => momentsOf(keys, id);
  const tidy = (): void => {
    const all = moments();
    const kept = new Set(thin(all, now(), most));
    for (const at of all) if (!kept.has(at)) keys.remove(keyOf(id, at));
    let used = 0;
    for (const at of [...kept].reverse()) {
      used += keys.read(keyOf(id, at))?.length ?? 0;
      if (used > room) keys.remove(keyOf(id, at));
    }
  };
  return {
    list: () =>
      moments()
        .reverse()
        .map((at) => ({ at })),
    read: (at) => keys.read(keyOf(id, at)),
    note(text, always = false) {
      const at = now();
      const last = moments().at(-1);
      if (last !== undefined && !always && at - last < apart) return;
      if (last !== undefined && (keys.read(keyOf(id, last)) === text || at <= last)) return;
      try {
        keys.write(keyOf(id, at), text);
        tidy();
      } catch {
        // No room: the text itself is what matters, and has its own place. Older texts make room
        // for it (roomy-keys.ts).
      }
    },
    clear: () => {
      for (const at of moments()) keys.remove(keyOf(id, at));
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

/** The same storage, in which old texts of any document make room for what is written now. */
export function roomyKeys<Keys extends KeyValue>(keys: Keys): Keys {
  const oldest = (): string | undefined =>
    keys
      .keys()
      .filter((key) => key.startsWith(prefix))
      .sort((a, b) => Number(a.slice(a.lastIndexOf('/') + 1)) - Number(b.slice(b.lastIndexOf('/') + 1)))[0];
  return {
    ...keys,
    write(key, value) {
      for (;;) {
        try {
          keys.write(key, value);
          return;
        } catch (error) {
          const gone = key.startsWith(prefix) ? undefined : oldest();
          if (gone === undefined) throw error;
          keys.remove(gone);
        }
      }
    },
  };
}
