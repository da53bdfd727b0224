import type { NewRecordData } from '../../engine/form-data.ts';
import { useToast } from '../../ui/overlay/toast.tsx';
import { useWholeProduct } from '../product-context.ts';
import { FormView } from './form-view.tsx';
import type { NewRecord } from './new-record-context.ts';
import { useForm } from './use-form.ts';

/** A form for a new related record. */
export function NewRecordForm({
  data,
  wanted,
  onDone,
}: {
  readonly data: NewRecordData;
  readonly wanted: NewRecord;
  readonly onDone: () => void;
}) {
  const { run, words, labels } = useWholeProduct();
  const toaster = useToast();
  const { entity, inputs, label } = data;
  const named = label !== null && wanted.text !== '' && inputs.some((input) => input.name === label && input.type === 'text');
  const form = useForm({
    inputs,
    draftName: null,
    inside: true,
    ...(named ? { start: { [label]: wanted.text } } : wanted.start === undefined ? {} : { start: wanted.start }),
    run: (values) => run({ kind: 'create', part: null, entity, values }),
    done: ({ record }) => {
      toaster.show({ message: words.created(labels.entity(entity)), tone: 'success' });
      // The person who created it may not be allowed to see it; then it cannot be selected.
      if (record !== null) wanted.done(record);
      onDone();
    },
  });
  return <FormView form={form} entity={entity} label={words.create(labels.entity(entity))} action={words.create(labels.entity(entity))} />;
}
