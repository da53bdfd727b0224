import type { Span } from '../../../base/span.ts';

/** A range of the document that is visible on the page. */
export interface ShownPlace {
  /** Unique among all places. */
  readonly key: string;
  readonly span: Span;
  readonly elements: readonly Element[];
  /** In pixels, relative to the corner of the root element and clipped to it. */
  readonly box: Box;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns all ranges of the document that are visible below `root`, from the outside in. A field's
 * header and cells in one part form one place.
 */
export function shownPlaces(root: Element): readonly ShownPlace[] {
  const parts = new Map<Element | null, number>();
  const groups = new Map<string, Element[]>();
  for (const element of root.querySelectorAll('[data-at]')) {
    const key = keyOf(element, parts);
    groups.set(key, [...(groups.get(key) ?? []), element]);
  }
  const frame = root.getBoundingClientRect();
  return [...groups].flatMap(([key, elements]): ShownPlace[] => {
    const span = spanOf(elements[0]);
    const box = boxAround(elements, frame);
    return span === null || box === null ? [] : [{ key, span, elements, box }];
  });
}

/** Returns the innermost place that contains an element of the page. */
export function placeAt(places: readonly ShownPlace[], element: Element | null): ShownPlace | null {
  const marked = element?.closest('[data-at]') ?? null;
  return marked === null ? null : (places.find(({ elements }) => elements.includes(marked)) ?? null);
}

const keyOf = (element: Element, parts: Map<Element | null, number>): string => {
  const part = element.parentElement?.closest('[data-part]') ?? null;
  const number = parts.get(part) ?? parts.size;
  parts.set(part, number);
  return `${number} ${element.getAttribute('data-at')}`;
};

function spanOf(element: Element | undefined): Span | null {
  const [from, to] = (element?.getAttribute('data-at') ?? '').split('-').map(Number);
  return from === undefined || to === undefined || Number.isNaN(from) || Number.isNaN(to) ? null : { from, to };
}

/** Returns null if none of the elements is visible. */
function boxAround(elements: readonly Element[], frame: DOMRect): Box | null {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
  for (const element of elements) {
    for (const rect of boxesOf(element)) {
      if (rect.width === 0 || rect.height === 0) continue;
      left = Math.min(left, rect.left);
      top = Math.min(top, rect.top);
      right = Math.max(right, rect.right);
      bottom = Math.max(bottom, rect.bottom);
    }
  }
  left = Math.max(left, frame.left);
  top = Math.max(top, frame.top);
  right = Math.min(right, frame.right);
  bottom = Math.min(bottom, frame.bottom);
  return left < right && top < bottom ? { left: left - frame.left, top: top - frame.top, width: right - left, height: bottom - top } : null;
}

/** The wrapper of a part has no box of its own, so the boxes of its children count. */
function boxesOf(element: Element): DOMRect[] {
  if (!element.hasAttribute('data-part')) return [element.getBoundingClientRect()];
  return [...element.children].flatMap((child) => boxesOf(child));
}
