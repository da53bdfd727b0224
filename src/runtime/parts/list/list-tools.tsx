import { type ReactNode, useContext, useEffect, useState } from 'react';
import type { Screen } from '../../../engine/document/product-model.ts';
import type { NarrowingData } from '../../../engine/part-data.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/display/callout.tsx';
import { Pagination } from '../../../ui/display/pagination.tsx';
import { VisuallyHidden } from '../../../ui/display/visually-hidden.tsx';
import { Tooltip } from '../../../ui/overlay/tooltip.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { ListMenu } from '../../lists/list-menu.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import { useViews, type Views } from '../../lists/use-views.ts';
import { ViewTabs } from '../../lists/view-tabs.tsx';
import { useProduct } from '../../product-context.ts';
import { CountedContext, showsOwnCount } from '../../screen/list-count.tsx';
import { allParts } from '../../screen/part-lists.ts';
import { useShownScreen } from '../../screen/screen-context.ts';
import type { DataOf } from '../../screen/use-part.ts';
import type { PartOf } from '../part.ts';
import styles from './list.module.css';
import { type List, type ListControls, useListControls } from './use-list.ts';

type Part = PartOf<'list' | 'cards'>;
type Data = DataOf<'list' | 'cards'>;

/** Below this number of records, a list without search or filters needs no tools. */
const fewest = 10;

/** Search, filters and settings above a list; nothing if the list needs none. */
export function ListTools({ part, data, list }: { readonly part: Part; readonly data: Data; readonly list: List }) {
  const { mainList, data: shown } = useShownScreen();
  // An empty list of only some records needs no settings, and cannot import.
  const main = part.id === mainList && shown.record === null && (data.total > 0 || part.where === null);
  const arranges = part.search.length > 0 || data.filters.length > 0 || main || list.arranged || data.total >= fewest;
  return arranges ? <Tools part={part} data={data} list={list} /> : null;
}

/** The tools themselves, separate because they read saved views from the browser's storage. */
function Tools({ part, data, list }: { readonly part: Part; readonly data: Data; readonly list: List }) {
  const counted = useContext(CountedContext);
  const views = useViews(part, list);
  // Nothing to search, filter or count, but the menu imports.
  const nothing = data.total === 0 && !list.narrowed;
  const found = nothing ? null : <Found part={part} data={data} list={list} />;
  return (
    <>
      <ViewTabs part={part} views={views} />
      <NarrowingBar part={part} data={data} list={list} views={views} nothing={nothing}>
        <span className={styles['arrange']}>
          <span className={styles['found']} aria-live="polite" tabIndex={-1}>
            {counted === part.id && !showsOwnCount(list.narrowed, data.more) ? <VisuallyHidden>{found}</VisuallyHidden> : found}
          </span>
          <ListMenu part={part} data={data} list={list} />
        </span>
      </NarrowingBar>
    </>
  );
}

/** Search and filters above a board or a calendar, if the document names some. */
export function NarrowingTools({ part, data }: { readonly part: PartOf<'board' | 'calendar'>; readonly data: NarrowingData }) {
  const list = useListControls(part.id);
  if (part.search.length === 0 && part.filter.length === 0) return null;
  return <NarrowingBar part={part} data={data} list={list} views={null} />;
}

/** ` 2` for the second of several parts with one name: landmarks need different names. */
function numberAmong(screen: Screen, { id, entity, caption }: Part | PartOf<'board' | 'calendar'>): string {
  const named = [...allParts(screen.parts)].filter(
    (part) => 'search' in part && part.entity.text === entity.text && part.caption === caption,
  );
  const place = named.findIndex((part) => part.id === id);
  return place > 0 ? ` ${place + 1}` : '';
}

/** Search, filters and `children` in one line. `nothing`: there are no records to narrow. */
function NarrowingBar({
  part,
  data,
  list,
  views,
  nothing = false,
  children,
}: {
  readonly part: Part | PartOf<'board' | 'calendar'>;
  readonly data: NarrowingData;
  readonly list: ListControls;
  readonly views: Views | null;
  readonly nothing?: boolean;
  readonly children?: ReactNode;
}) {
  const { words, labels, region } = useProduct();
  const { screen } = useShownScreen();
  const entity = part.entity.text;
  const of = part.caption === null ? (labels.entities(entity) ?? labels.entity(entity)) : labels.text(part.caption);
  return (
    <div className={styles['tools']} role="search" aria-label={region(`${words.search} ${of}${numberAmong(screen, part)}`)}>
      {part.search.length > 0 && !nothing ? (
        <SearchBox className={styles['search']} value={list.set.search} onSearch={(search) => list.change({ search })} />
      ) : null}
      {nothing ? null : <FilterBar part={part} data={data} list={list} views={views} className={styles['filters']} />}
      {children}
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
            {words.parts.lists.unread(String(value), labels.field(entity, field))}
          </Callout>
        </div>
      ))}
    </div>
  );
}

/** The number of records in the list. If counting stopped early, pressing it counts all. */
function Found({ part, data, list }: { readonly part: Part; readonly data: Data; readonly list: List }) {
  const { words, labels } = useProduct();
  const { lists } = words.parts;
  const found = lists.found(data.total, labels.entity(part.entity.text), labels.entities(part.entity.text), data.more);
  if (!data.more) return found;
  return (
    <Tooltip content={lists.exact}>
      <Button
        variant="ghost"
        size="small"
        busy={list.counting}
        onClick={({ currentTarget }) => {
          // The exact number is no button, so its container gets the focus.
          currentTarget.parentElement?.focus();
          list.countAll();
        }}
      >
        {found}
      </Button>
    </Tooltip>
  );
}

export function ListFoot({ data, list }: { readonly data: Data; readonly list: List }) {
  const rows = list.set.rows ?? data.perPage;
  const { change, countAll } = list;
  const { total, more } = data;
  const [toLast, setToLast] = useState(false);
  useEffect(() => {
    if (!toLast || more) return;
    setToLast(false);
    change({ page: Math.max(0, Math.ceil(total / rows) - 1) });
  }, [toLast, more, total, rows, change]);
  return (
    <div className={styles['foot']}>
      <Pagination
        offset={list.set.page * rows}
        limit={rows}
        total={total}
        more={more}
        onOffset={(offset) => {
          setToLast(false);
          if (more && offset >= total) countAll();
          change({ page: Math.floor(offset / rows) });
        }}
        onLast={() => {
          setToLast(true);
          if (more) countAll();
        }}
      />
    </div>
  );
}
