import type { Span } from '../base/span.ts';
import type { IconName } from '../model/vocabulary.ts';
import type { DataChange } from './data-change.ts';
import type { Outcome, Refusal } from './outcome.ts';

/**
 * The engine as the running product (src/runtime) sees it: plain data in and out, so that a worker
 * or server may be in between. Values are JSON: date and time as ISO text, duration as `PT4H` (ISO
 * 8601), decimal and money as text, files as FileData, json as it is.
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What people call a record. */
export interface RecordLabel {
  readonly label: string;
  /**
   * Of a record without a name: its entity, and its number or the end of its id, so that another
   * language can call it.
   */
  readonly unnamed?: { readonly entity: string; readonly number: string };
}

export interface RecordData extends RecordLabel {
  readonly entity: string;
  readonly id: string;
  /** By field; absent if unreadable or not requested. Relations are RelationData or null. */
  readonly values: Readonly<Record<string, Json>>;
}

/** A relation's value. `screen` and `parameters` lead to its screen, if it may be opened. */
export interface RelationData extends RecordLabel {
  readonly entity: string;
  readonly id: string;
  readonly address: Address | null;
}

export interface FileData {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
}

/** A place in the product: a screen's name and its route's parameters. */
export interface Address {
  readonly screen: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface PersonData {
  /** Null: nobody is signed in. */
  readonly account: RecordData | null;
  readonly roles: readonly string[];
  /** The language that the document reads from their record; null where it reads none. */
  readonly language: string | null;
  /** The time zone that the document reads from their record, by any name; null: none. */
  readonly timeZone: string | null;
  /** Is there anything in `account()`? */
  readonly manages: boolean;
}

/** What a person may see and do about their own account. Times are ISO 8601. */
export interface AccountData {
  /** May the password be changed? */
  readonly password: boolean;
  /** Where the account is signed in; `own`: here. */
  readonly sessions: readonly { readonly id: string; readonly began: string; readonly expires: string; readonly own: boolean }[];
}

/** A person to act as with one click: an example record of the account entity. */
export interface Actor extends RecordLabel {
  readonly id: string;
  readonly example: string;
  readonly roles: readonly string[];
}

/** A screen in the navigation: one that the person may open and whose route needs no parameters. */
export interface NavigationItem {
  readonly screen: string;
  readonly route: string;
  readonly assumed: boolean;
  /** The group of the menu that it is listed in. */
  readonly group: string | null;
  readonly icon: IconName | null;
  /** The count beside it; null where the document says none, or it cannot be evaluated. */
  readonly badge: number | null;
}

export interface ScreenData {
  readonly screen: string;
  /** The record that the screen is about. */
  readonly record: RecordData | null;
  /** Ids of the parts visible to this person now. A hidden container hides its content. */
  readonly visible: readonly string[];
}

/** Options of a list; all optional, the document's settings are the defaults. */
export interface ListOptions {
  readonly sort?: readonly { readonly field: string; readonly descending: boolean }[];
  readonly search?: string;
  /** By field; of fields that the part offers as filters. */
  readonly filters?: Readonly<Record<string, FilterWanted>>;
  /** From 0. */
  readonly offset?: number;
  readonly limit?: number;
  /** A list: these fields in this order instead of the part's own; hidden ones are dropped. */
  readonly fields?: readonly string[];
  /** A list: grouped by this field, or (null) not grouped, whatever the part says. */
  readonly group?: string | null;
  /** A list: only what these of its numbers add up to, without rows. */
  readonly totals?: readonly string[];
  /** A calendar: entries between these two dates or moments, inclusive. Without it, all. */
  readonly range?: RangeWanted;
}

/** Inclusive bounds; a date is its whole day in the product's time zone, even for a moment. */
export interface RangeWanted {
  readonly from?: Json;
  readonly to?: Json;
}

/** Allowed values (enums, states, ids, booleans), a range, or a text to contain in any case. */
export type FilterWanted = readonly Json[] | RangeWanted | { readonly contains: string };

/** A filter whose value cannot be read as its field's type: it lets nothing through. */
export interface UnreadFilter {
  readonly field: string;
  readonly value: Json;
}

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
  readonly required: boolean;
  /** The initial value. */
  readonly value: Json;
  readonly description: string;
  /** Longest text allowed when a rule says so plainly, else null. */
  readonly maxLength: number | null;
  /** The document says which records may be chosen. */
  readonly choosing?: Omit<ChoosingFor, 'values'>;
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
  /** What is in the form now. */
  readonly values: Readonly<Record<string, Json>>;
}

