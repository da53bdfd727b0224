import { counter } from './counter.ts';

/** What lists, forms and calendars say for those who work with them all day. */
export interface PartWords {
  readonly lists: ListWords;
  readonly csv: CsvWords;
  readonly calendar: CalendarWords;
  readonly forms: FormWords;
  /** Of a product whose data a server keeps. */
  readonly offline: string;
}

export interface ListWords {
  /** The button that leads to all of the following. */
  readonly arrange: string;
  readonly columns: string;
  readonly earlier: (column: string) => string;
  readonly later: (column: string) => string;
  readonly order: string;
  readonly orderHint: string;
  readonly thenBy: string;
  readonly ascending: string;
  readonly descending: string;
  readonly group: string;
  readonly noGroup: string;
  readonly rows: string;
  readonly asDocument: string;
  readonly views: string;
  readonly viewName: string;
  readonly saveView: string;
  readonly noViews: string;
  readonly deleteView: (name: string) => string;
  readonly viewsFailed: string;
  readonly from: string;
  readonly to: string;
  readonly contains: string;
  readonly between: (from: string, to: string) => string;
  readonly atLeast: (value: string) => string;
  readonly atMost: (value: string) => string;
  readonly quoted: (text: string) => string;
  readonly more: string;
  readonly total: string;
  readonly sum: (column: string) => string;
  readonly unread: (value: string, field: string) => string;
}

export interface CsvWords {
  readonly out: string;
  readonly in: string;
  readonly busy: string;
  readonly done: (count: number) => string;
  readonly failed: string;
  readonly title: (entity: string) => string;
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
  readonly otherFile: string;
}

export interface CalendarWords {
  readonly month: string;
  readonly week: string;
  readonly day: string;
  readonly previous: string;
  readonly next: string;
  readonly allDay: string;
  readonly moreOn: (count: number, day: string) => string;
  readonly moved: (label: string, when: string) => string;
  readonly moveHow: string;
  readonly tooMany: (shown: number, total: number) => string;
}

export interface FormWords {
  readonly createNew: (entity: string) => string;
  readonly createCalled: (text: string) => string;
}

const counted = counter('en');

export const englishPartWords: PartWords = {
  lists: {
    arrange: 'Columns, order, views',
    columns: 'Columns',
    earlier: (column) => `${column}: further to the front`,
    later: (column) => `${column}: further to the back`,
    order: 'Order',
    orderHint: 'Press a column’s head to sort by it; with Shift, by several.',
    thenBy: 'Then by…',
    ascending: 'ascending',
    descending: 'descending',
    group: 'Grouped by',
    noGroup: 'Not grouped',
    rows: 'Rows to a page',
    asDocument: 'As it was',
    views: 'Saved views',
    viewName: 'Name of this view',
    saveView: 'Save',
    noViews: 'Search, filter and arrange, then save it under a name. The address of a view can be sent to others.',
    deleteView: (name) => `Delete the view “${name}”`,
    viewsFailed: 'This browser does not let views be saved.',
    from: 'From',
    to: 'To',
    contains: 'Contains',
    between: (from, to) => `${from} – ${to}`,
    atLeast: (value) => `from ${value}`,
    atMost: (value) => `to ${value}`,
    quoted: (text) => `“${text}”`,
    more: 'There are others besides these: look for them by typing.',
    total: 'Total',
    sum: (column) => `${column}: add up`,
    unread: (value, field) => `${field}: “${value}” cannot be read, so nothing matches.`,
  },
  csv: {
    out: 'Save as CSV',
    in: 'Read from CSV',
    busy: 'The file is being made…',
    done: (count) => counted(count, { one: '# row is in the file.', other: '# rows are in the file.' }),
    failed: 'The file could not be made.',
    title: (entity) => `${entity}: read from CSV`,
    how: 'The first line of the file names the columns. Everything is checked before anything is written.',
    file: 'File',
    column: 'Column of the file',
    becomes: 'Becomes',
    notTaken: 'Is left out',
    example: 'Begins with',
    rows: (count) => counted(count, { one: '# row', other: '# rows' }),
    good: (count) => counted(count, { one: '# row is good.', other: '# rows are good.' }),
    bad: (count) => counted(count, { one: '# row has a problem.', other: '# rows have problems.' }),
    row: 'Line',
    problem: 'Problem',
    broken: (row) => `The file is damaged at line ${row}: a quotation mark is missing or stands where none may be.`,
    empty: 'There are no rows in this file.',
    oldEncoding: 'The file is not in UTF-8; it was read as Windows-1252. Please look whether the letters are right.',
    checking: 'Checking…',
    takeAll: (count) => counted(count, { one: 'Create # record', other: 'Create # records' }),
    takeGood: (count) => counted(count, { one: 'Create only the good one', other: 'Create only the # good ones' }),
    taken: (count) => counted(count, { one: '# record created.', other: '# records created.' }),
    otherFile: 'Another file',
  },
  calendar: {
    month: 'Month',
    week: 'Week',
    day: 'Day',
    previous: 'Earlier',
    next: 'Later',
    allDay: 'All day',
    moreOn: (count, day) => `${counted(count, { other: '# more' })}, ${day}`,
    moved: (label, when) => `${label}: ${when}`,
    moveHow: 'Shift and the arrow keys move it.',
    tooMany: (shown, total) => `${shown} of ${total} are shown. Look at a shorter time to see all.`,
  },
  forms: {
    createNew: (entity) => `New ${entity.toLowerCase()}…`,
    createCalled: (text) => `Create “${text}”…`,
  },
  offline: 'There is no connection. You see what was there last; nothing can be saved until it is back.',
};
