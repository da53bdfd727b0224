import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useUi } from '../root/ui-context.ts';
import { placeBeside, type Side } from './place-beside.ts';
import styles from './tooltip.module.css';
import { withTrigger } from './trigger.ts';

const delay = 400;
/** For this many milliseconds after one tooltip closes, the next opens without delay. */
const warm = 300;

/**
 * Explains its child when the pointer or the focus is on it. The child must be usable without the
 * explanation.
 */
export function Tooltip({
  content,
  side = 'top',
  children,
}: {
  readonly content: ReactNode;
  readonly side?: Side;
  readonly children: ReactElement<Record<string, unknown>>;
}) {
  const { layer, tips } = useUi();
  const anchor = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);

  const show = (at: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(true), at - tips.closed < warm ? 0 : delay);
  };
  const hide = (at: number): void => {
    clearTimeout(timer.current);
    if (open) tips.closed = at;
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const element = withTrigger(children, {
    ref: anchor,
    onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && show(event.timeStamp),
    onPointerLeave: (event: PointerEvent) => hide(event.timeStamp),
    onPointerDown: (event: PointerEvent) => hide(event.timeStamp),
    onFocus: () => anchor.current?.matches(':focus-visible') && setOpen(true),
    onBlur: () => hide(0),
    onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && hide(0),
  });
  return (
    <>
      {element}
      {open && layer
        ? createPortal(<Tip anchor={anchor} layer={layer} side={side} content={content} onAway={() => setOpen(false)} />, layer)
        : null}
    </>
  );
}

function Tip({
  anchor,
  layer,
  side,
  content,
  onAway,
}: {
  readonly anchor: React.RefObject<HTMLElement | null>;
  readonly layer: HTMLElement;
  readonly side: Side;
  readonly content: ReactNode;
  readonly onAway: () => void;
}) {
  const popup = useRef<HTMLDivElement>(null);
  const away = useRef(onAway);
  away.current = onAway;
  useLayoutEffect(() => {
    const { current: element } = popup;
    if (!element || !anchor.current) return;
    const { left, top } = placeBeside(
      anchor.current.getBoundingClientRect(),
      element.getBoundingClientRect(),
      layer.getBoundingClientRect(),
      side,
    );
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }, [anchor, layer, side]);
  useEffect(() => {
    const hide = (): void => away.current();
    addEventListener('scroll', hide, { capture: true, passive: true, once: true });
    return () => removeEventListener('scroll', hide, { capture: true });
  }, []);
  return (
    <div ref={popup} role="tooltip" className={styles['popup']}>
      {content}
    </div>
  );
}
