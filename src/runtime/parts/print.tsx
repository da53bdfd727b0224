import { Button } from '../../ui/button.tsx';
import { IconPrinter } from '../../ui/icons.ts';
import { usePlace, useProduct } from '../product-context.ts';
import { withPaper } from '../screen/paper.ts';
import type { PartComponent } from './part.ts';

/** A button that leads to the screen's version on paper. */
export const PrintPart: PartComponent<'print'> = () => {
  const { words, location } = useProduct();
  const { path, query } = usePlace();
  return (
    <div>
      <Button icon={<IconPrinter size={16} />} onClick={() => location.push(`${path}?${withPaper(query)}`)}>
        {words.print}
      </Button>
    </div>
  );
};
