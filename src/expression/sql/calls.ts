import { own } from '../../base/own.ts';
import type { Node } from '../node.ts';
import { anyOf, raw, sql } from './fragment.ts';
import { countOf, existsIn, gathered, itemOf, type List, listFrom } from './gather.ts';
import { asListTerm, flattened, listOfTerms } from './lists.ts';
import { contextOf, viaEvaluator } from './registered.ts';
import type { Representation } from './represent.ts';
import { failingTerm, failureOfAny, guarded, type ListTerm, type Term, type ValueTerm, valueTerm } from './term.ts';
import { jsonList, type Place, type TranslateNode } from './translation-place.ts';

type CallNode = Extract<Node, { kind: 'call' }>;

/**
 * The result types of functions on texts, numbers and times. All of these functions fail for null,
 * so SQL does not call them with NULL.
 */
const results: Readonly<Record<string, Representation>> = {
  matches: 'boolean',
  bool: 'boolean',
  timestamp: 'datetime',
  duration: 'duration',
  'strings.quote': 'text',
  charAt: 'text',
  indexOf: 'integer',
  lastIndexOf: 'integer',
  replace: 'text',
  substring: 'text',
  lowerAscii: 'text',
  upperAscii: 'text',
  reverse: 'text',
  trim: 'text',
  lower: 'text',
  upper: 'text',
  slugify: 'text',
  datetime: 'datetime',
  date: 'date',
  time: 'time',
  startOfMonth: 'date',
  number: 'decimal',
  int: 'integer',
  double: 'decimal',
  string: 'text',
  getFullYear: 'integer',
  getMonth: 'integer',
  getDate: 'integer',
  getDayOfMonth: 'integer',
  getDayOfWeek: 'integer',
  getDayOfYear: 'integer',
  getHours: 'integer',
  getMinutes: 'integer',
  getSeconds: 'integer',
  getMilliseconds: 'integer',
};

export function translateCall(node: CallNode, place: Place, translate: TranslateNode): Term | null {
  const written = node.target === null ? node.args : [node.target, ...node.args];
  const flat = node.name === 'distinct' && written[0] !== undefined ? flattened(written[0], place, translate) : null;
  if (flat !== null) return distinct(flat, place);
  const operands: Term[] = [];
  for (const operand of written) {
    const term = translate(operand, place, false);
    if (term === null) return null;
    operands.push(term);
  }
  const [first] = operands;
  if (first === undefined) return null;
  if (node.name === 'dyn') return first;
  // No other function accepts null.
  if (operands.some((term) => term.kind === 'value' && term.as === 'null')) return failingTerm;
  if (first.kind !== 'value') return ofList(node.name, first, operands.slice(1), place);

  const values: ValueTerm[] = [];
  for (const term of operands) {
    if (term.kind !== 'value' || term.as === 'opaque') return null;
    values.push(term);
  }
  if (node.name === 'min' || node.name === 'max') return ofValues(node.name, values, place);
  return ofText(node.name, values, place) ?? ofEvaluator(node, values, place);
}

/** Translates a function of a list. */
function ofList(name: string, list: List, others: readonly Term[], place: Place): Term | null {
  const [separator] = others;
  const failing = list.fails === null ? 'never' : 'failure';
  switch (name) {
    case 'size':
      return valueTerm(guarded(list.fails, countOf(list, place)), 'integer', failing);
    case 'distinct':
      return distinct(asListTerm(list, place), place);
    case 'sort':
      return sorted(list, place);
    case 'join':
      return separator === undefined || separator.kind === 'value' ? joinedText(list, separator ?? null, place) : null;
    case 'sum':
    case 'avg':
    case 'min':
    case 'max':
      return others.length === 0 ? aggregated(name, list, place) : null;
    default:
      return null;
  }
}

const addable: readonly Representation[] = ['integer', 'decimal', 'money', 'duration'];
/** Types of list elements that have an order. Texts are ordered by code point. */
const ordered: readonly Representation[] = [...addable, 'text', 'boolean', 'date', 'time', 'datetime'];

function aggregated(kind: 'sum' | 'avg' | 'min' | 'max', list: List, place: Place): Term | null {
  const item = itemOf(list);
  if (!(kind === 'sum' || kind === 'avg' ? addable : ordered).includes(item)) return null;
  const value = place.dialect.aggregate({ kind }, { item, select: gathered(list, place) }, contextOf(place));
  if (value === null) return null;
  const fragment = guarded(list.fails, value);
  if (kind === 'sum') return valueTerm(fragment, item, list.fails === null ? 'never' : 'failure');
  const as = kind === 'avg' && item === 'integer' ? 'decimal' : item;
  return valueTerm(fragment, as, list.fails === null ? 'value' : 'both', { fails: list.fails });
}

