import type { Span } from '../base/span.ts';
import type { Refusal } from './outcome.ts';
import type { Json } from './record-data.ts';

/** An event that a person may or may not trigger on a record. */
export interface EventData {
  readonly event: string;
  readonly enabled: boolean;
  /** Why it is disabled. */
  readonly refusal: Refusal | null;
  /** The transition's table row in the document. */
  readonly at: Span;
  /** The target state of the first transition of the machine's field; null if the state stays. */
  readonly to: string | null;
  readonly field: string;
  readonly parameters: readonly InputData[];
}

/** One input of a form. */
export interface InputData {
  readonly name: string;
  readonly label: string;
  /** The notation's type: text, markdown, integer, enum, relation, members, list, image … */
  readonly type: string;
  readonly values: readonly string[];
  /** For relation and members: the entity. For list: null; `of` has the type of an item. */
  readonly entity: string | null;
  /** For relation and members: whether the person may create such records. Absent: no. */
  readonly creates?: boolean;
  readonly of: string | null;
  /** For money: the currency comes from the record, not from the document. */
  readonly ownCurrency?: boolean;
  readonly required: boolean;
  /** The initial value. */
  readonly value: Json;
  readonly description: string;
  /** The longest text that a rule allows, in characters; null if no rule states a limit. */
  readonly maxLength: number | null;
  /** Set if the document limits which records may be chosen. `values`: presets of the form. */
  readonly choosing?: Omit<ChoosingFor, 'values'> & Partial<Pick<ChoosingFor, 'values'>>;
  /** A list of lines: `value` is its rows, each with `id` (null: new) and its cells by name. */
  readonly lines?: LinesInput;
}

/** The field, or the event parameter, for which a record is chosen. */
export interface ChoosingFor {
  readonly entity: string;
  readonly field: string;
  readonly event?: string;
  /** The record that has the field; null if it is new or there are several. */
  readonly id: string | null;
  /** Several records, for all of which one record is chosen. */
  readonly ids?: readonly string[];
  /** The current values of the form; for a line, the values of its row. */
  readonly values: Readonly<Record<string, Json>>;
  /** For a line: the current form values of the record that it belongs to. */
  readonly owner?: Omit<ChoosingFor, 'field' | 'event' | 'ids' | 'owner'> & { readonly by: string };
}

/** The inputs of a list of lines. */
export interface LinesInput {
  readonly entity: string;
  /**
   * The record that the lines belong to (`id` null: it is new), their relation to it, and the
   * form's presets.
   */
  readonly owner: {
    readonly entity: string;
    readonly id: string | null;
    readonly by: string;
    readonly values?: ChoosingFor['values'];
  };
  /** In order; `value` is the initial value in a new line. */
  readonly columns: readonly InputData[];
  /** Columns computed from the others: shown, but not editable. */
  readonly computed: readonly string[];
  /** Columns whose sum is shown: numbers that no computed column depends on. */
  readonly sums: readonly string[];
  /** Whether the person may add lines. */
  readonly adds: boolean;
  /**
   * By line id: columns that the person may not change, and whether the line may not be deleted.
   */
  readonly fixed: Readonly<Record<string, { readonly columns: readonly string[]; readonly stays: boolean }>>;
}

/** The state of a form for the values typed so far. */
export interface FormNow {
  /** Fields whose condition is not met now, so the form does not ask for them. */
  readonly hidden: readonly string[];
  /** By list: the computed columns of each given line, in order; a value is null while unknown. */
  readonly lines: Readonly<Record<string, readonly Readonly<Record<string, Json>>[]>>;
}

/** A form for a new record. */
export interface NewRecordData {
  readonly entity: string;
  readonly inputs: readonly InputData[];
  /** The field whose value labels the record. */
  readonly label: string | null;
}
