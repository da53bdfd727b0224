import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { IconChevronDown } from '../../ui/icons.ts';
import { Menu, MenuCheckbox } from '../../ui/overlay/menu.tsx';
import { Popover } from '../../ui/overlay/popover.tsx';
import { shownType } from '../field-types.ts';
import { typeOf } from '../model-lookup.ts';
import { useProduct } from '../product-context.ts';
import { filterText } from '../query-state.ts';
import { whenNeeded } from '../when-needed.tsx';
import { ChoiceLook, type FilterProps } from './choice-look.tsx';
import type { FilterPanel as Panel } from './filter-panel.tsx';
import styles from './lists.module.css';
import { useFilterLabel } from './use-filter-label.ts';

const FilterPanel = whenNeeded<ComponentProps<typeof Panel>>(
  async () => (await import('./filter-panel.tsx')).FilterPanel,
  <Skeleton lines={2} />,
);

/** A filter as a chip that says what it lets through, and opens what it can be set with. */
export function FilterButton({ entity, filter, chosen, onChange }: FilterProps) {
  const { model, words, labels } = useProduct();
  const type = typeOf(model, entity, filter.field);
  const said = useFilterLabel(entity, type.kind, filter, chosen);
  const name = labels.field(entity, filter.field);
  const trigger = (
    <Button variant="ghost" size="small" className={cx(chosen.length > 0 && styles['chosen'])}>
      <span className={styles['chip']}>
        {name}
        {chosen.length > 0 ? `: ${said}` : ''}
      </span>{' '}
      <IconChevronDown size={12} style={{ verticalAlign: -1 }} />
    </Button>
  );
  if (['range', 'contains'].includes(shownType(type.kind).filter) || filter.more) {
    return (
      <Popover trigger={trigger} title={name}>
        <FilterPanel entity={entity} filter={filter} chosen={chosen} onChange={onChange} />
      </Popover>
    );
  }
  const toggle = (value: string, on: boolean): void => onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value));
  return (
    <Menu trigger={trigger}>
      {filter.choices.length === 0 ? <EmptyState small title={words.ui.nothingFound} /> : null}
      {filter.choices.map((choice) => {
        const value = filterText(choice.value);
        return (
          <MenuCheckbox key={value} checked={chosen.includes(value)} onChange={(on) => toggle(value, on)}>
            <ChoiceLook entity={entity} field={filter.field} value={value} label={choice.label} />
          </MenuCheckbox>
        );
      })}
    </Menu>
  );
}
