import { useEffect, useState } from 'react';

/** True once `active` has been true for `milliseconds` without interruption. */
export function useDelayed(active: boolean, milliseconds: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => clearTimeout(timer);
  }, [active, milliseconds]);
  return active && late;
}
