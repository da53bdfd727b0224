import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import styles from './tooltip.module.css';
import { useUi } from './ui-context.ts';

/** Says more about its child when it is pointed at or focused. What it says must not be needed to use the child. */
export function Tooltip({
  content,
  side = 'top',
  children,
}: {
  readonly content: ReactNode;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  readonly children: ReactElement<Record<string, unknown>>;
}) {
  const { layer } = useUi();
  return (
    <Base.Root>
      <Base.Trigger render={children} closeOnClick={false} />
      <Base.Portal container={layer}>
        <Base.Positioner sideOffset={6} side={side} collisionPadding={8} className={styles['positioner']}>
          <Base.Popup className={styles['popup']}>{content}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