/** `min(a, b)`: unlike in lists, a null argument makes the call fail. */
function ofValues(kind: 'min' | 'max', values: readonly ValueTerm[], place: Place): Term | null {
  const list = listOfTerms(values, place);
  if (list === null) return null;
  const nulls = values.flatMap((value) => (value.nulls === 'never' ? [] : [sql`(${value.sql}) IS NULL`]));
  return aggregated(kind, { ...list, nullable: false, fails: nulls.length === 0 ? null : anyOf(nulls) }, place);
}

function distinct(list: ListTerm, place: Place): ListTerm | null {
  if (list.item === 'file') return null;
  const alias = raw(place.fresh());
  const each = sql`SELECT ${alias}.v AS value, min(${alias}.k) AS key FROM (${gathered(list, place)}) AS ${alias} GROUP BY ${alias}.v`;
  return listFrom(each, list, place);
}

/** Sorts ascending, with null last. */
function sorted(list: List, place: Place): ListTerm | null {
  const all = asListTerm(list, place);
  if (!ordered.includes(all.item)) return null;
  const key = all.item === 'decimal' ? place.dialect.decimalKey(all.value) : all.value;
  return { ...all, order: sql`${key} NULLS LAST`, json: null };
}

function joinedText(list: List, separator: ValueTerm | null, place: Place): Term | null {
  if (itemOf(list) !== 'text' || list.kind !== 'list' || (separator !== null && separator.as !== 'text')) return null;
  const separating = separator?.sql ?? place.dialect.parameter('', 'text');
  const text = place.dialect.aggregate(
    { kind: 'join', separator: separating },
    { item: 'text', select: gathered(list, place) },
    contextOf(place),
  );
  if (text === null) return null;
  const failure = failureOfAny([
    list,
    ...(separator === null ? [] : [{ ...separator, nulls: separator.nulls === 'never' ? 'never' : 'failure' } as const]),
  ]);
  // A null element cannot be joined, so it makes the call fail.
  const failures = [...(failure === null ? [] : [failure]), ...(list.nullable ? [existsIn(list, sql`${list.value} IS NULL`)] : [])];
  return valueTerm(guarded(failures.length === 0 ? null : anyOf(failures), text), 'text', failures.length === 0 ? 'never' : 'failure');
}

/** Functions that SQL can express directly. */
function ofText(name: string, values: readonly ValueTerm[], place: Place): Term | null {
  const [a, b] = values;
  if (a?.as !== 'text' || values.length > 2) return null;
  const nulls = values.every((value) => value.nulls === 'never') ? 'never' : 'failure';
  if (name === 'size' && b === undefined) return valueTerm(place.dialect.textSize(a.sql), 'integer', nulls);
  if (b?.as !== 'text') return null;
  switch (name) {
    case 'contains':
      return valueTerm(place.dialect.contains(a.sql, b.sql), 'boolean', nulls);
    case 'startsWith':
      return valueTerm(place.dialect.startsWith(a.sql, b.sql), 'boolean', nulls);
    case 'endsWith':
      return valueTerm(place.dialect.endsWith(a.sql, b.sql), 'boolean', nulls);
    default:
      return null;
  }
}

function ofEvaluator(node: CallNode, values: readonly ValueTerm[], place: Place): Term | null {
  const result = node.name === 'split' ? ({ list: 'text' } as const) : resultOf(node.name, values);
  if (result === null) return null;
  const args = values.map((value) => value.as as Representation);
  if (args.some((as) => as === 'record' || as === 'file')) return null;
  const call = { kind: 'call', name: node.name, target: node.target !== null, args, result } as const;
  const fragment = viaEvaluator(call, values, place);
  if (fragment === null) return null;
  if (typeof result === 'string') return valueTerm(fragment, result, 'failure');
  const nulls = values.flatMap((value) => (value.nulls === 'never' ? [] : [sql`(${value.sql}) IS NULL`]));
  return jsonList(place, fragment, result.list, { nullable: false, fails: nulls.length === 0 ? null : anyOf(nulls) });
}

function resultOf(name: string, values: readonly ValueTerm[]): Representation | null {
  const [first] = values;
  switch (name) {
    case 'days':
    case 'hours':
    case 'minutes':
      // For a number the result is a duration; for a duration, a whole number of units.
      return first?.as === 'duration' ? 'integer' : 'duration';
    case 'round':
      if (first?.as === 'money') return 'money';
      return values.length === 1 ? 'integer' : first?.as === 'decimal' || first?.as === 'integer' ? first.as : null;
    default:
      return own(results, name) ?? null;
  }
}
