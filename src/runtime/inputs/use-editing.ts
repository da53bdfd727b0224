import { useEffect, useRef, useState } from 'react';

/**
 * A value that is its input while it is edited. Closed by a key, the button in `box` that opened it
 * has the focus again.
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
