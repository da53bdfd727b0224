import { compare, equals, isNumeric, items } from '../../values/compare.ts';
import { Decimal, isDecimal, normalInteger } from '../../values/decimal.ts';
import { duration } from '../../values/time.ts';
import { Duration, Money, type Value } from '../../values/value.ts';
import { arithmetic } from '../arithmetic.ts';
import { valueWords } from '../value-words.ts';
import { type Implementation, whole, wrong } from './implementation.ts';

/** The non-null elements: sums, averages, minima and maxima ignore null, as in SQL. */
const counted = (args: readonly Value[]): readonly Value[] | undefined => {
  const [only = null] = args;
  return (args.length === 1 ? items(only) : args)?.filter((value) => value !== null);
};

function add(a: Value, b: Value): Value {
  const outcome = arithmetic('+', a, b);
  if (outcome === undefined) return wrong(`${valueWords(a)} and ${valueWords(b)} cannot be added up`);
  return 'wrong' in outcome ? wrong(outcome.wrong) : outcome.value;
}

const sum: Implementation = (args, _, node) => {
  const values = counted(args);
  if (values === undefined) return undefined;
  const [first, ...rest] = values;
  if (first !== undefined) {
    if (!isNumeric(first) && !(first instanceof Money) && !(first instanceof Duration))
      return wrong(`${valueWords(first)} cannot be added up`);
    return rest.reduce(add, first);
  }
  // The sum of an empty list is the zero of the expected type.
  if (node.type.kind === 'money' && node.type.currency !== null) return new Money(new Decimal(0), node.type.currency);
  if (node.type.kind === 'duration') return new Duration(0, 0);
  return node.type.kind === 'decimal' ? new Decimal(0) : 0;
};

const avg: Implementation = (args, scope, node) => {
  const values = counted(args);
  if (values === undefined) return undefined;
  if (values.length === 0) return null;
  const total = sum([values], scope, node) ?? null;
  if (total instanceof Duration) {
    const nanos = (BigInt(total.seconds) * 1000000000n + BigInt(total.nanos)) / BigInt(values.length);
    return duration(Number(nanos / 1000000000n), Number(nanos % 1000000000n));
  }
  const outcome = arithmetic('/', isNumeric(total) ? new Decimal(total) : total, values.length);
  return outcome !== undefined && 'value' in outcome ? outcome.value : undefined;
};

const extreme =
  (direction: 1 | -1): Implementation =>
  (args) => {
    const values = counted(args);
    if (values === undefined) return undefined;
    let best: Value = null;
    for (const value of values) {
      if (best === null) {
        if (compare(value, value) === undefined) return wrong(`${valueWords(value)} has no order`);
        best = value;
        continue;
      }
      const order = compare(value, best);
      if (order === undefined) return wrong(`${valueWords(value)} and ${valueWords(best)} have no order`);
      if (order * direction > 0) best = value;
    }
    return best;
  };

const distinct: Implementation = ([list = null], { evaluationContext }) => {
  const elements = items(list);
  if (elements === undefined) return undefined;
  const flat = elements.flatMap((element) => (element === null ? [null] : (items(element) ?? [element])));
  if (flat.every((value) => typeof value === 'string')) return [...new Set(flat)];
  const found: Value[] = [];
  for (const value of flat) {
    // Each value is compared with all distinct ones before it.
    evaluationContext.budget.spend(found.length);
    if (!found.some((other) => equals(value, other))) found.push(value);
  }
  return found;
};

const sort: Implementation = ([list = null]) => {
  const elements = items(list);
  if (elements === undefined) return undefined;
  // Null has no order, so it goes last.
  const present = elements.filter((value) => value !== null);
  for (const value of present) {
    const first = present[0] ?? null;
    if (compare(value, first) === undefined) return wrong(`${valueWords(first)} and ${valueWords(value)} have no order`);
  }
  return [...present.sort((a, b) => compare(a, b) ?? 0), ...elements.filter((value) => value === null)];
};

const round: Implementation = ([value = null, places]) => {
  const digits = places === undefined ? 0 : whole(places);
  if (digits === undefined || Math.abs(digits) > 1000) return undefined;
  if (value instanceof Money) return new Money(value.amount.round(Math.min(digits, 2), Decimal.roundHalfUp), value.currency);
  if (!isNumeric(value)) return undefined;
  const rounded = new Decimal(value).round(digits, Decimal.roundHalfUp);
  if (places !== undefined && isDecimal(value)) return rounded;
  return normalInteger(BigInt(rounded.toFixed(0))) ?? wrong('the result is larger than an integer can be');
};

export const listFunctions: Record<string, Implementation> = { sum, avg, min: extreme(-1), max: extreme(1), distinct, sort, round };
