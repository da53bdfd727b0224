import { useEffect, useRef, useState } from 'react';
import type { OnDemand } from '../base/on-demand.ts';
import { useToast } from './overlay/toast.tsx';
import { useUi } from './root/ui-context.ts';

/**
 * The code, fetched once `wanted`; null until it is there. When it does not come (the server is
 * gone) a toast says so and offers to reload the page, because Chromium does not request a module
 * again that failed once. `missing` is called: the caller closes what did not open.
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
