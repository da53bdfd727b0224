import { type ReactNode, useMemo, useState } from 'react';
import type { Name } from '../../model/ast/common.ts';
import type { Placed } from '../../model/model.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { gridKeys } from './grid-keys.ts';
import { type Column, NamedRowPanel } from './named-row.tsx';
import { constantNameMistake, type NewColumn, NewRowPanel } from './new-row-panel.tsx';
import { findingsIn } from './row-findings.tsx';
import { WithPanel } from './side-panel.tsx';
import styles from './table-view.module.css';
import { UseList } from './use-list.tsx';
import { usesOf } from './uses.ts';
import type { ViewProps } from './view.ts';

/**
 * A table of rows that declare names, with their uses, and a panel for one of them or a new one.
 */
export function NamedRows<Row extends Placed & { readonly name: Name }>({
  kind,
  rows,
  first,
  about,
  heads,
  cells,
  columns,
  newColumns,
  used,
  preview,
  ...props
}: ViewProps & {
  /** As in the first header of the table: `Error`. */
  readonly kind: string;
  readonly rows: readonly Row[];
  /** Other rows above these; null: none. */
  readonly first?: ReactNode;
  /** The text shown if there are no rows. */
  readonly about: string;
  readonly heads: readonly string[];
  /** Renders the cells beside the name. */
  readonly cells: (row: Row, uses: number) => ReactNode;
  readonly columns: readonly Column[];
  /** The columns of a new row, after its name. */
  readonly newColumns: readonly NewColumn[];
  readonly used: { readonly title: string; readonly none: string };
  readonly preview?: (row: Row) => ReactNode;
}) {
  const { analysis, highlight, goTo } = props;
  const { model, findings } = analysis;
  const [chosen, setChosen] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const uses = useMemo(() => new Map(rows.map(({ name }) => [name.text, usesOf(model, name.span.from)])), [model, rows]);
  const row = rows.find(({ name }) => name.text === chosen);
  const choose = ({ name, span }: Row): void => {
    setAdding(false);
    setChosen(name.text);
    highlight(span);
  };
  const panel = adding ? (
    <NewRowPanel
      {...props}
      title={kind.toLowerCase()}
      last={rows.at(-1)}
      columns={[{ header: kind, mistake: constantNameMistake(rows.map(({ name }) => name.text)) }, ...newColumns]}
      onDone={(name) => {
        setAdding(false);
        setChosen(name);
      }}
    />
  ) : row ? (
    <NamedRowPanel
      key={row.name.text}
      {...props}
      kind={kind}
      row={row}
      columns={columns}
      onRenamed={setChosen}
      onClose={() => setChosen(null)}
    >
      {preview?.(row)}
      <UseList {...used} uses={uses.get(row.name.text) ?? []} goTo={goTo} />
    </NamedRowPanel>
  ) : null;
  const add = (
    <Button size="small" icon={<IconPlus size={14} />} onClick={() => setAdding(true)}>
      {kind}
    </Button>
  );
  return (
    <WithPanel panel={panel}>
      <div className={styles['scroll']}>
        {rows.length === 0 && !first ? (
          <EmptyState title={`No ${kind.toLowerCase()}s yet`} actions={add}>
            <p>{about}</p>
          </EmptyState>
        ) : (
          <>
            <div className={styles['intro']}>{add}</div>
            <table className={styles['table']} aria-label={`${kind}s`} onKeyDown={gridKeys}>
              <thead>
                <tr>
                  {[kind, ...heads].map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {first}
                {rows.map((one) => {
                  const wrong = findingsIn(findings, one.span).some(({ severity }) => severity === 'error');
                  return (
                    <tr key={one.span.from} data-selected={chosen === one.name.text || undefined}>
                      <th scope="row">
                        <button type="button" className={styles['cell']} onClick={() => choose(one)}>
                          <span className={wrong ? styles['bad'] : undefined}>{one.name.text}</span>
                        </button>
                      </th>
                      {cells(one, uses.get(one.name.text)?.length ?? 0)}
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </>
        )}
      </div>
    </WithPanel>
  );
}
