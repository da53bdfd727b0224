import type { Part } from '../../engine/document/product-model.ts';
import type { Labels } from '../../model/labels.ts';
import type { FirstWords } from '../words.ts';

/** A chart has its title above its picture, a print part on the paper. */
const titlesItself: ReadonlySet<Part['kind']> = new Set(['chart', 'print']);

/**
 * The heading above a part; null for none. `heads`: the heading of its screen, section or tab is
 * directly above it. `shownTitle`: the text of that heading.
 */
export function titleOfPart(
  part: Part,
  { heads, shownTitle }: { readonly heads: boolean; readonly shownTitle: string },
  labels: Labels,
  words: FirstWords,
): string | null {
  if (titlesItself.has(part.kind)) return null;
  // A form shows its caption on its button.
  const caption = part.kind === 'form' ? null : part.caption;
  const title = caption === null ? (heads ? null : defaultTitle(part, labels, words)) : labels.text(caption);
  return title === null || sameText(title, shownTitle) ? null : title;
}

export const sameText = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

function defaultTitle(part: Part, labels: Labels, words: FirstWords): string | null {
  switch (part.kind) {
    case 'list':
    case 'cards':
    case 'board':
    case 'calendar':
      return labels.entities(part.entity.text) ?? labels.entity(part.entity.text);
    case 'timeline':
      return words.activity;
    case 'form':
      // A single labelled input needs no title.
      if (part.fields.length < 2 || part.entity === null) return null;
      return part.purpose === 'create' ? words.create(labels.entity(part.entity.text)) : words.editTitle;
    default:
      return null;
  }
}

/** Parts that may come between a heading and the part that it belongs to. */
const introduces = (part: Part): boolean =>
  part.kind === 'text' || part.kind === 'figure' || (part.kind === 'columns' && part.parts.every(introduces));

/** The part that the heading above all of them belongs to; undefined if there is none. */
export const headedPart = (parts: readonly Part[]): Part | undefined => parts.find((part) => !introduces(part));

/**
 * Whether a form creates records that a list above it shows, so that it opens at the list's end.
 */
export const addsToListAbove = (part: Part, before: readonly Part[]): boolean =>
  part.kind === 'form' &&
  part.purpose === 'create' &&
  part.fields.length > 1 &&
  before.some((one) => (one.kind === 'list' || one.kind === 'cards' || one.kind === 'board') && one.entity.text === part.entity?.text);

/** Whether a form with a single input is directly below the messages that it adds to. */
export const isMessageForm = (part: Part, before: readonly Part[]): boolean => {
  const above = before.at(-1);
  return (
    part.kind === 'form' &&
    part.purpose === 'create' &&
    part.fields.length === 1 &&
    above?.kind === 'list' &&
    above.talk !== null &&
    above.entity.text === part.entity?.text
  );
};
