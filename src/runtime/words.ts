import type { Say } from '../engine/languages/in-language.ts';
import { inSentence } from '../model/labels.ts';
import type { Theme } from '../ui/root/theme.ts';
import { englishUiWords, type UiWords } from '../ui/root/words.ts';
import { counter } from './languages/counter.ts';
import { englishPartWords, type PartWords } from './languages/part-words.ts';

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
  readonly nothing: string;
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
  readonly more: (count: number) => string;
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
  readonly operations: Readonly<Record<'create' | 'update' | 'delete' | 'restore', string>>;
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
  readonly by: string;
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

const counted = counter('en');
const both = new Intl.ListFormat('en', { type: 'conjunction' });
const either = new Intl.ListFormat('en', { type: 'disjunction' });

export const englishWords: Words = {
  ui: englishUiWords,
  builtIn: { createdAt: 'Created at', updatedAt: 'Updated at', createdBy: 'Created by' },
  navigation: 'Screens',
  openNavigation: 'Open navigation',
  actingAs: 'Acting as',
  signedOut: 'Signed out',
  people: 'Act as',
  language: 'Language',
  languageNotKept: 'Your browser couldn’t save this choice. It lasts until you close the page.',
  signOut: 'Sign out',
  signIn: 'Sign in',
  signUp: 'Sign up',
  signedIn: 'Signed in',
  signInRefused: (fields) => `Incorrect ${either.format(fields).toLowerCase()}.`,
  why: 'Why?',
  whyLong: (message) => `Why? ${message}`,
  assumed: 'assumed',
  assumedScreen: 'The document doesn’t say what this screen shows, so this layout is assumed.',
  hole: 'not specified',
  fillIn: 'Fill in',
  notShown: 'Not specified yet',
  nothingKnown: 'Nothing here yet',
  nothingKnownText: 'This product has no description yet. Fill in any of the nine sections below, and the product updates right away.',
  unknownSection: 'Not specified yet.',
  sectionStates: { shown: 'shown', described: 'described', assumed: 'assumed', 'not shown': 'not shown' },
  noScreen: 'Page not found',
  noScreenText: (path) => `No screen has the address ${path}.`,
  noScreens: 'You don’t have access to any screen.',
  backToStart: 'Go to the start page',
  goBack: 'Go back',
  print: 'Print',
  tryAgain: 'Try again',
  broken: 'Couldn’t load this.',
  unreadPart: 'This part can’t be read',
  holePart: 'Not specified yet',
  noComponent: (name) => `The component “${name}” is missing`,
  noComponentText: 'The document uses a custom component that wasn’t supplied with this product. Everything else on this screen works.',
  noComponentHow:
    'Pass its file to `ninefold build` with --components seat-map.js, or put it into a folder named “components” next to the document. The build guide explains how to write one.',
  componentFailed: (name) => `The component “${name}” failed and can’t be shown.`,
  search: 'Search',
  filters: 'Filters',
  clearFilters: 'Clear filters',
  skip: 'Skip to content',
  noMatches: 'No results',
  noMatchesText: 'Try different words or fewer filters.',
  emptyList: (entities) => (entities === null ? 'Nothing here yet' : `No ${inSentence(entities)} yet`),
  emptyListText: 'Create the first one to get started.',
  selected: (count) => counted(count, { other: '# selected' }),
  selectAll: 'Select all',
  selectRow: (label) => `Select ${label}`,
  clearSelection: 'Clear selection',
  bulkDone: (event, count) => counted(count, { one: `“${event}” applied to # record`, other: `“${event}” applied to # records` }),
  bulkDeleted: (_count, what) => `${what} deleted`,
  bulkRefused: (refused, count, message) => `${refused} of ${count} failed: ${message}`,
  edit: (field) => `Edit ${inSentence(field)}`,
  editTitle: 'Edit',
  save: 'Save',
  create: (entity) => `Create ${inSentence(entity)}`,
  undo: 'Undo',
  undone: 'Undone',
  saved: 'Saved',
  created: (entity) => `${entity} created`,
  deleted: (label) => `“${label}” deleted`,
  delete: 'Delete',
  deleteTitle: (label) => `Delete “${label}”?`,
  deleteText: 'This can’t be undone.',
  undoText: 'You can undo this right after.',
  breadcrumb: 'Breadcrumb',
  previousRecord: 'Previous record',
  nextRecord: 'Next record',
  placeOf: (place, total) => `${place} of ${total}`,
  moreActions: 'More',
  confirmTitle: (event) => `${event}?`,
  confirmText: (state) => `It becomes “${state}”. This can’t be undone.`,
  bulkConfirmTitle: (event, count) => counted(count, { one: `“${event}” for # record?`, other: `“${event}” for # records?` }),
  bulkConfirmText: (state) => `They become “${state}”. This can’t be undone.`,
  usedBy: (names) => `Used by ${both.format(names)}.`,
  hiddenGoAlong: 'Records that you can’t see are deleted too.',
  cannotDelete: (refused, count, message) => `${refused} of ${count} can’t be deleted: ${message}`,
  goesAlong: (names) => `Also deleted: ${both.format(names)}.`,
  bulkDeleteTitle: (count) => counted(count, { one: 'Delete # record?', other: 'Delete # records?' }),
  cancel: 'Cancel',
  done: (event) => `“${event}” completed`,
  requiredField: 'Required',
  notANumber: 'Enter a number.',
  notWhole: 'Enter a whole number.',
  notJson: 'Enter valid JSON.',
  yes: 'Yes',
  no: 'No',
  nothing: '–',
  write: 'Write',
  preview: 'Preview',
  emptyPreview: 'Nothing to preview',
  removeFile: 'Remove file',
  days: 'days',
  hours: 'hours',
  minutes: 'minutes',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  discardDraft: 'Discard',
  draftKept: 'Your draft was restored.',
  draftFailed: 'Your draft couldn’t be saved.',
  more: (count) => counted(count, { other: '# more' }),
  moveTo: 'Move to',
  moveCard: (label) => `Move ${label}`,
  emptyColumn: 'No records',
  activity: 'Activity',
  noHistory: 'No activity yet',
  byItself: { create: 'Created', update: 'Changed', delete: 'Deleted', restore: 'Restored' },
  fromSample: 'Created from sample data',
  did: (event, entity, past, state) => {
    if (entity === null) return state === null ? `· ${event}` : `moved it to “${state}”`;
    return /\s/u.test(event) ? past(event) : `${past(event)} this ${inSentence(entity)}`;
  },
  movedByItself: (state) => `Moved to “${state}” automatically`,
  changedByItself: 'Changed automatically',
  operations: { create: 'created', update: 'changed', delete: 'deleted', restore: 'restored' },
  noRecord: 'Nothing to show',
  cannotReckon: 'Couldn’t calculate this.',
  today: 'Today',
  asTable: 'Show as table',
  noData: 'No data yet',
  openImage: 'Open image',
  view: 'View',
  chartTitle: ({ aggregate, entity, entities, field, by, per }) => {
    const what = { count: entities ?? `${entity} count`, sum: 'Total', avg: 'Average', min: 'Lowest', max: 'Highest' }[aggregate];
    const of = aggregate === 'count' ? '' : ` ${inSentence(field)}`;
    return `${what}${of} by ${inSentence(by)}${per ? ` per ${per}` : ''}`;
  },
  dragging: {
    how: 'Press Space to pick up the card, the arrow keys to move it, Space again to drop it, Escape to cancel.',
    lifted: (label) => `Picked up ${label}.`,
    over: (label, column) => `${label} is over ${column}.`,
    notOver: (label) => `${label} is not over a column.`,
    dropped: (label, column) => `Dropped ${label} in ${column}.`,
    cancelled: (label) => `Cancelled. ${label} is back where it was.`,
  },
  actFreely: 'No password needed: this data exists only in this browser.',
  account: {
    title: 'Account',
    nothing: 'Nothing to change here',
    password: 'Password',
    current: 'Current password',
    confirm: 'Confirm it’s you',
    next: 'New password',
    change: 'Change password',
    changed: 'Password changed. You were signed out everywhere else.',
    sessions: 'Where you are signed in',
    began: 'Signed in',
    expires: 'Expires',
    here: 'This device',
    end: 'End session',
    endAll: 'Sign out everywhere',
  },
  inbox: {
    title: 'Messages',
    unread: (count) => `Messages, ${count} unread`,
    none: 'No messages yet',
    readAll: 'Mark all as read',
    older: 'Show older',
    tellMe: 'Tell me about',
    ways: { app: 'here', mail: 'by mail' },
  },
  site: {
    starting: 'Starting…',
    notStarted: 'The app couldn’t start.',
    fleeting: 'This browser doesn’t save data for this page. Your changes are lost when you close it.',
    newVersion: 'A new version is available.',
    useNewVersion: 'Update now',
    behind: 'The new version can’t keep all of your data',
    behindText: 'You’re still on the current version. Updating would delete:',
    takeAnyway: 'Update and delete this data',
    keepData: 'Keep my data',
  },
  palette: {
    title: 'Search or run a command',
    placeholder: 'Search or run a command…',
    nothing: 'No results',
    screens: 'Screens',
    records: 'Records',
    actions: 'Actions',
    shortcuts: 'Keyboard shortcuts',
    copyLink: 'Copy link',
    linkCopied: 'Link copied',
    linkNotCopied: 'This browser blocked copying. You can copy the link from the address bar.',
    print: 'Print',
    themes: { light: 'Light', dark: 'Dark', system: 'System' },
    keys: {
      palette: 'Search or run a command',
      help: 'Show keyboard shortcuts',
      send: 'Submit the form',
      toasts: 'Go to notifications',
      close: 'Close the open dialog or menu',
      menu: 'Move through lists and menus',
      drag: 'Pick up or drop a card',
      neighbours: 'Previous or next record of the list',
    },
  },
  parts: englishPartWords,
  refusal: null,
};
