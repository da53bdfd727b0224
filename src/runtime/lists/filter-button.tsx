import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconChevronDown, IconX } from '../../ui/icons.ts';
import { Popover } from '../../ui/overlay/popover.tsx';
import { lazyPart } from '../lazy-part.ts';
import { useProduct } from '../product-context.ts';
import type { FilterProps } from './choice-look.tsx';
import type { FilterPanel as Panel } from './filter-panel.tsx';
import styles from './lists.module.css';
import { useFilterLabel } from './use-filter-label.ts';

const FilterPanel = lazyPart<ComponentProps<typeof Panel>>(
  async () => (await import('./filter-panel.tsx')).FilterPanel,
  <Skeleton lines={2} />,
);

/** A filter as a chip that shows its condition; pressing it opens the controls. */
export function FilterButton({
  entity,
  filter,
  chosen,
  onChange,
  begun = false,
  onRemove,
}: FilterProps & {
  /** Whether it was just added, and so opens immediately. */
  readonly begun?: boolean;
  readonly onRemove: () => void;
}) {
  const { words, labels } = useProduct();
  const filterLabel = useFilterLabel(entity, filter, chosen);
  const name = labels.field(entity, filter.field);
  const set = chosen.length > 0;
  const text = set ? filterLabel : name;
  return (
    <span className={cx(styles['filter'], set && styles['set'])}>
      <Popover
        begun={begun}
        title={name}
        trigger={
          <Button variant="ghost" size="small">
            <span className={styles['chip']}>{text}</span> {set ? null : <IconChevronDown size={12} style={{ verticalAlign: -1 }} />}
          </Button>
        }
      >
        <FilterPanel entity={entity} filter={filter} chosen={chosen} onChange={onChange} />
      </Popover>
      {set || begun ? <IconButton size="small" label={words.ui.remove(text)} icon={<IconX size={12} />} onClick={onRemove} /> : null}
    </span>
  );
}
