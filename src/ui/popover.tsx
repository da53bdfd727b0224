import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import floating from './floating.module.css';
import styles from './popover.module.css';
import { useUi } from './ui-context.ts';

/** Anything under its trigger; `children` may be a function that is given a way to close it. */
export function Popover({
  trigger,
  title,
  align = 'start',
  children,
}: {
  readonly trigger: ReactElement<Record<string, unknown>>;
  /** Its name for those who do not see it. */
  readonly title: string;
  readonly align?: 'start' | 'center' | 'end';
  readonly children: ReactNode;
}) {
  const { layer } = useUi();
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal container={layer}>
        <Base.Positioner sideOffset={4} align={align} collisionPadding={8} className={floating['positioner']}>
          <Base.Popup aria-label={title} className={cx(floating['popup'], styles['popup'])}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
