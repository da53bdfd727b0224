import { TokenReader } from './reader.ts';
import type { SqlColumn } from './schema.ts';
import type { Statement } from './tokens.ts';

/** Returns the default as written in the Default cell; empty if the notation can't express it. */
export function defaultWords(type: string, column: SqlColumn, values: ReadonlyMap<string, string>): string {
  const tokens = plain(column.default);
  const [sign, next] = tokens;
  const negative = sign?.text === '-';
  const token = negative ? next : sign;
  if (token === undefined || tokens.length > (negative ? 2 : 1)) return '';
  const { text, kind } = token;
  const word = kind === 'word' ? text.toLowerCase() : '';
  if (type === 'boolean') return /^(true|1|t|b'1')$/i.test(text) ? 'yes' : /^(false|0|f|b'0')$/i.test(text) ? 'no' : '';
  if (type === 'datetime' && ['now', 'current_timestamp', 'getdate', 'sysdatetime', 'localtimestamp'].includes(word)) return '`now`';
  if (type === 'date' && ['now', 'current_date', 'getdate', 'current_timestamp'].includes(word)) return '`today`';
  if (['integer', 'decimal', 'money', 'percent'].includes(type) && /^\d+(\.\d+)?$/.test(text)) return `${negative ? '-' : ''}${text}`;
  if (type === 'enum') return values.get(text) ?? '';
  const isText = kind === 'string' && /^(text|email|url|phone|slug|markdown)/.test(type);
  return isText && text.trim() !== '' && !/[`|\n]/.test(text) && text.trim() === text ? text : '';
}

/** Removes brackets around the whole expression, or after a function without arguments. */
function plain(tokens: Statement): Statement {
  const reader = new TokenReader(tokens);
  const inside = reader.brackets();
  if (inside !== null && reader.done) return plain(inside);
  const isCall = tokens.length === 3 && tokens[1]?.text === '(' && tokens[2]?.text === ')';
  return isCall ? tokens.slice(0, 1) : tokens;
}
