import { debounce } from '../state/debounce.ts';
import type { FromScenarios, RowOutcome, ToScenarios } from './messages.ts';

/** The part of `Worker` that is used here. */
export interface ScenarioPort {
  postMessage(message: ToScenarios): void;
  onmessage: ((event: { readonly data: FromScenarios }) => void) | null;
  terminate(): void;
}

/**
 * Runs the scenarios of each text that stays unchanged for a moment, and shows the result of each
 * row.
 */
export interface LiveScenarios {
  /** `count` is the number of scenarios in the text; without any, no worker is started. */
  offer(version: number, text: string, count: number): void;
  destroy(): void;
}

/** Milliseconds without a change before the scenarios run. */
const quiet = 700;

export function createLiveScenarios(
  start: () => Promise<ScenarioPort>,
  show: (version: number, rows: readonly RowOutcome[]) => void,
  failed: (error: unknown) => void,
): LiveScenarios {
  let port: Promise<ScenarioPort> | null = null;
  let wanted = { version: -1, text: '' };
  let ended = false;
  const run = debounce(
    () => {
      const { version, text } = wanted;
      port ??= start();
      port.then((open) => {
        // While the worker started, a newer text may have come.
        if (ended || version !== wanted.version) return;
        open.onmessage = ({ data }) => {
          if (!ended && data.id === wanted.version) show(data.id, data.rows);
        };
        open.postMessage({ id: version, text });
      }, failed);
    },
    () => quiet,
    10 * quiet,
  );
  return {
    offer(version, text, count) {
      if (text === wanted.text && version === wanted.version) return;
      wanted = { version, text };
      if (count > 0) run.call();
      else {
        run.cancel();
        show(version, []);
      }
    },
    destroy() {
      ended = true;
      run.cancel();
      void port?.then((open) => open.terminate());
    },
  };
}
