import { useEffect } from 'react';
import type { Observable } from '../state/observable.ts';
import { useObservable } from '../state/use-observable.ts';
import { createExploring, type Exploring } from './exploring.ts';
import { startExplorer } from './start-explorer.ts';

/** A text that changes is explored again after this time without a key, in milliseconds. */
export const quiet = 1500;

/** The explorer of the open document, which begins with its first use; null: in a moment. */
export function useExploring(place: Observable<Exploring | null>): Exploring | null {
  const known = useObservable(place);
  useEffect(() => {
    if (place.get() === null) place.set(createExploring(startExplorer));
  }, [place]);
  return known;
}
