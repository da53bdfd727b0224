import { type ReactNode, useId } from 'react';
import styles from './screen.module.css';

/** A part below its heading. `count` follows the title, `beside` is at the end of its line. */
export function Titled({
  title,
  count,
  beside,
  children,
}: {
  readonly title: string;
  readonly count?: ReactNode;
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles['titled']}>
      <div className={styles['partHead']}>
        <h2 className={styles['partTitle']}>
          <span id={id}>{title}</span>
          {count}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
