import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FilterData } from '../../engine/session.ts';
import { Person } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconChevronDown, IconSearch, IconX } from '../../ui/icons.ts';
import { Menu, MenuCheckbox } from '../../ui/menu.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Roving } from '../../ui/roving.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { hueOfValue, isPerson, typeOf } from '../facts.ts';
import { useProduct } from '../product-context.ts';
import { filterText } from '../query-state.ts';
import type { DataOf } from '../screen/use-part.ts';
import { humanize } from '../words.ts';
import styles from './list.module.css';
import type { PartOf } from './part.ts';
import type { List } from './use-list.ts';

type Part = PartOf<'list' | 'cards'>;
type Data = DataOf<'list' | 'cards'>;

/** Search and filters above a list; nothing when it has neither. */
export function ListTools({ part, data, list }: { readonly part: Part; readonly data: Data; readonly list: List }) {
  const { words } = useProduct();
  const searching = part.search.length > 0;
  if (!searching && data.filters.length === 0) return null;
  return (
    <div className={styles['tools']} role="search">
      {searching ? <SearchBox value={list.set.search} onSearch={(search) => list.change({ search })} /> : null}
      {data.filters.length > 0 || list.narrowed ? (
        <Roving className={styles['filters']} aria-label={words.filters}>
          {data.filters.map((filter) => (
            <FilterMenu key={filter.field} part={part} filter={filter} list={list} />
          ))}
          {list.narrowed ? (
            <Button variant="ghost" size="small" onClick={list.clear}>
              {words.clearFilters}
            </Button>
          ) : null}
        </Roving>
      ) : null}
    </div>
  );
}

/** Typing is asked for 120 ms after the last key, so that a word is one question. */
function SearchBox({ value, onSearch }: { readonly value: string; readonly onSearch: (search: string) => void }) {
  const { words } = useProduct();
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const ask = useRef(onSearch);
  ask.current = onSearch;

  // Back, forward and “Clear” change the address from outside.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      ask.current(text);
    }, 120);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <div className={styles['search']}>
      <TextField
        type="text"
        role="searchbox"
        aria-label={words.search}
        placeholder={words.search}
        value={text}
        onValue={setText}
        lead={<IconSearch size={16} />}
        trail={
          text === '' ? undefined : (
            <IconButton size="small" label={words.ui.clear} icon={<IconX size={14} />} onClick={() => setText('')} />
          )
        }
      />
    </div>
  );
}

function FilterMenu({ part, filter, list }: { readonly part: Part; readonly filter: FilterData; readonly list: List }) {
  const { model, words } = useProduct();
  const entity = part.entity.text;
  const chosen = list.set.filters[filter.field] ?? [];
  const type = typeOf(model, entity, filter.field);
  const name = humanize(filter.field);
  // The engine has no words of its own for yes and no.
  const named = (value: string, label: string): string =>
    type.kind === 'boolean' ? (value === 'true' ? words.yes : words.no) : label || words.ui.none;
  const look = (value: string, label: string): ReactNode => {
    if (type.kind === 'state')
      return (
        <Badge look="dot" hue={hueOfValue(model, entity, filter.field, value)}>
          {label}
        </Badge>
      );
    if (type.kind === 'enum') return <Badge hue={hueOfValue(model, entity, filter.field, value)}>{label}</Badge>;
    if (type.kind === 'relation' && value !== '' && isPerson(model, type.entity.text)) return <Person name={label} />;
    return named(value, label);
  };
  const toggle = (value: string, on: boolean): void => {
    const values = on ? [...chosen, value] : chosen.filter((one) => one !== value);
    const filters = { ...list.set.filters, [filter.field]: values };
    if (values.length === 0) delete (filters as Record<string, unknown>)[filter.field];
    list.change({ filters });
  };
  const labels = filter.choices
    .filter((choice) => chosen.includes(filterText(choice.value)))
    .map((choice) => named(filterText(choice.value), choice.label));
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="small" className={cx(chosen.length > 0 && styles['chosen'])}>
          {name}
          {chosen.length > 0 ? `: ${labels.length === 1 ? labels[0] : chosen.length}` : ''}{' '}
          <IconChevronDown size={12} style={{ verticalAlign: -1 }} />
        </Button>
      }
    >
      {filter.choices.length === 0 ? <EmptyState small title={words.ui.nothingFound} /> : null}
      {filter.choices.map((choice) => {
        const value = filterText(choice.value);
        return (
          <MenuCheckbox key={value} checked={chosen.includes(value)} onChange={(on) => toggle(value, on)}>
            {look(value, choice.label)}
          </MenuCheckbox>
        );
      })}
    </Menu>
  );
}

/** Nothing to list: the document's own words, or that nothing matches. */
export function ListEmpty({ part, list }: { readonly part: Part; readonly list: List }) {
  const { words } = useProduct();
  if (list.narrowed) {
    return (
      <EmptyState
        icon={<IconSearch size={20} />}
        title={words.noMatches}
        actions={<Button onClick={list.clear}>{words.clearFilters}</Button>}
      >
        {words.noMatchesText}
      </EmptyState>
    );
  }
  return <EmptyState small title={part.empty ?? words.emptyList(humanize(part.entity.text))} />;
}

export function ListFoot({ data, list }: { readonly data: Data; readonly list: List }) {
  return (
    <div className={styles['foot']}>
      <Pagination
        offset={list.set.page * data.perPage}
        limit={data.perPage}
        total={data.total}
        onOffset={(offset) => list.change({ page: Math.floor(offset / data.perPage) })}
      />
    </div>
  );
}
