import type { Refusal } from '../../engine/outcome.ts';
import { Button } from '../../ui/button.tsx';
import { useProduct } from '../product-context.ts';

/**
 * “Why?”: leads to the row that refused, and says who may. Renders nothing if no row refused, or if
 * there is no document to show.
 */
export function WhyButton({ refusal }: { readonly refusal: Refusal }) {
  const { whyOf, words } = useProduct();
  const explain = whyOf(refusal);
  if (!explain) return null;
  return (
    <Button size="small" variant="ghost" title={refusal.because} onClick={explain} aria-label={words.whyLong(refusal.message)}>
      {words.why}
    </Button>
  );
}
