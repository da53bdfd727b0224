import type { Span } from '../../base/span.ts';

/**
 * What somebody should know before tables are divided. `hinders`: they cannot be; `narrower`: something that the document allows would be refused; `weaker`:
 * what the document says is not kept between two people at the same moment; `slower`: every machine is asked.
 */
export interface LayoutFinding {
  readonly kind: 'hinders' | 'narrower' | 'weaker' | 'slower';
  readonly span: Span;
  /** A sentence for people, in the document's words. */
  readonly message: string;
}
