import { useEffect, useState } from 'react';

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

/** The code, fetched once `wanted`; null until it is there. */
export function useOnDemand<T>(demand: OnDemand<T>, wanted: boolean): T | null {
  const [, setCome] = useState(false);
  useEffect(() => {
    if (!wanted || demand.get() !== null) return;
    let live = true;
    demand.load().then(
      () => live && setCome(true),
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [demand, wanted]);
  return wanted ? demand.get() : null;
}
