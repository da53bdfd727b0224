import { inSentence } from '../../model/labels.ts';
import { counter } from './counter.ts';

/** Texts of lists, forms and calendars beyond the common ones. */
export interface PartWords {
  readonly lists: ListWords;
  readonly csv: CsvWords;
  readonly calendar: CalendarWords;
  readonly forms: FormWords;
  /** Shown if the server that keeps the data cannot be reached. */
  readonly offline: string;
}

export interface ListWords {
  /** The button that opens all of the following. */
  readonly arrange: string;
  readonly columns: string;
  readonly earlier: (column: string) => string;
  readonly later: (column: string) => string;
  readonly columnWidth: (column: string) => string;
  readonly columnKeys: string;
  /** Keeps a column visible while the table scrolls sideways. */
  readonly pin: (column: string) => string;
  readonly resetColumns: string;
  readonly order: string;
  readonly orderHint: string;
  /** The state of a column that the list is not sorted by. */
  readonly unordered: string;
  readonly thenBy: string;
  readonly ascending: string;
  readonly descending: string;
  readonly group: string;
  readonly noGroup: string;
  readonly rows: string;
  readonly views: string;
  readonly viewName: string;
  readonly saveView: string;
  readonly deleteView: (name: string) => string;
  readonly viewsFailed: string;
  readonly from: string;
  readonly to: string;
  readonly between: (from: string, to: string) => string;
  readonly atLeast: (value: string) => string;
  readonly atMost: (value: string) => string;
  readonly quoted: (text: string) => string;
  readonly more: string;
  readonly total: string;
  readonly sum: (column: string) => string;
  readonly unread: (value: string, field: string) => string;
  /** The button that lists the fields to filter by. */
  readonly addFilter: string;
  /** Between a field and its values: `Priority is High or Normal`. */
  readonly operators: Readonly<Record<FilterOperator, string>>;
  /** The label of the control that chooses an operator. */
  readonly operator: string;
  /** Today and the days before it: `Last 7 days`. */
  readonly lastDays: (count: number) => string;
  /** The label of the choice between the next two. */
  readonly match: string;
  readonly matchAll: string;
  readonly matchAny: string;
  /**
   * `12 tickets`; `12 records` if the document has no plural (null). `more`: the count is a lower
   * bound.
   */
  readonly found: (count: number, entity: string, entities: string | null, more: boolean) => string;
  /** Says what pressing a number with `more` does. */
  readonly exact: string;
  /** The tab of the list without a view, before the saved views. */
  readonly everything: string;
  readonly addView: string;
  readonly rowMenu: (label: string) => string;
  readonly open: string;
  readonly openBeside: string;
  readonly duplicate: string;
  /** Also selects the records of other pages. */
  readonly selectEvery: (count: number, more: boolean) => string;
  readonly everySelected: (count: number) => string;
  readonly editField: string;
  readonly changed: (count: number) => string;
}

export type FilterOperator = 'is' | 'isNot' | 'contains' | 'between' | 'empty' | 'notEmpty';

export interface CsvWords {
  readonly out: string;
  readonly in: string;
  readonly busy: string;
  readonly done: (count: number) => string;
  readonly failed: string;
  /** `entities`: the plural; null if the document has none. */
  readonly title: (entity: string, entities: string | null) => string;
  readonly how: string;
  readonly file: string;
  readonly column: string;
  readonly becomes: string;
  readonly notTaken: string;
  readonly example: string;
  readonly rows: (count: number) => string;
  readonly good: (count: number) => string;
  readonly bad: (count: number) => string;
  readonly row: string;
  readonly problem: string;
  readonly broken: (row: number) => string;
  readonly empty: string;
  readonly oldEncoding: string;
  readonly checking: string;
  readonly takeAll: (count: number) => string;
  readonly takeGood: (count: number) => string;
  readonly taken: (count: number) => string;
  readonly writing: (sent: number, rows: number) => string;
  /** `taken` and `left`: texts that count rows. */
  readonly stopped: (taken: string, left: string) => string;
  readonly otherFile: string;
}

export interface CalendarWords {
  readonly month: string;
  readonly week: string;
  readonly day: string;
  readonly previous: string;
  readonly next: string;
  readonly none: string;
  readonly allDay: string;
  readonly moreOn: (count: number, day: string) => string;
  readonly moved: (label: string, when: string) => string;
  readonly moveHow: string;
  readonly tooMany: (shown: number, total: number) => string;
  readonly resizeHow: string;
}

export interface FormWords {
  readonly createNew: (entity: string) => string;
  readonly createCalled: (text: string) => string;
  readonly addLine: string;
  /** `place`: from 1. */
  readonly deleteLine: (place: string) => string;
  /** After a column's name: `Price, line 2`. */
  readonly linePlace: (place: string) => string;
  readonly chooseDate: string;
  readonly chooseTime: string;
}

const counted = counter('en');