/** What a list of lines asks for. */
export interface LinesInput {
  readonly entity: string;
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

/** What each kind of part needs to be drawn. */
export type PartData =
  | {
      readonly kind: 'list' | 'cards';
      /** A conversation: what a new message is asked for. Null: the person may not write one. */
      readonly composer?: readonly InputData[] | null;
      readonly rows: readonly RecordData[];
      readonly total: number;
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
      readonly bulk: readonly { readonly event: string; readonly parameters: readonly InputData[] }[];
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
    }
  | { readonly kind: 'timeline'; readonly entries: readonly TimelineEntry[] }
  | { readonly kind: 'chart'; readonly points: readonly { readonly label: string; readonly value: number }[]; readonly type: string }
  | { readonly kind: 'figure'; readonly value: Json; readonly type: string; readonly problem: string | null }
  | { readonly kind: 'details'; readonly record: RecordData | null; readonly fields: readonly string[] }
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
  /** A timer did it: what its row says it is, where it says so, and the state that it led to. */
  readonly timer: { readonly description: string | null; readonly state: { readonly field: string; readonly name: string } | null } | null;
  readonly changes: readonly { readonly field: string; readonly from: Json; readonly to: Json }[];
}

/** What a person does. Values are Json; relations are ids. */
export type Command =
  | { readonly kind: 'create'; readonly part: PartAddress | null; readonly entity: string; readonly values: Readonly<Record<string, Json>> }
  /** `currentPassword`: the acting person's, if a refusal asked for it. */
  | {
      readonly kind: 'update';
      /** The form that it was typed into: it accepts only the fields that it asks for. */
      readonly part?: PartAddress;
      readonly entity: string;
      readonly id: string;
      readonly values: Readonly<Record<string, Json>>;
      readonly currentPassword?: string;
    }
  | { readonly kind: 'delete'; readonly entity: string; readonly id: string }
  | {
      readonly kind: 'event';
      readonly entity: string;
      readonly id: string;
      readonly event: string;
      readonly parameters: Readonly<Record<string, Json>>;
    }
  /** The action of a `button` part. */
  | { readonly kind: 'button'; readonly part: PartAddress }
  | { readonly kind: 'sign-in' | 'sign-up'; readonly values: Readonly<Record<string, Json>> }
  /** `everywhere`: also wherever else the account is signed in. */
  | { readonly kind: 'sign-out'; readonly everywhere?: boolean }
  /** Of the person acting. */
  | { readonly kind: 'change-password'; readonly current: string; readonly next: string }
  /** One of the person's own, as AccountData names it. */
  | { readonly kind: 'end-session'; readonly session: string };

/** A form for a new record. */
export interface NewRecordData {
  readonly entity: string;
  readonly inputs: readonly InputData[];
  /** The field that the record is called by. */
  readonly label: string | null;
}

/** Rows of a file that are to become records of a list's entity: by field, the text of the cell. */
export interface ImportRequest {
  readonly part: PartAddress;
  /** At most 5,000. */
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** `check`: write nothing; `all`: all or none; `good`: only the valid ones. */
  readonly mode: 'check' | 'all' | 'good';
}

export interface ImportReport {
  readonly entity: string;
  /** What a new record may be given. */
  readonly inputs: readonly InputData[];
  /** The number of new records; for `check`, the number if the valid ones were written. */
  readonly created: number;
  /** How many rows cannot become records. */
  readonly refused: number;
  /** Why, the first 200 reasons; `row` counts from 0. */
  readonly problems: readonly { readonly row: number; readonly refusal: Refusal }[];
  /** How many reasons are not in `problems`. */
  readonly more: number;
}

