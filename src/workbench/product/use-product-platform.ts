import { useMemo } from 'react';
import { type Platform, systemPlatform } from '../../base/platform.ts';
import { useOpenDocument } from '../frame/workbench-context.ts';
import { useObservable } from '../state/use-observable.ts';

/** Returns the system's platform with the product's clock, which may be set forward. */
export function useProductPlatform(): Platform {
  const { ahead } = useObservable(useOpenDocument().clock.state);
  return useMemo(() => ({ ...systemPlatform, now: () => systemPlatform.now() + ahead }), [ahead]);
}
