import type { Span } from '../../base/span.ts';
import type { Type } from '../../expression/types/type.ts';
import type { Cell, Heading } from '../../syntax/tree.ts';
import type { Name } from '../ast/common.ts';
import type { FieldType } from '../ast/entities.ts';
import type { Parameter } from '../ast/states.ts';
import type { Form, FormRow } from './tables.ts';

/** An entity after the first pass: its fields have types, but its expressions are not read yet. */
export interface EntityDraft {
  readonly name: Name;
  readonly span: Span;
  readonly description: string;
  readonly fields: FieldDraft[];
  readonly examples: ExampleDraft[];
}

export interface FieldDraft {
  readonly name: Name;
  readonly entity: string;
  readonly row: FormRow | null;
  readonly typeCell: Cell | null;
  readonly builtIn: boolean;
  type: FieldType;
  valueType: Type;
}

export interface ExampleDraft {
  readonly name: Name;
  readonly form: Form;
  readonly row: FormRow;
}

export interface MachineDraft {
  readonly entity: Name;
  /** Its text is empty if the events depend on no state. */
  readonly field: Name;
  readonly heading: Heading;
  readonly rows: FormRow[];
  /** Rows whose To is `refused`, where that is not a state. */
  readonly refusing: Set<FormRow>;
  /** By name, in order of first mention, with the start first. */
  readonly states: Map<string, StateDraft>;
  readonly starts: Name[];
  /** In order of first mention; their parameters are read after the fields. */
  readonly events: Map<string, EventDraft>;
}

export interface StateDraft {
  readonly name: Name;
  final: boolean;
  row: Span | null;
}

export interface EventDraft {
  readonly name: Name;
  parameters: readonly Parameter[];
}
