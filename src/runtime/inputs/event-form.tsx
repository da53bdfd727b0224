import type { InputData } from '../../engine/form-data.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Json } from '../../engine/record-data.ts';
import type { Done } from '../../engine/session.ts';
import { FormView } from './form-view.tsx';
import { useForm } from './use-form.ts';

/** A form for an event's parameters. */
export function EventForm({
  title,
  entity,
  inputs,
  run,
  onDone,
}: {
  readonly title: string;
  readonly entity: string;
  readonly inputs: readonly InputData[];
  readonly run: (values: Readonly<Record<string, Json>>) => Promise<Outcome<Done>>;
  readonly onDone: (done: Done) => void;
}) {
  const form = useForm({ inputs, draftName: null, whole: true, inside: true, run, done: onDone });
  return <FormView form={form} entity={entity} label={title} action={title} />;
}
