import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { useToast } from '../../ui/overlay/toast.tsx';
import { usePlaces } from '../places.ts';
import { useProduct } from '../product-context.ts';
import { PartGate } from '../screen/part-gate.tsx';
import { type DataOf, usePart } from '../screen/use-part.ts';
import styles from './layout.module.css';
import type { PartComponent, PartOf } from './part.ts';
import { RefusableButton } from './refusable-button.tsx';
import { useEvent } from './use-event.tsx';

/** The events of the record that this person may trigger, and deleting it. */
export const ButtonsPart: PartComponent<'buttons'> = ({ part }) => {
  const state = usePart(part.id, ['buttons']);
  return (
    <PartGate state={state} lines={1}>
      {(data) => <Buttons data={data} captions={part.captions} />}
    </PartGate>
  );
};

function Buttons({ data, captions }: { readonly data: DataOf<'buttons'>; readonly captions: PartOf<'buttons'>['captions'] }) {
  const { labels } = useProduct();
  const event = useEvent();
  const places = usePlaces();
  const { record } = data;
  const captionOf = (name: string): string | null => {
    const said = captions?.get(name);
    return said === undefined ? null : labels.text(said);
  };
  if (!record || (data.events.length === 0 && data.delete === null)) return null;
  return (
    <div className={styles['row']}>
      {data.events.map((one) => (
        <RefusableButton
          key={one.event}
          refusal={one.enabled ? null : one.refusal}
          busy={event.busy === one.event}
          place={places.at(one.at)}
          onPress={() => void event.trigger(record, one.event, one.parameters)}
        >
          {captionOf(one.event) ?? labels.event(record.entity, one.event)}
        </RefusableButton>
      ))}
      {data.delete ? <DeleteButton data={data} caption={captionOf('delete')} /> : null}
      {event.dialog}
    </div>
  );
}

function DeleteButton({ data, caption }: { readonly data: DataOf<'buttons'>; readonly caption: string | null }) {
  const { words, run, refuse, open, location, navigation } = useProduct();
  const toaster = useToast();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { record } = data;
  if (!record) return null;
  const remove = async (): Promise<void> => {
    setBusy(true);
    const outcome = await run({ kind: 'delete', entity: record.entity, id: record.id });
    setBusy(false);
    setAsking(false);
    if (!outcome.ok) {
      refuse(outcome.refusals);
      return;
    }
    toaster.show({ message: words.deleted(record.label), tone: 'success' });
    const start = navigation[0];
    if (outcome.value.open) open(outcome.value.open, 'replace');
    else if (location.canGoBack()) location.back();
    else if (start) open({ screen: start.screen, parameters: {} }, 'replace');
  };
  return (
    <>
      <RefusableButton
        variant="danger"
        refusal={data.delete?.enabled ? null : (data.delete?.refusal ?? null)}
        onPress={() => setAsking(true)}
      >
        {caption ?? words.delete}
      </RefusableButton>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={words.deleteTitle(record.label)}
        description={words.deleteText}
        width={400}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{words.cancel}</Button>
            <Button variant="danger" busy={busy} onClick={() => void remove()}>
              {words.delete}
            </Button>
          </>
        }
      />
    </>
  );
}
