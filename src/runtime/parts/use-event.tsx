import { type ReactNode, useState } from 'react';
import type { EventData } from '../../engine/form-data.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Json, RecordData } from '../../engine/record-data.ts';
import type { Done } from '../../engine/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { useToast } from '../../ui/overlay/toast.tsx';
import { EventDialog } from '../inputs/event-dialog.tsx';
import { isFinal } from '../model-lookup.ts';
import { useProduct } from '../product-context.ts';

export interface EventRun {
  /** The event that is under way. */
  readonly busy: string | null;
  trigger(record: Pick<RecordData, 'entity' | 'id'>, event: Triggered): Promise<void>;
  /** The dialog that asks for parameters, or whether the event is meant. */
  readonly dialog: ReactNode;
}

export type Triggered = Pick<EventData, 'event' | 'parameters' | 'to' | 'field'>;

interface Asking {
  readonly record: Pick<RecordData, 'entity' | 'id'>;
  readonly event: Triggered;
}

/**
 * Triggers events, asking first for what they need. One that leads into a state without a way out
 * is confirmed, unless a form came before it.
 */
export function useEvent(): EventRun {
  const { model, run, refuse, open, words, labels } = useProduct();
  const toaster = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);

  const send = ({ record, event }: Asking, parameters: Readonly<Record<string, Json>>): Promise<Outcome<Done>> =>
    run({ kind: 'event', entity: record.entity, id: record.id, event: event.event, parameters });
  const finished = ({ record: { entity }, event }: Asking, done: Done): void => {
    setAsking(null);
    toaster.show({ message: words.done(labels.event(entity, event.event)), tone: 'success' });
    if (done.open) open(done.open);
  };
  const act = async (what: Asking): Promise<void> => {
    setBusy(what.event.event);
    try {
      const outcome = await send(what, {});
      if (outcome.ok) finished(what, outcome.value);
      else {
        setAsking(null);
        refuse(outcome.refusals);
      }
    } finally {
      setBusy(null);
    }
  };

  return {
    busy,
    async trigger(record, event) {
      const what: Asking = { record, event };
      const ends = event.to !== null && isFinal(model, record.entity, event.field, event.to);
      if (event.parameters.length > 0 || ends) setAsking(what);
      else await act(what);
    },
    dialog:
      asking === null ? null : asking.event.parameters.length > 0 ? (
        <EventDialog
          key={`${asking.record.id} ${asking.event.event}`}
          title={labels.event(asking.record.entity, asking.event.event)}
          entity={asking.record.entity}
          inputs={asking.event.parameters}
          run={(parameters) => send(asking, parameters)}
          onDone={(done) => finished(asking, done)}
          onClose={() => setAsking(null)}
        />
      ) : (
        <Confirm asking={asking} busy={busy !== null} onConfirm={() => void act(asking)} onClose={() => setAsking(null)} />
      ),
  };
}

function Confirm({
  asking: { record, event },
  busy,
  onConfirm,
  onClose,
}: {
  readonly asking: Asking;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { words, labels } = useProduct();
  const name = labels.event(record.entity, event.event);
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.confirmTitle(name)}
      description={words.confirmText(labels.value(record.entity, event.field, event.to ?? ''))}
      width={400}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant="primary" busy={busy} onClick={onConfirm}>
            {name}
          </Button>
        </>
      }
    />
  );
}
