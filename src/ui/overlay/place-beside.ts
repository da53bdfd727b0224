export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type Side = 'top' | 'bottom' | 'left' | 'right';

const opposite: Readonly<Record<Side, Side>> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

/**
 * Returns the position of a box of `size` beside an anchor: `gap` away from the anchor, at least
 * `edge` away from the border of `area`, and on `side` unless only the opposite side has room.
 * Coordinates are those of `area`.
 */
export function placeBeside(
  anchor: Box,
  size: { readonly width: number; readonly height: number },
  area: Box,
  side: Side,
  gap = 6,
  edge = 8,
): { readonly left: number; readonly top: number } {
  const at = (on: Side): { left: number; top: number } => {
    const middle = { left: anchor.left + (anchor.width - size.width) / 2, top: anchor.top + (anchor.height - size.height) / 2 };
    switch (on) {
      case 'top':
        return { left: middle.left, top: anchor.top - size.height - gap };
      case 'bottom':
        return { left: middle.left, top: anchor.top + anchor.height + gap };
      case 'left':
        return { left: anchor.left - size.width - gap, top: middle.top };
      case 'right':
        return { left: anchor.left + anchor.width + gap, top: middle.top };
    }
  };
  const fits = ({ left, top }: { left: number; top: number }, on: Side): boolean =>
    on === 'top' || on === 'bottom'
      ? top >= area.top && top + size.height <= area.top + area.height
      : left >= area.left && left + size.width <= area.left + area.width;
  const wanted = at(side);
  const other = at(opposite[side]);
  const chosen = fits(wanted, side) || !fits(other, opposite[side]) ? wanted : other;
  const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, Math.max(low, high)));
  return {
    left: clamp(chosen.left, area.left + edge, area.left + area.width - size.width - edge) - area.left,
    top: clamp(chosen.top, area.top + edge, area.top + area.height - size.height - edge) - area.top,
  };
}
