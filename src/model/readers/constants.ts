import { own } from '../../base/own.ts';
import { parseExpression } from '../../expression/parse/parse.ts';
import type { Type } from '../../expression/types/type.ts';
import { Decimal } from '../../expression/values/decimal.ts';
import { Mistake, parseCell } from '../../expression/values/json.ts';
import { Duration, Money, PlainDate, PlainTime, Timestamp, type Value } from '../../expression/values/value.ts';
import type { Name } from '../ast/common.ts';
import type { Constant } from '../ast/constants.ts';
import type { Secret } from '../ast/services.ts';
import { isFilled } from '../reading/cell-forms.ts';
import { declareConstantName } from '../reading/constant-names.ts';
import { isSlip } from '../reading/near-words.ts';
import type { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import type { FormRow } from '../reading/tables.ts';
import { timeUnits } from '../vocabulary.ts';
import { readSecret } from './services.ts';

const section = 9;

/**
 * Constants depend on nothing else in the document, so the first pass reads them completely.
 * Secrets are kept apart, because no expression may read them. The first of two constants with one
 * name wins.
 */
export function readConstants(reading: Reading): Constant[] {
  const constants: Constant[] = [];
  for (const form of reading.forms.constant) {
    for (const row of form.rows) {
      const constant = reading.unitAlone(row, '', () => readRow(reading, row));
      if (constant === null || reading.names.has('constant', constant.name.text)) continue;
      reading.names.add('constant', constant.name.text);
      if (!('type' in constant)) {
        reading.declarations.secrets.set(constant.name.text, constant);
        continue;
      }
      reading.declarations.constants.set(constant.name.text, constant.type);
      constants.push(constant);
    }
  }
  return constants;
}

function readRow(reading: Reading, row: FormRow): Constant | Secret | null {
  const phrase = reading.requiredCell(row.first, row.row.span, section, 'the name of a constant', 'The row is not used.');
  if (phrase === null) return null;
  const name = phrase.name();
  declareConstantName(reading, 'constant', name, section);
  return /^[\s`]*secret[\s`]*$/i.test(row.cell('Unit')?.text ?? '') ? readSecret(reading, row, name) : readConstant(reading, row, name);
}

function readConstant(reading: Reading, row: FormRow, name: Name): Constant {
  const unitCell = row.cell('Unit');
  const unitPhrase = reading.cell(unitCell, section, `the unit of ${name.text}`, 'It is read as a plain number.');
  const given = unitPhrase?.plain().text ?? null;
  const valueCell = row.cell('Value');
  const description = reading.words(row.cell('Description'), section, `the description of ${name.text}`);
  const facts = { name, span: row.row.span, valueSpan: valueCell?.span ?? row.row.span, description };
  if (!isFilled(valueCell)) {
    const consequence = 'What depends on it is not enforced.';
    reading.notes.hole(section, facts.valueSpan, 'constant', `the value of ${name.text}`, consequence);
    return { ...facts, unit: given, value: undefined, type: holeType(given) };
  }
  const phrase = reading.cell(valueCell, section, name.text, '') as Phrase;
  const measured = given === null ? withUnit(phrase) : null;
  const unit = measured?.unit ?? given;
  if (measured !== null) {
    const number = measured.number.text;
    const message = `“${phrase.text}” is read as ${number} with the unit ${unit}. Write ${number} as the Value and ${unit} as the Unit.`;
    reading.notes.misread(section, phrase.span, 'near-miss', message);
  }
  const read = readValue(measured?.number ?? phrase, name.text, unit);
  if (typeof read === 'string') {
    reading.notes.misread(section, phrase.span, 'unknown-value', read);
    return { ...facts, unit, value: undefined, type: holeType(unit) };
  }
  if (unitPhrase !== null && own(timeUnits, unitPhrase.text.toLowerCase()) === undefined && unitPhrase.text.length >= 4) {
    const meant = Object.keys(timeUnits).find((one) => one.length >= 4 && isSlip(unitPhrase.text.toLowerCase(), one));
    if (meant !== undefined) {
      const message = `“${unitPhrase.text}” is a label here and no length of time. Did you mean “${meant}”?`;
      reading.notes.misread(section, unitPhrase.span, 'near-miss', message, [meant]);
    }
  }
  return { ...facts, unit, ...read };
}

/**
 * The presumed type of a constant without a value, so that expressions using it are still checked.
 */
function holeType(unit: string | null): Type {
  if (unit === null) return { kind: 'any' };
  if (own(timeUnits, unit.toLowerCase()) !== undefined) return { kind: 'duration' };
  if (isCurrency(unit)) return { kind: 'money', currency: unit };
  return unit === '%' ? { kind: 'decimal' } : { kind: 'any' };
}

const isCurrency = (unit: string): boolean => /^[A-Z]{3}$/.test(unit);

/** A Value that is a number and its unit, such as `7 days`; null: it is something else. */
function withUnit(phrase: Phrase): { readonly number: Phrase; readonly unit: string } | null {
  const found = phrase.code === null ? /^(-?\d[\d.]*)\s*(%|[A-Za-z]+)$/.exec(phrase.text) : null;
  const [, number = '', unit = ''] = found ?? [];
  return isMeasure(unit) ? { number: phrase.slice(0, number.length), unit } : null;
}

/** Whether a unit changes what a number means; any other is a label. */
export const isMeasure = (unit: string): boolean =>
  unit === '%' || own(timeUnits, unit.toLowerCase()) !== undefined || Intl.supportedValuesOf('currency').includes(unit);

/** The value and its type, or the text of the problem. */
function readValue(phrase: Phrase, name: string, unit: string | null): { value: Value; type: Type } | string {
  const plain = phrase.plain();
  // The product itself reads these two, always as text.
  if (name === 'CURRENCY' || name === 'TIME_ZONE') return { value: unquoted(plain.text), type: { kind: 'text' } };
  const number = parseCell(plain.text, { kind: 'decimal' });
  if (!(number instanceof Mistake)) {
    const decimal = new Decimal(String(number));
    const whole = decimal.round(0, 0).eq(decimal) && !plain.text.includes('.');
    if (unit === null) return { value: exact(decimal, whole), type: { kind: whole ? 'integer' : 'decimal' } };
    const seconds = own(timeUnits, unit.toLowerCase());
    if (seconds !== undefined) {
      const length = decimal.times(seconds);
      const full = length.round(0, 0);
      return { value: new Duration(Number(full), Number(length.minus(full).times(1e9).round(0, 1))), type: { kind: 'duration' } };
    }
    if (unit === '%') return { value: decimal.div(100), type: { kind: 'decimal' } };
    if (isCurrency(unit)) {
      const cents = decimal.round(2, 1);
      if (!cents.eq(decimal)) return `An amount of money has two places; ${plain.text} has more.`;
      return { value: new Money(cents, unit), type: { kind: 'money', currency: unit } };
    }
    return { value: exact(decimal, whole), type: { kind: whole ? 'integer' : 'decimal', unit } };
  }
  if (unit !== null) return `A value with the unit “${unit}” is a number, and “${plain.text}” is none.`;
  return phrase.code === null ? words(plain.text) : literal(plain);
}

function exact(decimal: InstanceType<typeof Decimal>, whole: boolean): Value {
  if (!whole) return decimal;
  const value = BigInt(decimal.toFixed(0));
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

const unquoted = (text: string): string =>
  /^"([^"]*)"$|^'([^']*)'$/
    .exec(text)
    ?.slice(1)
    .find((part) => part !== undefined) ?? text;

