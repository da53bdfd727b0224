import { useId } from 'react';
import { formatNumber } from '../format.ts';
import { useProduct } from '../product-context.ts';
import { PartList } from '../screen/part-view.tsx';
import { usePart } from '../screen/use-part.ts';
import styles from './layout.module.css';
import type { PartComponent, PartOf } from './part.ts';

export const SectionPart: PartComponent<'section'> = ({ part }) => {
  const id = useId();
  const { labels } = useProduct();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id} className={styles['heading']}>
        <SectionTitle part={part} />
      </h2>
      <PartList parts={part.parts} said={labels.text(part.title)} />
    </section>
  );
};

/** A section's title with its number, as a heading or on a tab. */
export function SectionTitle({ part }: { readonly part: PartOf<'section'> }) {
  const { labels, locale } = useProduct();
  const { data } = usePart(part.id, ['section'], undefined, part.count !== null);
  const count = part.count === null ? null : (data?.count ?? null);
  return (
    <>
      {labels.text(part.title)}
      {count === null ? null : <span className={styles['count']}> {formatNumber(String(count), locale)}</span>}
    </>
  );
}
