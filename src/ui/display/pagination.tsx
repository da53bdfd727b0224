import { mirrored } from '../form/mirror.ts';
import { IconButton } from '../icon-button.tsx';
import { IconChevronLeft, IconChevronRight } from '../icons.ts';
import { useUi } from '../root/ui-context.ts';
import styles from './pagination.module.css';

/** Which part of a long list is in sight. Nothing when everything is. */
export function Pagination({
  offset,
  limit,
  total,
  more = false,
  onOffset,
}: {
  /** From 0. */
  readonly offset: number;
  readonly limit: number;
  readonly total: number;
  /** There are more than `total`. */
  readonly more?: boolean;
  readonly onOffset: (offset: number) => void;
}) {
  const { words } = useUi();
  if (total <= limit && offset === 0) return null;
  const first = Math.min(offset + 1, total);
  const last = Math.min(offset + limit, total);
  return (
    <nav className={styles['pages']}>
      <span className={styles['range']} aria-live="polite">
        {words.range(first, last, total, more)}
      </span>
      <IconButton
        size="small"
        label={words.previousPage}
        icon={<IconChevronLeft size={16} className={mirrored} />}
        aria-disabled={offset === 0 || undefined}
        onClick={() => offset > 0 && onOffset(Math.max(0, offset - limit))}
      />
      <IconButton
        size="small"
        label={words.nextPage}
        icon={<IconChevronRight size={16} className={mirrored} />}
        aria-disabled={last >= total || undefined}
        onClick={() => last < total && onOffset(offset + limit)}
      />
    </nav>
  );
}
