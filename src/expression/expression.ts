import type { Span } from '../base/span.ts';
import type { Node } from './node.ts';
import type { Type } from './types/type.ts';

/**
 * A problem in an expression or action. Problems of kind `syntax`, `type` and `argument` are
 * reported directly; the other kinds concern undeclared names and are reported by the
 * undefined-name rules.
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
  /** The only suggestion means the same in the notation's words. */
  readonly certain?: boolean;
  /** The name or entity concerned, if there is one. */
  readonly subject?: string;
  /** The entity among whose fields an undeclared name was looked up. */
  readonly entity?: string;
}

/** An expression of the document with its source, place, tree and type. */
export interface Expression {
  readonly source: string;
  /** The span of the source in the document. */
  readonly span: Span;
  /** Converts an offset in `source` to an offset in the document. */
  at(offset: number): number;
  /** Null if it does not parse. */
  readonly node: Node | null;
  readonly problems: readonly Problem[];
  /** `any` until checked. */
  readonly type: Type;
  readonly reads: Reads;
}

/** The names that an expression reads, sorted and unique. */
export interface Reads {
  /** Fields of `self`, or of the row in a `where` without a current record. */
  readonly self: readonly string[];
  readonly row: readonly string[];
  readonly old: readonly string[];
  /** `Entity.field`, including fields reached through relations and lists. */
  readonly fields: readonly string[];
  readonly constants: readonly string[];
  /** Entities whose records are read as a whole. */
  readonly entities: readonly string[];
  readonly bound: readonly string[];
  readonly me: boolean;
  readonly now: boolean;
}
