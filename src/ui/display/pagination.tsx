import { mirroredInRtl } from '../form/mirror.ts';
import { IconButton } from '../icon-button.tsx';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '../icons.ts';
import { useUi } from '../root/ui-context.ts';
import styles from './pagination.module.css';

/** Shows which part of a long list is visible. Renders nothing if all of it is. */
export function Pagination({
  offset,
  limit,
  total,
  more = false,
  onOffset,
  onLast,
}: {
  /** Zero-based. */
  readonly offset: number;
  readonly limit: number;
  readonly total: number;
  /** There are more than `total`. */
  readonly more?: boolean;
  readonly onOffset: (offset: number) => void;
  /** Goes to the last page. If there are more than `total` rows, they are counted first. */
  readonly onLast: () => void;
}) {
  const { words } = useUi();
  if (total <= limit && offset === 0) return null;
  const known = more ? Number.POSITIVE_INFINITY : total;
  const first = Math.min(offset + 1, known);
  const last = Math.min(offset + limit, known);
  const isFirst = offset === 0;
  const isLast = last >= known;
  const hasEnds = more || total > 2 * limit;
  return (
    <nav className={styles['pages']}>
      <span className={styles['range']} aria-live="polite">
        {words.range(first, last, total, more)}
      </span>
      {hasEnds ? (
        <IconButton
          size="small"
          label={words.firstPage}
          icon={<IconChevronsLeft size={16} className={mirroredInRtl} />}
          aria-disabled={isFirst || undefined}
          onClick={() => isFirst || onOffset(0)}
        />
      ) : null}
      <IconButton
        size="small"
        label={words.previousPage}
        icon={<IconChevronLeft size={16} className={mirroredInRtl} />}
        aria-disabled={isFirst || undefined}
        onClick={() => isFirst || onOffset(Math.max(0, offset - limit))}
      />
      <IconButton
        size="small"
        label={words.nextPage}
        icon={<IconChevronRight size={16} className={mirroredInRtl} />}
        aria-disabled={isLast || undefined}
        onClick={() => isLast || onOffset(offset + limit)}
      />
      {hasEnds ? (
        <IconButton
          size="small"
          label={words.lastPage}
          icon={<IconChevronsRight size={16} className={mirroredInRtl} />}
          aria-disabled={isLast || undefined}
          onClick={() => isLast || onLast()}
        />
      ) : null}
    </nav>
  );
}
