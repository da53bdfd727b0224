import type { Say } from '../engine/languages/in-language.ts';
import type { Theme } from '../ui/root/theme.ts';
import type { UiWords } from '../ui/root/words.ts';
import type { FirstPartWords, PartWords } from './languages/part-words.ts';

/** The product's own texts: everything that comes from neither the document nor the engine. */
export type Words = FirstWords & LateWords;

/** What the first screens say. */
export interface FirstWords {
  readonly ui: UiWords;
  /** Labels of the fields that every record has. */
  readonly builtIn: Readonly<Record<'createdAt' | 'updatedAt' | 'createdBy', string>>;
  readonly navigation: string;
  readonly openNavigation: string;
  readonly actingAs: string;
  readonly signedOut: string;
  readonly people: string;
  readonly language: string;
  readonly languageNotKept: string;
  readonly signOut: string;
  readonly why: string;
  readonly whyLong: (message: string) => string;
  readonly assumed: string;
  readonly assumedScreen: string;
  readonly hole: string;
  readonly fillIn: string;
  readonly noScreen: string;
  readonly noScreenText: (path: string) => string;
  readonly noScreens: string;
  readonly goBack: string;
  readonly print: string;
  readonly tryAgain: string;
  readonly broken: string;
  readonly unreadPart: string;
  readonly holePart: string;
  readonly search: string;
  readonly filters: string;
  readonly clearFilters: string;
  readonly skip: string;
  readonly noMatches: string;
  readonly noMatchesText: string;
  /** `entities`: the plural; null if the document has none. */
  readonly emptyList: (entities: string | null) => string;
  /** Shown below it if the person may create a record. */
  readonly emptyListText: string;
  readonly selectAll: string;
  readonly selectRow: (label: string) => string;
  readonly edit: (field: string) => string;
  /** The heading of a form that changes the screen's record. */
  readonly editTitle: string;
  readonly create: (entity: string) => string;
  readonly undo: string;
  readonly undone: string;
  readonly saved: string;
  /** The accessible name of the breadcrumb. */
  readonly breadcrumb: string;
  /** The label of the menu of rare actions. */
  readonly moreActions: string;
  readonly cancel: string;
  readonly yes: string;
  readonly no: string;
  /** Shown for a missing value in a cell. */
  readonly nothing: string;
  /** Shown for a missing value beside a field's name. */
  readonly noValue: string;
  /** Follows a date: `2 hours late`. */
  readonly late: (time: string) => string;
  /** `atLeast`: `count` is a lower bound. */
  readonly more: (count: number, atLeast?: boolean) => string;
  /** The heading of a record's history. */
  readonly activity: string;
  /** Says that acting as other people is allowed here. */
  readonly actFreely: string;
  readonly account: Pick<AccountWords, 'title' | 'confirm'>;
  readonly site: Pick<SiteWords, 'starting' | 'notStarted'>;
  readonly palette: Pick<PaletteWords, 'title' | 'placeholder' | 'shortcuts'>;
  readonly parts: FirstPartWords;
  /** The engine's messages in this language; null for the engine's own English ones. */
  readonly refusal: Say;
}

