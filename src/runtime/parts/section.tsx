import { useId } from 'react';
import { formatNumber } from '../format.ts';
import { useProduct } from '../product-context.ts';
import { CountedContext, ListCount } from '../screen/list-count.tsx';
import { hasListState } from '../screen/part-lists.ts';
import { headedPart } from '../screen/part-title.ts';
import { PartList } from '../screen/part-view.tsx';
import { useShownScreen } from '../screen/screen-context.ts';
import { usePart } from '../screen/use-part.ts';
import styles from './layout.module.css';
import type { PartComponent, PartOf } from './part.ts';

export const SectionPart: PartComponent<'section'> = ({ part }) => {
  const id = useId();
  const { labels } = useProduct();
  const { data } = useShownScreen();
  const headed = headedPart(part.parts.filter(({ id: one }) => data.visible.includes(one)));
  // A list with a title of its own shows its number there.
  const counted = part.count === null && headed !== undefined && hasListState(headed) && headed.caption === null ? headed : null;
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 className={styles['heading']}>
        <span id={id}>
          <SectionTitle part={part} />
        </span>
        {counted === null ? null : <ListCount part={counted} />}
      </h2>
      <CountedContext value={counted?.id ?? null}>
        <PartList parts={part.parts} shownTitle={labels.text(part.title)} />
      </CountedContext>
    </section>
  );
};

/** A section's title and number, for a heading or a tab. */
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
