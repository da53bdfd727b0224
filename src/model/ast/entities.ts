import type { Span } from '../../base/span.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Type } from '../../expression/types/type.ts';
import type { Value } from '../../expression/values/value.ts';
import type { PlainKind } from '../types/index.ts';
import type { Name } from './common.ts';

export interface Entity {
  readonly name: Name;
  readonly description: string;
  /** From its heading to the next one. */
  readonly span: Span;
  /** In document order, without the built-in fields unless they are declared. */
  readonly fields: readonly Field[];
  /** Every field by name: the declared ones and id, createdAt, updatedAt, createdBy. */
  readonly byName: ReadonlyMap<string, Field>;
  /**
   * The field whose value labels a record for users. Null: records are labelled like `Ticket
   * 1a2b3c`.
   */
  readonly label: string | null;
  readonly examples: readonly Example[];
  readonly former: readonly FormerName[];
}

/**
 * A row of the table `Was | Is | How`: what a name or value became, for migrating existing records.
 */
export interface FormerName {
  /** The former field; the entity's former name if `is.field` is null. */
  readonly field: string;
  /** A former value of that field; null: the field itself. */
  readonly value: string | null;
  /** Null: it was dropped. */
  readonly is: RenameTarget | null;
  /** The span of the cell Was. */
  readonly span: Span;
}

/** `field` is null if the row is about the entity itself. */
export interface RenameTarget {
  readonly field: string | null;
  readonly value: string | null;
}

/** The type that the Type cell declares. */
export type FieldType =
  /**
   * `maxLength`: from `text(200)`, in code points. `in`: from `money in FIELD`, the field of the
   * record that names its currency.
   */
  | { readonly kind: PlainKind; readonly maxLength?: number; readonly in?: Name }
  | { readonly kind: 'enum'; readonly values: readonly Name[] }
  | { readonly kind: 'relation'; readonly entity: Name; readonly onDelete: 'restrict' | 'cascade' | 'clear' }
  /** `list of text`. */
  | { readonly kind: 'list'; readonly of: FieldType }
  /** `list of User`: many to many. */
  | { readonly kind: 'members'; readonly entity: Name }
  /**
   * `list of Comment by ticket`: the inverse of Comment.ticket (or of a list Comment.ticket of this
   * entity).
   */
  | { readonly kind: 'inverse'; readonly entity: Name; readonly by: Name }
  /** `list of {due: date, interest: money}`: computed entries that are no records. */
  | { readonly kind: 'rows'; readonly columns: readonly RowColumn[] }
  /** A hole or an unknown type. */
  | { readonly kind: 'unknown'; readonly text: string };

/** A value that each entry of a computed list has. */
export interface RowColumn {
  readonly name: Name;
  readonly type: { readonly kind: PlainKind };
}

export interface Field {
  readonly name: Name;
  /** The entity's name. */
  readonly entity: string;
  readonly type: FieldType;
  readonly typeSpan: Span;
  /** Its type in expressions. */
  readonly valueType: Type;
  readonly required: boolean;
  /** The error that a missing required value raises; null: INVALID. */
  readonly error: Name | null;
  readonly unique: boolean;
  readonly default: Default | null;
  readonly computed: Expression | null;
  /** ``User where `role == "agent"` ``: which records the field may refer to; null: any. */
  readonly choices: Expression | null;
  readonly description: string;
  /** The span of its row; for an undeclared built-in field, that of the entity's name. */
  readonly span: Span;
  /** id, createdAt, updatedAt, createdBy. */
  readonly builtIn: boolean;
  /**
   * Whether a caller may set it. False for state, serial, computed, inverse and built-in fields.
   */
  readonly settable: boolean;
}

export type Default =
  | { readonly kind: 'value'; readonly value: Value; readonly span: Span }
  | { readonly kind: 'expression'; readonly expression: Expression };

/** A row of an Example table. */
export interface Example {
  readonly name: Name;
  readonly entity: string;
  readonly span: Span;
  /** Non-empty cells, by field. Values of relations are names of examples. */
  readonly values: readonly ExampleValue[];
}

export interface ExampleValue {
  readonly field: Name;
  readonly span: Span;
  readonly content:
    | { readonly kind: 'value'; readonly value: Value }
    | { readonly kind: 'example'; readonly name: string }
    | { readonly kind: 'examples'; readonly names: readonly string[] }
    | { readonly kind: 'expression'; readonly expression: Expression }
    /** The name of a file; the product creates a placeholder file for it. */
    | { readonly kind: 'file'; readonly name: string }
    | { readonly kind: 'unknown' };
}
