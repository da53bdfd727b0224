import { useState } from 'react';
import type { InputData } from '../../../engine/form-data.ts';
import type { Outcome, Refusal } from '../../../engine/outcome.ts';
import type { Json, RecordData } from '../../../engine/record-data.ts';
import { type Done, mostDeleted } from '../../../engine/session.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconX } from '../../../ui/icons.ts';
import { useToast } from '../../../ui/overlay/toast.tsx';
import { countedRecords } from '../../counted-records.ts';
import { EventDialog } from '../../inputs/event-dialog.tsx';
import { useWholeProduct } from '../../product-context.ts';
import { useDeleted } from '../../undo.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { DeleteDialog } from '../delete-dialog.tsx';
import { endsRecord, type Triggered } from '../use-event.tsx';
import { BulkEdit } from './bulk-edit.tsx';
import styles from './list.module.css';

type Bulk = Triggered;

/**
 * The actions for the selected records. Each record is its own transaction, so some may be refused
 * while others succeed.
 */
export function BulkBar({
  entity,
  ids,
  total,
  more,
  bulk,
  rowsOf,
  onEvery,
  onClear,
}: {
  readonly entity: string;
  readonly ids: readonly string[];
  /** The number of records on all pages of the list. */
  readonly total: number;
  /** `total` is a lower bound. */
  readonly more: boolean;
  readonly bulk: readonly Bulk[];
  /** Loads the records of all pages, with this field. */
  readonly rowsOf: (field: string) => Promise<readonly RecordData[]>;
  /** Selects the records of all pages. */
  readonly onEvery: () => Promise<void>;
  readonly onClear: () => void;
}) {
  const product = useWholeProduct();
  const { run, words, labels, whyOf } = product;
  const { lists } = words.parts;
  const toaster = useToast();
  const announceDeleted = useDeleted();
  const [busy, setBusy] = useState<string | null>(null);
  const [every, setEvery] = useState(false);
  /** The action that asks for confirmation or parameters first. */
  const [asking, setAsking] = useState<Bulk | null>(null);

  const apply = async (event: string, parameters: Readonly<Record<string, Json>>): Promise<Outcome<Done>> => {
    setBusy(event);
    const refused: Refusal[][] = [];
    const undo: (string | null | undefined)[] = [];
    for (const id of ids) {
      const outcome = await run(event === 'delete' ? { kind: 'delete', entity, id } : { kind: 'event', entity, id, event, parameters });
      if (outcome.ok) undo.push(outcome.value.undo);
      else refused.push([...outcome.refusals]);
    }
    setBusy(null);
    const reason = refused[0]?.[0];
    // If all records refuse, an open dialog shows the reason.
    if (reason && refused.length === ids.length && asking !== null) return { ok: false, refusals: refused[0] ?? [] };
    const done = ids.length - refused.length;
    if (reason) {
      const explain = whyOf(reason);
      toaster.show({
        message: words.bulkRefused(refused.length, ids.length, reason.message),
        tone: 'danger',
        ...(explain ? { action: { label: words.why, run: explain } } : {}),
      });
    } else {
      if (event === 'delete') announceDeleted(words.bulkDeleted(done, countedRecords(product, { entity, count: done })), undo);
      else toaster.show({ message: words.bulkDone(labels.event(entity, event), done), tone: 'success' });
    }
    setAsking(null);
    if (done > 0) onClear();
    return { ok: true, value: { record: null, open: null } };
  };

  /** A value chosen once must be possible for each of the records. */
  const forAll = (input: InputData): InputData =>
    input.choosing === undefined ? input : { ...input, choosing: { ...input.choosing, ids: ids.slice(0, mostDeleted) } };
  const ofAll = (one: Bulk): Bulk => ({ ...one, parameters: one.parameters.map(forAll) });
  const asks = (one: Bulk): boolean => one.event === 'delete' || one.parameters.length > 0 || endsRecord(product, entity, one);

  return (
    <div className={styles['tools']} role="toolbar" aria-label={words.selected(ids.length)}>
      <span className={styles['picked']} aria-live="polite">
        {ids.length === total && !more ? lists.everySelected(total) : words.selected(ids.length)}
      </span>
      {ids.length < total || (more && ids.length === total) ? (
        <Button
          size="small"
          variant="ghost"
          busy={every}
          onClick={async () => {
            setEvery(true);
            await onEvery();
            setEvery(false);
          }}
        >
          {lists.selectEvery(total, more)}
        </Button>
      ) : null}
      {bulk.map((one) => (
        <Button
          key={one.event}
          size="small"
          busy={busy === one.event}
          onClick={() => (asks(one) ? setAsking(ofAll(one)) : void apply(one.event, {}))}
        >
          {labels.event(entity, one.event)}
        </Button>
      ))}
      <BulkEdit entity={entity} ids={ids} rowsOf={rowsOf} forAll={forAll} />
      <IconButton size="small" label={words.clearSelection} icon={<IconX size={16} />} onClick={onClear} />
      {asking === null ? null : asking.event === 'delete' ? (
        <DeleteDialog
          entity={entity}
          ids={ids}
          title={words.bulkDeleteTitle(ids.length)}
          run={() => apply('delete', {})}
          onClose={() => setAsking(null)}
        />
      ) : asking.parameters.length > 0 ? (
        <EventDialog
          title={labels.event(entity, asking.event)}
          entity={entity}
          inputs={asking.parameters}
          run={(parameters) => apply(asking.event, parameters)}
          onDone={() => undefined}
          onClose={() => setAsking(null)}
        />
      ) : (
        <ConfirmDialog
          title={words.bulkConfirmTitle(labels.event(entity, asking.event), ids.length)}
          text={words.bulkConfirmText(labels.value(entity, asking.field, asking.to ?? ''))}
          action={labels.event(entity, asking.event)}
          run={() => apply(asking.event, {})}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
