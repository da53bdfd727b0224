/** The kit's own texts. A product in another language passes its own to <UiRoot>. */
export interface UiWords {
  readonly close: string;
  readonly closeDialog: string;
  readonly clear: string;
  readonly choose: string;
  readonly none: string;
  readonly searching: string;
  readonly nothingFound: string;
  readonly searchFailed: string;
  readonly didNotLoad: string;
  readonly reload: string;
  readonly remove: (what: string) => string;
  readonly addTag: string;
  readonly dropFile: string;
  /** Shown on touch screens, where nothing can be dropped. */
  readonly pickFile: string;
  readonly chooseFile: string;
  readonly firstPage: string;
  readonly previousPage: string;
  readonly nextPage: string;
  readonly lastPage: string;
  /** `more`: there are more than `total`. */
  readonly range: (from: number, to: number, total: number, more: boolean) => string;
  readonly required: string;
  readonly increase: string;
  readonly decrease: string;
  readonly loading: string;
  readonly notifications: string;
  readonly unavailable: string;
  readonly resize: string;
}

const inDigits = (count: number): string => count.toLocaleString('en');

export const englishUiWords: UiWords = {
  close: 'Close',
  closeDialog: 'Close dialog',
  clear: 'Clear',
  choose: 'Choose…',
  none: 'None',
  searching: 'Searching…',
  nothingFound: 'No results',
  searchFailed: 'Search failed. Try again.',
  didNotLoad: 'This didn’t load. Check your connection and reload the page.',
  reload: 'Reload',
  remove: (what) => `Remove ${what}`,
  addTag: 'Add…',
  dropFile: 'Drop or paste a file here, or',
  pickFile: 'Choose a file',
  chooseFile: 'choose one',
  firstPage: 'First page',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  lastPage: 'Last page',
  range: (from, to, total, more) => `${inDigits(from)}–${inDigits(to)} of ${inDigits(total)}${more ? '+' : ''}`,
  required: 'required',
  increase: 'Increase',
  decrease: 'Decrease',
  loading: 'Loading',
  notifications: 'Notifications',
  unavailable: 'Not available right now',
  resize: 'Resize',
};
