import { useState } from 'react';
import type { InputData } from '../../engine/form-data.ts';
import type { Outcome, Refusal } from '../../engine/outcome.ts';
import type { Json, RecordData } from '../../engine/record-data.ts';
import type { Done } from '../../engine/session.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconX } from '../../ui/icons.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { useToast } from '../../ui/overlay/toast.tsx';
import { EventDialog } from '../inputs/event-dialog.tsx';
import { useProduct } from '../product-context.ts';
import styles from './list.module.css';

interface Bulk {
  readonly event: string;
  readonly parameters: readonly InputData[];
}

/**
 * What can be done to the chosen records. Each is its own transaction: some may be refused while
 * others are done.
 */
export function BulkBar({
  entity,
  records,
  bulk,
  onClear,
}: {
  readonly entity: string;
  readonly records: readonly RecordData[];
  readonly bulk: readonly Bulk[];
  readonly onClear: () => void;
}) {
  const { run, words, labels, whyOf } = useProduct();
  const toaster = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const [asking, setAsking] = useState<Bulk | null>(null);
  const [confirming, setConfirming] = useState(false);

  const apply = async (event: string, parameters: Readonly<Record<string, Json>>): Promise<Outcome<Done>> => {
    setBusy(event);
    const refused: Refusal[][] = [];
    for (const record of records) {
      const outcome = await run(
        event === 'delete' ? { kind: 'delete', entity, id: record.id } : { kind: 'event', entity, id: record.id, event, parameters },
      );
      if (!outcome.ok) refused.push([...outcome.refusals]);
    }
    setBusy(null);
    const reason = refused[0]?.[0];
    // A value that every record refuses is the form's business.
    if (reason && refused.length === records.length && reason.shown.kind === 'at') return { ok: false, refusals: refused[0] ?? [] };
    const done = records.length - refused.length;
    if (reason) {
      const explain = whyOf(reason);
      toaster.show({
        message: words.bulkRefused(refused.length, records.length, reason.message),
        tone: 'danger',
        ...(explain ? { action: { label: words.why, run: explain } } : {}),
      });
    } else {
      const message = event === 'delete' ? words.bulkDeleted(done) : words.bulkDone(labels.event(entity, event), done);
      toaster.show({ message, tone: 'success' });
    }
    setAsking(null);
    setConfirming(false);
    if (done > 0) onClear();
    return { ok: true, value: { record: null, open: null } };
  };

  return (
    <div className={styles['tools']} role="toolbar" aria-label={words.selected(records.length)}>
      <span>{words.selected(records.length)}</span>
      {bulk.map((one) => (
        <Button
          key={one.event}
          size="small"
          busy={busy === one.event}
          onClick={() =>
            one.event === 'delete' ? setConfirming(true) : one.parameters.length > 0 ? setAsking(one) : void apply(one.event, {})
          }
        >
          {labels.event(entity, one.event)}
        </Button>
      ))}
      <IconButton size="small" label={words.clearSelection} icon={<IconX size={16} />} onClick={onClear} />
      <Dialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={words.bulkDeleteTitle(records.length)}
        description={words.deleteText}
        width={400}
        actions={
          <>
            <Button onClick={() => setConfirming(false)}>{words.cancel}</Button>
            <Button variant="danger" busy={busy === 'delete'} onClick={() => void apply('delete', {})}>
              {words.delete}
            </Button>
          </>
        }
      />
      {asking ? (
        <EventDialog
          title={labels.event(entity, asking.event)}
          entity={entity}
          inputs={asking.parameters}
          run={(parameters) => apply(asking.event, parameters)}
          onDone={() => undefined}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </div>
  );
}
