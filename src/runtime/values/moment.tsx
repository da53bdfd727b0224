import { formatDateTime, formatMoment, formatRelative, isNear } from '../format.ts';
import { useProduct } from '../product-context.ts';
import { useNow } from '../use-now.ts';
import styles from './values.module.css';

/**
 * A day and time, and its distance: beside it within a week, or (`short`) in its tooltip. The
 * tooltip and paper also have the year. `late`: the text for a date that has passed but should not
 * have.
 */
export function Moment({ iso, short = false, late }: { readonly iso: string; readonly short?: boolean; readonly late?: string }) {
  const { locale, zone } = useProduct();
  const now = useNow();
  const full = formatDateTime(iso, locale, zone);
  const relative = late ?? (isNear(iso, now) ? formatRelative(iso, now, locale, zone) : null);
  return (
    <time dateTime={iso} title={short && relative !== null ? `${full} · ${relative}` : full} data-full={full} className={styles['moment']}>
      <span className={late === undefined ? undefined : styles['late']}>{formatMoment(iso, now, locale, zone)}</span>
      {short || relative === null ? null : (
        <>
          {' '}
          <span className={styles['relative']}>{relative}</span>
        </>
      )}
    </time>
  );
}
