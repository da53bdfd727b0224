import type { FiredTimer } from '../../../engine/host.ts';
import { type Observable, observable } from '../../state/observable.ts';
import type { ConnectedHost, Product } from '../product.ts';

export interface ClockState {
  /** How far the product's clock is ahead of the real one, in milliseconds. */
  readonly ahead: number;
  /** The first of the `total` timers that have fired since the clock was set ahead. */
  readonly fired: readonly FiredTimer[];
  readonly total: number;
  readonly busy: boolean;
  /** True if the data from before the clock was set ahead can be restored. */
  readonly before: boolean;
}

/** The clock of a running product. Setting it forward fires timers that are due. */
export interface ProductClock {
  readonly state: Observable<ClockState>;
  /**
   * Sets the clock forward by this many milliseconds; rejects with a RangeError for negative
   * values.
   */
  forward(milliseconds: number): Promise<void>;
  /** Returns to the real time; the data stays. */
  backToNow(): Promise<void>;
  /** Returns to the real time and restores the earlier data. */
  undo(): Promise<void>;
  destroy(): void;
}

const still: ClockState = { ahead: 0, fired: [], total: 0, busy: false, before: false };

/**
 * `readAgain` is called after a restore, because the earlier data may belong to an earlier text.
 */
export function createProductClock(product: Product, readAgain: () => void): ProductClock {
  const state = observable<ClockState>(still);
  let host: ConnectedHost | null = null;
  let before: Uint8Array | null = null;
  let end: () => void = () => undefined;

  const look = async (): Promise<void> => {
    const asked = host;
    const ahead = (await asked?.clock()) ?? 0;
    const now = state.get();
    if (asked !== host || now.busy || ahead === now.ahead) return;
    // Another tab has set the clock, or the data was replaced: the state remembered here is
    // outdated.
    before = null;
    state.set({ ...still, ahead });
  };
  // The product itself reports when it does not respond.
  const lookAgain = (): void => void look().catch(() => undefined);
  const follow = (): void => {
    const running = product.state.get();
    const next = running.kind === 'running' ? running.host : null;
    if (next === host) return;
    end();
    host = next;
    end = host?.subscribe(lookAgain) ?? (() => undefined);
    lookAgain();
  };
  const endFollowing = product.state.subscribe(follow);
  follow();

  const running = (): ConnectedHost => {
    if (host === null) throw new Error('the product isn’t running');
    return host;
  };
  const busy = async (body: () => Promise<ClockState>): Promise<void> => {
    state.set({ ...state.get(), busy: true });
    try {
      state.set(await body());
    } finally {
      state.set({ ...state.get(), busy: false });
    }
  };

  return {
    state,
    async forward(milliseconds) {
      if (!(milliseconds > 0)) throw new RangeError('The clock only moves forward. To go back, use “Reset to now”.');
      const { ahead, fired, total } = state.get();
      await busy(async () => {
        if (ahead === 0) before = await product.snapshot();
        const report = await running().setClock(ahead + milliseconds);
        return {
          ...still,
          ahead: ahead + milliseconds,
          fired: [...fired, ...report.fired],
          total: total + report.total,
          before: before !== null,
        };
      });
    },
    backToNow: () =>
      busy(async () => {
        await running().setClock(0);
        before = null;
        return still;
      }),
    undo: () =>
      busy(async () => {
        if (before === null) throw new Error('the data as it was is not known');
        await product.restore(before);
        before = null;
        readAgain();
        return still;
      }),
    destroy() {
      endFollowing();
      end();
    },
  };
}
