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
  /** The language that the document takes from their record; null if none. */
  readonly language: string | null;
  /** The time zone that the document takes from their record; null if none. */
  readonly timeZone: string | null;
  /** Whether `account()` has any content. */
  readonly manages: boolean;
  /** Set if they may see the product's jobs (`jobs()`). */
  readonly operates?: true;
  /** The number of unread messages, at most 100; absent: the document has no inbox. */
  readonly unread?: number;
}

/** What a person may see and do about their own account. Times are ISO 8601. */
export interface AccountData {
  /** Whether the person may change the password. */
  readonly password: boolean;
  /** The roles that the person may invite people to; empty: none. */
  readonly invites: readonly string[];
  /**
   * The number of recovery codes left; `off`: not set up; null: the document has no second factor.
   */
  readonly secondFactor: number | 'off' | null;
  /** Browsers that have signed in to the account; `own`: this one. */
  readonly devices: readonly { readonly id: string; readonly seen: string; readonly own: boolean }[];
  /** The account's sessions; `own`: this one. */
  readonly sessions: readonly { readonly id: string; readonly began: string; readonly expires: string; readonly own: boolean }[];
}

/** A person to act as with one click: an example record of the account entity. */
export interface Actor extends RecordLabel {
  readonly id: string;
  readonly example: string;
  readonly roles: readonly string[];
}

/**
 * An entry of the navigation: a screen that the person may open and whose route has no parameters.
 */
export interface NavigationItem {
  readonly screen: string;
  readonly route: string;
  readonly assumed: boolean;
  /** The menu group that lists it. */
  readonly group: string | null;
  readonly icon: IconName | null;
  /** The count beside it; null if there is nothing to count or it cannot be evaluated. */
  readonly badge: number | null;
  /** Set if there are more than `badge`. */
  readonly more?: true;
}

export interface ScreenData {
  readonly screen: string;
  /** The record that the screen is about. */
  readonly record: RecordData | null;
  /** Ids of the parts visible to this person now. A hidden container hides its content. */
  readonly visible: readonly string[];
}

/** A command of a person. Values are Json; relations are ids. */
export type Command =
  | { readonly kind: 'create'; readonly part: PartAddress | null; readonly entity: string; readonly values: Readonly<Record<string, Json>> }
  /** `currentPassword`: the acting person's, if a refusal asked for it. */
  | {
      readonly kind: 'update';
      /** The form that it was typed into; then only the form's own fields are accepted. */
      readonly part?: PartAddress;
      readonly entity: string;
      readonly id: string;
      readonly values: Readonly<Record<string, Json>>;
      readonly currentPassword?: string;
    }
  | { readonly kind: 'delete'; readonly entity: string; readonly id: string }
  /** Restores what the same person deleted; `token` is `Done.undo` of the deletion. */
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
  /** `language`: the person's, for a mail that confirms a sign-up. */
  | { readonly kind: 'sign-in' | 'sign-up'; readonly values: Readonly<Record<string, Json>>; readonly language?: string }
  /** Mails a link (operations/mail-link.ts). */
  | ({ readonly kind: 'mail-link' } & MailLinkInput)
  | ({ readonly kind: 'invite' } & InviteInput)
  /** For operators: makes a job due now, deletes it, or opens the link of a stored mail. */
  | { readonly kind: 'job'; readonly job: string; readonly step: 'retry' | 'drop' | 'open' }
  /** Opens the link of a mail, with what `link()` asks for. */
  | { readonly kind: 'use-link'; readonly token: string; readonly values: Readonly<Record<string, Json>> }
  /** `everywhere`: also ends the account's other sessions. */
  | { readonly kind: 'sign-out'; readonly everywhere?: boolean }
  /** For the acting person. */
  | { readonly kind: 'change-password'; readonly current: string; readonly next: string }
  /** For the acting person (operations/second-factor.ts). */
  | ({ readonly kind: 'second-factor' } & SecondFactorInput)
  /** One of the person's own devices, by its id in AccountData. */
  | { readonly kind: 'forget-device'; readonly device: string }
  /** One of the person's own sessions, by its id in AccountData. */
  | { readonly kind: 'end-session'; readonly session: string }
  /** The person's own messages; null: all. */
  | { readonly kind: 'read-messages'; readonly ids: readonly string[] | null }
  /** Turns one way of delivering a message off or on for the person. */
  | { readonly kind: 'mute'; readonly message: string; readonly way: MessageWay; readonly off: boolean };

