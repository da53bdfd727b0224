import { useId } from 'react';
import { useProduct } from '../product-context.ts';
import { PartList } from '../screen/part-view.tsx';
import styles from './layout.module.css';
import type { PartComponent } from './part.ts';

export const SectionPart: PartComponent<'section'> = ({ part }) => {
  const { labels } = useProduct();
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id} className={styles['heading']}>
        {labels.text(part.title)}
      </h2>
      <PartList parts={part.parts} />
    </section>
  );
};
