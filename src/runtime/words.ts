import type { OwnMessage } from '../engine/outcome.ts';
import type { Theme } from '../ui/theme.ts';
import { englishUiWords, type UiWords } from '../ui/words.ts';
import { counter } from './languages/counter.ts';
import { englishPartWords, type PartWords } from './languages/part-words.ts';

/** The product's own words, in one place: everything that is neither the document's nor the engine's. */
export interface Words {
  readonly ui: UiWords;
  readonly navigation: string;
  readonly openNavigation: string;
  readonly actingAs: string;
  readonly nobody: string;
  readonly signedOut: string;
  readonly people: string;
  readonly signOut: string;
  readonly signIn: string;
  readonly signUp: string;
  readonly signedIn: string;
  readonly signInRefused: string;
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
  readonly tryAgain: string;
  readonly broken: string;
  readonly unreadPart: string;
  readonly holePart: string;
  readonly noComponent: (name: string) => string;
  readonly noComponentText: string;
  /** Where such a component comes from, for whoever writes the document. */
  readonly noComponentHow: string;
  readonly componentFailed: (name: string) => string;
  readonly search: string;
  readonly filters: string;
  readonly clearFilters: string;
  readonly skip: string;
  readonly noMatches: string;
  readonly noMatchesText: string;
  readonly emptyList: (entity: string) => string;
  readonly selected: (count: number) => string;
  readonly selectAll: string;
  readonly selectRow: (label: string) => string;
  readonly clearSelection: string;
  readonly bulkDone: (event: string, count: number) => string;
  readonly bulkRefused: (refused: number, count: number, message: string) => string;
  readonly edit: (field: string) => string;
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
  readonly noHistory: string;
  /** Who did what nobody did. */
  readonly byItself: string;
  readonly did: (event: string) => string;
  /** What a timer did, a whole sentence; `state`: where it led, as it is shown. */
  readonly movedByItself: (state: string) => string;
  readonly changedByItself: string;
  readonly operations: Readonly<Record<'create' | 'update' | 'delete', string>>;
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
  /** That acting as somebody else is allowed here. */
  readonly actFreely: string;
  readonly account: AccountWords;
  readonly site: SiteWords;
  readonly palette: PaletteWords;
  readonly parts: PartWords;
  /** The engine's own messages in this language; null: as the engine says them, in English. */
  readonly refusal: ((message: OwnMessage) => string) | null;
}

export interface ChartWords {
  readonly aggregate: 'count' | 'sum' | 'avg' | 'min' | 'max';
  readonly entity: string;
  /** What is added up; empty for count. */
  readonly field: string;
  readonly by: string;
  readonly per: 'day' | 'week' | 'month' | 'year' | null;
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
  readonly keys: Readonly<Record<'palette' | 'help' | 'send' | 'toasts' | 'close' | 'menu' | 'drag', string>>;
}

const counted = counter('en');

