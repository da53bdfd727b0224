import type { FiredTimer } from '../../../engine/host.ts';
import { type Observable, observable } from '../../state/observable.ts';
import type { ConnectedHost, Product } from '../product.ts';

export interface ClockState {
  /** How far the product's clock is ahead of the real one, in milliseconds. */
  readonly ahead: number;
  /** What happened by itself since it was set ahead; the first of `total`. */
  readonly fired: readonly FiredTimer[];
  readonly total: number;
  readonly busy: boolean;
  /** The data as it was before the clock was set ahead can be had again. */
  readonly before: boolean;
}

/** The clock of a running product: set forward, so that what waits for its time happens. */
export interface ProductClock {
  readonly state: Observable<ClockState>;
  /** Sets it so many milliseconds further ahead; rejects with a RangeError for less than none. */
  forward(milliseconds: number): Promise<void>;
  /** The real time again; what has happened stays. */
  backToNow(): Promise<void>;
  /** The real time again, and the data as it was before. */
  undo(): Promise<void>;
  destroy(): void;
}

const still: ClockState = { ahead: 0, fired: [], total: 0, busy: false, before: false };

/** `readAgain`: data of an earlier moment may have been made under an earlier text. */
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
    // Another tab has set it, or the data is another's: what is remembered here is not true any
    // more.
    before = null;
    state.set({ ...still, ahead });
  };
  // Where the product does not answer, the product itself says so.
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
