import { useSyncExternalStore } from 'react';
import type { Observable } from './observable.ts';

/** Returns the value of an observable, and re-renders when it changes. */
export function useObservable<T>(source: Observable<T>): T {
  return useSyncExternalStore(source.subscribe, source.get);
}
