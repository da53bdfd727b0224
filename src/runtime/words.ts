import { englishUiWords, type UiWords } from '../ui/words.ts';

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
  readonly notBuilt: string;
  readonly notBuiltText: (kind: string) => string;
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
  readonly operations: Readonly<Record<'create' | 'update' | 'delete', string>>;
  readonly noRecord: string;
  readonly cannotReckon: string;
  readonly today: string;
  readonly previousMonth: string;
  readonly nextMonth: string;
  readonly asTable: string;
  readonly noData: string;
  readonly openImage: string;
  readonly view: string;
}

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
  notBuilt: 'This part is not built yet',
  notBuiltText: (kind) => `The document asks for a ${kind} here. Everything else on this screen works.`,
  search: 'Search',
  filters: 'Filters',
  clearFilters: 'Clear',
  skip: 'Skip to content',
  noMatches: 'Nothing matches',
  noMatchesText: 'Try other words or fewer filters.',
  emptyList: (entity) => `No ${entity} yet`,
  selected: (count) => `${count} selected`,
  selectAll: 'Select all',
  selectRow: (label) => `Select ${label}`,
  clearSelection: 'Clear selection',
  bulkDone: (event, count) => `${event}: done for ${count}.`,
  bulkRefused: (refused, count, message) => `Refused for ${refused} of ${count}: ${message}`,
  edit: (field) => `Edit ${field}`,
  save: 'Save',
  create: (entity) => `Create ${entity}`,
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
  more: (count) => `${count} more`,
  moveTo: 'Move to',
  moveCard: (label) => `Move ${label}`,
  emptyColumn: 'Nothing here',
  noHistory: 'Nothing has happened yet.',
  byItself: 'The product',
  did: (event) => `did “${event}”`,
  operations: { create: 'created', update: 'changed', delete: 'deleted' },
  noRecord: 'There is nothing to show.',
  cannotReckon: 'This could not be worked out.',
  today: 'Today',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  asTable: 'As a table',
  noData: 'No data yet',
  openImage: 'Open image',
  view: 'View',
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
