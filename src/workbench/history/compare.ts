/** Two texts of one document. */
export interface ComparedTexts {
  readonly before: string;
  readonly after: string;
}

/** What became possible and impossible, one sentence each, without a full stop. */
export type Compared =
  | {
      readonly ok: true;
      readonly added: readonly string[];
      readonly removed: readonly string[];
      /** The bound of the search, as text. */
      readonly bound: string;
      /** False: what was not reached may still be possible. */
      readonly complete: boolean;
    }
  | { readonly ok: false; readonly why: string };

/** Compares in a new worker, which ends after its response or on `signal`. */
export const compareInWorker = (texts: ComparedTexts, signal: AbortSignal): Promise<Compared> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('./compare-worker.ts', import.meta.url), { type: 'module', name: 'ninefold compare' });
    const answer = (compared: Compared): void => {
      worker.terminate();
      resolve(compared);
    };
    worker.onmessage = ({ data }: MessageEvent<Compared>) => answer(data);
    worker.onerror = ({ message }) => answer({ ok: false, why: message });
    signal.addEventListener('abort', () => answer({ ok: false, why: 'stopped' }), { once: true });
    worker.postMessage(texts);
  });
