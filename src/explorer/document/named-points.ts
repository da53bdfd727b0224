import type { Product } from '../../engine/product.ts';
import { nobody } from '../../engine/world/world.ts';
import { dayFrom } from '../../expression/values/calendar.ts';
import { formatTimestamp } from '../../expression/values/time.ts';
import { PlainDate, Timestamp } from '../../expression/values/value.ts';
import type { FieldType } from '../../model/ast/entities.ts';
import { evaluated } from '../../verify/outside.ts';
import type { Sample, Uses } from './samples.ts';

/**
 * Samples for a day or a moment that is compared with those that the document names: each of them,
 * and the day or the second before and after. People write such days whatever today is.
 */
export function pointsFor(product: Product, { kind }: FieldType, uses: Uses | undefined): readonly Sample[] {
  if (uses === undefined || uses.points.size === 0) return [];
  const scope = product.world(nobody).scope(null);
  const values = [...uses.points].map((node) => evaluated({ node }, scope));
  const near = [-1, 0, 1];
  if (kind === 'date') {
    const days = values.flatMap((value) => (value instanceof PlainDate ? near.map((by) => value.days + by) : []));
    return [...new Set(days)].map((one) => {
      const { year, month, day } = dayFrom(one);
      return { kind: 'value', value: new PlainDate(one), words: `date(${year}, ${month}, ${day})` };
    });
  }
  if (kind !== 'datetime') return [];
  const seconds = values.flatMap((value) => (value instanceof Timestamp ? near.map((by) => value.seconds + by) : []));
  return [...new Set(seconds)].map((one) => {
    const value = new Timestamp(one, 0);
    return { kind: 'value', value, words: `timestamp("${formatTimestamp(value)}")` };
  });
}
