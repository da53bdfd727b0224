import { type ReactNode, useState } from 'react';
import type { InputData } from '../../engine/form-data.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Json, RecordData } from '../../engine/record-data.ts';
import type { Done } from '../../engine/session.ts';
import { useToast } from '../../ui/overlay/toast.tsx';
import { EventDialog } from '../inputs/event-dialog.tsx';
import { useProduct } from '../product-context.ts';

export interface EventRun {
  /** The event that is under way. */
  readonly busy: string | null;
  trigger(record: Pick<RecordData, 'entity' | 'id'>, event: string, parameters: readonly InputData[]): Promise<void>;
  /** The dialog that asks for parameters. */
  readonly dialog: ReactNode;
}

interface Asking {
  readonly record: Pick<RecordData, 'entity' | 'id'>;
  readonly event: string;
  readonly parameters: readonly InputData[];
}

/** Triggers events, asking first for what they need. */
export function useEvent(): EventRun {
  const { run, refuse, open, words, labels } = useProduct();
  const toaster = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);

  const send = (what: Asking, parameters: Readonly<Record<string, Json>>): Promise<Outcome<Done>> =>
    run({ kind: 'event', entity: what.record.entity, id: what.record.id, event: what.event, parameters });
  const finished = ({ record: { entity }, event }: Asking, done: Done): void => {
    setAsking(null);
    toaster.show({ message: words.done(labels.event(entity, event)), tone: 'success' });
    if (done.open) open(done.open);
  };

  return {
    busy,
    async trigger(record, event, parameters) {
      const what: Asking = { record, event, parameters };
      if (parameters.length > 0) {
        setAsking(what);
        return;
      }
      setBusy(event);
      try {
        const outcome = await send(what, {});
        if (outcome.ok) finished(what, outcome.value);
        else refuse(outcome.refusals);
      } finally {
        setBusy(null);
      }
    },
    dialog: asking ? (
      <EventDialog
        key={`${asking.record.id} ${asking.event}`}
        title={labels.event(asking.record.entity, asking.event)}
        entity={asking.record.entity}
        inputs={asking.parameters}
        run={(parameters) => send(asking, parameters)}
        onDone={(done) => finished(asking, done)}
        onClose={() => setAsking(null)}
      />
    ) : null,
  };
}
