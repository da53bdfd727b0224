import type { CountOf } from '../engine/session.ts';
import { formatNumber } from './format.ts';
import type { Product } from './product-context.ts';

/** `3 comments`, in the document's words; `Order: 3` if it has no plural. */
export function countedRecords({ labels, locale }: Pick<Product, 'labels' | 'locale'>, { entity, count }: CountOf): string {
  const number = formatNumber(String(count), locale);
  const word = count === 1 ? labels.entity(entity) : labels.entities(entity);
  return word === null ? `${labels.entity(entity)}: ${number}` : `${number} ${labels.inSentence(word)}`;
}
