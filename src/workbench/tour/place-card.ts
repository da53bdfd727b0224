export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const gap = 12;
const edge = 8;

/**
 * Returns the position of a card relative to a box: below, above, beside, else inside it. In
 * pixels, always entirely inside the window.
 */
export function placeCard(
  box: Box,
  card: Pick<Box, 'width' | 'height'>,
  window: Pick<Box, 'width' | 'height'>,
): { readonly left: number; readonly top: number } {
  const inside = (value: number, size: number, room: number): number => Math.max(edge, Math.min(value, room - size - edge));
  const left = inside(box.left + box.width / 2 - card.width / 2, card.width, window.width);
  const top = inside(box.top + box.height / 2 - card.height / 2, card.height, window.height);
  const below = box.top + box.height + gap;
  if (below + card.height + edge <= window.height) return { left, top: below };
  const above = box.top - gap - card.height;
  if (above >= edge) return { left, top: above };
  const right = box.left + box.width + gap;
  if (right + card.width + edge <= window.width) return { left: right, top };
  const before = box.left - gap - card.width;
  if (before >= edge) return { left: before, top };
  return { left, top };
}
