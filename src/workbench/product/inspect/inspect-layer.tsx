import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Span } from '../../../base/span.ts';
import type { Model } from '../../../model/model.ts';
import { placeInWords } from '../../views/uses.ts';
import styles from './inspect-layer.module.css';
import { placeAt, type ShownPlace, shownPlaces } from './shown-places.ts';

/** Pointer events that do not reach the product while it is inspected. */
const presses = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'contextmenu'] as const;

/**
 * Overlays the running product. It outlines the part under the pointer and names the row of the
 * document that is responsible; a click goes to that row. For the keyboard, each part is a button.
 */
export function InspectLayer({
  screen,
  model,
  onGo,
  onLeave,
}: {
  readonly screen: RefObject<HTMLElement | null>;
  /** The model that the product runs; positions refer to its text. */
  readonly model: Model;
  readonly onGo: (place: Span) => void;
  readonly onLeave: () => void;
}) {
  const layer = useRef<HTMLElement>(null);
  const [places, setPlaces] = useState<readonly ShownPlace[]>([]);
  const [lit, setLit] = useState<string | null>(null);
  const now = useRef({ places, onGo, onLeave });
  now.current = { places, onGo, onLeave };

  useEffect(() => {
    const root = screen.current;
    if (!root) return;
    let asked = 0;
    const look = (): void => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(() => setPlaces(shownPlaces(root)));
    };
    const over = (event: PointerEvent): void => {
      const found = placeAt(now.current.places, event.target instanceof Element ? event.target : null);
      setLit(found?.key ?? null);
    };
    const out = (): void => setLit(null);
    const press = (event: Event): void => {
      if (event.target instanceof Element && layer.current?.contains(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.type !== 'click') return;
      const found = placeAt(now.current.places, event.target instanceof Element ? event.target : null);
      if (found) now.current.onGo(found.span);
    };
    const keys = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      now.current.onLeave();
    };
    look();
    const resized = new ResizeObserver(look);
    resized.observe(root);
    // Ignore changes that this layer makes itself.
    const changed = new MutationObserver((changes) => {
      if (changes.some(({ target }) => !layer.current?.contains(target))) look();
    });
    changed.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-at', 'class', 'style'] });
    root.addEventListener('scroll', look, true);
    root.addEventListener('pointerover', over);
    root.addEventListener('pointerleave', out);
    for (const kind of presses) root.addEventListener(kind, press, true);
    window.addEventListener('keydown', keys);
    return () => {
      cancelAnimationFrame(asked);
      resized.disconnect();
      changed.disconnect();
      root.removeEventListener('scroll', look, true);
      root.removeEventListener('pointerover', over);
      root.removeEventListener('pointerleave', out);
      for (const kind of presses) root.removeEventListener(kind, press, true);
      window.removeEventListener('keydown', keys);
    };
  }, [screen]);

  // For people who use the keyboard, start with the first part.
  const first = places[0]?.key;
  const began = useRef(false);
  useEffect(() => {
    if (first === undefined || began.current) return;
    began.current = true;
    layer.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [first]);

  return (
    <nav ref={layer} className={styles['layer']} aria-label="Product parts and their rows" data-pointing={lit !== null || undefined}>
      {places.map((place) => {
        const { box, span, key, elements } = place;
        const { words } = placeInWords(model, span);
        return (
          <button
            key={key}
            type="button"
            aria-label={words}
            className={styles['place']}
            style={box}
            data-lit={lit === key || undefined}
            data-low={box.top < 28 || undefined}
            data-end={box.left > (screen.current?.clientWidth ?? 0) / 2 || undefined}
            onFocus={() => {
              setLit(null);
              elements[0]?.scrollIntoView({ block: 'nearest' });
            }}
            onClick={() => onGo(span)}
          >
            <span aria-hidden className={styles['name']}>
              {words}
            </span>
          </button>
        );
      })}
    </nav>
  );
}
