import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { cx } from '../cx.ts';
import { useUi } from '../root/ui-context.ts';
import { useDrag } from '../use-drag.ts';
import styles from './split.module.css';

/**
 * Two panes with a bar between them that can be dragged or moved with the arrow keys. `share` is
 * the first pane's part of the total size, 0 to 1.
 */
export function Split({
  share,
  onShare,
  direction = 'row',
  minimum = 0.15,
  first,
  second,
}: {
  readonly share: number;
  readonly onShare: (share: number) => void;
  readonly direction?: 'row' | 'column';
  readonly minimum?: number;
  readonly first: ReactNode;
  readonly second: ReactNode;
}) {
  const { words } = useUi();
  const box = useRef<HTMLDivElement>(null);
  const set = (next: number): void => onShare(Math.min(1 - minimum, Math.max(minimum, next)));
  const drag = useDrag((event) => {
    const area = box.current?.getBoundingClientRect();
    if (!area) return;
    set(direction === 'row' ? (event.clientX - area.left) / area.width : (event.clientY - area.top) / area.height);
  });
  const keys = (event: KeyboardEvent): void => {
    const [less, more] = direction === 'row' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const step = event.key === less ? -0.02 : event.key === more ? 0.02 : 0;
    if (step === 0) return;
    event.preventDefault();
    set(share + step);
  };
  return (
    <div ref={box} className={cx(styles['split'], direction === 'column' && styles['column'])}>
      <div className={styles['first']} style={{ flexBasis: `${share * 100}%` }}>
        {first}
      </div>
      <div
        role="separator"
        tabIndex={0}
        aria-label={words.resize}
        aria-orientation={direction === 'row' ? 'vertical' : 'horizontal'}
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={Math.round(minimum * 100)}
        aria-valuemax={Math.round((1 - minimum) * 100)}
        className={styles['bar']}
        {...drag}
        onKeyDown={keys}
      />
      <div className={styles['second']}>{second}</div>
    </div>
  );
}
