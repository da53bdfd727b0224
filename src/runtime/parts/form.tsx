import { useContext } from 'react';
import { Callout } from '../../ui/display/callout.tsx';
import { useToast } from '../../ui/overlay/toast.tsx';
import { useColumns } from '../columns.ts';
import { FormView } from '../inputs/form-view.tsx';
import { useForm } from '../inputs/use-form.ts';
import { useWholeProduct } from '../product-context.ts';
import { InPlaceContext } from '../screen/in-place-context.ts';
import { MessageContext } from '../screen/message-box.tsx';
import { PartGate } from '../screen/part-gate.tsx';
import { useShownScreen } from '../screen/screen-context.ts';
import { type DataOf, usePart } from '../screen/use-part.ts';
import { WhyButton } from '../screen/why-button.tsx';
import { useSavedToast } from '../undo.ts';
import type { PartComponent, PartOf } from './part.ts';
import { furtherFields, RecordFields } from './record-fields.tsx';

const noColumns: PartOf<'details'>['fields'] = [];

/** A form that creates or changes a record. */
export const FormPart: PartComponent<'form'> = ({ part }) => {
  const state = usePart(part.id, ['form']);
  const inPlace = useContext(InPlaceContext).further.get(part.id);
  const further = furtherFields(inPlace);
  const column = useColumns(noColumns, part.entity?.text ?? '');
  if (inPlace !== undefined) return <RecordFields fields={further} column={column} />;
  return (
    <PartGate state={state} lines={Math.max(2, part.fields.length * 2)}>
      {(data) =>
        data.refusal ? (
          <Callout actions={<WhyButton refusal={data.refusal} />}>{data.refusal.message}</Callout>
        ) : data.inputs.length === 0 ? null : (
          <RecordForm key={data.record?.id ?? 'new'} part={part} data={data} />
        )
      }
    </PartGate>
  );
};

function RecordForm({ part, data }: { readonly part: PartOf<'form'>; readonly data: DataOf<'form'> }) {
  const { session, run, words, labels, open, path } = useWholeProduct();
  const { address } = useShownScreen();
  const toaster = useToast();
  const showSaved = useSavedToast();
  const quiet = useContext(MessageContext);
  const { record, entity } = data;
  const creating = part.purpose === 'create';
  const form = useForm({
    inputs: data.inputs,
    asks: {
      hidden: data.hidden,
      depends: part.fields.some(({ when }) => when !== null),
      ask: (values) => session.formNow({ address, part: part.id }, values),
    },
    draftName: `${path(address)} ${part.id} ${record?.id ?? ''}`,
    run: async (values) => {
      if (creating) return run({ kind: 'create', part: { address, part: part.id }, entity, values });
      if (record === null) throw new Error(`a form to edit a ${entity} has no record`);
      const outcome = await run({ kind: 'update', part: { address, part: part.id }, entity, id: record.id, values });
      if (outcome.ok) showSaved(record, values);
      return outcome;
    },
    done: (done) => {
      if (creating) toaster.show({ message: words.created(labels.entity(entity)), tone: 'success' });
      if (done.open) open(done.open);
    },
  });
  const title = part.caption !== null ? labels.text(part.caption) : creating ? words.create(labels.entity(entity)) : words.save;
  return (
    <FormView
      form={form}
      entity={entity}
      label={title}
      action={title}
      variant={creating && !quiet ? 'primary' : 'secondary'}
      repeats={creating}
    />
  );
}
