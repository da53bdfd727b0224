import type { EventData, InputData } from './form-data.ts';
import type { Refusal } from './outcome.ts';
import type { Address, Json, RecordData, RecordLabel, RelationData } from './record-data.ts';

/** Options of a list; all optional, with the document's settings as defaults. */
export interface ListOptions {
  readonly sort?: readonly { readonly field: string; readonly descending: boolean }[];
  readonly search?: string;
  /** By field; ignores fields that the person may not see. */
  readonly filters?: Readonly<Record<string, FilterWanted>>;
  /** Whether a record must match all filters (the default) or any of them. */
  readonly match?: 'all' | 'any';
  /** From 0. */
  readonly offset?: number;
  readonly limit?: number;
  /** List: these fields in this order instead of the part's own; drops hidden ones. */
  readonly fields?: readonly string[];
  /** List: the field to group by, or null for no groups; overrides the part. */
  readonly group?: string | null;
  /** List: returns only the sums of these fields, without rows. */
  readonly totals?: readonly string[];
  /** List: counts all matches, however many. */
  readonly exact?: boolean;
  /** Calendar: entries between two dates or moments, inclusive. Absent: all. */
  readonly range?: RangeWanted;
}

/** Inclusive bounds; a date is its whole day in the product's time zone, even for a moment. */
export interface RangeWanted {
  readonly from?: Json;
  readonly to?: Json;
}

/**
 * Allowed values (enums, states, ids, booleans; null: empty), excluded values, a range, or a text
 * to contain, ignoring case.
 */
export type FilterWanted = readonly Json[] | { readonly not: readonly Json[] } | RangeWanted | { readonly contains: string };

/** A filter whose value cannot be read as its field's type; it matches no record. */
export interface UnreadFilter {
  readonly field: string;
  readonly value: Json;
}

/** What people may narrow a part's records by. */
export interface NarrowingData {
  /** Available filters with their choices (for relations: the records in use). */
  readonly filters: readonly FilterData[];
  /** Fields to choose from: the part's own first, then the others that the person may read. */
  readonly offered: readonly string[];
  readonly unread: readonly UnreadFilter[];
}