export const englishWords: Words = {
  ui: englishUiWords,
  navigation: 'Screens',
  openNavigation: 'Open navigation',
  actingAs: 'Acting as',
  nobody: 'Nobody',
  signedOut: 'not signed in',
  people: 'Act as',
  signOut: 'Sign out',
  signIn: 'Sign in',
  signUp: 'Sign up',
  signedIn: 'You are signed in.',
  signInRefused: 'That is not right. Please check what you typed.',
  why: 'Why?',
  whyLong: (message) => `Why? ${message}`,
  assumed: 'assumed',
  assumedScreen: 'The document does not say what this screen shows. This is assumed.',
  hole: 'not shown',
  fillIn: 'Fill in',
  notShown: 'not shown',
  nothingKnown: 'Nothing is known yet',
  nothingKnownText:
    'This product is not described so far. Each of the nine sections below can be filled in; as soon as one says something, the product follows.',
  unknownSection: 'Nothing is said about it.',
  sectionStates: { shown: 'shown', described: 'described', assumed: 'assumed', 'not shown': 'not shown' },
  noScreen: 'There is no such screen',
  noScreenText: (path) => `Nothing has the address ${path}.`,
  noScreens: 'No screen is open to this person.',
  backToStart: 'Back to the start',
  goBack: 'Go back',
  tryAgain: 'Try again',
  broken: 'This could not be loaded.',
  unreadPart: 'This part cannot be read',
  holePart: 'What stands here is not shown',
  noComponent: (name) => `The component “${name}” is not here`,
  noComponentText:
    'The document asks for a component of the product’s owner, and none of that name was supplied. Everything else on this screen works.',
  noComponentHow:
    'With `ninefold build` it comes from a file: --components seat-map.js, or a folder “components” beside the document. The guide to building says how it is written.',
  componentFailed: (name) => `The component “${name}” has a mistake and could not be shown.`,
  search: 'Search',
  filters: 'Filters',
  clearFilters: 'Clear',
  skip: 'Skip to content',
  noMatches: 'Nothing matches',
  noMatchesText: 'Try other words or fewer filters.',
  emptyList: (entity) => `No ${entity.toLowerCase()} yet`,
  selected: (count) => counted(count, { other: '# selected' }),
  selectAll: 'Select all',
  selectRow: (label) => `Select ${label}`,
  clearSelection: 'Clear selection',
  bulkDone: (event, count) => `${event}: ${counted(count, { other: 'done for #.' })}`,
  bulkRefused: (refused, count, message) => `Refused for ${refused} of ${count}: ${message}`,
  edit: (field) => `Edit ${field}`,
  save: 'Save',
  create: (entity) => `Create ${entity.toLowerCase()}`,
  undo: 'Undo',
  undone: 'It is undone.',
  saved: 'Saved.',
  created: (entity) => `${entity} created.`,
  deleted: (label) => `“${label}” is deleted.`,
  delete: 'Delete',
  deleteTitle: (label) => `Delete “${label}”?`,
  deleteText: 'It cannot be brought back.',
  cancel: 'Cancel',
  done: (event) => `${event}: done.`,
  requiredField: 'Please fill this in.',
  notANumber: 'This is not a number.',
  notWhole: 'This is not a whole number.',
  notJson: 'This is not valid JSON.',
  yes: 'Yes',
  no: 'No',
  nothing: '–',
  write: 'Write',
  preview: 'Preview',
  emptyPreview: 'Nothing to show yet.',
  removeFile: 'Remove file',
  days: 'days',
  hours: 'hours',
  minutes: 'minutes',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  discardDraft: 'Discard',
  draftKept: 'Restored what you had written.',
  draftFailed: 'What you write here could not be kept as a draft.',
  more: (count) => counted(count, { other: '# more' }),
  moveTo: 'Move to',
  moveCard: (label) => `Move ${label}`,
  emptyColumn: 'Nothing here',
  noHistory: 'Nothing has happened yet.',
  byItself: 'The product',
  did: (event) => `did “${event}”`,
  movedByItself: (state) => `Moved to “${state}” automatically`,
  changedByItself: 'Changed automatically',
  operations: { create: 'created', update: 'changed', delete: 'deleted' },
  noRecord: 'There is nothing to show.',
  cannotReckon: 'This could not be worked out.',
  today: 'Today',
  asTable: 'As a table',
  noData: 'No data yet',
  openImage: 'Open image',
  view: 'View',
  chartTitle: ({ aggregate, entity, field, by, per }) => {
    const what = { count: entity, sum: 'Sum', avg: 'Average', min: 'Least', max: 'Greatest' }[aggregate];
    const of = aggregate === 'count' ? '' : ` of ${field.toLowerCase()}`;
    return `${what}${of} by ${by.toLowerCase()}${per ? ` per ${per}` : ''}`;
  },
  dragging: {
    how: 'Press space to lift the card, the arrow keys to carry it, space again to put it down, escape to leave it where it was.',
    lifted: (label) => `${label} is lifted.`,
    over: (label, column) => `${label} is over ${column}.`,
    notOver: (label) => `${label} is over no column.`,
    dropped: (label, column) => `${label} was put down at ${column}.`,
    cancelled: (label) => `${label} stays where it was.`,
  },
  actFreely: 'No password is needed: this data is only in this browser.',
  account: {
    title: 'Account',
    nothing: 'There is nothing to change here.',
    password: 'Password',
    current: 'Current password',
    confirm: 'Confirm that it is you',
    next: 'New password',
    change: 'Change password',
    changed: 'The password is changed. All other sessions have ended.',
    sessions: 'Where you are signed in',
    began: 'Signed in',
    expires: 'Ends',
    here: 'here',
    end: 'End',
    endAll: 'Sign out everywhere',
  },
  site: {
    starting: 'Starting…',
    notStarted: 'This could not start.',
    fleeting: 'This browser keeps nothing for this page: what you write here is gone when you close it.',
    newVersion: 'A new version is ready.',
    useNewVersion: 'Use it now',
    behind: 'The new version cannot keep all of your data',
    behindText: 'Everything goes on as it was. The new version would lose:',
    takeAnyway: 'Use the new version and lose this',
    keepData: 'Keep the data',
  },
  palette: {
    title: 'Go to or do',
    placeholder: 'Where to, or what?',
    nothing: 'Nothing is called so.',
    screens: 'Screens',
    records: 'Records',
    actions: 'Actions',
    shortcuts: 'Keyboard shortcuts',
    copyLink: 'Copy a link to this place',
    linkCopied: 'The link is copied.',
    linkNotCopied: 'This browser does not let the page copy. The link is in the address bar.',
    print: 'Print',
    themes: { light: 'Light', dark: 'Dark', system: 'Light or dark as the system' },
    keys: {
      palette: 'Go to a screen or a record, or do something',
      help: 'Show this list',
      send: 'Send the form',
      toasts: 'Go to the notifications',
      close: 'Close what is open',
      menu: 'Move in lists and menus',
      drag: 'Lift a card, and put it down',
    },
  },
  parts: englishPartWords,
  refusal: null,
};

/** A name of the document as a label: `createdAt` → `Created at`, `send to repair` → `Send to repair`. */
export function humanize(name: string): string {
  const words = name
    .replace(/_/gu, ' ')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(' ')
    .map((word) => (/^\p{Lu}+$/u.test(word) && word.length > 1 ? word : word.toLowerCase()))
    .join(' ')
    .trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
