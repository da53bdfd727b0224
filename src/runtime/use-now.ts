import { useSyncExternalStore } from 'react';
import { dayAt } from './parts/calendar/calendar-days.ts';
import { useProduct } from './product-context.ts';

/** The time in milliseconds, updated every minute. */
export function useNow(): number {
  const { minutes } = useProduct();
  return useSyncExternalStore(minutes.subscribe, minutes.now);
}

/** The reader's day, `2026-01-05`. Checked every minute; only a new day renders again. */
export function useToday(): string {
  const { minutes, zone } = useProduct();
  return useSyncExternalStore(minutes.subscribe, () => dayAt(minutes.now(), zone));
}
