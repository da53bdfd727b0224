import type { Platform } from '../../base/platform.ts';
import type { KeyValue } from '../state/key-value.ts';

const prefix = 'ninefold/reading/';

/** Milliseconds after which a document that is still being read counts as stuck. */
const patience = 5000;

/**
 * Records which document is being read. If a text freezes the browser, the record stays, so that
 * the next start opens another document instead of freezing again.
 */
export interface ReadingMark {
  begin(id: string): void;
  end(id: string): void;
  isStuck(id: string): boolean;
}

export function createReadingMark(keys: KeyValue, platform: Pick<Platform, 'now'>): ReadingMark {
  return {
    begin(id) {
      try {
        keys.write(prefix + id, String(platform.now()));
      } catch {
        // If the storage is full, there is no record, and the document opens as usual.
      }
    },
    end: (id) => keys.remove(prefix + id),
    isStuck(id) {
      const since = keys.read(prefix + id);
      return since !== null && platform.now() - Number(since) > patience;
    },
  };
}
