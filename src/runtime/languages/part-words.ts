/** What the first screens say. */
export interface FirstPartWords {
  readonly lists: FirstListWords;
  /** Shown if the server that keeps the data cannot be reached. */
  readonly offline: string;
}

/** All texts of lists, forms and calendars beyond the common ones. */
export interface PartWords extends FirstPartWords {
  readonly lists: ListWords;
  readonly csv: CsvWords;
  readonly calendar: CalendarWords;
  readonly forms: FormWords;
}

/** What lists say before something in them is opened. */
export interface FirstListWords {
  /** The button that opens columns, order and files. */
  readonly arrange: string;
  /** The state of a column that the list is not sorted by. */
  readonly unordered: string;
  readonly views: string;
  readonly viewName: string;
  readonly saveView: string;
  readonly deleteView: (name: string) => string;
  readonly viewsFailed: string;
  readonly between: (from: string, to: string) => string;
  readonly atLeast: (value: string) => string;
  readonly atMost: (value: string) => string;
  readonly quoted: (text: string) => string;
  readonly total: string;
  readonly unread: (value: string, field: string) => string;
  /** The button that lists the fields to filter by. */
  readonly addFilter: string;
  /** Between a field and its values: `Priority is High or Normal`. */
  readonly operators: Readonly<Record<FilterOperator, string>>;
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
}

export interface ListWords extends FirstListWords {
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
  readonly thenBy: string;
  readonly ascending: string;
  readonly descending: string;
  readonly group: string;
  readonly noGroup: string;
  readonly rows: string;
  readonly from: string;
  readonly to: string;
  readonly more: string;
  readonly sum: (column: string) => string;
  /** The label of the control that chooses an operator. */
  readonly operator: string;
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
