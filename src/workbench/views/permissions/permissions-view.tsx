import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { IconChevronDown, IconChevronRight } from '../../../ui/icons.ts';
import { ActAs } from '../act-as.tsx';
import { gridKeys } from '../grid-keys.ts';
import { WithPanel } from '../side-panel.tsx';
import styles from '../table-view.module.css';
import type { ViewProps } from '../view.ts';
import { ColumnPanel } from './column-panel.tsx';
import { type EntityMatrix, type MatrixLine, matrixOf, verdictWords } from './matrix.ts';
import { OperationPanel } from './operation-panel.tsx';
import { PermissionPanel } from './permission-panel.tsx';
import { RolesTable } from './roles-table.tsx';
import { VerdictMark } from './verdict-mark.tsx';

type Chosen = { readonly line: string; readonly role: string | null } | { readonly column: string; readonly role: string } | null;

/**
 * Section 6: what each role may do, by entity and operation, expandable to fields. Editing a cell
 * edits one row.
 */
export function PermissionsView(props: ViewProps) {
  const { analysis, highlight, fill } = props;
  const { model } = analysis;
  const matrix = useMemo(() => matrixOf(model), [model]);
  const [chosen, setChosen] = useState<Chosen>(null);
  const line = useMemo(
    () =>
      matrix
        .flatMap(({ lines }) => lines.flatMap((one) => [one, ...one.fields]))
        .find(({ id }) => chosen !== null && 'line' in chosen && id === chosen.line),
    [matrix, chosen],
  );
  const choose = (next: MatrixLine, role: string | null): void => {
    setChosen({ line: next.id, role });
    const sources = role === null ? next.cells[0]?.sources : next.cells.find((cell) => cell.role === role)?.sources;
    const place = sources?.[0]?.row;
    if (place) highlight(place.cells.get(role ?? '')?.span ?? place.span);
  };
  if (model.entities.length === 0 || model.roles.length === 0) {
    return (
      <EmptyState
        title={model.roles.length === 0 ? 'No roles yet' : 'No entities yet'}
        actions={
          <Button variant="primary" onClick={fill}>
            Start with an example
          </Button>
        }
      >
        <p>Until section 6 says who may do what, everyone may do everything.</p>
      </EmptyState>
    );
  }
  const close = (): void => setChosen(null);
  const column = chosen !== null && 'column' in chosen ? matrix.find(({ entity }) => entity === chosen.column) : undefined;
  const panel =
    column !== undefined && chosen?.role ? (
      <ColumnPanel key={`${column.entity} ${chosen.role}`} {...props} matrix={column} role={chosen.role} onClose={close} />
    ) : line === undefined || chosen === null ? null : chosen.role === null ? (
      <OperationPanel key={line.id} {...props} line={line} onChoose={(role) => choose(line, role)} onClose={close} />
    ) : (
      <PermissionPanel key={`${line.id} ${chosen.role}`} {...props} line={line} role={chosen.role} onClose={close} />
    );
  return (
    <WithPanel panel={panel}>
      <div className={styles['scroll']}>
        <div className={styles['intro']}>
          <p>
            {model.permissions === null
              ? 'Section 6 doesn’t say who may do what, so everyone may do everything (assumed). Change a cell to start the table.'
              : 'The combined result of all rows. Changing a cell changes only its row.'}
          </p>
          <ActAs {...props} />
        </div>
        <RolesTable {...props} />
        {matrix.map((entity) => (
          <EntityTable
            key={entity.entity}
            {...entity}
            roles={model.roles.map(({ name }) => name.text)}
            chosen={chosen}
            onChoose={choose}
            onColumn={(role) => setChosen({ column: entity.entity, role })}
          />
        ))}
      </div>
    </WithPanel>
  );
}

function EntityTable({
  entity,
  lines,
  roles,
  chosen,
  onChoose,
  onColumn,
}: EntityMatrix & {
  readonly roles: readonly string[];
  readonly chosen: Chosen;
  readonly onChoose: (line: MatrixLine, role: string | null) => void;
  readonly onColumn: (role: string) => void;
}) {
  const openLine = chosen !== null && 'line' in chosen ? chosen.line : null;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string): void =>
    setClosed((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const row = (line: MatrixLine, inset: boolean) => (
    <tr key={line.id} data-selected={openLine === line.id || undefined}>
      <th scope="row" className={inset ? styles['inset'] : undefined}>
        <span style={{ display: 'flex' }}>
          <button type="button" className={styles['cell']} title="Who can ever do this" onClick={() => onChoose(line, null)}>
            {inset ? `.${line.field}` : line.field === null ? line.operation : `.${line.field}: ${line.operation}`}
          </button>
          {line.fields.length > 0 ? (
            <button
              type="button"
              className={styles['cell']}
              style={{ width: 'auto' }}
              aria-expanded={!closed.has(line.id)}
              aria-label={`Fields with rows of their own: ${entity} ${line.operation}`}
              onClick={() => toggle(line.id)}
            >
              {closed.has(line.id) ? <IconChevronRight size={14} /> : <IconChevronDown size={14} />}
            </button>
          ) : null}
        </span>
      </th>
      {line.cells.map(({ role, verdict }) => (
        <td key={role} style={{ maxWidth: 160 }}>
          <button
            type="button"
            className={styles['cell']}
            aria-pressed={openLine === line.id && chosen?.role === role}
            aria-label={`${role}, ${line.id.replace('.:', ': ')}: ${verdictWords(verdict)}`}
            onClick={() => onChoose(line, role)}
          >
            <VerdictMark verdict={verdict} />
          </button>
        </td>
      ))}
    </tr>
  );
  return (
    <>
      <h3 className={styles['group']} id={`permissions-${entity}`}>
        {entity}
      </h3>
      <table className={styles['table']} aria-labelledby={`permissions-${entity}`} onKeyDown={gridKeys}>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            {roles.map((role) => (
              <th key={role} scope="col">
                <button type="button" className={styles['cell']} title="Set the whole column" onClick={() => onColumn(role)}>
                  {role}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.flatMap((line) => [row(line, false), ...(closed.has(line.id) ? [] : line.fields.map((field) => row(field, true)))])}
        </tbody>
      </table>
    </>
  );
}
