import { type FormEvent, useState } from 'react';
import { systemPlatform } from '../../../base/platform.ts';
import { fromLocalInput, toLocalInput } from '../../../runtime/format.ts';
import { browserZone } from '../../../runtime/time-zone.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';

const form = 'clock-form';
const day = 86_400_000;

/** Asks for a time to set the product's clock to. */
export function ClockDialog({
  ahead,
  onForward,
  onClose,
}: {
  /** How far the clock is ahead already, in milliseconds. */
  readonly ahead: number;
  readonly onForward: (milliseconds: number) => void;
  readonly onClose: () => void;
}) {
  const now = (): number => systemPlatform.now() + ahead;
  const [typed, setTyped] = useState(() => toLocalInput(new Date(now() + day).toISOString(), browserZone()));
  const [error, setError] = useState<string | null>(null);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = fromLocalInput(typed, browserZone());
    const by = wanted === null ? null : Date.parse(wanted) - now();
    if (by === null) setError('Enter a date and a time.');
    else if (by <= 0) setError('Choose a time in the future. To go back, use “Reset to now”.');
    else {
      onForward(by);
      onClose();
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Set the clock forward"
      description="Every timer due by then fires in order. Only this product’s clock changes."
      width={440}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form}>
            Set the clock
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={send}>
        <Field label="New time" error={error}>
          <DateField
            kind="datetime"
            value={typed}
            onValue={(next) => {
              setTyped(next);
              setError(null);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
