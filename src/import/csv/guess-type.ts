/** The type of a column, guessed from its cells. */
export interface GuessedType {
  /** As written in the Type cell. */
  readonly type: string;
  /** Converts a cell of the file to a cell of an example. */
  readonly cell: (written: string) => string;
  /** For money: the code of the currency that the cells name. */
  readonly currency?: string;
}

/** A column becomes an enum with at most this many values, each used twice on average. */
const mostValues = 8;

const asWritten = (written: string): string => written.trim();
const plainNumber = /^[+-]?\d{1,15}$/;
const email = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/;
const url = /^https?:\/\/\S+$/i;
const phone = /^\+\d[\d ()/-]{5,}$/;
const clock = /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const moment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;
const percent = /^[+-]?\d+([.,]\d+)? ?%$/;
const moneyMarks = /[€$£¥]|\b(EUR|USD|GBP|CHF|JPY)\b/;
const moneyWords = /\b(price|cost|amount|total|fee|salary|budget|revenue|balance|preis|betrag|kosten|summe|umsatz)\b/i;
const yesWords = new Map([
  ['yes', 'yes'],
  ['no', 'no'],
  ['true', 'yes'],
  ['false', 'no'],
  ['ja', 'yes'],
  ['nein', 'no'],
]);

/** Returns the type that all non-empty cells of a column fit; text if no other type does. */
export function guessType(head: string, cells: readonly string[]): GuessedType {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const all = (test: (cell: string) => boolean): boolean => filled.length > 0 && filled.every(test);
  if (all((cell) => yesWords.has(cell.toLowerCase())))
    return { type: 'boolean', cell: (cell) => yesWords.get(cell.trim().toLowerCase()) ?? '' };
  // A number with a leading zero is a code, such as a postcode or an article number.
  const isCode = filled.some((cell) => /^0\d/.test(cell));
  if (!isCode && all((cell) => percent.test(cell)))
    return { type: 'percent', cell: (cell) => cell.trim().replace(',', '.').replace(' ', '') };
  const marked = filled.some((cell) => moneyMarks.test(cell));
  const separator = decimalMark(filled);
  const number = (cell: string): string | null => readNumber(cell.replace(moneyMarks, ''), separator);
  if (!isCode && all((cell) => number(cell) !== null)) {
    const cell = (written: string): string => (written.trim() === '' ? '' : (number(written.trim()) ?? ''));
    const places = filled.every((one) => (number(one)?.split('.')[1]?.length ?? 0) <= 2);
    if (places && (marked || (moneyWords.test(spaced(head)) && !/count|number|quantity/i.test(head))))
      return { type: 'money', cell, ...currencyOf(filled) };
    if (marked) return { type: 'text', cell: asWritten };
    return { type: all((one) => plainNumber.test(number(one) ?? '')) ? 'integer' : 'decimal', cell };
  }
  const order = dayOrder(filled);
  if (order !== null) return { type: 'date', cell: (cell) => isoDate(cell.trim(), order) ?? '' };
  if (all((cell) => moment.test(cell) && !Number.isNaN(Date.parse(cell.replace(' ', 'T'))))) {
    return { type: 'datetime', cell: (cell) => zoned(cell.trim()) };
  }
  if (all((cell) => clock.test(cell))) return { type: 'time', cell: asWritten };
  if (all((cell) => email.test(cell))) return { type: 'email', cell: asWritten };
  if (all((cell) => url.test(cell))) return { type: 'url', cell: asWritten };
  if (all((cell) => phone.test(cell))) return { type: 'phone', cell: asWritten };
  const values = [...new Set(filled)];
  const asValue = values.map((value) => value.toLowerCase());
  const choosable = values.every((value) => value.length <= 30 && /^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u.test(value));
  if (
    choosable &&
    values.length >= 2 &&
    values.length <= mostValues &&
    filled.length >= values.length * 2 &&
    new Set(asValue).size === values.length
  )
    return { type: `enum ${asValue.join(', ')}`, cell: (cell) => cell.trim().toLowerCase() };
  return { type: filled.some((cell) => cell.includes('\n') || cell.length > 200) ? 'markdown' : 'text', cell: asWritten };
}

const currencySigns = new Map([
  ['€', 'EUR'],
  ['$', 'USD'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
]);

/** Returns the currency if all cells name the same one. */
function currencyOf(cells: readonly string[]): { readonly currency?: string } {
  const marks = new Set(cells.flatMap((cell) => moneyMarks.exec(cell)?.[0] ?? []));
  const [mark] = marks;
  return marks.size === 1 && mark !== undefined ? { currency: currencySigns.get(mark) ?? mark } : {};
}

const spaced = (head: string): string => head.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ');

/** Returns the decimal separator: `1.234,50` or `1,234.50`. */
function decimalMark(cells: readonly string[]): '.' | ',' {
  const last = cells.map((cell) => /([.,])\d*\D*$/.exec(cell)).filter((found) => found !== null);
  const comma = last.filter(([whole, mark]) => mark === ',' && !/^,\d{3}\D*$/.test(whole ?? '')).length;
  const dot = last.filter(([whole, mark]) => mark === '.' && !/^\.\d{3}\D*$/.test(whole ?? '')).length;
  return comma > dot ? ',' : '.';
}

function readNumber(written: string, mark: '.' | ','): string | null {
  const other = mark === '.' ? ',' : '.';
  const cell = written.trim();
  const grouped = new RegExp(`^[+-]?\\d{1,3}(?:[${other} '’\\u00A0]\\d{3})+(?:\\${mark}\\d+)?$`);
  const plain = new RegExp(`^[+-]?\\d{1,15}(?:\\${mark}\\d{1,10})?$`);
  if (!grouped.test(cell) && !plain.test(cell)) return null;
  return cell
    .replaceAll(new RegExp(`[${other} '’\\u00A0]`, 'g'), '')
    .replace(mark, '.')
    .replace(/^\+/, '');
}

type DayOrder = 'ymd' | 'dmy' | 'mdy';

/**
 * Returns the order of day, month and year in which all cells are valid dates; null if there is
 * none.
 */
function dayOrder(cells: readonly string[]): DayOrder | null {
  if (cells.length === 0) return null;
  const dotted = cells.every((cell) => cell.includes('.'));
  const orders: readonly DayOrder[] = dotted ? ['dmy'] : ['ymd', 'dmy', 'mdy'];
  return orders.find((order) => cells.every((cell) => isoDate(cell, order) !== null)) ?? null;
}

function isoDate(cell: string, order: DayOrder): string | null {
  const found = /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})$/.exec(cell);
  if (found === null) return null;
  const parts = found.slice(1).map(Number);
  const [year = 0, month = 0, day = 0] =
    order === 'ymd' ? parts : order === 'dmy' ? [parts[2], parts[1], parts[0]] : [parts[2], parts[0], parts[1]];
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** A date and time without a zone is in UTC. */
const zoned = (cell: string): string => {
  const plain = cell.replace(' ', 'T');
  return /(Z|[+-]\d{2}:?\d{2})$/.test(plain) ? plain : `${plain}Z`;
};