export interface PartAddress {
  readonly address: Address;
  /** Part.id. */
  readonly part: string;
}

export interface Done {
  /** The record that was written, when the person may read it. */
  readonly record: RecordData | null;
  /** Where to go now: `then open`, an `open` step. */
  readonly open: Address | null;
}

/** Matched against the routes: a screen, or why not. */
export type Located = { readonly ok: true; readonly address: Address } | { readonly ok: false; readonly refusal: Refusal };

/** A page asks for all that it shows at once, and gets what it does not have yet. */
export interface ViewRequest {
  /** Null: the page shows no screen. */
  readonly address: Address | null;
  /**
   * What may be seen of it: at most `mostParts`. One that is not shown to the person is passed
   * over.
   */
  readonly parts: readonly PartRequest[];
}

export interface PartRequest {
  /** Part.id. */
  readonly part: string;
  readonly options?: ListOptions | undefined;
  /** What the page has of it, as PartAnswer calls it. */
  readonly version?: string | undefined;
}

export const mostParts = 100;

export interface View {
  readonly person: PersonData;
  readonly navigation: readonly NavigationItem[];
  /** Null: none was requested. Refused as NOT_FOUND, UNAUTHORIZED or FORBIDDEN. */
  readonly screen: Outcome<ScreenData> | null;
  /**
   * In the order of the request. Null: it is not shown to the person. `later`: the parts before it
   * took so much work that it was not read; the page asks for it in a request of its own.
   */
  readonly parts: readonly (PartAnswer | 'later' | null)[];
  /** What all of it was read from, as `DataChange.wrote` names it; null: it cannot be told. */
  readonly reads: readonly string[] | null;
}

export interface PartAnswer {
  /** Differs where the outcome does. */
  readonly version: string;
  /** Absent: the page has this version. */
  readonly outcome?: Outcome<PartData>;
}

/** What a command came to, and what the page shows after it. */
export type Ran =
  | {
      readonly ok: true;
      readonly value: Done;
      /** The mark of the change that it was (DataChange); null: nothing was written. */
      readonly change: string | null;
      /** Absent: none was requested, or it could not be read any more. */
      readonly view?: View;
    }
  | Extract<Outcome, { readonly ok: false }>;

export type ChangeListener = (changes: readonly DataChange[]) => void;

export interface Session {
  person(): Promise<PersonData>;
  account(): Promise<AccountData>;
  actors(): Promise<readonly Actor[]>;
  /** Acts as an example person or a visitor without a password (browser data only). */
  actAs(id: string | null): Promise<PersonData>;
  navigation(): Promise<readonly NavigationItem[]>;
  /** Everything that a page shows. */
  open(request: ViewRequest): Promise<View>;
  /** Opens a screen; refused as NOT_FOUND, UNAUTHORIZED or FORBIDDEN. */
  screen(address: Address): Promise<Outcome<ScreenData>>;
  part(part: PartAddress, options?: ListOptions): Promise<Outcome<PartData>>;
  /** Readable records of an entity, for an owner's component; by default 50, at most 1000. */
  records(entity: string, options?: ListOptions): Promise<Outcome<RecordsData>>;
  /** What a form shows for these values; what does not fit its type counts as not given. */
  formNow(part: PartAddress, values: Readonly<Record<string, Json>>): Promise<Outcome<FormNow>>;
  /** Records to choose from for a relation. */
  choices(entity: string, search: string, limit: number, choosing?: ChoosingFor): Promise<readonly RelationData[]>;
  /** `view`: what the page shows, to be read again when the command is done. */
  run(command: Command, view?: ViewRequest): Promise<Ran>;
  /** What a new record of an entity may be given, for a form that is in no document. */
  newRecord(entity: string): Promise<Outcome<NewRecordData>>;
  importRows(request: ImportRequest): Promise<Outcome<ImportReport>>;
  putFile(file: { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }): Promise<FileData>;
  file(id: string): Promise<Uint8Array | null>;
  /**
   * Called after every change (also a timer's, another tab's), with several at once where they come
   * together. Returns the end of it.
   */
  subscribe(listener: ChangeListener): () => void;
}
