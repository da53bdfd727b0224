import { useEffect, useState } from 'react';
import type { Json } from '../../engine/session.ts';
import { shownType } from '../field-types.ts';
import { typeOf } from '../model-lookup.ts';
import type { PartOf } from '../parts/part.ts';
import type { List } from '../parts/use-list.ts';
import { useProduct } from '../product-context.ts';
import { useShownScreen } from '../screen/screen-context.ts';
import type { DataOf } from '../screen/use-part.ts';

/**
 * Sums of the selected columns over all pages of a list, by field; requested after the rows. Null:
 * none, or not loaded yet.
 */
export function useTotals(part: PartOf<'list'>, data: DataOf<'list' | 'cards'>, list: List): Readonly<Record<string, Json>> | null {
  const { session, model, version } = useProduct();
  const { address } = useShownScreen();
  const [kept, setKept] = useState<Readonly<Record<string, Json>> | null>(null);
  const { options } = list;
  const sums = list.set.sums.filter(
    (field) => data.fields.includes(field) && shownType(typeOf(model, part.entity.text, field).kind).addable,
  );
  const wanted = sums.length > 0;
  const key = JSON.stringify([sums, options.search, options.filters]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the options, and any change may change a sum.
  useEffect(() => {
    if (!wanted) return;
    let live = true;
    session.part({ address, part: part.id }, { ...options, sort: [], offset: 0, totals: sums }).then(
      (outcome) => {
        if (!live || !outcome.ok) return;
        const { value } = outcome;
        setKept(value.kind === 'list' ? value.totals : null);
      },
      // The rows are there; when the session is gone, the next thing that is done says so.
      () => live && setKept(null),
    );
    return () => {
      live = false;
    };
  }, [session, address, part.id, key, version, wanted]);
  return wanted ? kept : null;
}
