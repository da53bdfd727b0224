import type { Span } from '../../base/span.ts';
import type { Change } from '../../store/store.ts';

/** What in the document had a say, while the product ran: for the coverage of scenarios. */
export type Observed =
  /** A cell of section 6 was asked. */
  | { readonly kind: 'permission'; readonly cell: Span }
  /** A rule of section 5 was asked, and was kept or not. */
  | { readonly kind: 'rule'; readonly row: Span; readonly kept: boolean }
  /** A row of section 4 was taken, or its guard was false. */
  | { readonly kind: 'transition'; readonly row: Span; readonly taken: boolean }
  /** Something was refused with an error of section 8. */
  | { readonly kind: 'error'; readonly name: string }
  /** An account was told a message of section 8. */
  | { readonly kind: 'message'; readonly name: string; readonly account: string }
  | { readonly kind: 'write'; readonly change: Change };

export type Observer = (observed: Observed) => void;
