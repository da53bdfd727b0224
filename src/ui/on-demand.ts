import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { OnDemand } from '../base/on-demand.ts';
import { useToast } from './overlay/toast.tsx';
import { useUi } from './root/ui-context.ts';

/** The loaded code, or null. React checks again after it subscribes, so that it misses no load. */
export const useLoaded = <T>(demand: OnDemand<T>): T | null => useSyncExternalStore(demand.subscribe, demand.get, demand.get);

/**
 * Loads the code once `wanted` is true; returns null until it has arrived. If loading fails (the
 * server is gone), a toast offers to reload the page, because Chromium never requests a failed
 * module again, and `missing` is called, so that the caller can close what did not open.
 */
export function useOnDemand<T>(demand: OnDemand<T>, wanted: boolean, missing: () => void): T | null {
  const { words } = useUi();
  const { show } = useToast();
  const loaded = useLoaded(demand);
  const latest = useRef(missing);
  latest.current = () => {
    show({ tone: 'danger', message: words.didNotLoad, action: { label: words.reload, run: () => location.reload() } });
    missing();
  };
  useEffect(() => {
    if (!wanted || demand.get() !== null) return;
    let live = true;
    demand.load().catch(() => live && latest.current());
    return () => {
      live = false;
    };
  }, [demand, wanted]);
  return wanted ? loaded : null;
}
