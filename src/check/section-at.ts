import type { Span } from '../base/span.ts';
import type { Model } from '../model/model.ts';

/** The number of the section that contains a place, or null outside the nine sections. */
export function sectionAt(model: Model, place: Span): number | null {
  for (const section of model.tree.sections) {
    if (section.span.from <= place.from && place.from < section.span.to && section.number >= 1 && section.number <= 9)
      return section.number;
  }
  // A missing section has an empty span at the end of the text, which identifies no section, so the
  // last section is used.
  const last = model.tree.sections.at(-1);
  return last !== undefined && place.from >= last.span.to && place.from > last.span.from && last.number >= 1 && last.number <= 9
    ? last.number
    : null;
}

/**
 * The first line of a place that spans several, so that a whole part or scenario is not underlined.
 */
export function firstLine(text: string, place: Span): Span {
  const end = text.indexOf('\n', place.from);
  const to = end < 0 || end >= place.to ? place.to : end;
  return { from: place.from, to: place.from + text.slice(place.from, to).trimEnd().length };
}
