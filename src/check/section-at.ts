import type { Span } from '../base/span.ts';
import type { Model } from '../model/model.ts';

/**
 * The number of the section that a place lies in, or null outside the nine (and in a document that
 * has none).
 */
export function sectionAt(model: Model, place: Span): number | null {
  for (const section of model.tree.sections) {
    if (section.span.from <= place.from && place.from < section.span.to && section.number >= 1 && section.number <= 9)
      return section.number;
  }
  // A missing section has an empty place at the end of the text, which says nothing about which one
  // it is; the end of the last does.
  const last = model.tree.sections.at(-1);
  return last !== undefined && place.from >= last.span.to && place.from > last.span.from && last.number >= 1 && last.number <= 9
    ? last.number
    : null;
}

/**
 * The first line of a place that spans several: a whole part or scenario would be underlined for
 * pages.
 */
export function firstLine(text: string, place: Span): Span {
  const end = text.indexOf('\n', place.from);
  const to = end < 0 || end >= place.to ? place.to : end;
  return { from: place.from, to: place.from + text.slice(place.from, to).trimEnd().length };
}
