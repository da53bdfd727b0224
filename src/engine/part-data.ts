import type { EventData, InputData } from './form-data.ts';
import type { Refusal } from './outcome.ts';
import type { Address, Json, RecordData, RecordLabel, RelationData } from './record-data.ts';

/** Options of a list; all optional, the document's settings are the defaults. */
export interface ListOptions {
  readonly sort?: readonly { readonly field: string; readonly descending: boolean }[];
  readonly search?: string;
  /** By field, of those that the person sees. */
  readonly filters?: Readonly<Record<string, FilterWanted>>;
  /** Must a record fit all filters (without it) or any of them? */
  readonly match?: 'all' | 'any';
  /** From 0. */
  readonly offset?: number;
  readonly limit?: number;
  /** A list: these fields in this order instead of the part's own; hidden ones are dropped. */
  readonly fields?: readonly string[];
  /** A list: grouped by this field, or (null) not grouped, whatever the part says. */
  readonly group?: string | null;
  /** A list: only what these of its numbers add up to, without rows. */
  readonly totals?: readonly string[];
  /** A list: how many there are is counted to the end, however many. */
  readonly exact?: boolean;
  /** A calendar: entries between these two dates or moments, inclusive. Without it, all. */
  readonly range?: RangeWanted;
}

/** Inclusive bounds; a date is its whole day in the product's time zone, even for a moment. */
export interface RangeWanted {
  readonly from?: Json;
  readonly to?: Json;
}

/**
 * Allowed values (enums, states, ids, booleans; null: empty), values that are not allowed, a range,
 * or a text to contain in any case.
 */
export type FilterWanted = readonly Json[] | { readonly not: readonly Json[] } | RangeWanted | { readonly contains: string };

/** A filter whose value cannot be read as its field's type: it lets nothing through. */
export interface UnreadFilter {
  readonly field: string;
  readonly value: Json;
}

/** What each kind of part needs to be drawn. */
export type PartData =
  | {
      readonly kind: 'list' | 'cards';
      /** A conversation: the inputs of a new message. Null: the person may not write one. */
      readonly composer?: readonly InputData[] | null;
      readonly rows: readonly RecordData[];
      /** At most `mostCounted`, unless the exact count was requested. */
      readonly total: number;
      /** There are more than `total`. */
      readonly more: boolean;
      /** Fields the person may read, in order: the part's, or those that were requested. */
      readonly fields: readonly string[];
      /** The part's own fields first, then what else the person may ask for as a column. */
      readonly offered: readonly string[];
      /** Columns by which no order is offered: the store would have to load all records for it. */
      readonly unordered: readonly string[];
      /** What the records are grouped by. */
      readonly group: string | null;
      /** Requested sums over all matches, by field; null if unknown or too many. */
      readonly totals: Readonly<Record<string, Json>>;
      readonly unread: readonly UnreadFilter[];
      /** May the person create such records, so that a file of them can be read? */
      readonly imports: boolean;
      /** Filters on offer with their choices (relations: the records in use). */
      readonly filters: readonly FilterData[];
      readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
      readonly perPage: number;
      /** Whether rows lead somewhere. */
      readonly open: string | null;
      /** Addresses of the rows, by id, when they open. */
      readonly addresses: Readonly<Record<string, Address>>;
      /** Events that can be done to several; and the fields that may be edited in place. */
      readonly bulk: readonly Pick<EventData, 'event' | 'parameters' | 'to' | 'field'>[];
      readonly edit: readonly InputData[];
    }
  | {
      readonly kind: 'board';
      readonly columns: readonly {
        /** A state, a value, the id of a record, or empty: nothing. */
        readonly value: string;
        /** The record, where the board is by a relation. */
        readonly label: RelationData | null;
        readonly total: number;
        readonly rows: readonly RecordData[];
      }[];
      readonly fields: readonly string[];
      readonly addresses: Readonly<Record<string, Address>>;
      /** By record id: the columns it may be dropped on (`event` null: update the field). */
      readonly moves: Readonly<Record<string, readonly BoardMove[]>>;
    }
  | {
      readonly kind: 'calendar';
      readonly entries: readonly {
        readonly record: RecordData;
        readonly from: string;
        readonly to: string | null;
        readonly address: Address | null;
        /** May the person move it to another time? */
        readonly movable: boolean;
      }[];
      /** How many there are; more than the entries when these would be too many to be read. */
      readonly total: number;
      /** The fields that say when. */
      readonly by: string;
      readonly until: string | null;
      /** `date` or `datetime`. */
      readonly type: string;
      /** May the person create entries? */
      readonly creates: boolean;
      /**
       * Of a calendar coloured by a relation: its records, also those without entries. Empty if
       * there are too many to have a lane each.
       */
      readonly lanes: readonly RelationData[];
    }
  | { readonly kind: 'timeline'; readonly entries: readonly TimelineEntry[] }
  | { readonly kind: 'chart'; readonly points: readonly ChartPoint[]; readonly type: string }
  | {
      readonly kind: 'figure';
      readonly value: Json;
      readonly type: string;
      readonly problem: string | null;
      /** It counts records that are late, and there are some. */
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
      /** Of the inputs: those that are not asked for now (FormNow). */
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
  /** The number beside the title; null: it has none. */
  | { readonly kind: 'section'; readonly count: number | null }
  /** Parts that need nothing of the engine: text, columns, tabs, unread. */
  | { readonly kind: 'static' };

/** `ids`: of the records that it is called by, where the chart is by a relation. */
export interface ChartPoint {
  readonly label: string;
  readonly value: number;
  readonly ids?: readonly string[];
}

/** A page of an entity's records; where each leads, by id. */
export interface RecordsData {
  readonly rows: readonly RecordData[];
  /** How many there are before offset and limit. */
  readonly total: number;
  readonly addresses: Readonly<Record<string, Address>>;
}

export interface FilterData {
  readonly field: string;
  readonly type: string;
  /** Does the part name it? Else the person has set it. */
  readonly named: boolean;
  readonly choices: readonly ({ readonly value: Json } & RecordLabel)[];
  /** There are others besides these: too many to be listed. */
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
  /** Who, or null: by itself. */
  readonly by: RelationData | null;
  readonly operation: string;
  /** It began as an example of the document. */
  readonly sample: boolean;
  /** A timer did it: what its row says it is, where it says so, and the state that it led to. */
  readonly timer: { readonly description: string | null; readonly state: { readonly field: string; readonly name: string } | null } | null;
  readonly changes: readonly { readonly field: string; readonly from: Json; readonly to: Json }[];
}