/** Rows of a file to create records from: by field, the text of the cell. */
export interface ImportRequest {
  readonly part: PartAddress;
  /** At most 5,000. */
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** `check`: write nothing; `all`: all or none; `good`: only the valid ones. */
  readonly mode: 'check' | 'all' | 'good';
}

export interface ImportReport {
  readonly entity: string;
  /** The inputs of a new record. */
  readonly inputs: readonly InputData[];
  /** The number of created records; for `check`, the number that `good` would create. */
  readonly created: number;
  /** The number of rows that cannot become records. */
  readonly refused: number;
  /** The first 200 reasons; `row` counts from 0. */
  readonly problems: readonly { readonly row: number; readonly refusal: Refusal }[];
  /** The number of reasons not in `problems`. */
  readonly more: number;
}

/** A number of records of one entity. */
export interface CountOf {
  readonly entity: string;
  readonly count: number;
}

/** The consequences of deleting records, before anything is deleted. */
export interface DeletionData {
  /** Records deleted with the deletable ones, as far as the person may read them. */
  readonly along: readonly CountOf[];
  /** Whether records that the person may not read are deleted too. */
  readonly more: boolean;
  /** Whether the deletion can be undone. */
  readonly undoable: boolean;
  /** The number of records that cannot be deleted, and the reason for the first. */
  readonly refused: number;
  readonly refusal: Refusal | null;
  /** Records that refer to the undeletable ones, as far as the person may read them. */
  readonly holders: readonly CountOf[];
}

/** Maximum number of records per deletion. */
export const mostDeleted = 200;

export interface NewFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** A small JPEG of an image; null or absent: none. */
  readonly preview?: Uint8Array | null;
}

export interface PartAddress {
  readonly address: Address;
  /** Part.id. */
  readonly part: string;
}

export interface Done {
  /** The record that was written, if the person may read it. */
  readonly record: RecordData | null;
  /** The next screen: from `then open` or an `open` step. */
  readonly open: Address | null;
  /**
   * After a deletion: the token by which `restore` undoes it within a day. Null: it cannot be
   * undone.
   */
  readonly undo?: string | null;
  /** After opening a mailed link: the place in the product that it leads to. */
  readonly place?: string | null;
  /** Secrets of the created record, shown now and never again. */
  readonly secrets?: readonly { readonly field: string; readonly value: string }[];
  /** Set if the sign-up waits until its mailed link is opened. */
  readonly mailed?: true;
  /** The result of a `second-factor` command, shown once. */
  readonly secondFactor?: SecondFactorShown | null;
}

/** A path matched against the routes: a screen, or the refusal. */
export type ResolvedPath = { readonly ok: true; readonly address: Address } | { readonly ok: false; readonly refusal: Refusal };

/** A request for everything that a page shows; the answer omits what the page already has. */
export interface ViewRequest {
  /** Null: the page shows no screen. */
  readonly address: Address | null;
  /**
   * The parts that may be visible, at most `mostParts`. Parts that the person does not see are
   * skipped.
   */
  readonly parts: readonly PartRequest[];
}

export interface PartRequest {
  /** Part.id. */
  readonly part: string;
  readonly options?: ListOptions | undefined;
  /** The version that the page has, from PartAnswer. */
  readonly version?: string | undefined;
}

export const mostParts = 100;

/** The organisations in which a person works, in order of their labels. */
export interface OrganisationsData {
  readonly entity: string;
  /** The id of the organisation that the screen belongs to; null: none. */
  readonly current: string | null;
  readonly all: readonly {
    readonly id: string;
    readonly label: string;
    /** The organisation's own screen. */
    readonly address: Address;
    /** The screens of its menu that the person may open. */
    readonly items: readonly (NavigationItem & { readonly address: Address })[];
  }[];
}

