import type { Span } from '../../base/span.ts';

/**
 * What to know before tables are distributed. `hinders`: it is impossible; `narrower`: something
 * that the document allows would be refused; `weaker`: something is not enforced between two people
 * at the same moment; `slower`: the query goes to every machine.
 */
export interface LayoutFinding {
  readonly kind: 'hinders' | 'narrower' | 'weaker' | 'slower';
  readonly span: Span;
  /** A sentence for people, in the document's words. */
  readonly message: string;
}
