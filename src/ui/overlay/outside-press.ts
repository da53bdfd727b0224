import type { RefObject } from 'react';

interface Change {
  readonly reason: string;
  readonly event: Event;
  cancel(): void;
}

const ownPress = 'a, button, input, textarea, select, label';

/**
 * Decides whether a layer below its own trigger may close. Returns false if the press was on the
 * trigger, which closes the layer itself. An outside press that closes the layer does nothing else,
 * unless it hits a control.
 */
export function mayClose(change: Change, anchor: RefObject<HTMLElement | null>): boolean {
  const related = change.event instanceof FocusEvent ? change.event.relatedTarget : change.event.target;
  const outside = change.reason === 'outside-press' || change.reason === 'focus-out';
  if (outside && related instanceof Node && anchor.current?.contains(related)) {
    change.cancel();
    return false;
  }
  if (change.reason === 'outside-press') swallowClick(change.event);
  return true;
}

function swallowClick(press: Event): void {
  const swallow = (event: Event): void => {
    if (event.target instanceof Element && event.target.closest(ownPress)) return;
    event.stopPropagation();
    event.preventDefault();
  };
  if (press.type === 'click') {
    swallow(press);
    return;
  }
  addEventListener('click', swallow, { capture: true, once: true });
  // No click follows a press that ends on another element.
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 500);
}
