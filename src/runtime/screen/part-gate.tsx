import type { ReactNode } from 'react';
import type { PartData } from '../../engine/part-data.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { useProduct } from '../product-context.ts';
import type { DataOf, PartState } from './use-part.ts';
import { WhyButton } from './why-button.tsx';

/**
 * Renders a part once its data has loaded. Shows a placeholder before, and the reason and a retry
 * button after an error.
 */
export function PartGate<K extends PartData['kind']>({
  state,
  lines = 2,
  children,
}: {
  readonly state: PartState<DataOf<K>>;
  /** The placeholder's height in lines; 0 for none. */
  readonly lines?: number;
  readonly children: (data: DataOf<K>) => ReactNode;
}) {
  const { words } = useProduct();
  if (state.data !== null) return children(state.data);
  if (state.failed) {
    return (
      <Callout
        tone="danger"
        actions={
          <Button size="small" variant="ghost" busy={state.reading} onClick={state.retry}>
            {words.tryAgain}
          </Button>
        }
      >
        {words.broken}
      </Callout>
    );
  }
  const refusal = state.refusals?.[0];
  if (refusal) {
    return (
      <Callout tone="neutral" actions={<WhyButton refusal={refusal} />}>
        {refusal.message}
      </Callout>
    );
  }
  return <Skeleton lines={lines} />;
}
