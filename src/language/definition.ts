import type { Span } from '../base/span.ts';
import type { Model } from '../model/model.ts';
import { occurrenceAt, placesOf } from './names/occurrences.ts';
import type { NamedThing } from './symbol.ts';

export interface Definition {
  readonly thing: NamedThing;
  /** The span of the name at the offset. */
  readonly from: Span;
  /** The span of the name in its declaration. */
  readonly to: Span;
}

/** The declaration of the name at an offset; null if there is no name, or the name is built in. */
export function definitionAt(model: Model, offset: number): Definition | null {
  const name = occurrenceAt(model, offset);
  if (name === null) return null;
  const to = placesOf(model, name).find((place) => place.declaration);
  return to === undefined ? null : { thing: name, from: name.span, to: to.span };
}
