import type { Part } from './product-model.ts';

type FormPart = Extract<Part, { readonly kind: 'form' }>;

/** The forms that edit the record of the screen, except those behind a tab. */
export const editFormsIn = (parts: readonly Part[]): readonly FormPart[] =>
  initiallyVisibleParts(parts).filter((part): part is FormPart => part.kind === 'form' && part.purpose === 'edit' && part.target === null);

/**
 * All parts that a screen shows immediately, including those in sections and columns, but not those
 * behind a tab.
 */
export const initiallyVisibleParts = (parts: readonly Part[]): readonly Part[] =>
  parts.flatMap((part) => (part.kind === 'section' || part.kind === 'columns' ? [part, ...initiallyVisibleParts(part.parts)] : [part]));
