import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react';
import { own } from '../../../base/own.ts';
import type { RecordData } from '../../../engine/record-data.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { cellProps, rowProps } from '../../../ui/display/table.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import type { ShownColumn } from '../../columns.ts';
import { shownType } from '../../field-types.ts';
import { EditMark } from '../../inputs/edit-mark.tsx';
import type { OpenRowMenu } from '../../lists/use-row-menu.tsx';
import { usePlaces } from '../../places.ts';
import { useProduct } from '../../product-context.ts';
import { ProductLink } from '../../product-link.tsx';
import { useShownScreen } from '../../screen/screen-context.ts';
import type { DataOf } from '../../screen/use-part.ts';
import { recordValue } from '../../values/column-value.tsx';
import { InlineEdit } from './inline-edit.tsx';
import styles from './list.module.css';

/** Elements of a row that handle a press themselves. */
const ownPress = 'a, button, input, label, [role="menuitem"], [role="checkbox"]';

/**
 * A record of a list; rendered again only when it changes. `place`: its row number in the whole
 * table, for screen readers when not all rows are rendered.
 */
export const RecordRow = memo(function RecordRow({
  row,
  index,
  data,
  first,
  wideColumns,
  column,
  place,
  selected,
  onPick,
  onMenu,
}: {
  readonly row: RecordData;
  /** Index on the page. */
  readonly index: number;
  readonly data: DataOf<'list' | 'cards'>;
  readonly first: string | undefined;
  /**
   * The columns that share the spare width of the table, each with the length of its longest value.
   */
  readonly wideColumns: ReadonlyMap<string, number>;
  readonly column: (name: string) => ShownColumn;
  readonly place: number | undefined;
  readonly selected: boolean;
  readonly onPick: ((index: number, on: boolean, extend: boolean) => void) | null;
  readonly onMenu: OpenRowMenu | null;
}) {
  const product = useProduct();
  const { open, words } = product;
  const { paper } = useShownScreen();
  const places = usePlaces();
  const address = own(data.addresses, row.id);
  const follow = (event: MouseEvent<HTMLTableRowElement>): void => {
    if (!address || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey) return;
    // A press inside a menu bubbles through React's tree, not the DOM's.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target) || event.target.closest(ownPress)) return;
    if (getSelection()?.type === 'Range') return;
    open(address);
  };
  const menu = (event: MouseEvent<HTMLTableRowElement>): void => {
    const button = event.currentTarget.querySelector<HTMLElement>('button[aria-haspopup="menu"]');
    // Inputs and selected text keep the browser's own menu.
    if (onMenu === null || button === null || !(event.target instanceof Element) || event.target.closest('input, textarea')) return;
    if (event.shiftKey || getSelection()?.type === 'Range') return;
    event.preventDefault();
    // The menu key has no pointer position.
    onMenu(row, button, event.clientX === 0 ? null : { x: event.clientX, y: event.clientY }, event.clientX === 0);
  };
  const wholeText = address === undefined && data.fields.some((field) => shownType(column(field).type.kind).prose);
  const cell = (field: string): ReactNode => {
    const value = own(row.values, field);
    const shownColumn = column(field);
    const { type } = shownColumn;
    const { atEnd, prose, unbroken } = shownType(type.kind);
    const edit = paper === null ? data.edit.find((input) => input.name === field) : undefined;
    const empty = value === null || value === undefined;
    const length = wideColumns.get(field);
    // A cell that is a control itself cannot contain links.
    const links = !(field === first && address) && !edit;
    const whole = address === undefined && prose;
    const shown = recordValue(product, { record: row, name: field, column: shownColumn, look: whole ? 'whole' : 'cell', links });
    return (
      <td
        key={field}
        {...places.field(shownColumn.entity, shownColumn.field)}
        {...cellProps({
          // The first column names the record, and names align to the left.
          end: atEnd && field !== first,
          size: length === undefined ? undefined : 'wide',
          className: cx(field === first && styles['first'], field === first && length === undefined && styles['short']),
        })}
        data-name={field === first || type.kind === 'state' || type.kind === 'enum' ? undefined : shownColumn.title}
        data-empty={empty || undefined}
        data-short={unbroken || undefined}
        style={length === undefined ? undefined : ({ '--longest': `calc(${length}ch + 24px)` } as CSSProperties)}
        {...(typeof value === 'string' && value.length > 40 && type.kind === 'text' ? { title: value } : {})}
      >
        {field === first && address ? (
          <ProductLink address={address}>{empty ? row.label : shown}</ProductLink>
        ) : edit ? (
          <InlineEdit row={row} input={edit}>
            {shown}
            <EditMark />
          </InlineEdit>
        ) : (
          shown
        )}
      </td>
    );
  };
  return (
    <tr
      {...places.record(row.id)}
      {...rowProps({ open: address !== undefined, selected, className: cx(wholeText && styles['whole']) })}
      aria-rowindex={place}
      onClick={follow}
      onContextMenu={onMenu === null ? undefined : menu}
    >
      {onPick ? (
        <td {...cellProps({ className: styles['select'] })}>
          <Checkbox label={words.selectRow(row.label)} checked={selected} onChange={(on, extend) => onPick(index, on, extend)} />
        </td>
      ) : null}
      {data.fields.map(cell)}
      {onMenu === null ? null : (
        <td {...cellProps({ className: styles['more'] })}>
          <button
            type="button"
            className={buttonClass('ghost', 'small', true)}
            aria-label={words.parts.lists.rowMenu(row.label)}
            aria-haspopup="menu"
            onClick={(event) => onMenu(row, event.currentTarget, null, event.detail === 0)}
          >
            {/* Text, because fifty rendered icons take as long as all the cells. */}
            •••
          </button>
        </td>
      )}
    </tr>
  );
});
