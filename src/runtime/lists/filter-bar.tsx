import { useState } from 'react';
import { own } from '../../base/own.ts';
import type { ProductModel } from '../../engine/document/product-model.ts';
import type { FilterData, NarrowingData } from '../../engine/part-data.ts';
import { Button } from '../../ui/button.tsx';
import { IconChevronDown, IconPlus } from '../../ui/icons.ts';
import { Menu, MenuItem, MenuRadios } from '../../ui/overlay/menu.tsx';
import { Roving } from '../../ui/roving.tsx';
import { useColumns } from '../columns.ts';
import { fieldNamed, machineOf, typeOf } from '../model-lookup.ts';
import type { ListControls } from '../parts/list/use-list.ts';
import type { PartOf } from '../parts/part.ts';
import { useProduct } from '../product-context.ts';
import { FilterButton } from './filter-button.tsx';
import type { Views } from './use-views.ts';
import { SaveView } from './view-tabs.tsx';

const unfilterable: ReadonlySet<string> = new Set(['json', 'file', 'image', 'inverse', 'rows', 'unknown', 'password']);

/**
 * The filters of a part's records: those that the document names, those that are set, and a button
 * that adds one for another field.
 */
export function FilterBar({
  part,
  data,
  list,
  views,
  className,
}: {
  readonly part: PartOf<'list' | 'cards' | 'board' | 'calendar'>;
  readonly data: NarrowingData;
  readonly list: ListControls;
  /** Null: its state cannot be saved as a view. */
  readonly views: Views | null;
  readonly className: string | undefined;
}) {
  const { model, words } = useProduct();
  const { lists } = words.parts;
  const column = useColumns(part.fields, part.entity.text);
  // A filter chosen from the menu that has no value yet.
  const [begun, setBegun] = useState<string | null>(null);
  const entity = part.entity.text;
  const known = data.filters.some(({ field }) => field === begun);
  const filters = begun === null || known ? data.filters : [...data.filters, filterOf(model, entity, begun)];
  const rest = data.offered.filter((field) => {
    const { own, type } = column(field);
    return own && !unfilterable.has(type.kind) && !filters.some((filter) => filter.field === field);
  });
  return (
    <Roving className={className} aria-label={words.filters}>
      {filters.map((filter) => (
        <FilterButton
          key={filter.field}
          entity={entity}
          filter={filter}
          chosen={own(list.set.filters, filter.field) ?? []}
          begun={filter.field === begun}
          onChange={(values) => list.filter(filter.field, values)}
          onRemove={() => {
            setBegun(null);
            list.filter(filter.field, []);
          }}
        />
      ))}
      {rest.length === 0 ? null : (
        <Menu
          trigger={
            <Button variant="ghost" size="small" icon={<IconPlus size={14} />}>
              {lists.addFilter}
            </Button>
          }
        >
          {rest.map((field) => (
            <MenuItem key={field} onSelect={() => setBegun(field)}>
              {column(field).title}
            </MenuItem>
          ))}
        </Menu>
      )}
      {Object.keys(list.set.filters).length < 2 ? null : (
        <>
          <Menu
            trigger={
              <Button variant="ghost" size="small" aria-label={`${lists.match}: ${list.set.any ? lists.matchAny : lists.matchAll}`}>
                {list.set.any ? lists.matchAny : lists.matchAll} <IconChevronDown size={12} style={{ verticalAlign: -1 }} />
              </Button>
            }
          >
            <MenuRadios
              value={list.set.any ? 'any' : 'all'}
              onChange={(value) => list.change({ any: value === 'any' })}
              items={[
                { value: 'all', label: lists.matchAll },
                { value: 'any', label: lists.matchAny },
              ]}
            />
          </Menu>
          <Button
            variant="ghost"
            size="small"
            onClick={() => {
              setBegun(null);
              list.clear();
            }}
          >
            {words.clearFilters}
          </Button>
        </>
      )}
      {list.arranged && views?.saved.length === 0 ? <SaveView views={views} /> : null}
    </Roving>
  );
}

/** A filter that the list does not have yet, with the choices that the document declares. */
function filterOf(model: ProductModel, entity: string, field: string): FilterData {
  const type = typeOf(model, entity, field);
  const values =
    type.kind === 'enum'
      ? type.values.map(({ text }) => text)
      : type.kind === 'state'
        ? (machineOf(model, entity, field)?.states ?? []).map(({ name }) => name)
        : type.kind === 'boolean'
          ? [true, false]
          : [];
  const none = type.kind === 'enum' && !fieldNamed(model, entity, field)?.required ? [null] : [];
  return {
    field,
    type: type.kind,
    named: false,
    choices: [...values, ...none].map((value) => ({ value, label: String(value ?? '') })),
    more: values.length === 0,
  };
}
