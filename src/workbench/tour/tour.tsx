import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Workbench } from '../state/workbench.ts';
import { type Box, placeCard } from './place-card.ts';
import { type TourStep, tourSteps } from './steps.ts';
import styles from './tour.module.css';

/** A one-minute tour of the workbench. It changes nothing and can be left at any time. */
export function Tour({ workbench, onLeave }: { readonly workbench: Workbench; readonly onLeave: () => void }) {
  const [index, setIndex] = useState(0);
  const step = tourSteps[index] as TourStep;
  const box = useBox(workbench, step);
  const card = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ readonly left: number; readonly top: number } | null>(null);
  const title = useId();
  const text = useId();
  const focusedBefore = useRef(document.activeElement);

  useLayoutEffect(() => {
    if (!card.current || !box) return;
    const { offsetWidth, offsetHeight } = card.current;
    setPlace(placeCard(box, { width: offsetWidth, height: offsetHeight }, { width: window.innerWidth, height: window.innerHeight }));
  }, [box]);
  const placed = place !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: screen readers read each step once it is visible.
  useEffect(() => {
    card.current?.focus({ preventScroll: true });
  }, [index, placed]);

  const leave = (): void => {
    onLeave();
    // Return the focus to where it was.
    if (focusedBefore.current instanceof HTMLElement && focusedBefore.current.isConnected) focusedBefore.current.focus();
  };
  const go = (by: 1 | -1): void => {
    const next = index + by;
    if (next >= tourSteps.length) leave();
    else if (next >= 0) setIndex(next);
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') leave();
    else if (event.key === 'ArrowRight') go(1);
    else if (event.key === 'ArrowLeft') go(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const last = index === tourSteps.length - 1;
  return (
    <>
      {box ? <div className={styles['ring']} style={{ ...box }} /> : null}
      <div
        ref={card}
        className={styles['card']}
        style={place ?? { visibility: 'hidden' }}
        role="dialog"
        aria-labelledby={title}
        aria-describedby={text}
        tabIndex={-1}
        onKeyDown={keys}
      >
        <p id={title} className={styles['title']}>
          {step.title}
        </p>
        <p id={text}>{step.text}</p>
        <div className={styles['foot']}>
          <span className={styles['count']}>
            {index + 1} of {tourSteps.length}
          </span>
          <Button size="small" variant="ghost" onClick={leave}>
            {last ? 'Close' : 'Leave'}
          </Button>
          {index === 0 ? null : (
            <Button size="small" onClick={() => go(-1)}>
              Back
            </Button>
          )}
          {last ? null : (
            <Button size="small" variant="primary" onClick={() => go(1)}>
              Next
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

/**
 * Follows the position of a step's element as the page moves; the whole window while the element is
 * not visible.
 */
function useBox(workbench: Workbench, { at, pane }: TourStep): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  useEffect(() => {
    workbench.showPane(pane);
    let asked = 0;
    const look = (): void => {
      const found = [...document.querySelectorAll(at)].map((element) => element.getBoundingClientRect()).find(({ width }) => width > 0);
      const { left, top, width, height } = found ?? { left: 0, top: 0, width: window.innerWidth, height: window.innerHeight };
      setBox((before) =>
        before && before.left === left && before.top === top && before.width === width && before.height === height
          ? before
          : { left, top, width, height },
      );
      asked = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(asked);
  }, [workbench, at, pane]);
  return box;
}
