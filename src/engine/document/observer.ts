import type { Span } from '../../base/span.ts';
import type { Change } from '../../store/store.ts';

/**
 * Which parts of the document took effect while the product ran; used for the coverage of
 * scenarios.
 */
export type CoverageEvent =
  /** A cell of section 6 was checked. */
  | { readonly kind: 'permission'; readonly cell: Span }
  /** A rule of section 5 was checked; `kept`: it held. */
  | { readonly kind: 'rule'; readonly row: Span; readonly kept: boolean }
  /** A row of section 4 was taken, or its guard was false. */
  | { readonly kind: 'transition'; readonly row: Span; readonly taken: boolean }
  /** A refusal used this error of section 8. */
  | { readonly kind: 'error'; readonly name: string }
  /** An account received this message of section 8. */
  | { readonly kind: 'message'; readonly name: string; readonly account: string }
  | { readonly kind: 'write'; readonly change: Change };

export type Observer = (observed: CoverageEvent) => void;
