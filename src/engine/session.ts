import type { MessageWay } from '../model/ast/messages.ts';
import type { IconName } from '../model/vocabulary.ts';
import type { DataChange } from './data-change.ts';
import type { ChoosingFor, FormNow, InputData, NewRecordData } from './form-data.ts';

export type { SecondFactorShown } from './operations/second-factor.ts';

import type { JobsData } from './jobs/jobs.ts';
import type { InboxData } from './messages/inbox.ts';
import type { InviteInput } from './operations/invite.ts';
import type { MailLinkInput } from './operations/mail-link.ts';
import type { SecondFactorInput, SecondFactorShown } from './operations/second-factor.ts';
import type { LinkData } from './operations/use-link.ts';
import type { Outcome, Refusal } from './outcome.ts';
import type { ListOptions, PartData, RecordsData } from './part-data.ts';
import type { Address, FileData, Json, RecordData, RecordLabel, RelationData } from './record-data.ts';

export interface PersonData {
  /** Null: signed out. */
  readonly account: RecordData | null;
  readonly roles: readonly string[];
  /** The language that the document reads from their record; null where it reads none. */
  readonly language: string | null;
  /** The time zone that the document reads from their record, by any name; null: none. */
  readonly timeZone: string | null;
  /** Is there anything in `account()`? */
  readonly manages: boolean;
  /** They see the jobs of the product (`jobs()`); absent: they do not. */
  readonly operates?: true;
  /** How many messages they have not read, at most 100; absent: the document tells nothing. */
  readonly unread?: number;
}

/** What a person may see and do about their own account. Times are ISO 8601. */
export interface AccountData {
  /** May the password be changed? */
  readonly password: boolean;
  /** The roles that the person may invite people to; empty: none. */
  readonly invites: readonly string[];
  /** How many recovery codes are left; `off`; null: the document has no second factor. */
  readonly secondFactor: number | 'off' | null;
  /** Browsers that signed in to the account; `own`: this one. */
  readonly devices: readonly { readonly id: string; readonly seen: string; readonly own: boolean }[];
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
  /** The count beside it; null where there is nothing to count, or it cannot be evaluated. */
  readonly badge: number | null;
  /** There are more than that. */
  readonly more?: true;
}

