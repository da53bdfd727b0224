import type { Say } from '../engine/languages/in-language.ts';
import type { Theme } from '../ui/root/theme.ts';
import type { UiWords } from '../ui/root/words.ts';
import type { PartWords } from './languages/part-words.ts';

/** The product's own words in one place: everything from neither the document nor the engine. */
export interface Words {
  readonly ui: UiWords;
  /** The fields that every record has. */
  readonly builtIn: Readonly<Record<'createdAt' | 'updatedAt' | 'createdBy', string>>;
  readonly navigation: string;
  readonly openNavigation: string;
  readonly actingAs: string;
  readonly signedOut: string;
  readonly people: string;
  readonly language: string;
  readonly languageNotKept: string;
  readonly signOut: string;
  readonly signIn: string;
  readonly signUp: string;
  readonly signedIn: string;
  /** `fields`: the labels of what was requested. */
  readonly signInRefused: (fields: Iterable<string>) => string;
  readonly why: string;
  readonly whyLong: (message: string) => string;
  readonly assumed: string;
  readonly assumedScreen: string;
  readonly hole: string;
  readonly fillIn: string;
  readonly notShown: string;
  readonly nothingKnown: string;
  readonly nothingKnownText: string;
  readonly unknownSection: string;
  readonly sectionStates: Readonly<Record<'shown' | 'described' | 'assumed' | 'not shown', string>>;
  readonly noScreen: string;
  readonly noScreenText: (path: string) => string;
  readonly noScreens: string;
  readonly backToStart: string;
  readonly goBack: string;
  readonly print: string;
  readonly tryAgain: string;
  readonly broken: string;
  readonly unreadPart: string;
  readonly holePart: string;
  readonly noComponent: (name: string) => string;
  readonly noComponentText: string;
  /** Where such a component comes from, for the author of the document. */
  readonly noComponentHow: string;
  readonly componentFailed: (name: string) => string;
  readonly search: string;
  readonly filters: string;
  readonly clearFilters: string;
  readonly skip: string;
  readonly noMatches: string;
  readonly noMatchesText: string;
  /** `entities`: the word for several; null where the document gives none. */
  readonly emptyList: (entities: string | null) => string;
  /** Below it, where the person may create one. */
  readonly emptyListText: string;
  readonly selected: (count: number) => string;
  readonly selectAll: string;
  readonly selectRow: (label: string) => string;
  readonly clearSelection: string;
  readonly bulkDone: (event: string, count: number) => string;
  /** `what`: `3 comments`. */
  readonly bulkDeleted: (count: number, what: string) => string;
  readonly bulkRefused: (refused: number, count: number, message: string) => string;
  readonly edit: (field: string) => string;
  /** Above a form that changes the record of the screen. */
  readonly editTitle: string;
  readonly save: string;
  readonly create: (entity: string) => string;
  /** The button below a conversation. */
  readonly send: string;
  readonly undo: string;
  readonly undone: string;
  readonly saved: string;
  readonly created: (entity: string) => string;
  readonly deleted: (label: string) => string;
  readonly delete: string;
  readonly deleteTitle: (label: string) => string;
  readonly deleteText: string;
  readonly undoText: string;
  /** The way up from a screen, for those who do not see it. */
  readonly breadcrumb: string;
  readonly previousRecord: string;
  readonly nextRecord: string;
  /** `2 of 14`. */
  readonly placeOf: (place: string, total: string) => string;
  /** The menu of what is rare. */
  readonly moreActions: string;
  /** Before an event that leads into a state without a way out. */
  readonly confirmTitle: (event: string) => string;
  readonly confirmText: (state: string) => string;
  readonly bulkConfirmTitle: (event: string, count: number) => string;
  readonly bulkConfirmText: (state: string) => string;
  /** `names`: with their numbers: `2 copies`. */
  readonly usedBy: (names: readonly string[]) => string;
  readonly hiddenGoAlong: string;
  readonly cannotDelete: (refused: number, count: number, message: string) => string;
  /** What is deleted along with a record, by the names of the entities. */
  readonly goesAlong: (names: Iterable<string>) => string;
  readonly bulkDeleteTitle: (count: number) => string;
  readonly cancel: string;
  readonly done: (event: string) => string;
  readonly requiredField: string;
  readonly notANumber: string;
  readonly notWhole: string;
  readonly notJson: string;
  readonly yes: string;
  readonly no: string;
  /** In a cell. */
  readonly nothing: string;
  /** Beside the name of a field. */
  readonly noValue: string;
  /** Behind it, where a press adds one. */
  readonly addValue: string;
  /** Behind a date: `2 hours late`. */
  readonly late: (time: string) => string;
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
  /** `atLeast`: there may be more than `count`. */
  readonly more: (count: number, atLeast?: boolean) => string;
  readonly moveTo: string;
  readonly moveCard: (label: string) => string;
  readonly emptyColumn: string;
  /** Above what happened to a record. */
  readonly activity: string;
  readonly noHistory: string;
  /** What happened with no person behind it. */
  readonly byItself: Readonly<Record<'create' | 'update' | 'delete' | 'restore', string>>;
  readonly fromSample: string;
  /**
   * What someone did: `withdrew this copy`. `past`: the past form of an English event; `entity`:
   * null if the names are in another language; `state`: where it led, as it is shown.
   */
  readonly did: (event: string, entity: string | null, past: (event: string) => string, state: string | null) => string;
  /** What a timer did, a whole sentence; `state`: where it led, as it is shown. */
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
  /** `count of Ticket by status per month`: a chart's name. */
  readonly chartTitle: (chart: ChartWords) => string;
  /** How a card is moved with the keyboard, for those who hear the screen. */
  readonly dragging: {
    readonly how: string;
    readonly lifted: (label: string) => string;
    readonly over: (label: string, column: string) => string;
    readonly notOver: (label: string) => string;
    readonly dropped: (label: string, column: string) => string;
    readonly cancelled: (label: string) => string;
  };
  /** That acting as someone else is allowed here. */
  readonly actFreely: string;
  readonly account: AccountWords;
  readonly inbox: InboxWords;
  readonly site: SiteWords;
  readonly palette: PaletteWords;
  readonly parts: PartWords;
  /** The engine's own messages in this language; null: as the engine says them, in English. */
  readonly refusal: Say;
}

export interface ChartWords {
  readonly aggregate: 'count' | 'sum' | 'avg' | 'min' | 'max';
  readonly entity: string;
  /** The word for several; null where the document gives none. */
  readonly entities: string | null;
  /** What is added up; empty for count. */
  readonly field: string;
  /** Null: by the time at which each was made. */
  readonly by: string | null;
  readonly per: 'day' | 'week' | 'month' | 'year' | null;
}

/** Of one's own messages. */
export interface InboxWords {
  readonly title: string;
  /** Of the button; `count`: as it is shown. */
  readonly unread: (count: string) => string;
  readonly none: string;
  readonly readAll: string;
  readonly older: string;
  readonly tellMe: string;
  readonly ways: Readonly<Record<'app' | 'mail', string>>;
}

/** Of one's own account. */
export interface AccountWords {
  readonly title: string;
  readonly nothing: string;
  readonly password: string;
  readonly current: string;
  /** Above the question for the current password. */
  readonly confirm: string;
  readonly next: string;
  readonly change: string;
  readonly changed: string;
  readonly sessions: string;
  /** Before a time: `Signed in 3 days ago`. */
  readonly began: string;
  /** Before a time: `Ends in 27 days`. */
  readonly expires: string;
  readonly here: string;
  readonly end: string;
  readonly endAll: string;
}

/** Of a product that was built to files. */
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
