import { useEffect, useRef, useState } from 'react';
import { useToast } from './overlay/toast.tsx';
import { useUi } from './root/ui-context.ts';

/** Code that comes when it is needed. */
export interface OnDemand<T> {
  /** What came, or null. */
  get(): T | null;
  load(): Promise<T>;
}

export function onDemand<T>(fetch: () => Promise<T>): OnDemand<T> {
  let come: T | null = null;
  let coming: Promise<T> | null = null;
  return {
    get: () => come,
    load() {
      coming ??= fetch().then(
        (value) => {
          come = value;
          return value;
        },
        (error: unknown) => {
          // The next one asks again: the network may be back.
          coming = null;
          throw error;
        },
      );
      return coming;
    },
  };
}

/**
 * The code, fetched once `wanted`; null until it is there. When it does not come (the server is
 * gone) a toast says so, and `missing` is called: the caller closes what did not open,
 * and wants it once more with the next press.
 */
export function useOnDemand<T>(demand: OnDemand<T>, wanted: boolean, missing: () => void): T | null {
  const { words } = useUi();
  const { show } = useToast();
  const [, setCome] = useState(false);
  const latest = useRef(missing);
  latest.current = () => {
    show({ tone: 'danger', message: words.didNotLoad });
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
