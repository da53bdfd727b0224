import type { Part } from './product-model.ts';

type FormPart = Extract<Part, { readonly kind: 'form' }>;

/** The forms of a screen that change the record it is about, except those behind a tab. */
export const editFormsIn = (parts: readonly Part[]): readonly FormPart[] =>
  partsInSight(parts).filter((part): part is FormPart => part.kind === 'form' && part.purpose === 'edit' && part.target === null);

/** Every part of a screen that is on it at once: those behind a tab are not. */
export const partsInSight = (parts: readonly Part[]): readonly Part[] =>
  parts.flatMap((part) => (part.kind === 'section' || part.kind === 'columns' ? [part, ...partsInSight(part.parts)] : [part]));
