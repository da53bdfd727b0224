import { EmptyState } from '../../ui/empty-state.tsx';
import { IconCircleDashed } from '../../ui/icons.ts';
import { useProduct } from '../product-context.ts';
import type { PartComponent } from './part.ts';

/** Components of the product's owner cannot be supplied yet; this says so. */
export const ComponentPart: PartComponent<'component'> = ({ part }) => {
  const { words } = useProduct();
  return (
    <EmptyState small icon={<IconCircleDashed size={20} />} title={words.notBuilt}>
      {words.notBuiltText(`component ${part.name.text}`)}
    </EmptyState>
  );
};
