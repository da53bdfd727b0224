import type { KeyboardCoordinateGetter } from '@dnd-kit/core';

/** Lets the arrow keys move a card between columns, in display order. */
export const columnKeyboardCoordinates: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const step =
    event.code === 'ArrowRight' || event.code === 'ArrowDown' ? 1 : event.code === 'ArrowLeft' || event.code === 'ArrowUp' ? -1 : 0;
  if (step === 0) return undefined;
  event.preventDefault();
  const columns = context.droppableContainers
    .getEnabled()
    .flatMap((container) => {
      const rect = context.droppableRects.get(container.id);
      return rect ? [{ id: container.id, rect }] : [];
    })
    .sort((a, b) => a.rect.top - b.rect.top || a.rect.left - b.rect.left);
  const now = columns.findIndex((column) => column.id === context.over?.id);
  const next = columns[Math.min(columns.length - 1, Math.max(0, now + step))];
  if (!next) return currentCoordinates;
  return { x: next.rect.left + 8, y: next.rect.top + 40 };
};
