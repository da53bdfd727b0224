import type { KeyValue } from '../state/key-value.ts';
import { apart, thin } from './thin.ts';

/** A document's texts as they were. */
export interface HistoryEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What a person called it; null: it was kept by itself. */
  readonly name: string | null;
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
  /** Keeps a text under a name, and for longer than those without one. */
  keep(text: string, name: string): void;
  clear(): void;
}

const prefix = 'ninefold/history/';
/** Beside a text, its name. */
const names = 'ninefold/history-name/';
/** Texts of one document. */
const most = 60;
/** Characters of all texts of one document: the browser has some five million for everything. */
const room = 800_000;

const keyOf = (id: string, at: number): string => `${prefix}${id}/${at}`;
const nameOf = (id: string, at: number): string => `${names}${id}/${at}`;

export function openHistory(keys: KeyValue, id: string, now: () => number): History {
  const moments = (): number[] => momentsOf(keys, id);
  const tidy = (): void => {
    const all = moments();
    const named = all.filter((at) => keys.read(nameOf(id, at)) !== null);
    const others = all.filter((at) => !named.includes(at));
    const kept = new Set(thin(others, now(), most));
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

/** The same storage, in which old texts of any document make room for what is written now. */
export function roomyKeys<Keys extends KeyValue>(keys: Keys): Keys {
  const named = (key: string): number => (keys.read(names + key.slice(prefix.length)) === null ? 0 : 1);
  const moment = (key: string): number => Number(key.slice(key.lastIndexOf('/') + 1));
  /** Those with a name go last. */
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
          const gone = key.startsWith(prefix) ? undefined : oldest();
          if (gone === undefined) throw error;
          keys.remove(gone);
          keys.remove(names + gone.slice(prefix.length));
        }
      }
    },
  };
}
