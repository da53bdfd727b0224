import { formatDateTime, formatRelative } from '../format.ts';
import { useProduct } from '../product-context.ts';
import { useNow } from '../use-now.ts';
import styles from './values.module.css';

/**
 * A relative time, with the exact one in its title and in print, where “in 3 hours” is soon wrong.
 */
export function Moment({ iso }: { readonly iso: string }) {
  const { locale, zone } = useProduct();
  const now = useNow();
  return (
    <time dateTime={iso} title={formatDateTime(iso, locale, zone)} className={styles['moment']}>
      <span>{formatRelative(iso, now, locale, zone)}</span>
    </time>
  );
}
