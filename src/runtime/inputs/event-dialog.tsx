import type { Outcome } from '../../engine/outcome.ts';
import type { Done, InputData, Json } from '../../engine/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormView } from './form-view.tsx';
import { useForm } from './use-form.ts';

/** Asks for what an event needs. */
export function EventDialog({
  title,
  entity,
  inputs,
  run,
  onDone,
  onClose,
}: {
  readonly title: string;
  readonly entity: string;
  readonly inputs: readonly InputData[];
  readonly run: (values: Readonly<Record<string, Json>>) => Promise<Outcome<Done>>;
  readonly onDone: (done: Done) => void;
  readonly onClose: () => void;
}) {
  const form = useForm({ inputs, entity, draftName: null, whole: true, run, done: onDone });
  return (
    <Dialog open onClose={onClose} title={title} keepOpen={Object.keys(form.values).length > 0}>
      <FormView form={form} entity={entity} label={title} action={title} />
    </Dialog>
  );
}
