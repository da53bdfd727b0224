import { type ReactNode, useState } from 'react';
import { writeCell } from '../../check/asking/write.ts';
import { renameAt } from '../../language/rename.ts';
import type { Name } from '../../model/ast/common.ts';
import type { Placed } from '../../model/model.ts';
import { Button } from '../../ui/button.tsx';
import { CellField } from './cell-field.tsx';
import { DeleteRow } from './delete-row.tsx';
import { expressionCell } from './expression-field.tsx';
import { cellOf } from './row-edits.ts';
import { RowFindings } from './row-findings.tsx';
import { SidePanel } from './side-panel.tsx';
import type { ViewProps } from './view.ts';
import styles from './view-bar.module.css';

export interface Column {
  /** As in the table's header. */
  readonly header: string;
  readonly description?: string | undefined;
  readonly suggestions?: readonly string[];
  /** Whether the cell contains an expression. */
  readonly code?: boolean;
}

/** Edits a row that declares a name, cell by cell. Changing the name renames it everywhere. */
export function NamedRowPanel({
  kind,
  row,
  columns,
  children,
  analysis,
  edit,
  goTo,
  say,
  onRenamed,
  onClose,
}: Pick<ViewProps, 'analysis' | 'edit' | 'goTo' | 'say'> & {
  readonly kind: string;
  readonly row: Placed & { readonly name: Name };
  readonly columns: readonly Column[];
  readonly children?: ReactNode;
  readonly onRenamed: (name: string) => void;
  readonly onClose: () => void;
}) {
  const { model } = analysis;
  const [wrong, setWrong] = useState<string | null>(null);
  const rename = (name: string): void => {
    const renamed = renameAt(model, row.name.span.from, name);
    setWrong(renamed.ok ? null : renamed.why);
    if (!renamed.ok || !edit(renamed.edits)) return;
    say(`Renamed in ${renamed.edits.length} ${renamed.edits.length === 1 ? 'place' : 'places'}.`);
    onRenamed(name);
  };
  return (
    <SidePanel kind={kind} title={row.name.text} onClose={onClose}>
      <RowFindings analysis={analysis} place={row.span} edit={edit} />
      <CellField label="Name" value={row.name.text} onWrite={rename} description={wrong ?? 'Renames it everywhere.'} />
      {columns.map(({ header, code, ...rest }) => (
        <CellField
          key={header}
          label={header}
          value={cellOf(model, row, header)}
          onWrite={(words) => void edit(writeCell(model, row.span, header, words))}
          expression={code ? expressionCell(model, row, header) : undefined}
          {...rest}
        />
      ))}
      {children}
      <div className={styles['actions']}>
        <Button size="small" onClick={() => goTo(row.span)}>
          Show in the text
        </Button>
        <DeleteRow analysis={analysis} edit={edit} row={row} onClose={onClose} />
      </div>
    </SidePanel>
  );
}
