import type { KeyboardEvent } from 'react';
import { useDrag } from '../../ui/use-drag.ts';
import styles from './problems.module.css';

const lowest = 96;

/** The upper edge of the panel, which can be dragged or moved with the arrow keys. */
export function HeightBar({ height, onHeight }: { readonly height: number; readonly onHeight: (height: number) => void }) {
  const set = (next: number): void => onHeight(Math.round(Math.max(lowest, Math.min(next, window.innerHeight * 0.7))));
  const drag = useDrag((event) => {
    const panel = event.currentTarget.parentElement?.getBoundingClientRect();
    if (panel) set(panel.bottom - event.clientY - 36);
  });
  const keys = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowUp' ? 24 : event.key === 'ArrowDown' ? -24 : 0;
    if (step === 0) return;
    event.preventDefault();
    set(height + step);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label="Height of the problems"
      aria-orientation="horizontal"
      aria-valuenow={height}
      aria-valuemin={lowest}
      className={styles['edge']}
      {...drag}
      onKeyDown={keys}
    />
  );
}
