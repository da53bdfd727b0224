import type { Span } from '../../../base/span.ts';

/** A place of the document as it shows on the page. */
export interface ShownPlace {
  /** Unlike every other. */
  readonly key: string;
  readonly span: Span;
  readonly elements: readonly Element[];
  /** In pixels, from the corner of what it was looked for in, and no larger than that. */
  readonly box: Box;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Every place of the document that shows below `root`, from the outside in; a field's head and
 * cells in one part are one place.
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

/** The innermost place that an element of the page belongs to. */
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

/** Null: nothing of it is in sight. */
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

/** A frame around a part has no box of its own: those inside it count. */
function boxesOf(element: Element): DOMRect[] {
  if (!element.hasAttribute('data-part')) return [element.getBoundingClientRect()];
  return [...element.children].flatMap((child) => boxesOf(child));
}
