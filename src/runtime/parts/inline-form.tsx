import type { InputData, RecordData } from '../../engine/session.ts';
import { FormView } from '../inputs/form-view.tsx';
import { useForm } from '../inputs/use-form.ts';
import { useProduct } from '../product-context.ts';
import styles from './list.module.css';

/** The small form under a cell. */
export function InlineForm({ row, input }: { readonly row: RecordData; readonly input: InputData }) {
  const { run, words } = useProduct();
  const form = useForm({
    inputs: [input],
    entity: row.entity,
    draftName: null,
    run: (values) => run({ kind: 'update', entity: row.entity, id: row.id, values }),
    done: () => undefined,
  });
  return (
    <div className={styles['editing']}>
      <FormView form={form} entity={row.entity} label={words.edit(input.label)} action={words.save} />
    </div>
  );
}
