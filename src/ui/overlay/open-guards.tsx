import { useEffect, useRef } from 'react';

/**
 * Makes the focus guards around a popup visible to screen readers. Base UI surrounds popups with
 * empty elements that pass the focus on. They are hidden from screen readers but focusable, which
 * traps the focus for a moment. They have no text, so they need not be hidden. Render this inside
 * the popup.
 */
export function OpenGuards() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const root = place.current?.getRootNode();
    const open = (): void => {
      if (!(root instanceof Document)) return;
      for (const guard of root.querySelectorAll('[data-base-ui-focus-guard][aria-hidden]')) {
        // Tab skips the guards inside a menu, because its children may only be items.
        if (guard.closest('[role="menu"]')) guard.setAttribute('tabindex', '-1');
        else guard.removeAttribute('aria-hidden');
      }
    };
    open();
    // The guards around the trigger are drawn one frame after the popup.
    const frame = requestAnimationFrame(open);
    return () => cancelAnimationFrame(frame);
  }, []);
  return <span ref={place} hidden />;
}
