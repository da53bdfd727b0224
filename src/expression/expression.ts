import type { Span } from '../base/span.ts';
import type { Node } from './node.ts';
import type { Type } from './types/type.ts';

/**
 * Something wrong with an expression or an action. `syntax`, `type` and `argument` are said as they
 * are; the others name what is not declared and are reported by the undefined-name rules.
 */
export interface Problem {
  readonly kind:
    | 'syntax'
    | 'type'
    | 'undefined-name'
    | 'undefined-field'
    | 'undefined-function'
    | 'undefined-state'
    | 'undefined-event'
    | 'undefined-entity'
    | 'undefined-error'
    | 'undefined-screen'
    | 'undefined-message'
    | 'undefined-view'
    | 'unit'
    | 'hidden-name'
    | 'self-comparison';
  /** Offsets in the source. */
  readonly from: number;
  readonly to: number;
  readonly message: string;
  /** The nearest names, best first. */
  readonly suggestions: readonly string[];
  /** The name or entity it is about, where there is one. */
  readonly subject?: string;
}

/** An expression of the document: its source, its place, its tree and type. */
export interface Expression {
  readonly source: string;
  /** The place of the source in the document. */
  readonly span: Span;
  /** The document offset of an offset in `source`. */
  at(offset: number): number;
  /** Null when it does not parse. */
  readonly node: Node | null;
  readonly problems: readonly Problem[];
  /** Set by the checker. */
  readonly type: Type;
  readonly reads: Reads;
}

/** What an expression looks at; names are sorted and unique. */
export interface Reads {
  /** Fields of self (or of the row, for a `where` without a place). */
  readonly self: readonly string[];
  readonly row: readonly string[];
  readonly old: readonly string[];
  /** `Entity.field`, through relations and lists. */
  readonly fields: readonly string[];
  readonly constants: readonly string[];
  /** Entities whose list is looked at. */
  readonly entities: readonly string[];
  readonly bound: readonly string[];
  readonly me: boolean;
  readonly now: boolean;
}
