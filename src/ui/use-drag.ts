import { type PointerEvent, useState } from 'react';

/**
 * Returns the props that make an element, such as a bar, draggable. `move` is called while the
 * element is dragged, wherever the pointer is.
 */
export function useDrag(move: (event: PointerEvent<HTMLElement>) => void) {
  const [dragging, setDragging] = useState(false);
  const end = (): void => setDragging(false);
  return {
    'data-dragging': dragging || undefined,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragging(true);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (dragging) move(event);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
