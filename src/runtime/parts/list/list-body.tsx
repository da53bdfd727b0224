import { type CSSProperties, Fragment, memo, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { own } from '../../../base/own.ts';
import type { RecordData } from '../../../engine/record-data.ts';
import { whenIdle } from '../../../ui/when-idle.ts';
import { cellText } from '../../lists/cell-text.ts';
import { type Block, isVirtualized, useRowWindow } from '../../lists/row-window.ts';
import type { DataOf } from '../../screen/use-part.ts';
import { Value } from '../../values/value.tsx';
import styles from './list.module.css';

/**
 * Renders a record; gets its index on the page, and its row number in the whole table if not all
 * rows are rendered.
 */
export type DrawRow = (row: RecordData, index: number, place: number | undefined) => ReactNode;

/** The rows of a list, with group headings; of a long page only the visible ones. */
export function ListBody({
  entity,
  data,
  span,
  first,
  table,
  children,
}: {
  readonly entity: string;
  readonly data: DataOf<'list' | 'cards'>;
  /** The number of cells in a row. */
  readonly span: number;
  /** The number of records on the pages before. */
  readonly first: number;
  readonly table: RefObject<HTMLTableElement | null>;
  readonly children: DrawRow;
}) {
  const { rows, group } = data;
  const long = isVirtualized(rows.length);
  const blocks = useRowWindow(table, rows.length);
  // The number of groups that start at or before each row.
  const begun = useMemo(() => {
    const of = (row: RecordData): string => JSON.stringify(group === null ? null : (own(row.values, group) ?? null));
    let count = 0;
    return rows.map((row, index) => {
      const before = rows[index - 1];
      if (group !== null && (before === undefined || of(before) !== of(row))) count++;
      return count;
    });
  }, [rows, group]);

  return blocks.map((block) =>
    block.gap === null ? (
      <Rows
        key={block.from}
        block={block}
        entity={entity}
        data={data}
        span={span}
        begun={begun}
        first={long ? first : null}
        draw={children}
      />
    ) : (
      <Gap key={block.from} rows={rows.slice(block.from, block.to)} fields={data.fields} span={span} height={block.gap} />
    ),
  );
}

interface RowsProps {
  readonly block: Block;
  readonly entity: string;
  readonly data: DataOf<'list' | 'cards'>;
  readonly span: number;
  readonly begun: readonly number[];
  readonly first: number | null;
  readonly draw: DrawRow;
}

const Rows = memo(function Rows({ block, entity, data, span, begun, first, draw }: RowsProps) {
  const { group } = data;
  return (
    <tbody role="rowgroup">
      {data.rows.slice(block.from, block.to).map((row, inside) => {
        const index = block.from + inside;
        const groups = begun[index] ?? 0;
        const begins = groups > (begun[index - 1] ?? 0);
        // Row 1 is the table's header.
        const place = first === null ? undefined : first + index + groups + 2;
        return (
          <Fragment key={row.id}>
            {begins && group !== null ? (
              <tr role="row" className={styles['group']} aria-rowindex={place === undefined ? undefined : place - 1}>
                <td role="cell" colSpan={span}>
                  <Value entity={entity} field={group} value={own(row.values, group)} look="cell" />
                </td>
              </tr>
            ) : null}
            {draw(row, index, place)}
          </Fragment>
        );
      })}
    </tbody>
  );
}, sameRows);

/** Compares by content, because blocks are rebuilt whenever the visible range changes. */
function sameRows({ block: before, ...had }: RowsProps, { block: after, ...has }: RowsProps): boolean {
  const names = Object.keys(had) as (keyof typeof had)[];
  return before.to === after.to && names.every((name) => had[name] === has[name]);
}

/**
 * A placeholder for hidden rows: the same height, with their text for the browser's page search.
 */
function Gap({
  rows,
  fields,
  span,
  height,
}: {
  readonly rows: readonly RecordData[];
  readonly fields: readonly string[];
  readonly span: number;
  readonly height: number;
}) {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => whenIdle(() => words.current?.replaceChildren(...rows.map((row) => hiddenWords(row, fields)))), [rows, fields]);
  return (
    <tbody role="presentation" aria-hidden="true">
      <tr className={styles['gap']}>
        <td colSpan={span} style={{ height }}>
          <div ref={words} style={{ '--line': `${height / rows.length}px` } as CSSProperties} />
        </td>
      </tr>
    </tbody>
  );
}

/**
 * A hidden element with a row's text. The browser's search reveals it and scrolls, which renders
 * the row. React types `hidden` as boolean only.
 */
function hiddenWords({ values }: RecordData, fields: readonly string[]): HTMLElement {
  const line = document.createElement('div');
  line.setAttribute('hidden', 'until-found');
  line.textContent = fields.map((field) => cellText(own(values, field) ?? null)).join(' · ');
  return line;
}
