import { useEffect } from 'react';
import type { ListOptions } from '../../engine/part-data.ts';
import { useProduct } from '../product-context.ts';
import { useShownScreen } from '../screen/screen-context.ts';
import type { DataOf } from '../screen/use-part.ts';

/** Records the rows that a list shows, so that their screens can lead to the next one. */
export function useTrail(part: string, data: DataOf<'list' | 'cards'> | null, options: ListOptions): void {
  const { trails, path } = useProduct();
  const { address } = useShownScreen();
  useEffect(() => {
    if (data === null) return;
    const paths = data.rows.flatMap(({ id }) => {
      const leads = data.addresses[id];
      return leads === undefined ? [] : [path(leads)];
    });
    trails.note({ part: { address, part }, options, offset: options.offset ?? 0, total: data.total, more: data.more, paths });
  }, [trails, path, address, part, data, options]);
}
