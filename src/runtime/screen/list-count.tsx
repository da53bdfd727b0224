import { createContext } from 'react';
import { formatCount } from '../format.ts';
import styles from '../parts/layout.module.css';
import { useListOptions } from '../parts/list/use-list.ts';
import type { PartOf } from '../parts/part.ts';
import { useProduct } from '../product-context.ts';
import { useShownScreen } from './screen-context.ts';
import { usePart } from './use-part.ts';

/** The id of the list whose heading shows its number of records; null if none does. */
export const CountedContext = createContext<string | null>(null);

/** Whether a list shows its number itself: it is narrowed, or not counted to the end. */
export const showsOwnCount = (narrowed: boolean, more: boolean): boolean => narrowed || more;

/** The number of records in a list, beside its title. */
export function ListCount({ part }: { readonly part: PartOf<'list' | 'cards'> }) {
  const { locale } = useProduct();
  const { paper } = useShownScreen();
  const options = useListOptions(part);
  const { data } = usePart(part.id, ['list', 'cards'], options);
  const narrowed = options?.search !== undefined || options?.filters !== undefined;
  if (paper !== null || data === null || data.total === 0 || showsOwnCount(narrowed, data.more)) return null;
  return <span className={styles['count']}> {formatCount(data.total, false, locale)}</span>;
}
