import { useEffect } from 'react';
import type { Observable } from '../state/observable.ts';
import { useObservable } from '../state/use-observable.ts';
import { createExploring, type Exploring } from './exploring.ts';
import { startExplorer } from './start-explorer.ts';

/** Milliseconds after the last key until a changed text is explored again. */
export const debounceMilliseconds = 1500;

/**
 * Returns the explorer of the open document, starting it on first use; null until it has started.
 */
export function useExploring(place: Observable<Exploring | null>): Exploring | null {
  const known = useObservable(place);
  useEffect(() => {
    if (place.get() === null) place.set(createExploring(startExplorer));
  }, [place]);
  return known;
}
