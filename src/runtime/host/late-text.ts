import { type LateText, textKey } from '../../engine/document/open-model.ts';
import type { DocumentStore } from '../../store/store.ts';

/** How long after the last change the text is written, in milliseconds. */
const pause = 500;

/** Writes the document's text when a person stops typing. */
export function lateText(store: Pick<DocumentStore, 'setMeta'>): LateText & { flush(): void } {
  let waiting: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    if (waiting !== null) store.setMeta(textKey, waiting);
    waiting = null;
  };
  return {
    flush,
    wait(text) {
      waiting = text;
      clearTimeout(timer);
      timer = setTimeout(() => {
        try {
          flush();
        } catch (error) {
          // It still waits, and is tried again with the next change and when the product closes.
          console.warn(error);
        }
      }, pause);
    },
    drop() {
      clearTimeout(timer);
      waiting = null;
    },
  };
}
