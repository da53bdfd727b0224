import { useEffect, useRef } from 'react';

/**
 * Around what floats stand empty elements that pass the focus on as soon as they get it. They are
 * hidden from readers, and yet can be focused: what is both is a trap, even for a moment. They say
 * nothing, so they need not be hidden. Is inside the popup.
 */
export function OpenGuards() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const root = place.current?.getRootNode();
    const open = (): void => {
      if (!(root instanceof Document)) return;
      for (const guard of root.querySelectorAll('[data-base-ui-focus-guard][aria-hidden]')) {
        // Tab goes past what is in a menu, whose children are items and nothing else.
        if (guard.closest('[role="menu"]')) guard.setAttribute('tabindex', '-1');
        else guard.removeAttribute('aria-hidden');
      }
    };
    open();
    // Those around the trigger are drawn with the frame after the popup.
    const frame = requestAnimationFrame(open);
    return () => cancelAnimationFrame(frame);
  }, []);
  return <span ref={place} hidden />;
}
