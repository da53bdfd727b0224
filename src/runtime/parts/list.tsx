import { Fragment, type MouseEvent, type ReactNode, useState } from 'react';
import type { RecordData } from '../../engine/session.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { Cell, Head, Row, Table } from '../../ui/table.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { entityNamed, isNumeric, typeOf } from '../facts.ts';
import { isSortable } from '../lists/sortable.ts';
import { TotalsRow } from '../lists/totals-row.tsx';
import { usePlaces } from '../places.ts';
import { useProduct } from '../product-context.ts';
import { ProductLink } from '../product-link.tsx';
import { toggledSort } from '../query-state.ts';
import { PartGate } from '../screen/part-gate.tsx';
import type { DataOf } from '../screen/use-part.ts';
import { Value } from '../values/value.tsx';
import { humanize } from '../words.ts';
import { BulkBar } from './bulk-bar.tsx';
import { InlineEdit } from './inline-edit.tsx';
import styles from './list.module.css';
import { ListEmpty, ListFoot, ListTools } from './list-tools.tsx';
import type { PartComponent, PartOf } from './part.ts';
import { type List, useList } from './use-list.ts';

/** A table of records; on a narrow screen a stack of them. */
export const ListPart: PartComponent<'list'> = ({ part }) => {
  const list = useList(part);
  return (
    <PartGate state={list.state} lines={8}>
      {(data) => <Rows part={part} data={data} list={list} />}
    </PartGate>
  );
};

type Data = DataOf<'list' | 'cards'>;

function Rows({ part, data, list }: { readonly part: PartOf<'list'>; readonly data: Data; readonly list: List }) {
  const { model, words } = useProduct();
  const places = usePlaces();
  const late = useDelayed(list.state.reading, 300);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<number | null>(null);
  const entity = part.entity.text;
  const bulk = data.bulk.length > 0;
  const selected = data.rows.filter((row) => picked.has(row.id));
  const sort = list.set.sort.length > 0 ? list.set.sort : data.sort;
  const label = entityNamed(model, entity)?.label;
  const first = label && data.fields.includes(label) ? label : data.fields[0];

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
  const head = (field: string): ReactNode => {
    const place = sort.findIndex((one) => one.field === field);
    const sorted = place < 0 ? null : sort[place]?.descending ? 'descending' : 'ascending';
    const type = typeOf(model, entity, field);
    const sortable = isSortable(type);
    return (
      <Head
        key={field}
        sorted={sorted}
        order={sorted && sort.length > 1 ? place + 1 : undefined}
        end={isNumeric(type)}
        place={places.field(entity, field)}
        onSort={sortable ? (extend) => list.change({ sort: toggledSort(sort, field, extend) }) : undefined}
      >
        {humanize(field)}
      </Head>
    );
  };
  const groupOf = (row: RecordData): string | null => (data.group ? JSON.stringify(row.values[data.group] ?? null) : null);

  return (
    <div className={styles['list']}>
      {selected.length > 0 ? (
        <BulkBar entity={entity} records={selected} bulk={data.bulk} onClear={() => setPicked(new Set())} />
      ) : (
        <ListTools part={part} data={data} list={list} />
      )}
      {data.rows.length === 0 ? (
        <ListEmpty part={part} list={list} />
      ) : (
        <div className={styles['scroll']} data-reading={late || undefined}>
          <Table label={humanize(entity)} className={styles['table']}>
            <thead role="rowgroup">
              <tr role="row">
                {bulk ? (
                  <Head className={styles['select']}>
                    <Checkbox
                      label={words.selectAll}
                      checked={selected.length === data.rows.length}
                      indeterminate={selected.length > 0 && selected.length < data.rows.length}
                      onChange={(on) => setPicked(new Set(on ? data.rows.map((row) => row.id) : []))}
                    />
                  </Head>
                ) : null}
                {data.fields.map(head)}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {data.rows.map((row, index) => {
                const group = groupOf(row);
                const before = data.rows[index - 1];
                const begins = group !== null && (before === undefined || groupOf(before) !== group);
                return (
                  <Fragment key={row.id}>
                    {begins && data.group !== null ? (
                      <tr role="row" className={styles['group']}>
                        <td role="cell" colSpan={data.fields.length + (bulk ? 1 : 0)}>
                          <Value entity={entity} field={data.group} value={row.values[data.group]} look="cell" />
                        </td>
                      </tr>
                    ) : null}
                    <RecordRow
                      row={row}
                      data={data}
                      first={first}
                      entity={entity}
                      selected={picked.has(row.id)}
                      onPick={bulk ? (on, extend) => pick(index, on, extend) : null}
                    />
                  </Fragment>
                );
              })}
            </tbody>
            <TotalsRow part={part} data={data} list={list} before={bulk ? 1 : 0} />
          </Table>
        </div>
      )}
      <ListFoot data={data} list={list} />
    </div>
  );
}

