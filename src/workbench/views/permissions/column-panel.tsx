import { Button } from '../../../ui/button.tsx';
import { SidePanel } from '../side-panel.tsx';
import type { ViewProps } from '../view.ts';
import bar from '../view-bar.module.css';
import type { EntityMatrix } from './matrix.ts';
import { grantAll } from './permission-edits.ts';

/** Sets all permissions of one role for an entity in one step. */
export function ColumnPanel({
  matrix: { entity, lines },
  role,
  analysis: { model },
  edit,
  onClose,
}: Pick<ViewProps, 'analysis' | 'edit'> & { readonly matrix: EntityMatrix; readonly role: string; readonly onClose: () => void }) {
  const write = (kind: 'yes' | 'no', only: readonly string[] | null): void => {
    const chosen = lines.filter(({ operation }) => only === null || only.includes(operation));
    const cells = chosen.map(({ id }) => ({ id, role }));
    edit(grantAll(model, cells, { kind }));
  };
  return (
    <SidePanel kind={`${role} may`} title={`${entity}: everything`} onClose={onClose} focus>
      <p className={bar['note']}>Sets the whole column: {lines.map(({ operation }) => operation).join(', ')}.</p>
      <div className={bar['actions']}>
        <Button size="small" onClick={() => write('yes', null)}>
          Yes to all
        </Button>
        <Button size="small" onClick={() => write('no', null)}>
          No to all
        </Button>
        <Button size="small" onClick={() => write('yes', ['read'])}>
          Yes to reading
        </Button>
      </div>
    </SidePanel>
  );
}
