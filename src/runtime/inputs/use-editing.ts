import { useEffect, useRef, useState } from 'react';

/**
 * The state of a value that is edited in place. Closing it by key returns the focus to the button
 * in `box` that opened it.
 */
export function useEditing() {
  const [editing, setEditing] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const returns = useRef(false);
  useEffect(() => {
    if (editing || !returns.current) return;
    returns.current = false;
    box.current?.querySelector('button')?.focus();
  }, [editing]);
  return {
    editing,
    box,
    open: () => setEditing(true),
    close: (byKey: boolean) => {
      returns.current = byKey;
      setEditing(false);
    },
  };
}
