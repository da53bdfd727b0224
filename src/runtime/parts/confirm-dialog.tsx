import { type ReactNode, useState } from 'react';
import type { Outcome, Refusal } from '../../engine/outcome.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { useProduct } from '../product-context.ts';
import { sameText } from '../screen/part-title.ts';
import { WhyButton } from '../screen/why-button.tsx';
import styles from './layout.module.css';

/**
 * Asks for confirmation. Shows a refusal in the same dialog, which stays open; otherwise the caller
 * closes it.
 */
export function ConfirmDialog({
  title,
  text,
  action,
  danger = false,
  waiting = false,
  blocked = null,
  run,
  onClose,
}: {
  readonly title: string;
  readonly text: ReactNode;
  /** The label of the confirming button. */
  readonly action: string;
  readonly danger?: boolean;
  /** The consequences are still loading. */
  readonly waiting?: boolean;
  /** Why the action is impossible; the dialog then only explains. */
  readonly blocked?: Refusal | null;
  readonly run: () => Promise<Outcome<unknown>>;
  readonly onClose: () => void;
}) {
  const { words } = useProduct();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    try {
      const outcome = await run();
      if (!outcome.ok) setRefused(outcome.refusals);
    } finally {
      setBusy(false);
    }
  };
  const refusals = blocked === null ? refused : [blocked];
  // The event itself may be called “Cancel”.
  const dismiss = blocked !== null ? words.ui.close : sameText(action, words.cancel) ? words.goBack : words.cancel;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={text}
      width={440}
      actions={
        <>
          <Button onClick={onClose}>{dismiss}</Button>
          {blocked === null ? (
            <Button variant={danger ? 'danger' : 'primary'} busy={busy || waiting} onClick={() => void confirm()}>
              {action}
            </Button>
          ) : null}
        </>
      }
    >
      {refusals.length === 0 ? undefined : (
        <div className={styles['stack']} role="alert">
          {refusals.map((refusal) => (
            <Callout key={refusal.message} tone="danger" actions={<WhyButton refusal={refusal} />}>
              {refusal.message}
            </Callout>
          ))}
        </div>
      )}
    </Dialog>
  );
}