/** A value outside backticks: a boolean, a date or a time if it looks like one, else text. */
function words(text: string): { value: Value; type: Type } {
  if (text === 'yes' || text === 'no') return { value: text === 'yes', type: { kind: 'boolean' } };
  for (const kind of ['date', 'time', 'datetime'] as const) {
    if (!/^\d/.test(text)) break;
    const value = parseCell(text, { kind });
    const fits = kind === 'date' ? value instanceof PlainDate : kind === 'time' ? value instanceof PlainTime : value instanceof Timestamp;
    if (!(value instanceof Mistake) && fits) return { value, type: { kind } };
  }
  return { value: text, type: { kind: 'text' } };
}

/** A code span contains a literal: a text, a number, or a list of these. */
function literal(phrase: Phrase): { value: Value; type: Type } | string {
  const wrong = 'A constant is a number, words, or a literal such as `"text"` or `["a", "b"]`: it is not computed.';
  const { node } = parseExpression(phrase.text, phrase.span, (offset) => phrase.at(offset));
  if (node === null) return wrong;
  const items = node.kind === 'list' ? node.items : [node];
  const values: Value[] = [];
  const types = new Set<Type['kind']>();
  for (const item of items) {
    if (item.kind !== 'literal' || item.value === null) return wrong;
    values.push(item.value);
    types.add(literalKind(item.value));
  }
  const [only] = types;
  const of = { kind: types.size === 1 && only !== undefined ? only : 'any' } as Type;
  return node.kind === 'list' ? { value: values, type: { kind: 'list', of } } : { value: values[0] ?? null, type: of };
}

function literalKind(value: Value): Type['kind'] {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' || typeof value === 'bigint' ? 'integer' : 'decimal';
}