/** The data that each kind of part needs to be drawn. */
export type PartData =
  | (NarrowingData & {
      readonly kind: 'list' | 'cards';
      /** Conversation: the inputs of a new message. Null: the person may not write one. */
      readonly composer?: readonly InputData[] | null;
      readonly rows: readonly RecordData[];
      /** At most `mostCounted`, unless the exact count was requested. */
      readonly total: number;
      /** Whether there are more than `total`. */
      readonly more: boolean;
      /** Fields that the person may read, in order: the part's, or the requested ones. */
      readonly fields: readonly string[];
      /** Columns that cannot be sorted by, because the store would have to load all records. */
      readonly unordered: readonly string[];
      /** The field that the records are grouped by. */
      readonly group: string | null;
      /** Requested sums over all matches, by field; null if unknown or too many. */
      readonly totals: Readonly<Record<string, Json>>;
      /** Whether the person may create such records, and so import a file of them. */
      readonly imports: boolean;
      readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
      readonly perPage: number;
      /** The screen that rows open; null: none. */
      readonly open: string | null;
      /** Addresses of the rows, by id, if they open. */
      readonly addresses: Readonly<Record<string, Address>>;
      /**
       * Events that can be triggered on several records; `edit`: fields that can be edited in
       * place.
       */
      readonly bulk: readonly Pick<EventData, 'event' | 'parameters' | 'to' | 'field'>[];
      readonly edit: readonly InputData[];
    })
  | (NarrowingData & {
      readonly kind: 'board';
      readonly columns: readonly {
        /** A state, a value, a record's id, or an empty text for records without a value. */
        readonly value: string;
        /** The record, if the board is by a relation. */
        readonly label: RelationData | null;
        readonly total: number;
        readonly rows: readonly RecordData[];
      }[];
      readonly fields: readonly string[];
      readonly addresses: Readonly<Record<string, Address>>;
      /** By record id: the columns it may be dropped on (`event` null: updates the field). */
      readonly moves: Readonly<Record<string, readonly BoardMove[]>>;
    })
  | (NarrowingData & {
      readonly kind: 'calendar';
      readonly entries: readonly {
        readonly record: RecordData;
        readonly from: string;
        readonly to: string | null;
        readonly address: Address | null;
        /** Whether the person may move it to another time. */
        readonly movable: boolean;
      }[];
      /** The number of entries, including those left out because there are too many. */
      readonly total: number;
      /** The fields with the start and the end; `until` is null if there is no end. */
      readonly by: string;
      readonly until: string | null;
      /** `date` or `datetime`. */
      readonly type: string;
      /** Whether the person may create entries. */
      readonly creates: boolean;
      /**
       * Calendar coloured by a relation: its records, including those without entries. Empty if
       * there are too many for a lane each.
       */
      readonly lanes: readonly RelationData[];
    })
  | { readonly kind: 'timeline'; readonly entries: readonly TimelineEntry[] }
  | { readonly kind: 'chart'; readonly points: readonly ChartPoint[]; readonly type: string }
  | {
      readonly kind: 'figure';
      readonly value: Json;
      readonly type: string;
      readonly problem: string | null;
      /** Set if it counts late records and there are some. */
      readonly late?: true;
    }
  | {
      readonly kind: 'details';
      readonly record: RecordData | null;
      readonly fields: readonly string[];
      /** Fields that the person may change in place, with their values. */
      readonly edit: readonly InputData[];
    }
  | {
      readonly kind: 'form';
      readonly entity: string;
      readonly record: RecordData | null;
      readonly inputs: readonly InputData[];
      /** Names of inputs that the form does not ask for now (FormNow). */
      readonly hidden: readonly string[];
      readonly refusal: Refusal | null;
    }
  | {
      readonly kind: 'buttons';
      readonly record: RecordData | null;
      readonly events: readonly EventData[];
      readonly delete: { readonly enabled: boolean; readonly refusal: Refusal | null } | null;
    }
  | { readonly kind: 'button'; readonly enabled: boolean; readonly refusal: Refusal | null; readonly address: Address | null }
  | { readonly kind: 'link'; readonly address: Address | null }
  | { readonly kind: 'sign-in' | 'sign-up'; readonly inputs: readonly InputData[]; readonly refusal: Refusal | null }
  | {
      readonly kind: 'component';
      /** The value in the braces. Records are RelationData. */
      readonly properties: Readonly<Record<string, Json>>;
      /** The record that the screen is about. */
      readonly record: RecordData | null;
      /** Why the braces have no value. */
      readonly problem: string | null;
    }
  /** The number beside the title; null if there is none. */
  | { readonly kind: 'section'; readonly count: number | null }
  /** Parts without data from the engine: text, columns, tabs, unread. */
  | { readonly kind: 'static' };

export interface ChartPoint {
  readonly label: string;
  readonly value: number;
  /** The record, if the chart is by a relation. Several may have one label. */
  readonly id?: string;
}

/** A page of an entity's records; `addresses`: the screen of each, by id. */
export interface RecordsData {
  readonly rows: readonly RecordData[];
  /** The number of records before offset and limit. */
  readonly total: number;
  readonly addresses: Readonly<Record<string, Address>>;
}

export interface FilterData {
  readonly field: string;
  readonly type: string;
  /** Whether the part names it; otherwise the person has added it. */
  readonly named: boolean;
  readonly choices: readonly ({ readonly value: Json } & RecordLabel)[];
  /** Whether there are more choices than listed. */
  readonly more: boolean;
}

export interface BoardMove {
  readonly to: string;
  readonly event: string | null;
  readonly enabled: boolean;
  readonly refusal: Refusal | null;
  readonly parameters: readonly InputData[];
}

export interface TimelineEntry {
  readonly at: string;
  /** The acting person; null: the product itself. */
  readonly by: RelationData | null;
  readonly operation: string;
  /** Whether the record started as an example of the document. */
  readonly sample: boolean;
  /** Set if a timer did it: the description in its row, if any, and the state that it led to. */
  readonly timer: { readonly description: string | null; readonly state: { readonly field: string; readonly name: string } | null } | null;
  readonly changes: readonly { readonly field: string; readonly from: Json; readonly to: Json }[];
}
