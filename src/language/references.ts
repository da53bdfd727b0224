import type { Model } from '../model/model.ts';
import { occurrenceAt, placesOf } from './names/occurrences.ts';
import type { Occurrence } from './symbol.ts';

/**
 * Every place of what the name at an offset means, its declaration among them, in the order of
 * the text.
 */
export function referencesAt(model: Model, offset: number): readonly Occurrence[] {
  const name = occurrenceAt(model, offset);
  return name === null ? [] : placesOf(model, name);
}