export interface ScreenData {
  readonly screen: string;
  /** The record that the screen is about. */
  readonly record: RecordData | null;
  /** Ids of the parts visible to this person now. A hidden container hides its content. */
  readonly visible: readonly string[];
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
  /** Puts back what a deletion of the same person took: `token` is its `Done.undo`. */
  | { readonly kind: 'restore'; readonly token: string }
  | {
      readonly kind: 'event';
      readonly entity: string;
      readonly id: string;
      readonly event: string;
      readonly parameters: Readonly<Record<string, Json>>;
    }
  /** The action of a `button` part. */
  | { readonly kind: 'button'; readonly part: PartAddress }
  /** `language`: of the person, for the mail where a sign-up needs one. */
  | { readonly kind: 'sign-in' | 'sign-up'; readonly values: Readonly<Record<string, Json>>; readonly language?: string }
  /** Mails a link (operations/mail-link.ts). */
  | ({ readonly kind: 'mail-link' } & MailLinkInput)
  | ({ readonly kind: 'invite' } & InviteInput)
  /** Of an operator: makes a job due now, deletes one, or opens the link of a mail that is kept. */
  | { readonly kind: 'job'; readonly job: string; readonly step: 'retry' | 'drop' | 'open' }
  /** Opens the link of a mail, with what `link()` asks for. */
  | { readonly kind: 'use-link'; readonly token: string; readonly values: Readonly<Record<string, Json>> }
  /** `everywhere`: also wherever else the account is signed in. */
  | { readonly kind: 'sign-out'; readonly everywhere?: boolean }
  /** Of the person acting. */
  | { readonly kind: 'change-password'; readonly current: string; readonly next: string }
  /** Of the person acting (operations/second-factor.ts). */
  | ({ readonly kind: 'second-factor' } & SecondFactorInput)
  /** One of the person's own, as AccountData names it. */
  | { readonly kind: 'forget-device'; readonly device: string }
  /** One of the person's own, as AccountData names it. */
  | { readonly kind: 'end-session'; readonly session: string }
  /** One's own messages; null: all. */
  | { readonly kind: 'read-messages'; readonly ids: readonly string[] | null }
  /** Whether one is told a message that way. */
  | { readonly kind: 'mute'; readonly message: string; readonly way: MessageWay; readonly off: boolean };

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

/** So many records of one entity. */
export interface CountOf {
  readonly entity: string;
  readonly count: number;
}

/** What deleting records would come to; nothing is deleted yet. */
export interface DeletionData {
  /** What is deleted along with those that can be, as far as the person may read it. */
  readonly along: readonly CountOf[];
  /** Is anything deleted along that the person may not read? */
  readonly more: boolean;
  /** Can it be undone afterwards? */
  readonly undoable: boolean;
  /** How many of the records cannot be deleted, and why the first of them. */
  readonly refused: number;
  readonly refusal: Refusal | null;
  /** What refers to those that cannot be deleted, as far as the person may read it. */
  readonly holders: readonly CountOf[];
}

/** At most so many records in one request. */
export const mostDeleted = 200;

export interface NewFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** A small JPEG of a picture; null or absent: there is none. */
  readonly preview?: Uint8Array | null;
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
  /** Of a deletion: what a `restore` puts it back by, for a day. Null: it cannot be undone. */
  readonly undo?: string | null;
  /** Of the link of a mail: the place in the product that it leads to. */
  readonly place?: string | null;
  /** What is shown now and never again: secrets of the record that was made. */
  readonly secrets?: readonly { readonly field: string; readonly value: string }[];
  /** A sign-up that waits until its mailed link is opened. */
  readonly mailed?: true;
  /** Of a `second-factor` command: shown once. */
  readonly secondFactor?: SecondFactorShown | null;
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

/** The organisations in which a person works, by their labels. */
export interface OrganisationsData {
  readonly entity: string;
  /** The id of the one that the screen belongs to; null: it belongs to none. */
  readonly current: string | null;
  readonly all: readonly {
    readonly id: string;
    readonly label: string;
    /** Its own screen. */
    readonly address: Address;
    /** The screens of its menu that the person may open. */
    readonly items: readonly (NavigationItem & { readonly address: Address })[];
  }[];
}

export interface View {
  readonly person: PersonData;
  readonly navigation: readonly NavigationItem[];
  /** Null: the document has none. */
  readonly organisations: OrganisationsData | null;
  /** Null: none was requested. Refused as NOT_FOUND, UNAUTHORIZED or FORBIDDEN. */
  readonly screen: Outcome<ScreenData> | null;
  /**
   * In the order of the request. Null: it is not shown to the person. `later`: the parts before it
   * took so much work that it was not read; the page asks for it in its own request.
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

/**
 * The engine as the running product (src/runtime) sees it: plain data in and out, so that a worker
 * or server may be in between.
 */
export interface Session {
  person(): Promise<PersonData>;
  account(): Promise<AccountData>;
  /** What leaves the product, for its operators. */
  jobs(): Promise<Outcome<JobsData>>;
  /** What the link of a mail is for; null: it was used, or has expired. */
  link(token: string): Promise<LinkData | null>;
  /** One's own messages, the newest first; `before`: those older than this one. */
  inbox(before?: string): Promise<InboxData>;
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
  /** Records to choose from for a relation. `at`, here and below: as for `file`. */
  choices(entity: string, search: string, limit: number, choosing?: ChoosingFor, at?: Address): Promise<readonly RelationData[]>;
  /** `view`: what the page shows, to be read again when the command is done. */
  run(command: Command, view?: ViewRequest): Promise<Ran>;
  /**
   * What a new record of an entity may be given, for a form that is in no document. `like`: the id
   * of a record whose values it begins with.
   */
  newRecord(entity: string, like?: string, at?: Address): Promise<Outcome<NewRecordData>>;
  /**
   * What deleting these records (at most 200) would come to: what goes along, and whether it is
   * refused. Nothing is deleted.
   */
  deletion(entity: string, ids: readonly string[], at?: Address): Promise<Outcome<DeletionData>>;
  /** Fields that the person may change in several records of an entity at once. */
  editable(entity: string, at?: Address): Promise<Outcome<readonly InputData[]>>;
  importRows(request: ImportRequest): Promise<Outcome<ImportReport>>;
  putFile(file: NewFile, at?: Address): Promise<FileData>;
  /** `at`: the screen that shows it; an address with a secret gives the roles of its link. */
  file(id: string, at?: Address, preview?: boolean): Promise<Uint8Array | null>;
  /**
   * Called after every change (also a timer's, another tab's), with several at once where they come
   * together. Returns the end of it.
   */
  subscribe(listener: ChangeListener): () => void;
}
