import type { Model } from '../model/model.ts';
import { occurrenceAt, placesOf } from './names/occurrences.ts';
import type { Occurrence } from './symbol.ts';

/** Every occurrence of the name at an offset, including its declaration, in document order. */
export function referencesAt(model: Model, offset: number): readonly Occurrence[] {
  const name = occurrenceAt(model, offset);
  return name === null ? [] : placesOf(model, name);
}
