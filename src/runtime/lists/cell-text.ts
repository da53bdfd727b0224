import type { Json } from '../../engine/record-data.ts';
import { isRelation } from '../model-lookup.ts';

/**
 * Writes a value so that it can be imported again: numbers with a point, dates and moments as ISO
 * 8601, records by label, lists separated by semicolons.
 */
export function cellText(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (isRelation(value)) return value.label;
  if (Array.isArray(value)) return (value as readonly Json[]).map(cellText).join('; ');
  const { name, mediaType } = value as { readonly name?: Json; readonly mediaType?: Json };
  return typeof name === 'string' && typeof mediaType === 'string' ? name : JSON.stringify(value);
}
