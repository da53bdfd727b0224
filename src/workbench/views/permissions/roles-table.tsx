import { writeCell } from '../../../check/asking/write.ts';
import { Labels } from '../../../model/labels.ts';
import { rowAt } from '../../../syntax/find-row.ts';
import { CellField } from '../cell-field.tsx';
import { gridKeys } from '../grid-keys.ts';
import { cellOf } from '../row-edits.ts';
import styles from '../table-view.module.css';
import type { ViewProps } from '../view.ts';

/** The roles that the document lists, with their labels. */
export function RolesTable({ analysis, edit, goTo }: Pick<ViewProps, 'analysis' | 'edit' | 'goTo'>) {
  const { model } = analysis;
  const roles = model.roles.filter(({ span }) => rowAt(model.tree, span) !== null);
  if (roles.length === 0) return null;
  const labels = new Labels(model.labels, model.language);
  const anyOf = roles.some(({ of }) => of !== null);
  return (
    <>
      <h3 className={styles['group']}>Roles</h3>
      <table className={styles['table']} aria-label="Roles" onKeyDown={gridKeys}>
        <thead>
          <tr>
            <th scope="col">Role</th>
            {anyOf ? <th scope="col">Of</th> : null}
            <th scope="col">Label</th>
            <th scope="col">Users read</th>
          </tr>
        </thead>
        <tbody>
          {roles.map((role) => (
            <tr key={role.span.from}>
              <th scope="row">
                <button type="button" className={styles['cell']} onClick={() => goTo(role.span)}>
                  {role.name.text}
                </button>
              </th>
              {anyOf ? (
                <td>
                  <CellField
                    label={`What ${role.name.text} is a role of`}
                    hidesLabel
                    value={cellOf(model, role, 'Of')}
                    onWrite={(words) => void edit(writeCell(model, role.span, 'Of', words))}
                  />
                </td>
              ) : null}
              <td>
                <CellField
                  label={`Label of ${role.name.text}`}
                  hidesLabel
                  value={cellOf(model, role, 'Label')}
                  onWrite={(words) => void edit(writeCell(model, role.span, 'Label', words))}
                />
              </td>
              <td className={styles['muted']}>{labels.role(role.name.text)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
