import { useEffect, useRef, useState } from 'react';
import type { OnDemand } from '../base/on-demand.ts';
import { useToast } from './overlay/toast.tsx';
import { useUi } from './root/ui-context.ts';

/**
 * Loads the code once `wanted` is true; returns null until it has arrived. If loading fails (the
 * server is gone), a toast offers to reload the page, because Chromium never requests a failed
 * module again, and `missing` is called, so that the caller can close what did not open.
 */
export function useOnDemand<T>(demand: OnDemand<T>, wanted: boolean, missing: () => void): T | null {
  const { words } = useUi();
  const { show } = useToast();
  const [, setCome] = useState(false);
  const latest = useRef(missing);
  latest.current = () => {
    show({ tone: 'danger', message: words.didNotLoad, action: { label: words.reload, run: () => location.reload() } });
    missing();
  };
  useEffect(() => {
    if (!wanted || demand.get() !== null) return;
    let live = true;
    demand.load().then(
      () => live && setCome(true),
      () => live && latest.current(),
    );
    return () => {
      live = false;
    };
  }, [demand, wanted]);
  return wanted ? demand.get() : null;
}