export const englishPartWords: PartWords = {
  lists: {
    arrange: 'Columns, order, views',
    columns: 'Columns',
    earlier: (column) => `Move ${column} left`,
    later: (column) => `Move ${column} right`,
    columnWidth: (column) => `Width of ${column}`,
    columnKeys: 'Arrow keys resize the column, with Shift they move it.',
    pin: (column) => `Keep ${column} in sight`,
    resetColumns: 'Reset columns',
    order: 'Sort by',
    unordered: 'This column can’t be sorted: its values are calculated only for the rows that you see.',
    orderHint: 'Click a column heading to sort by it. Shift-click to sort by several.',
    thenBy: 'Then by…',
    ascending: 'ascending',
    descending: 'descending',
    group: 'Group by',
    noGroup: 'No grouping',
    rows: 'Rows per page',
    views: 'Saved views',
    viewName: 'View name',
    saveView: 'Save',
    deleteView: (name) => `Delete view “${name}”`,
    viewsFailed: 'This browser doesn’t allow saving views.',
    from: 'From',
    to: 'To',
    between: (from, to) => `${from} – ${to}`,
    atLeast: (value) => `from ${value}`,
    atMost: (value) => `to ${value}`,
    quoted: (text) => `“${text}”`,
    more: 'More available: type to search.',
    total: 'Total',
    sum: (column) => `Show total of ${column}`,
    unread: (value, field) => `“${value}” isn’t a valid filter for ${field}, so there are no results.`,
    addFilter: 'Filter',
    operators: {
      is: 'is',
      isNot: 'is not',
      contains: 'contains',
      between: 'is between',
      empty: 'is empty',
      notEmpty: 'is not empty',
    },
    operator: 'Condition',
    lastDays: (count) => counted(count, { one: 'Last day', other: 'Last # days' }),
    match: 'Match',
    matchAll: 'All filters',
    matchAny: 'Any filter',
    found: (count, entity, entities, more) =>
      `${counted(count, { other: '#' }, more)} ${inSentence(count === 1 ? entity : (entities ?? 'records'))}`,
    exact: 'Show the exact number',
    everything: 'All',
    addView: 'Save view',
    rowMenu: (label) => `Actions for ${label}`,
    open: 'Open',
    openBeside: 'Open in side panel',
    duplicate: 'Duplicate',
    selectEvery: (count, more) => counted(count, { other: 'Select all #' }, more),
    everySelected: (count) => counted(count, { other: 'All # selected' }),
    editField: 'Edit field',
    changed: (count) => counted(count, { one: '# record changed', other: '# records changed' }),
  },
  csv: {
    out: 'Export CSV',
    in: 'Import CSV',
    busy: 'Exporting…',
    done: (count) => counted(count, { one: '# row exported', other: '# rows exported' }),
    failed: 'Export failed.',
    title: (entity, entities) => (entities === null ? `${entity}: import from CSV` : `Import ${inSentence(entities)} from CSV`),
    how: 'The first line must contain the column names. Every row is checked before anything is saved.',
    file: 'File',
    column: 'Column in the file',
    becomes: 'Import as',
    notTaken: 'Skip',
    example: 'First value',
    rows: (count) => counted(count, { one: '# row', other: '# rows' }),
    good: (count) => counted(count, { one: '# row is ready to import.', other: '# rows are ready to import.' }),
    bad: (count) => counted(count, { one: '# row has a problem.', other: '# rows have problems.' }),
    row: 'Line',
    problem: 'Problem',
    broken: (row) => `Line ${row} can’t be read: a quotation mark is missing or misplaced.`,
    empty: 'This file has no rows.',
    oldEncoding: 'This file isn’t UTF-8 and was read as Windows-1252. Check that accented letters look right.',
    checking: 'Checking…',
    takeAll: (count) => counted(count, { one: 'Import # row', other: 'Import # rows' }),
    takeGood: (count) => counted(count, { one: 'Import only the valid row', other: 'Import only the # valid rows' }),
    taken: (count) => counted(count, { one: '# row imported', other: '# rows imported' }),
    writing: (sent, rows) => `Importing ${counted(sent, { other: '#' })} of ${counted(rows, { other: '#' })} rows…`,
    stopped: (taken, left) => `${taken}. Still to import: ${left}.`,
    otherFile: 'Choose another file',
  },
  calendar: {
    month: 'Month',
    week: 'Week',
    day: 'Day',
    previous: 'Previous',
    next: 'Next',
    none: 'Nothing in this period',
    allDay: 'All day',
    moreOn: (count, day) => `${counted(count, { other: '# more' })}, ${day}`,
    moved: (label, when) => `${label}: ${when}`,
    moveHow: 'Press Shift with an arrow key to move it.',
    tooMany: (shown, total) => `Showing ${shown} of ${total}. Choose a shorter period to see all.`,
    resizeHow: 'Press Alt, Shift and an arrow key to change when it ends.',
  },
  forms: {
    createNew: (entity) => `New ${inSentence(entity)}…`,
    createCalled: (text) => `Create “${text}”…`,
    addLine: 'Add a line',
    deleteLine: (place) => `Delete line ${place}`,
    linePlace: (place) => `line ${place}`,
    chooseDate: 'Choose a date',
    chooseTime: 'Choose a time',
  },
  offline: 'You’re offline. You see the last data that was loaded and can’t save until the connection is back.',
};