/** Things in a row that have a press of their own. */
const ownPress = 'a, button, input, label, [role="menuitem"], [role="checkbox"]';

/** What is one word to the eye and is never broken: left to the browser, a date beside wide columns of text stands in three lines. */
const short: ReadonlySet<string> = new Set(['date', 'time', 'datetime', 'duration', 'phone']);

function RecordRow({
  row,
  data,
  first,
  entity,
  selected,
  onPick,
}: {
  readonly row: RecordData;
  readonly data: Data;
  readonly first: string | undefined;
  readonly entity: string;
  readonly selected: boolean;
  readonly onPick: ((on: boolean, extend: boolean) => void) | null;
}) {
  const { open, model, words } = useProduct();
  const places = usePlaces();
  const address = data.addresses[row.id];
  const follow = (event: MouseEvent<HTMLTableRowElement>): void => {
    if (!address || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey) return;
    // A press inside a menu comes here through React's tree, not the page's.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target) || event.target.closest(ownPress)) return;
    if (getSelection()?.type === 'Range') return;
    open(address);
  };
  const wholeText = address === undefined && data.fields.some((field) => ['text', 'markdown'].includes(typeOf(model, entity, field).kind));
  const cell = (field: string): ReactNode => {
    const value = row.values[field];
    const type = typeOf(model, entity, field);
    const edit = data.edit.find((input) => input.name === field);
    const empty = value === null || value === undefined;
    // What is itself pressed holds nothing else to press.
    const links = !(field === first && address) && !edit;
    const whole = address === undefined && (type.kind === 'text' || type.kind === 'markdown');
    const shown = <Value entity={entity} field={field} value={value} look={whole ? 'whole' : 'cell'} links={links} />;
    return (
      <Cell
        key={field}
        {...places.field(entity, field)}
        end={isNumeric(type)}
        className={cx(field === first && styles['first'])}
        data-name={field === first || type.kind === 'state' || type.kind === 'enum' ? undefined : humanize(field)}
        data-empty={empty || undefined}
        data-short={short.has(type.kind) || undefined}
        {...(type.kind === 'text' || type.kind === 'markdown' ? { size: 'wide' as const } : {})}
        {...(typeof value === 'string' && value.length > 40 && type.kind === 'text' ? { title: value } : {})}
      >
        {field === first && address ? (
          <ProductLink address={address}>{empty ? row.label : shown}</ProductLink>
        ) : edit ? (
          <InlineEdit row={row} input={edit}>
            {shown}
          </InlineEdit>
        ) : (
          shown
        )}
      </Cell>
    );
  };
  return (
    <Row
      {...places.record(row.id)}
      open={address !== undefined}
      selected={selected}
      onClick={follow}
      className={cx(wholeText && styles['whole'])}
    >
      {onPick ? (
        <Cell className={styles['select']}>
          <Checkbox label={words.selectRow(row.label)} checked={selected} onChange={onPick} />
        </Cell>
      ) : null}
      {data.fields.map(cell)}
    </Row>
  );
}
