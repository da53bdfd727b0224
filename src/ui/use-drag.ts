import { type PointerEvent, useState } from 'react';

/**
 * What a bar needs to be dragged: spread on its element. `move` is called while the pointer holds
 * it, wherever the pointer is.
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
