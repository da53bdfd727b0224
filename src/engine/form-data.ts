import type { Span } from '../base/span.ts';
import type { Refusal } from './outcome.ts';
import type { Json } from './record-data.ts';

/** An event that a person may or may not trigger on a record. */
export interface EventData {
  readonly event: string;
  readonly enabled: boolean;
  /** Why it is disabled. */
  readonly refusal: Refusal | null;
  /** The transition's row. */
  readonly at: Span;
  /** Where the first transition leads, by the machine's field; null when it stays. */
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
  /** For relation and members: the entity; for list: the type of an item is in `of`. */
  readonly entity: string | null;
  /** For relation and members: may the person make such records? Absent: no. */
  readonly creates?: boolean;
  readonly of: string | null;
  /** Of money: its currency is the record's own, not the document's. */
  readonly ownCurrency?: boolean;
  readonly required: boolean;
  /** The initial value. */
  readonly value: Json;
  readonly description: string;
  /** Longest text allowed when a rule says so plainly, else null. */
  readonly maxLength: number | null;
  /** The document says which records may be chosen. `values`: those that the form itself sets. */
  readonly choosing?: Omit<ChoosingFor, 'values'> & Partial<Pick<ChoosingFor, 'values'>>;
  /** A list of lines: `value` is its rows, each with `id` (null: new) and its cells by name. */
  readonly lines?: LinesInput;
}

/** For what a record is chosen: a field, or a parameter of an event. */
export interface ChoosingFor {
  readonly entity: string;
  readonly field: string;
  readonly event?: string;
  /** The record that has the field; null: it is new, or there are several. */
  readonly id: string | null;
  /** Several records, for which one is chosen at once. */
  readonly ids?: readonly string[];
  /** What is in the form now; of a line, what is in its row. */
  readonly values: Readonly<Record<string, Json>>;
  /** Of a line: the record that it belongs to, as it is in the form now. */
  readonly owner?: Omit<ChoosingFor, 'field' | 'event' | 'ids' | 'owner'> & { readonly by: string };
}

/** What a list of lines asks for. */
export interface LinesInput {
  readonly entity: string;
  /**
   * The record that the lines belong to (`id` null: it is new), their relation to it, and the
   * values that the form itself sets.
   */
  readonly owner: {
    readonly entity: string;
    readonly id: string | null;
    readonly by: string;
    readonly values?: ChoosingFor['values'];
  };
  /** In order; `value` is what a new line begins with. */
  readonly columns: readonly InputData[];
  /** Columns that are worked out from the others, and only shown. */
  readonly computed: readonly string[];
  /** Columns whose sum is shown: numbers that no computed column is worked out from. */
  readonly sums: readonly string[];
  /** May the person add lines? */
  readonly adds: boolean;
  /** By id: the columns that the person may not change, and whether the line must stay. */
  readonly fixed: Readonly<Record<string, { readonly columns: readonly string[]; readonly stays: boolean }>>;
}

/** What a form shows for the values typed so far. */
export interface FormNow {
  /** Fields that are requested only while something holds that does not hold now. */
  readonly hidden: readonly string[];
  /** By list: the computed columns of each line given, in order; null: they have no value yet. */
  readonly lines: Readonly<Record<string, readonly Readonly<Record<string, Json>>[]>>;
}

/** A form for a new record. */
export interface NewRecordData {
  readonly entity: string;
  readonly inputs: readonly InputData[];
  /** The field that the record is called by. */
  readonly label: string | null;
}
