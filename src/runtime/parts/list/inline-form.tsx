import type { InputData } from '../../../engine/form-data.ts';
import type { RecordData } from '../../../engine/record-data.ts';
import { FormView } from '../../inputs/form-view.tsx';
import { useForm } from '../../inputs/use-form.ts';
import { useWholeProduct } from '../../product-context.ts';
import { useSavedToast } from '../../undo.ts';
import styles from './list.module.css';

/** The small form below a cell. */
export function InlineForm({ row, input }: { readonly row: RecordData; readonly input: InputData }) {
  const { run, words } = useWholeProduct();
  const showSaved = useSavedToast();
  const form = useForm({
    inputs: [input],
    draftName: null,
    inside: true,
    run: async (values) => {
      const outcome = await run({ kind: 'update', entity: row.entity, id: row.id, values });
      if (outcome.ok) showSaved(row, values);
      return outcome;
    },
    done: () => undefined,
  });
  return (
    <div className={styles['editing']}>
      <FormView form={form} entity={row.entity} label={words.edit(input.label)} action={words.save} />
    </div>
  );
}
