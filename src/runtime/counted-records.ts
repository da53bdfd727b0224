import type { CountOf } from '../engine/session.ts';
import { formatNumber } from './format.ts';
import type { Product } from './product-context.ts';

/** `3 comments`, in the words of the document. */
export function countedRecords({ labels, locale }: Pick<Product, 'labels' | 'locale'>, { entity, count }: CountOf): string {
  const one = labels.entity(entity);
  return `${formatNumber(String(count), locale)} ${labels.inSentence(count === 1 ? one : (labels.entities(entity) ?? one))}`;
}