export interface View {
  readonly person: PersonData;
  readonly navigation: readonly NavigationItem[];
  /** Null: the document has no organisations. */
  readonly organisations: OrganisationsData | null;
  /** Null: none was requested. Refused as NOT_FOUND, UNAUTHORIZED or FORBIDDEN. */
  readonly screen: Outcome<ScreenData> | null;
  /**
   * In the order of the request. Null: not visible to the person. `later`: not read, because the
   * parts before it took too much work; the page requests it separately.
   */
  readonly parts: readonly (PartAnswer | 'later' | null)[];
  /** Everything that was read, named as in `DataChange.wrote`; null if unknown. */
  readonly reads: readonly string[] | null;
}

export interface PartAnswer {
  /** Differs if the outcome differs. */
  readonly version: string;
  /** Absent: the page already has this version. */
  readonly outcome?: Outcome<PartData>;
}

/** The outcome of a command, and what the page shows after it. */
export type CommandResult =
  | {
      readonly ok: true;
      readonly value: Done;
      /** The mark of the change (DataChange); null: nothing was written. */
      readonly change: string | null;
      /** Absent: none was requested, or reading it failed. */
      readonly view?: View;
    }
  | Extract<Outcome, { readonly ok: false }>;

export type ChangeListener = (changes: readonly DataChange[]) => void;

/**
 * The engine as the running product (src/runtime) sees it: plain data in and out, so a worker or
 * server may be in between.
 */
export interface Session {
  person(): Promise<PersonData>;
  account(): Promise<AccountData>;
  /** The product's outgoing jobs, for its operators. */
  jobs(): Promise<Outcome<JobsData>>;
  /** The purpose of a mailed link; null: it was used or has expired. */
  link(token: string): Promise<LinkData | null>;
  /** The person's own messages, newest first; `before`: only messages older than this one. */
  inbox(before?: string): Promise<InboxData>;
  actors(): Promise<readonly Actor[]>;
  /**
   * Acts as an example person or a visitor, without a password (only if the browser has the data).
   */
  actAs(id: string | null): Promise<PersonData>;
  navigation(): Promise<readonly NavigationItem[]>;
  /** Reads everything that a page shows. */
  open(request: ViewRequest): Promise<View>;
  /** Opens a screen; refused as NOT_FOUND, UNAUTHORIZED or FORBIDDEN. */
  screen(address: Address): Promise<Outcome<ScreenData>>;
  part(part: PartAddress, options?: ListOptions): Promise<Outcome<PartData>>;
  /** Readable records of an entity, for an owner's component; by default 50, at most 1000. */
  records(entity: string, options?: ListOptions): Promise<Outcome<RecordsData>>;
  /** The state of a form for these values; a value that does not fit its type counts as missing. */
  formNow(part: PartAddress, values: Readonly<Record<string, Json>>): Promise<Outcome<FormNow>>;
  /** Records to choose from for a relation. `at`, here and below: as for `file`. */
  choices(entity: string, search: string, limit: number, choosing?: ChoosingFor, at?: Address): Promise<readonly RelationData[]>;
  /** `view`: what the page shows, read again after the command. */
  run(command: Command, view?: ViewRequest): Promise<CommandResult>;
  /**
   * The inputs of a new record of an entity, for a form that no document describes. `like`: the id
   * of a record whose values are copied.
   */
  newRecord(entity: string, like?: string, at?: Address): Promise<Outcome<NewRecordData>>;
  /**
   * The consequences of deleting these records (at most 200): what else is deleted, and whether it
   * is refused. Deletes nothing.
   */
  deletion(entity: string, ids: readonly string[], at?: Address): Promise<Outcome<DeletionData>>;
  /** The fields that the person may change in several records at the same time. */
  editable(entity: string, at?: Address): Promise<Outcome<readonly InputData[]>>;
  importRows(request: ImportRequest): Promise<Outcome<ImportReport>>;
  putFile(file: NewFile, at?: Address): Promise<FileData>;
  /**
   * `at`: the screen that shows the file; an address with a secret grants the roles of its link.
   */
  file(id: string, at?: Address, preview?: boolean): Promise<Uint8Array | null>;
  /**
   * Calls `listener` after every change, including those of timers and other tabs; changes that
   * arrive together come in one call. Returns the function to unsubscribe.
   */
  subscribe(listener: ChangeListener): () => void;
}