/** What only later parts say, in code that loads after the first screen. */
export interface LateWords {
  readonly signIn: string;
  readonly signUp: string;
  readonly signedIn: string;
  /** `fields`: the labels of the requested fields. */
  readonly signInRefused: (fields: Iterable<string>) => string;
  readonly notShown: string;
  readonly nothingKnown: string;
  readonly nothingKnownText: string;
  readonly unknownSection: string;
  readonly sectionStates: Readonly<Record<'shown' | 'described' | 'assumed' | 'not shown', string>>;
  readonly backToStart: string;
  readonly noComponent: (name: string) => string;
  readonly noComponentText: string;
  /** Tells the document's author where a component comes from. */
  readonly noComponentHow: string;
  readonly componentFailed: (name: string) => string;
  readonly selected: (count: number) => string;
  readonly clearSelection: string;
  readonly bulkDone: (event: string, count: number) => string;
  /** `what`: the deleted records, as `3 comments`. */
  readonly bulkDeleted: (count: number, what: string) => string;
  readonly bulkRefused: (refused: number, count: number, message: string) => string;
  readonly save: string;
  /** The button below a conversation. */
  readonly send: string;
  readonly created: (entity: string) => string;
  readonly deleted: (label: string) => string;
  readonly delete: string;
  readonly deleteTitle: (label: string) => string;
  readonly deleteText: string;
  readonly undoText: string;
  readonly previousRecord: string;
  readonly nextRecord: string;
  /** `2 of 14`. */
  readonly placeOf: (place: string, total: string) => string;
  /** Asks before an event that leads to a final state. */
  readonly confirmTitle: (event: string) => string;
  readonly confirmText: (state: string) => string;
  readonly bulkConfirmTitle: (event: string, count: number) => string;
  readonly bulkConfirmText: (state: string) => string;
  /** `names`: with their counts, as `2 copies`. */
  readonly usedBy: (names: readonly string[]) => string;
  readonly hiddenGoAlong: string;
  readonly cannotDelete: (refused: number, count: number, message: string) => string;
  /** Says what is deleted along with a record; `names`: the labels of the entities. */
  readonly goesAlong: (names: Iterable<string>) => string;
  readonly bulkDeleteTitle: (count: number) => string;
  readonly done: (event: string) => string;
  readonly requiredField: string;
  readonly notANumber: string;
  readonly notWhole: string;
  readonly notJson: string;
  /** Follows it if pressing adds a value. */
  readonly addValue: string;
  readonly write: string;
  readonly preview: string;
  readonly emptyPreview: string;
  readonly removeFile: string;
  readonly days: string;
  readonly hours: string;
  readonly minutes: string;
  readonly showPassword: string;
  readonly hidePassword: string;
  readonly discardDraft: string;
  readonly draftKept: string;
  readonly draftFailed: string;
  readonly moveTo: string;
  readonly moveCard: (label: string) => string;
  readonly emptyColumn: (entities: string | null) => string;
  readonly noHistory: string;
  /** Shown for changes without a person. */
  readonly byItself: Readonly<Record<'create' | 'update' | 'delete' | 'restore', string>>;
  readonly fromSample: string;
  /**
   * Says what someone did: `withdrew this copy`. `past`: forms the past tense of an English event;
   * `entity`: null if the labels are in another language; `state`: the label of the resulting
   * state.
   */
  readonly did: (event: string, entity: string | null, past: (event: string) => string, state: string | null) => string;
  /** A sentence about what a timer did; `state`: the label of the resulting state. */
  readonly movedByItself: (state: string) => string;
  readonly changedByItself: string;
  readonly operations: Readonly<Record<'create' | 'update' | 'delete' | 'restore', (entity: string) => string>>;
  readonly noRecord: string;
  readonly cannotReckon: string;
  readonly today: string;
  readonly asTable: string;
  readonly noData: string;
  readonly openImage: string;
  readonly view: string;
  /** A chart's title: `count of Ticket by status per month`. */
  readonly chartTitle: (chart: ChartWords) => string;
  /** Tells screen reader users how to move a card by keyboard. */
  readonly dragging: {
    readonly how: string;
    readonly lifted: (label: string) => string;
    readonly over: (label: string, column: string) => string;
    readonly notOver: (label: string) => string;
    readonly dropped: (label: string, column: string) => string;
    readonly cancelled: (label: string) => string;
  };
  readonly inbox: InboxWords;
  readonly account: AccountWords;
  readonly site: SiteWords;
  readonly palette: PaletteWords;
  readonly parts: PartWords;
}

export interface ChartWords {
  readonly aggregate: 'count' | 'sum' | 'avg' | 'min' | 'max';
  readonly entity: string;
  /** The plural; null if the document has none. */
  readonly entities: string | null;
  /** The label of the aggregated field; empty for count. */
  readonly field: string;
  /** The label of the grouping field; null for the time of creation. */
  readonly by: string | null;
  readonly per: 'day' | 'week' | 'month' | 'year' | null;
}

/** Texts of the person's inbox. */
export interface InboxWords {
  readonly title: string;
  /** The label of the button; `count`: formatted. */
  readonly unread: (count: string) => string;
  readonly none: string;
  readonly readAll: string;
  readonly older: string;
  readonly tellMe: string;
  readonly ways: Readonly<Record<'app' | 'mail', string>>;
}

/** Texts of the person's account. */
export interface AccountWords {
  readonly title: string;
  readonly nothing: string;
  readonly password: string;
  readonly current: string;
  /** Shown above the input for the current password. */
  readonly confirm: string;
  readonly next: string;
  readonly change: string;
  readonly changed: string;
  readonly sessions: string;
  /** Shown before a time: `Signed in 3 days ago`. */
  readonly began: string;
  /** Shown before a time: `Ends in 27 days`. */
  readonly expires: string;
  readonly here: string;
  readonly end: string;
  readonly endAll: string;
}

/** Texts of a built product. */
export interface SiteWords {
  readonly starting: string;
  readonly notStarted: string;
  readonly fleeting: string;
  readonly newVersion: string;
  readonly useNewVersion: string;
  readonly behind: string;
  readonly behindText: string;
  readonly takeAnyway: string;
  readonly keepData: string;
}

export interface PaletteWords {
  readonly title: string;
  readonly placeholder: string;
  readonly nothing: string;
  readonly screens: string;
  readonly records: string;
  readonly actions: string;
  readonly shortcuts: string;
  readonly copyLink: string;
  readonly linkCopied: string;
  readonly linkNotCopied: string;
  readonly print: string;
  readonly themes: Readonly<Record<Theme, string>>;
  readonly keys: Readonly<Record<'palette' | 'help' | 'send' | 'toasts' | 'close' | 'menu' | 'drag' | 'neighbours', string>>;
}
