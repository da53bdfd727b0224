import type { Type } from './type.ts';
import type { Value } from './value.ts';

/** What a bare name stands for; the checker decides (NOTATION: Expressions, "a bare name"). */
export type Resolution =
  | { readonly kind: 'bound' }
  | { readonly kind: 'row-field'; readonly entity: string }
  | { readonly kind: 'self-field'; readonly entity: string }
  | { readonly kind: 'constant' }
  | { readonly kind: 'entity' }
  | { readonly kind: 'view' }
  | { readonly kind: 'self' | 'row' | 'old' | 'me' | 'now' | 'today' | 'token' | 'value' }
  | { readonly kind: 'unknown' };

interface Base {
  /** Offsets in the expression's source. */
  readonly from: number;
  readonly to: number;
  /** Set by the checker; `any` before. */
  type: Type;
}

/** An expression as a tree: CEL's, with names resolved and macros told apart from calls. */
export type Node =
  | (Base & { readonly kind: 'literal'; readonly value: Value })
  | (Base & { readonly kind: 'name'; readonly name: string; resolution: Resolution })
  /** `operand.field`; `test` is the macro has(operand.field). `fieldFrom` is where the field's name begins. */
  | (Base & { readonly kind: 'select'; readonly operand: Node; readonly field: string; readonly fieldFrom: number; readonly test: boolean })
  | (Base & { readonly kind: 'index'; readonly operand: Node; readonly index: Node })
  /** A function or method: `size(x)` has no target, `x.size()` has. */
  | (Base & { readonly kind: 'call'; readonly name: string; readonly target: Node | null; readonly args: readonly Node[] })
  | (Base & { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Node })
  | (Base & { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Node; readonly right: Node })
  | (Base & { readonly kind: 'conditional'; readonly test: Node; readonly then: Node; readonly otherwise: Node })
  | (Base & { readonly kind: 'list'; readonly items: readonly Node[] })
  | (Base & { readonly kind: 'map'; readonly entries: readonly { readonly key: Node; readonly value: Node }[] })
  /** `target.exists(variable, body)` and so on; `map` with three arguments has `filter` too. */
  | (Base & {
      readonly kind: 'macro';
      readonly macro: 'all' | 'exists' | 'exists_one' | 'filter' | 'map';
      readonly target: Node;
      readonly variable: string;
      readonly filter: Node | null;
      readonly body: Node;
    });

export type BinaryOperator = '||' | '&&' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%';
