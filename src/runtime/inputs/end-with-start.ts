import type { ProductModel } from '../../engine/document/product-model.ts';
import type { InputData } from '../../engine/form-data.ts';
import type { Json } from '../../engine/record-data.ts';
import { allParts } from '../screen/part-lists.ts';
import type { FormValues } from './form-values.ts';

/** Maps the input of a start to the input of its end. */
export type Ends = ReadonlyMap<string, string>;

/** The pairs that calendars of the entity name (`by starts to ends`), if the form has both. */
export function endsOf(model: ProductModel, entity: string | null, inputs: readonly InputData[]): Ends {
  const isAsked = (name: string): boolean => inputs.some((input) => input.name === name);
  const ends = new Map<string, string>();
  for (const part of model.screens.flatMap((screen) => [...allParts(screen.parts)])) {
    if (part.kind !== 'calendar' || part.entity.text !== entity || part.to === null) continue;
    const [start, end] = [part.by.name.text, part.to.name.text];
    if (isAsked(start) && isAsked(end)) ends.set(start, end);
  }
  return ends;
}

/** In milliseconds, for an entry with a time but no end yet. */
const usual = 3_600_000;

/**
 * The values to change with one value: with a start also its end, at the same distance as before. A
 * missing end, or one before its start, becomes an hour later, or the same day for dates.
 */
export function withEnd(ends: Ends, values: FormValues, name: string, value: Json): FormValues {
  const end = ends.get(name);
  const start = timeOf(value);
  if (end === undefined || start === null) return { [name]: value };
  const [before, until] = [timeOf(values[name]), timeOf(values[end])];
  const isDate = String(value).length === 10;
  const length = before !== null && until !== null && until >= before ? until - before : until !== null && until > start ? null : 0;
  if (length === null) return { [name]: value };
  const proposed = new Date(start + (length === 0 && !isDate ? usual : length)).toISOString();
  return { [name]: value, [end]: proposed.slice(0, isDate ? 10 : 16) };
}

/** Milliseconds of a typed date or moment, read as UTC; null if it is missing or incomplete. */
function timeOf(value: Json | undefined): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?$/u.test(value)) return null;
  const time = Date.parse(value.length === 10 ? `${value}T00:00Z` : `${value}Z`);
  return Number.isNaN(time) ? null : time;
}
