import { useState } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { useProduct } from '../product-context.ts';
import { ProductLink } from '../product-link.tsx';
import { PartGate } from '../screen/part-gate.tsx';
import { useShownScreen } from '../screen/screen-context.ts';
import { usePart } from '../screen/use-part.ts';
import type { PartComponent } from './part.ts';
import { RefusableButton } from './refusable-button.tsx';

/**
 * A button for any action. If it only opens a screen it is a link, so that it can open in another
 * tab.
 */
export const ButtonPart: PartComponent<'button'> = ({ part }) => {
  const { run, refuse, open, labels } = useProduct();
  const { address } = useShownScreen();
  const state = usePart(part.id, ['button']);
  const { data } = state;
  const [busy, setBusy] = useState(false);
  // A button whose data could not be read shows the failure.
  if (!data)
    return (
      <PartGate state={state} lines={0}>
        {() => null}
      </PartGate>
    );
  const onlyOpens = part.action.steps.every((step) => step.kind === 'open');
  // Opening another screen, such as the form for a new record, is the main action of a screen's
  // head.
  const variant = onlyOpens ? 'primary' : 'secondary';
  if (data.address && data.enabled && onlyOpens) {
    return (
      <div>
        <ProductLink className={buttonClass(variant)} address={data.address}>
          {labels.text(part.label)}
        </ProductLink>
      </div>
    );
  }
  const press = async (): Promise<void> => {
    setBusy(true);
    const outcome = await run({ kind: 'button', part: { address, part: part.id } });
    setBusy(false);
    if (!outcome.ok) refuse(outcome.refusals);
    else if (outcome.value.open) open(outcome.value.open);
  };
  return (
    <div>
      <RefusableButton refusal={data.enabled ? null : data.refusal} variant={variant} busy={busy} onPress={() => void press()}>
        {labels.text(part.label)}
      </RefusableButton>
    </div>
  );
};
