import { type ComponentProps, type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';

const stops = 'a[href], button, [role="button"]';

/**
 * A row of controls that forms one tab stop: arrow keys move inside it, Home and End go to its ends
 * (W3C: toolbar). The tab stop is the control that last had the focus.
 */
export function Roving({ children, ...rest }: ComponentProps<'div'>) {
  const box = useRef<HTMLDivElement>(null);
  const last = useRef<Element | null>(null);
  const all = (): HTMLElement[] => [...(box.current?.querySelectorAll<HTMLElement>(stops) ?? [])];
  const settle = (): void => {
    const controls = all();
    const stop = controls.find((control) => control === last.current) ?? controls[0];
    for (const control of controls) control.tabIndex = control === stop ? 0 : -1;
  };
  // Any render may change the controls inside.
  useEffect(settle);

  const keys = (event: KeyboardEvent): void => {
    const controls = all();
    const now = controls.indexOf(document.activeElement as HTMLElement);
    if (now < 0) return;
    const rightToLeft = box.current !== null && getComputedStyle(box.current).direction === 'rtl';
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? controls.length - 1 : step === 0 ? now : now + (rightToLeft ? -step : step);
    if (next === now) return;
    event.preventDefault();
    controls[(next + controls.length) % controls.length]?.focus();
  };
  const focused = (event: FocusEvent): void => {
    const control = all().find((one) => one.contains(event.target));
    if (!control) return;
    last.current = control;
    settle();
  };
  return (
    <div {...rest} ref={box} role="toolbar" onKeyDown={keys} onFocus={focused}>
      {children}
    </div>
  );
}
