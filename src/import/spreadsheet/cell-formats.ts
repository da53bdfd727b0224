import type { XmlEvent } from './xml.ts';

/** How a numeric cell is displayed. `money`: followed by this currency mark. */
export type CellFormat =
  | { readonly kind: 'number' | 'percent' | 'date' | 'datetime' | 'time' }
  | { readonly kind: 'money'; readonly mark: string };

/** Formats that are defined by their number alone (ECMA-376 part 1, 18.8.30). */
const builtIn: readonly (readonly [from: number, to: number, code: string])[] = [
  [9, 10, '0%'],
  [14, 17, 'yyyy-mm-dd'],
  [18, 21, 'hh:mm'],
  [22, 22, 'yyyy-mm-dd hh:mm'],
  [27, 36, 'yyyy-mm-dd'],
  [45, 47, 'hh:mm'],
  [50, 58, 'yyyy-mm-dd'],
];

const currencies = /[€£¥]|\b(?:EUR|USD|GBP|CHF|JPY)\b/;

function formatOf(code: string): CellFormat {
  // `[$€-407]` contains a currency and a language; other brackets contain colours and conditions.
  const dollars = /\[\$([^\]-]*)(?:-[^\]]*)?\]/.exec(code)?.[1] ?? '';
  const quoted = [...code.matchAll(/"([^"]*)"/g)].map(([, text]) => text).join(' ');
  const plain = code
    .replaceAll(/\[\$[^\]]*\]/g, '')
    .replaceAll(/\[(?![hms]+\])[^\]]*\]/gi, '')
    .replaceAll(/"[^"]*"|\\./g, '');
  const mark = currencies.exec(`${dollars} ${quoted} ${plain}`)?.[0] ?? (dollars === '$' || /\$/.test(`${quoted}${plain}`) ? '$' : '');
  if (mark !== '') return { kind: 'money', mark };
  if (plain.includes('%')) return { kind: 'percent' };
  if (/general/i.test(plain)) return { kind: 'number' };
  const [day, hour] = [/[yd]/i.test(plain), /[hs]/i.test(plain)];
  if (day || (!hour && /m/i.test(plain))) return { kind: hour ? 'datetime' : 'date' };
  return { kind: hour ? 'time' : 'number' };
}

/** Returns the formats in `xl/styles.xml`, indexed by the style number of a cell. */
export function cellFormats(events: Iterable<XmlEvent>): readonly CellFormat[] {
  const own = new Map<string, string>();
  const formats: CellFormat[] = [];
  let within = false;
  for (const event of events) {
    if (event.kind === 'text') continue;
    if (event.name === 'cellXfs') within = event.kind === 'open' && !event.empty;
    if (event.kind !== 'open') continue;
    const id = event.attributes.get('numFmtId') ?? '0';
    if (event.name === 'numFmt') own.set(id, event.attributes.get('formatCode') ?? '');
    else if (event.name === 'xf' && within) {
      const code = own.get(id) ?? builtIn.find(([from, to]) => Number(id) >= from && Number(id) <= to)?.[2];
      formats.push(code === undefined ? { kind: 'number' } : formatOf(code));
    }
  }
  return formats;
}

const day = 86_400_000;

/** Formats a cell's number as a CSV file would contain it. `epoch` is the timestamp of day 0. */
export function shownNumber(written: string, format: CellFormat, epoch: number): string {
  const value = Number(written);
  if (written.trim() === '' || !Number.isFinite(value)) return written.trim();
  // Round to 15 digits, as spreadsheets do, so that 0.1 + 0.2 is 0.3.
  const rounded = (number: number): string => {
    const short = String(Number(number.toPrecision(15)));
    return short.includes('e-') ? number.toFixed(15).replace(/\.?0+$/, '') : short;
  };
  switch (format.kind) {
    case 'number':
      return rounded(value);
    case 'percent':
      return `${rounded(value * 100)}%`;
    case 'money':
      return `${value.toFixed(2)} ${format.mark}`;
    default: {
      const moment = new Date(epoch + Math.round((value * day) / 1000) * 1000);
      if (Number.isNaN(moment.getTime()) || moment.getUTCFullYear() > 9999 || value < 0) return rounded(value);
      const [date, clock = ''] = moment.toISOString().slice(0, 19).split('T');
      if (format.kind === 'time') return clock.slice(0, clock.endsWith(':00') ? 5 : 8);
      return format.kind === 'date' ? `${date}` : `${date}T${clock}Z`;
    }
  }
}
