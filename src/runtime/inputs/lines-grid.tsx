import { type ClipboardEvent, type KeyboardEvent, memo, type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import { own } from '../../base/own.ts';
import type { InputData, LinesInput } from '../../engine/form-data.ts';
import type { Json } from '../../engine/record-data.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Table } from '../../ui/display/table.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { CellField } from '../../ui/form/cell-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { IconTrash } from '../../ui/late-icons.ts';
import { shownType } from '../field-types.ts';
import { usePlaces } from '../places.ts';
import { useWholeProduct } from '../product-context.ts';
import { useLink } from '../screen/use-link.ts';
import { Value } from '../values/value.tsx';
import { ChoosingContext } from './choosing-context.ts';
import { focusable } from './focusable.ts';
import { blankRow, cellKey, isBlank, type Row, readForm, rowsOf } from './form-values.ts';
import { InputControl } from './input-control.tsx';
import { copiedCells, pastedValue, shownIn, sumOf } from './line-cells.ts';
import styles from './lines-grid.module.css';
import type { FieldError } from './use-form.ts';

/**
 * The lines of a record, edited together with it: one per row, and an empty one at the end. Enter
 * moves to the next row, Alt+Delete deletes one, and spreadsheet cells can be pasted. Memoized, so
 * that other inputs of the form do not render it again.
 */
export const LinesGrid = memo(function LinesGrid({
  input,
  lines,
  entity,
  value,
  computed,
  errors,
  onChange,
}: {
  readonly input: InputData;
  readonly lines: LinesInput;
  readonly entity: string | null;
  readonly value: Json;
  /** By index of the row. */
  readonly computed: ReadonlyMap<number, Readonly<Record<string, Json>>> | undefined;
  readonly errors: Readonly<Record<string, readonly FieldError[]>>;
  readonly onChange: (name: string, value: Json) => void;
}) {
  const { words, labels, session, zone } = useWholeProduct();
  const places = usePlaces();
  const element = useRef<HTMLTableElement>(null);
  /** The cell that gets the focus after the next render. */
  const next = useRef<{ readonly place: number; readonly column: string } | null>(null);
  const rows = rowsOf(value);
  const blank = blankRow(input, zone);
  const last = rows.at(-1);
  const shown = lines.adds && (last === undefined || !isBlank(input, last, zone)) ? [...rows, blank] : rows;
  const label = entity === null ? input.label : labels.field(entity, input.name);
  const nameOf = (column: string): string => labels.field(lines.entity, column);
  const isComputed = (column: string): boolean => lines.computed.includes(column);
  const typed = lines.columns.filter(({ name }) => !isComputed(name)).map(({ name }) => name);
  const forms = words.parts.forms;

  useLayoutEffect(() => {
    const wanted = next.current;
    if (wanted === null) return;
    next.current = null;
    element.current
      ?.querySelector(cellSelector(input.name, wanted.place, wanted.column))
      ?.querySelector<HTMLElement>(focusable)
      ?.focus();
  });

  const setRows = (changed: readonly Row[]): void => {
    // Empty rows at the end are shown but not stored.
    const kept = changed.length - [...changed].reverse().findIndex((row) => !isBlank(input, row, zone));
    onChange(input.name, changed.every((row) => isBlank(input, row, zone)) ? [] : changed.slice(0, kept));
  };
  const setCell = (place: number, column: string, cell: Json): void =>
    setRows(shown.map((row, at) => (at === place ? { ...row, [column]: cell } : row)));
  const focus = (place: number, column: string): void => {
    const cell = element.current?.querySelector(cellSelector(input.name, place, column))?.querySelector<HTMLElement>(focusable);
    if (cell) cell.focus();
    else next.current = { place, column };
  };
  const remove = (place: number, column: string): void => {
    const left = rows.filter((_, at) => at !== place);
    next.current = { place: Math.min(place, left.length), column };
    setRows(left);
  };
  const fixedIn = (row: Row): LinesInput['fixed'][string] | undefined =>
    typeof row['id'] === 'string' ? own(lines.fixed, row['id']) : undefined;
  const mayRemove = (place: number): boolean => {
    const row = rows[place];
    return row !== undefined && fixedIn(row)?.stays !== true;
  };

  const keys = (event: KeyboardEvent): void => {
    const at = cellAt(event.target);
    if (at === null || event.defaultPrevented) return;
    if (event.key === 'Delete' && event.altKey && mayRemove(at.place)) {
      event.preventDefault();
      remove(at.place, at.column);
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.target instanceof HTMLInputElement) {
      // An open list of choices handles Enter itself.
      if (event.target.getAttribute('aria-expanded') === 'true') return;
      event.preventDefault();
      focus(Math.min(at.place + 1, shown.length - 1), at.place + 1 < shown.length ? (typed[0] ?? at.column) : at.column);
    }
  };

  const paste = (event: ClipboardEvent): void => {
    const at = cellAt(event.target);
    const cells = copiedCells(event.clipboardData.getData('text/plain'));
    if (at === null || cells === null) return;
    event.preventDefault();
    void fill(at.place, typed.indexOf(at.column), cells);
  };
  const latest = useRef(shown);
  latest.current = shown;
  const at = useLink();
  const fill = async (from: number, first: number, cells: readonly (readonly string[])[]): Promise<void> => {
    const found = await Promise.all(
      cells.map((texts, place) =>
        Promise.all(
          texts.map(async (text, offset): Promise<readonly [string, Json] | null> => {
            const column = lines.columns.find(({ name }) => name === typed[first + offset]);
            if (column === undefined) return null;
            const named = (choice: string): string => labels.value(lines.entity, column.name, choice);
            const row = latest.current[from + place] ?? blank;
            const { choosing } = inCell(column, row);
            const choices = (...[of, words, most]: Parameters<typeof session.choices>) =>
              session.choices(of, words, most, choosing && { ...choosing, ...choosingIn(row) }, at);
            const cell = await pastedValue(column, text, { choices, named });
            return cell === undefined ? null : [column.name, cell];
          }),
        ),
      ),
    );
    const filled = [...latest.current];
    for (const [offset, pairs] of found.entries()) {
      const row = filled[from + offset] ?? (lines.adds ? blank : undefined);
      if (row === undefined) break;
      const fixed = fixedIn(row)?.columns ?? [];
      const given = pairs.filter((pair) => pair !== null).filter(([column]) => !fixed.includes(column));
      filled[from + offset] = { ...row, ...Object.fromEntries(given) };
    }
    setRows(filled);
  };

  const formNow = useContext(ChoosingContext);
  /** What the pickers of a row depend on: the row, and the record that contains it. */
  const choosingIn = (row: Row) => ({
    values: readForm(
      lines.columns.filter(({ name }) => !isComputed(name)),
      row,
      { zone, whole: true },
    ).values,
    owner: { ...lines.owner, values: { ...formNow().values, ...lines.owner.values } },
  });

  const rowErrors = (key: string): ReactNode =>
    own(errors, key)?.length ? own(errors, key)?.map(({ message }) => <span key={message}>{message}</span>) : undefined;
  const general = rowErrors(input.name);

  return (
    <div data-field={input.name} data-lines className={styles['lines']} {...places.field(entity, input.name)}>
      <span className={styles['label']} id={`lines-${input.name}`}>
        {label}
      </span>
      {input.description === '' ? null : <span className={styles['description']}>{labels.text(input.description)}</span>}
      <Table ref={element} label={label} className={styles['grid']} onKeyDown={keys} onPaste={paste}>
        <thead role="rowgroup">
          <tr role="row">
            {lines.columns.map((column) => (
              <th key={column.name} role="columnheader" scope="col" className={cx(styles['head'], isAtEnd(column) && styles['end'])}>
                {nameOf(column.name)}
                {column.required && !isComputed(column.name) ? <span className={styles['star']}> *</span> : null}
              </th>
            ))}
            <th role="columnheader" scope="col" className={styles['head']}>
              <VisuallyHidden>{words.delete}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.map((row, place) => {
            const fixed = fixedIn(row);
            const wrong = rowErrors(cellKey(input.name, place));
            return (
              <tr
                // A new row has no id, so its index is the key.
                key={typeof row['id'] === 'string' ? row['id'] : `new ${place}`}
                role="row"
                className={styles['row']}
                data-new={place >= rows.length || undefined}
              >
                {lines.columns.map((column) => {
                  const { name } = column;
                  const isShown = isComputed(name) || fixed?.columns.includes(name) === true;
                  return (
                    <td key={name} role="cell" className={cx(styles['cell'], isAtEnd(column) && styles['end'])} data-name={nameOf(name)}>
                      {isShown ? (
                        <span className={styles['shown']} data-name={nameOf(name)}>
                          {place < rows.length ? (
                            <Value
                              entity={lines.entity}
                              field={name}
                              value={shownIn(row, computed?.get(place), name, isComputed(name)) || null}
                              look="cell"
                              links={false}
                            />
                          ) : null}
                        </span>
                      ) : (
                        <CellField
                          name={cellKey(input.name, place, name)}
                          label={nameOf(name)}
                          place={forms.linePlace(String(place + 1))}
                          error={rowErrors(cellKey(input.name, place, name))}
                        >
                          <ChoosingContext value={() => choosingIn(row)}>
                            <InputControl
                              input={inCell(column, row)}
                              value={own(row, name) ?? null}
                              onChange={(cell) => setCell(place, name, cell)}
                              invalid={own(errors, cellKey(input.name, place, name)) !== undefined}
                              named={(choice) => labels.value(lines.entity, name, choice)}
                              look={(choice) => labels.value(lines.entity, name, choice)}
                            />
                          </ChoosingContext>
                        </CellField>
                      )}
                    </td>
                  );
                })}
                <td role="cell" className={styles['remove']}>
                  {mayRemove(place) ? (
                    <IconButton
                      size="small"
                      label={forms.deleteLine(String(place + 1))}
                      aria-keyshortcuts="Alt+Delete"
                      icon={<IconTrash size={16} />}
                      onClick={() => remove(place, typed[0] ?? '')}
                    />
                  ) : null}
                  {wrong === undefined ? null : (
                    <span role="alert" className={styles['wrong']} data-field={cellKey(input.name, place)}>
                      {wrong}
                    </span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
        {lines.sums.length > 0 && rows.length > 0 ? (
          <tfoot role="rowgroup">
            <tr role="row" className={styles['sums']}>
              {lines.columns.map(({ name }, index) => {
                const isSum = lines.sums.includes(name);
                const cells = rows.map((row, place) => shownIn(row, computed?.get(place), name, isComputed(name)));
                return (
                  <td
                    key={name}
                    role="cell"
                    className={cx(isSum && styles['end'])}
                    data-name={isSum ? nameOf(name) : undefined}
                    data-empty={!isSum && index > 0 ? true : undefined}
                  >
                    {isSum ? (
                      <Value entity={lines.entity} field={name} value={sumOf(cells)} look="cell" />
                    ) : index === 0 ? (
                      words.parts.lists.total
                    ) : null}
                  </td>
                );
              })}
              <td role="cell" data-empty />
            </tr>
          </tfoot>
        ) : null}
      </Table>
      {general === undefined ? null : (
        <span role="alert" className={styles['wrong']}>
          {general}
        </span>
      )}
      {lines.adds ? (
        <Button
          variant="ghost"
          size="small"
          className={styles['add']}
          icon={<IconPlus size={16} />}
          onClick={() => focus(shown.length - 1, typed[0] ?? '')}
        >
          {forms.addLine}
        </Button>
      ) : null}
    </div>
  );
});

const isAtEnd = (column: InputData): boolean => shownType(column.type).atEnd;

/** A cell has no room for steppers and a currency, and shows enums as a menu. */
function inCell(column: InputData, { id }: Row): InputData {
  if (['integer', 'money'].includes(column.type)) return { ...column, type: 'decimal' };
  if (column.type === 'enum') return { ...column, required: false };
  return column.choosing === undefined || typeof id !== 'string' ? column : { ...column, choosing: { ...column.choosing, id } };
}

const cellSelector = (list: string, place: number, column: string): string => `[data-field="${CSS.escape(cellKey(list, place, column))}"]`;

/** The cell that contains an event's target; null if none does. */
function cellAt(target: EventTarget): { readonly place: number; readonly column: string } | null {
  const field = target instanceof Element ? (target.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? '') : '';
  const [, place, column] = /\[(\d+)\]\.(.+)$/u.exec(field) ?? [];
  return place === undefined || column === undefined ? null : { place: Number(place), column };
}
