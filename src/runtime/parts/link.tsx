import { buttonClass } from '../../ui/button.tsx';
import { useProduct } from '../product-context.ts';
import { ProductLink } from '../product-link.tsx';
import { PartGate } from '../screen/part-gate.tsx';
import { usePart } from '../screen/use-part.ts';
import type { PartComponent } from './part.ts';

/** A link to a screen; nothing if the person may not open it. */
export const LinkPart: PartComponent<'link'> = ({ part }) => {
  const { labels } = useProduct();
  const state = usePart(part.id, ['link']);
  const { data } = state;
  if (!data)
    return (
      <PartGate state={state} lines={0}>
        {() => null}
      </PartGate>
    );
  if (!data.address) return null;
  return (
    <div>
      <ProductLink className={buttonClass()} address={data.address}>
        {labels.text(part.label)}
      </ProductLink>
    </div>
  );
};
