import { type ReactNode, useId } from 'react';
import styles from './screen.module.css';

/** A part under its heading. `beside`: at the end of the heading's line. */
export function Titled({ title, beside, children }: { readonly title: string; readonly beside?: ReactNode; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles['titled']}>
      <div className={styles['partHead']}>
        <h2 id={id} className={styles['partTitle']}>
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
