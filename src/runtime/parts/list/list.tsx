import { type ComponentProps, type CSSProperties, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { own } from '../../../base/own.ts';
import type { ListOptions } from '../../../engine/part-data.ts';
import type { RecordData } from '../../../engine/record-data.ts';
import { Head, Table } from '../../../ui/display/table.tsx';
import { VisuallyHidden } from '../../../ui/display/visually-hidden.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { useToast } from '../../../ui/overlay/toast.tsx';
import { Tooltip } from '../../../ui/overlay/tooltip.tsx';
import { useDelayed } from '../../../ui/use-delayed.ts';
import { useColumns } from '../../columns.ts';
import { shownType } from '../../field-types.ts';
import { failureText } from '../../host/failure-text.ts';
import { lazyPart } from '../../lazy-part.ts';
import { allPages } from '../../lists/all-rows.ts';
import type { ColumnHandles as Handles } from '../../lists/column-handles.tsx';
import { orderFields, useColumnLayout } from '../../lists/column-layout.ts';
import { isVirtualized } from '../../lists/row-window.ts';
import { TotalsRow } from '../../lists/totals-row.tsx';
import { useRowMenu } from '../../lists/use-row-menu.tsx';
import { wideColumnsOf } from '../../lists/wide-columns.ts';
import { entityNamed } from '../../model-lookup.ts';
import { usePlaces } from '../../places.ts';
import { useProduct } from '../../product-context.ts';
import { toggledSort } from '../../query-state.ts';
import { PartGate } from '../../screen/part-gate.tsx';
import { useShownScreen } from '../../screen/screen-context.ts';
import type { DataOf } from '../../screen/use-part.ts';
import type { PartComponent, PartOf } from '../part.ts';
import type { BulkBar as Bar } from './bulk-bar.tsx';
import type { Conversation as Messages } from './conversation.tsx';
import styles from './list.module.css';
import { ListBody } from './list-body.tsx';
import { ListEmpty } from './list-empty.tsx';
import { RecordRow } from './list-row.tsx';
import { ListFoot, ListTools } from './list-tools.tsx';
import { type List, useList } from './use-list.ts';
import { usePinned, useWideTable } from './wide-table.ts';
import { WidestValue } from './widest-value.tsx';

const BulkBar = lazyPart<ComponentProps<typeof Bar>>(async () => (await import('./bulk-bar.tsx')).BulkBar, null);
const ColumnHandles = lazyPart<ComponentProps<typeof Handles>>(
  async () => (await import('../../lists/column-handles.tsx')).ColumnHandles,
  null,
);
const Conversation = lazyPart<ComponentProps<typeof Messages>>(async () => (await import('./conversation.tsx')).Conversation);

/** A table of records; on a narrow screen a stack. */
export const ListPart: PartComponent<'list'> = ({ part }) => {
  const list = useList(part);
  return (
    <PartGate state={list.state} lines={8}>
      {(data) =>
        part.talk !== null ? (
          <Conversation part={part} talk={part.talk} data={data} list={list} />
        ) : (
          <Rows part={part} data={data} list={list} />
        )
      }
    </PartGate>
  );
};

type Data = DataOf<'list' | 'cards'>;

/** In pixels: the width of a column without one of its own, beside columns that have one. */
const usualWidth = 160;

function Rows({ part, data: sent, list }: { readonly part: PartOf<'list'>; readonly data: Data; readonly list: List }) {
  const { session, model, words, labels } = useProduct();
  const toaster = useToast();
  const places = usePlaces();
  const { paper, address } = useShownScreen();
  const column = useColumns(part.fields, part.entity.text);
  const late = useDelayed(list.state.reading, 300);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<number | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const layouts = useColumnLayout(part);
  const { layout } = layouts;
  const ordered = list.set.columns.length > 0;
  const data = useMemo(() => {
    const fields = orderFields(sent.fields, layout, ordered);
    return fields === sent.fields ? sent : { ...sent, fields };
  }, [sent, layout, ordered]);
  const [handled, setHandled] = useState(false);
  const rowMenu = useRowMenu(data);
  const entity = part.entity.text;
  const bulk = data.bulk.length > 0 && paper === null;
  const menus = paper === null && (data.imports || Object.keys(data.addresses).length > 0);
  const columns = data.fields.length + (bulk ? 1 : 0) + (menus ? 1 : 0);
  const rowsToPage = list.set.rows ?? data.perPage;
  // A long page does not render all rows, so screen readers need their number.
  const long = isVirtualized(data.rows.length);
  const rowCount = long ? (data.group === null && !data.more ? data.total + 1 + (list.set.sums.length > 0 ? 1 : 0) : -1) : undefined;
  const selected = data.rows.filter((row) => picked.has(row.id));
  // A new search or filter clears the selection, because it finds other records.
  const found = JSON.stringify([list.set.search, list.set.filters, list.set.any]);
  const [pickedFrom, setPickedFrom] = useState(found);
  if (pickedFrom !== found) {
    setPickedFrom(found);
    setPicked(new Set());
  }
  const rowsOf = async (field: string): Promise<readonly RecordData[]> => {
    const rows: RecordData[] = [];
    const ask = (options: ListOptions) => session.part({ address, part: part.id }, options);
    for await (const page of allPages(ask, { ...list.options, fields: [field] })) rows.push(...page.rows);
    return rows;
  };
  const clear = (): void => {
    setPicked(new Set());
    // The focused toolbar has disappeared.
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('thead [role="checkbox"]')?.focus());
  };
  const sort = list.set.sort.length > 0 ? list.set.sort : data.sort;
  const label = entityNamed(model, entity)?.label;
  const sized = paper === null && Object.keys(layout.widths).length > 0;
  const beside = (bulk ? 36 : 0) + (menus ? 44 : 0);
  const width = data.fields.reduce((sum, field) => sum + (own(layout.widths, field) ?? usualWidth), beside);
  const pins = paper === null ? data.fields.filter((field) => layout.pinned.includes(field)).length : 0;
  usePinned(table, pins === 0 ? 0 : pins + (bulk ? 1 : 0), data);
  useWideTable(table, data.rows.length > 0);
  const first = label && data.fields.includes(label) ? label : data.fields[0];

  const wideColumns = useMemo(() => wideColumnsOf(data.rows, data.fields, column), [data, column]);

  const pick = (index: number, on: boolean, extend: boolean): void => {
    const next = new Set(picked);
    const [from, to] = extend && anchor !== null ? [Math.min(anchor, index), Math.max(anchor, index)] : [index, index];
    for (const row of data.rows.slice(from, to + 1)) {
      if (on) next.add(row.id);
      else next.delete(row.id);
    }
    setPicked(next);
    setAnchor(index);
  };
  // Keeps the callback stable, so that rows do not render again.
  const picking = useRef(pick);
  picking.current = pick;
  const onPick = useCallback((index: number, on: boolean, extend: boolean) => picking.current(index, on, extend), []);
  const head = (field: string): ReactNode => {
    const place = sort.findIndex((one) => one.field === field);
    const sorted = place < 0 ? null : sort[place]?.descending ? 'descending' : 'ascending';
    const shown = column(field);
    const { sortable, atEnd } = shownType(shown.type.kind);
    const unordered = data.unordered.includes(field);
    return (
      <Head
        key={field}
        sorted={sorted}
        order={sorted && sort.length > 1 ? place + 1 : undefined}
        end={atEnd && field !== first}
        place={places.field(shown.entity, shown.field)}
        data-column={field}
        // The name excludes the resize handle.
        aria-label={handled ? shown.title : undefined}
        style={sized ? { width: own(layout.widths, field) ?? usualWidth } : undefined}
        onSort={sortable && !unordered && paper === null ? (extend) => list.change({ sort: toggledSort(sort, field, extend) }) : undefined}
      >
        {unordered && paper === null ? <Unordered>{shown.title}</Unordered> : shown.title}
        {long ? <WidestValue column={shown} name={field} rows={data.rows} /> : null}
      </Head>
    );
  };
  const row = (record: RecordData, index: number, place: number | undefined): ReactNode => (
    <RecordRow
      key={record.id}
      row={record}
      index={index}
      data={data}
      first={first}
      wideColumns={wideColumns}
      column={column}
      place={place}
      selected={picked.has(record.id)}
      onPick={bulk ? onPick : null}
      onMenu={menus ? rowMenu.open : null}
    />
  );

  return (
    <div className={styles['list']}>
      {picked.size > 0 && bulk ? (
        <BulkBar
          entity={entity}
          ids={[...picked]}
          total={data.total}
          more={data.more}
          bulk={data.bulk}
          rowsOf={rowsOf}
          onEvery={async () => {
            try {
              setPicked(new Set((await rowsOf(data.fields[0] ?? '')).map(({ id }) => id)));
            } catch (error) {
              toaster.show({ message: failureText(error, words, words.broken), tone: 'danger' });
            }
          }}
          onClear={clear}
        />
      ) : paper !== null ? null : (
        <ListTools part={part} data={data} list={{ ...list, layouts }} />
      )}
      {data.rows.length === 0 ? (
        <ListEmpty part={part} data={data} list={list} />
      ) : (
        <div className={styles['scroll']} data-reading={late || undefined}>
          <Table
            label={labels.entities(entity) ?? labels.entity(entity)}
            className={styles['table']}
            ref={table}
            aria-rowcount={rowCount}
            data-sized={sized || undefined}
            style={sized ? ({ '--table-width': `${width}px` } as CSSProperties) : undefined}
          >
            {/* Resize handles are rendered on the first hover or focus. */}
            <thead role="rowgroup" onPointerEnter={() => setHandled(true)} onFocus={() => setHandled(true)}>
              <tr role="row" aria-rowindex={long ? 1 : undefined}>
                {bulk ? (
                  <Head className={styles['select']}>
                    <Checkbox
                      label={words.selectAll}
                      checked={selected.length === data.rows.length}
                      indeterminate={selected.length > 0 && selected.length < data.rows.length}
                      onChange={(on) => setPicked(new Set(on ? [...picked, ...data.rows.map((row) => row.id)] : []))}
                    />
                  </Head>
                ) : null}
                {data.fields.map(head)}
                {menus ? (
                  <Head className={styles['more']}>
                    <VisuallyHidden>{words.moreActions}</VisuallyHidden>
                  </Head>
                ) : null}
              </tr>
            </thead>
            <ListBody entity={entity} data={data} span={columns} first={list.set.page * rowsToPage} table={table}>
              {row}
            </ListBody>
            <TotalsRow part={part} data={data} list={list} before={bulk ? 1 : 0} after={menus ? 1 : 0} place={rowCount} />
          </Table>
          {handled && paper === null ? (
            <ColumnHandles
              table={table}
              fields={data.fields}
              column={column}
              layouts={layouts}
              onOrder={(order) => (ordered ? list.change({ columns: order, page: list.set.page }) : layouts.change({ order }))}
            />
          ) : null}
        </div>
      )}
      {rowMenu.shown}
      {paper === null ? <ListFoot data={data} list={list} /> : <More data={data} />}
    </div>
  );
}

/** Says how many records are missing on paper. */
function More({ data }: { readonly data: Data }) {
  const { words } = useProduct();
  return data.total > data.rows.length ? <p>{words.more(data.total - data.rows.length, data.more)}</p> : null;
}

/** The header of a column that looks sortable but is not. */
function Unordered({ children }: { readonly children: ReactNode }) {
  const { words } = useProduct();
  const why = words.parts.lists.unordered;
  return (
    <Tooltip content={why}>
      <span className={styles['unordered']} tabIndex={0} aria-description={why}>
        {children}
      </span>
    </Tooltip>
  );
}
