import { useOpenDocument, useWorkbench } from '../../frame/workbench-context.ts';
import { useObservable } from '../../state/use-observable.ts';
import type { ClockState } from './product-clock.ts';

/** Actions on the product's clock, which report errors. */
export interface ClockActions {
  forward(milliseconds: number): Promise<void>;
  backToNow(): Promise<void>;
  undo(): Promise<void>;
}

export function useClock(): { readonly clock: ClockState; readonly actions: ClockActions } {
  const workbench = useWorkbench();
  const { clock } = useOpenDocument();
  const saying = async (what: string, body: () => Promise<void>): Promise<void> => {
    try {
      await body();
    } catch (error) {
      workbench.say({ message: `${what}: ${error instanceof Error ? error.message : String(error)}`, tone: 'danger' });
    }
  };
  return {
    clock: useObservable(clock.state),
    actions: {
      forward: (milliseconds) => saying('Couldn’t move the clock', () => clock.forward(milliseconds)),
      backToNow: () => saying('Couldn’t reset the clock', clock.backToNow),
      undo: () => saying('Couldn’t restore the data', clock.undo),
    },
  };
}
