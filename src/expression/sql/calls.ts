import type { Node } from '../node.ts';
import { raw, sql } from './fragment.ts';
import { countOf, whereOf } from './lists.ts';
import type { Place, TranslateNode } from './place.ts';
import { viaEvaluator } from './registered.ts';
import type { Representation } from './represent.ts';
import { failingTerm, guarded, type ListTerm, type Term, type ValueTerm, valueTerm } from './term.ts';

type CallNode = Extract<Node, { kind: 'call' }>;

/** What functions of texts, numbers and times give. Only functions that fail for null: inside SQL they are not even asked. */
const results: Readonly<Record<string, Representation>> = {
  matches: 'boolean',
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
  const operands: Term[] = [];
  for (const operand of node.target === null ? node.args : [node.target, ...node.args]) {
    const term = translate(operand, place, false);
    if (term === null) return null;
    operands.push(term);
  }
  const [first] = operands;
  if (first === undefined) return null;
  if (operands.some((term) => term.kind === 'value' && term.as === 'null' && term.nulls === 'failure')) return failingTerm;
  if (first.kind !== 'value') return operands.length === 1 ? ofList(node.name, first, place) : null;

  const values: ValueTerm[] = [];
  for (const term of operands) {
    if (term.kind !== 'value' || term.as === 'null' || term.as === 'opaque') return null;
    values.push(term);
  }
  return ofText(node.name, values, place) ?? ofEvaluator(node, values, place);
}

/** `size`, `sum`, `min` and `max` of lists. */
function ofList(name: string, list: Exclude<Term, ValueTerm>, place: Place): Term | null {
  if (name === 'size') {
    const size = list.kind === 'list' && list.json !== null ? place.dialect.listSize(list.json) : countOf(list);
    return valueTerm(guarded(list.fails, size), 'integer', list.fails === null ? 'never' : 'failure');
  }
  if (list.kind !== 'list') return null;
  if (name === 'sum') return summed(list);
  // Texts that sort otherwise than they are (decimals) stay with the evaluator.
  const sortable: readonly Representation[] = ['integer', 'money', 'datetime', 'duration', 'text', 'date'];
  if ((name !== 'min' && name !== 'max') || !sortable.includes(list.item) || list.nullable) return null;
  const value = sql`(SELECT ${raw(name)}(${list.value}) FROM ${list.from} WHERE ${whereOf(list)})`;
  if (list.fails === null) return valueTerm(value, list.item, 'value');
  return valueTerm(guarded(list.fails, value), list.item, 'both', { fails: list.fails });
}

/** SQL's sum is an error beyond 64 bits: the store then asks the evaluator. */
function summed(list: ListTerm): Term | null {
  if (list.item !== 'integer') return null;
  const value = sql`coalesce((SELECT sum(${list.value}) FROM ${list.from} WHERE ${whereOf(list)}), 0)`;
  return valueTerm(guarded(list.fails, value), list.item, list.fails === null ? 'never' : 'failure');
}

/** What SQL itself says in the same words. */
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
      return valueTerm(sql`(substr(${a.sql}, 1, length(${b.sql})) = ${b.sql})`, 'boolean', nulls);
    case 'endsWith':
      return valueTerm(
        sql`(length(${a.sql}) >= length(${b.sql}) AND substr(${a.sql}, length(${a.sql}) - length(${b.sql}) + 1) = ${b.sql})`,
        'boolean',
        nulls,
      );
    default:
      return null;
  }
}

function ofEvaluator(node: CallNode, values: readonly ValueTerm[], place: Place): Term | null {
  const result = resultOf(node.name, values);
  if (result === null) return null;
  const args = values.map((value) => value.as as Representation);
  if (args.some((as) => as === 'record' || as === 'file')) return null;
  const call = { kind: 'call', name: node.name, target: node.target !== null, args, result } as const;
  const fragment = viaEvaluator(
    call,
    values.map((value) => value.sql),
    place,
  );
  return fragment === null ? null : valueTerm(fragment, result, 'failure');
}

function resultOf(name: string, values: readonly ValueTerm[]): Representation | null {
  const [first] = values;
  switch (name) {
    case 'days':
    case 'hours':
    case 'minutes':
      // Of a number a duration, of a duration whole units.
      return first?.as === 'duration' ? 'integer' : 'duration';
    case 'round':
      if (first?.as === 'money') return 'money';
      return values.length === 1 ? 'integer' : first?.as === 'decimal' || first?.as === 'integer' ? first.as : null;
    default:
      return Object.hasOwn(results, name) ? (results[name] ?? null) : null;
  }
}
