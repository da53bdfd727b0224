import { type LateText, textKey } from '../../engine/document/open-model.ts';
import type { DocumentStore } from '../../store/store.ts';

/** Milliseconds between the last change and writing the text. */
const pause = 500;

/** Writes the document's text when the person stops typing. */
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
          // The text still waits: the next change, or closing the product, tries again.
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
