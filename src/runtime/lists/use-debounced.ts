import { useEffect, useRef } from 'react';

/**
 * Calls `send` immediately, or 250 ms after the last change, because numbers are typed digit by
 * digit. Unmounting sends a waiting value.
 */
export function useDebounced<T>(send: (value: T) => void): (value: T, now: boolean) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<{ readonly value: T } | null>(null);
  const call = useRef(send);
  call.current = send;
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (waiting.current !== null) call.current(waiting.current.value);
    },
    [],
  );
  return (value, now) => {
    clearTimeout(timer.current);
    const go = (): void => {
      waiting.current = null;
      call.current(value);
    };
    if (now) go();
    else {
      waiting.current = { value };
      timer.current = setTimeout(go, 250);
    }
  };
}
