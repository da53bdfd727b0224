import type { Span } from '../base/span.ts';
import type { Model } from '../model/model.ts';
import { occurrenceAt, placesOf } from './names/occurrences.ts';
import type { NamedThing } from './symbol.ts';

export interface Definition {
  readonly thing: NamedThing;
  /** The name at the offset. */
  readonly from: Span;
  /** The name where it is declared. */
  readonly to: Span;
}

/**
 * Where the name at an offset is declared; null where no name is, or one that is the product's
 * own.
 */
export function definitionAt(model: Model, offset: number): Definition | null {
  const name = occurrenceAt(model, offset);
  if (name === null) return null;
  const to = placesOf(model, name).find((place) => place.declaration);
  return to === undefined ? null : { thing: name, from: name.span, to: to.span };
}
