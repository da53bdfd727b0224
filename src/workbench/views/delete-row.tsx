import type { Placed } from '../../model/model.ts';
import { Button } from '../../ui/button.tsx';
import { IconTrash } from '../../ui/late-icons.ts';
import { removeRow } from './row-edits.ts';
import type { ViewProps } from './view.ts';

/** Deletes the row from the text; the panel closes if the edit could be applied. */
export function DeleteRow({
  analysis,
  edit,
  row,
  onClose,
}: Pick<ViewProps, 'analysis' | 'edit'> & { readonly row: Placed; readonly onClose: () => void }) {
  return (
    <Button
      size="small"
      variant="danger"
      icon={<IconTrash size={14} />}
      onClick={() => {
        if (edit(removeRow(analysis.model, row))) onClose();
      }}
    >
      Delete the row
    </Button>
  );
}
