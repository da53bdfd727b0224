import { useEffect, useState, useSyncExternalStore } from 'react';
import { dayAt } from './parts/calendar-days.ts';
import { useProduct } from './product-context.ts';

/** Calls `look` each minute. Returns the end of it. */
const eachMinute = (look: () => void): (() => void) => {
  const timer = setInterval(look, 60_000);
  return () => clearInterval(timer);
};

/** The time in milliseconds, renewed each minute. */
export function useNow(): number {
  const { platform } = useProduct();
  const [now, setNow] = useState(() => platform.now());
  useEffect(() => {
    setNow(platform.now());
    return eachMinute(() => setNow(platform.now()));
  }, [platform]);
  return now;
}

/** The reader's day, `2026-01-05`. It is looked up each minute; only another day draws again. */
export function useToday(): string {
  const { platform, zone } = useProduct();
  return useSyncExternalStore(eachMinute, () => dayAt(platform.now(), zone));
}
