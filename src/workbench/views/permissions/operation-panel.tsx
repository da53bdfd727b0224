import { useState } from 'react';
import { fieldOf } from '../../../model/lookup.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { IconCheck, IconMinus } from '../../../ui/icons.ts';
import { SidePanel } from '../side-panel.tsx';
import styles from '../table-view.module.css';
import type { ViewProps } from '../view.ts';
import bar from '../view-bar.module.css';
import { type MatrixLine, reachabilityOf } from './matrix.ts';
import { addFieldRow, grantAll, titleOf } from './permission-edits.ts';

/** Shows who can ever perform an operation, and the rows that decide it. */
export function OperationPanel({
  line,
  analysis,
  edit,
  goTo,
  show,
  onChoose,
  onClose,
}: ViewProps & { readonly line: MatrixLine; readonly onChoose: (role: string) => void; readonly onClose: () => void }) {
  const { model } = analysis;
  const [field, setField] = useState<string | null>(null);
  const rows = [...new Set(line.cells.flatMap(({ sources }) => sources.map(({ row }) => row)))];
  const fields = (model.entities.find(({ name }) => name.text === line.entity)?.fields ?? []).map(({ name }) => name.text);
  const free = fields.filter((name) => fieldOf(model, line.entity, name) && !line.fields.some((one) => one.field === name));
  const ofFields = line.field === null && rows.length > 0 && ['create', 'read', 'update'].includes(line.operation);
  return (
    <SidePanel kind="Who can ever do this" title={titleOf(line)} onClose={onClose}>
      <ul className={bar['list']}>
        {reachabilityOf(model, line).map(({ role, reachable, why }) => (
          <li key={role}>
            <button type="button" onClick={() => onChoose(role)}>
              {reachable ? <IconCheck size={16} className={styles['good']} /> : <IconMinus size={16} className={styles['faint']} />}
              <span>
                {role}: <span className={styles['muted']}>{why}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {line.field === null ? (
        <div className={bar['actions']}>
          {(['yes', 'no'] as const).map((kind) => (
            <Button
              key={kind}
              size="small"
              onClick={() =>
                edit(
                  grantAll(
                    model,
                    line.cells.map((cell) => ({ id: line.id, role: cell.role })),
                    { kind },
                  ),
                )
              }
            >
              {kind === 'yes' ? 'Yes for every role' : 'No for every role'}
            </Button>
          ))}
        </div>
      ) : null}
      <div className={bar['actions']}>
        {rows.map((row) => (
          <Button key={row.span.from} size="small" onClick={() => goTo(row.span)}>
            {row.title}
          </Button>
        ))}
        {line.event ? (
          <Button size="small" onClick={() => show('states')}>
            Show transitions
          </Button>
        ) : null}
      </div>
      {ofFields && free.length > 0 ? (
        <>
          <h4 className={bar['subtitle']}>Set one field separately</h4>
          <Select label="Field" value={field} onChange={setField} items={free.map((name) => ({ value: name, label: name }))} />
          <div className={bar['actions']}>
            <Button
              size="small"
              unavailable={field === null ? 'Choose a field first.' : undefined}
              onClick={() => {
                if (field !== null && edit(addFieldRow(model, line, field))) setField(null);
              }}
            >
              Add the row
            </Button>
          </div>
        </>
      ) : null}
    </SidePanel>
  );
}
