import { own } from '../../base/own.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Pagination } from '../../ui/display/pagination.tsx';
import { IconSearch } from '../../ui/icons.ts';
import { Roving } from '../../ui/roving.tsx';
import { FilterButton } from '../lists/filter-button.tsx';
import { ListMenu } from '../lists/list-menu.tsx';
import { SearchBox } from '../lists/search-box.tsx';
import { useProduct } from '../product-context.ts';
import { useShownScreen } from '../screen/screen-context.ts';
import type { DataOf } from '../screen/use-part.ts';
import styles from './list.module.css';
import type { PartOf } from './part.ts';
import type { List } from './use-list.ts';

type Part = PartOf<'list' | 'cards'>;
type Data = DataOf<'list' | 'cards'>;

/** Fewer records than these, in a list without search or filters, need no arranging. */
const fewest = 10;

/** Search, filters and arrangement above a list; nothing where there is nothing to arrange. */
export function ListTools({ part, data, list }: { readonly part: Part; readonly data: Data; readonly list: List }) {
  const { words, labels, region } = useProduct();
  const { mainList, data: shown } = useShownScreen();
  const searching = part.search.length > 0;
  const main = part.id === mainList && shown.record === null;
  if (!searching && data.filters.length === 0 && !main && !list.arranged && data.total < fewest) return null;
  return (
    <div
      className={styles['tools']}
      role="search"
      aria-label={region(`${words.search} ${labels.entities(part.entity.text) ?? labels.entity(part.entity.text)}`)}
    >
      {searching ? <SearchBox className={styles['search']} value={list.set.search} onSearch={(search) => list.change({ search })} /> : null}
      {data.filters.length > 0 || list.narrowed ? (
        <Roving className={styles['filters']} aria-label={words.filters}>
          {data.filters.map((filter) => (
            <FilterButton
              key={filter.field}
              entity={part.entity.text}
              filter={filter}
              chosen={own(list.set.filters, filter.field) ?? []}
              onChange={(values) => list.filter(filter.field, values)}
            />
          ))}
          {list.narrowed ? (
            <Button variant="ghost" size="small" onClick={list.clear}>
              {words.clearFilters}
            </Button>
          ) : null}
        </Roving>
      ) : null}
      <span className={styles['arrange']}>
        <ListMenu part={part} data={data} list={list} />
      </span>
      {data.unread.map(({ field, value }) => (
        <div key={`${field} ${String(value)}`} className={styles['unread']}>
          <Callout
            tone="warning"
            actions={
              <Button size="small" onClick={() => list.filter(field, [])}>
                {words.clearFilters}
              </Button>
            }
          >
            {words.parts.lists.unread(String(value), labels.field(part.entity.text, field))}
          </Callout>
        </div>
      ))}
    </div>
  );
}

/** Nothing to list: the document's own words, or that nothing matches. */
export function ListEmpty({ part, list }: { readonly part: Part; readonly list: List }) {
  const { words, labels } = useProduct();
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
  return <EmptyState small title={part.empty !== null ? labels.text(part.empty) : words.emptyList(labels.entities(part.entity.text))} />;
}

export function ListFoot({ data, list }: { readonly data: Data; readonly list: List }) {
  const rows = list.set.rows ?? data.perPage;
  return (
    <div className={styles['foot']}>
      <Pagination
        offset={list.set.page * rows}
        limit={rows}
        total={data.total}
        onOffset={(offset) => list.change({ page: Math.floor(offset / rows) })}
      />
    </div>
  );
}
