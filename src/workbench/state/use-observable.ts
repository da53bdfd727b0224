import { useSyncExternalStore } from 'react';
import type { Observable } from './observable.ts';

/** The value of an observable, and a render when it changes. */
export function useObservable<T>(source: Observable<T>): T {
  return useSyncExternalStore(source.subscribe, source.get);
}
