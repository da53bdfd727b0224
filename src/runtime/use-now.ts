import { useEffect, useState } from 'react';
import { useProduct } from './product-context.ts';

/** The time in milliseconds, renewed each minute. */
export function useNow(): number {
  const { platform } = useProduct();
  const [now, setNow] = useState(() => platform.now());
  useEffect(() => {
    setNow(platform.now());
    const timer = setInterval(() => setNow(platform.now()), 60_000);
    return () => clearInterval(timer);
  }, [platform]);
  return now;
}
