import { Budget } from '../evaluate/budget.ts';
import { evaluateNode } from '../evaluate/evaluate.ts';
import { type EvaluationContext, EvaluationError, type Scope } from '../evaluate/scope.ts';
import type { Node } from '../node.ts';
import { anyType, type Type } from '../types/type.ts';
import { PlainDate, Timestamp, type Value } from '../values/value.ts';
import type { CallContext, DescribedCall, Kept, RegisteredCall } from './call.ts';
import type { SqlFragment } from './fragment.ts';
import { fromSql, listFromSql, listToSql, type SqlScalar, toSql } from './represent.ts';
import type { ValueTerm } from './term.ts';
import type { Place } from './translation-place.ts';

/**
 * The call as SQL, or null if the dialect cannot express it. NULL means a failure, because none of
 * these functions accepts null.
 */
export const viaEvaluator = (call: RegisteredCall, args: readonly ValueTerm[], place: Place): SqlFragment | null =>
  place.dialect.call(call, args, contextOf(place));

export const contextOf = ({ catalog, scope }: Place): CallContext => ({
  currency: catalog.currency,
  timeZone: scope.evaluationContext.timeZone,
});

/**
 * The message that a database function raises if SQL cannot represent its result. The store then
 * evaluates the whole query itself.
 */
export const unrepresentable = 'ninefold: a result that SQL cannot hold';

/** Bounds the cache: descriptions may contain user input (a pattern, a time zone). */
const keptCalls = 500;

/**
 * The function that a database calls. Create one per connection, since it caches compiled calls by
 * description. Arguments and result have the forms described in `represent.ts`.
 */
export function createRegistered(): (description: string, args: readonly SqlScalar[]) => SqlScalar {
  const known = new Map<string, (args: readonly SqlScalar[]) => SqlScalar>();
  return (description, args) => {
    let call = known.get(description);
    if (call === undefined) {
      call = compile(JSON.parse(description) as DescribedCall);
      if (known.size >= keptCalls) known.clear();
      known.set(description, call);
    }
    return call(args);
  };
}

function compile(call: DescribedCall): (args: readonly SqlScalar[]) => SqlScalar {
  const base = { from: 0, to: 0, type: anyType };
  const names = call.args.map((_, index): Node => ({ ...base, kind: 'name', name: `a${index}`, resolution: { kind: 'bound' } }));
  if (call.pattern !== undefined) names.push({ ...base, kind: 'literal', value: call.pattern });
  const node = ((): Node => {
    const [first, second] = names;
    if (call.kind === 'call') {
      const [target, args] = call.target ? [first ?? null, names.slice(1)] : [null, names];
      return { ...base, kind: 'call', name: call.name, target, args, type: typeOf(call.result, call.currency) };
    }
    if (first === undefined) throw new TypeError(`${call.kind} ${call.operator} has no operand`);
    if (call.kind === 'unary') return { ...base, kind: 'unary', operator: call.operator, operand: first };
    if (second === undefined) throw new TypeError(`${call.operator} has one operand`);
    return { ...base, kind: 'binary', operator: call.operator, left: first, right: second };
  })();
  const evaluationContext = nowhere(call.timeZone);
  const ofList = call.args.some((kept) => typeof kept !== 'string');

  return (args) => {
    if (args.includes(null)) return null;
    const bound = new Map<string, Value>();
    for (const [index, kept] of call.args.entries()) bound.set(`a${index}`, keptValue(args[index] ?? null, kept, call.currency));
    const scope: Scope = { evaluationContext, self: null, row: null, old: null, bound };
    evaluationContext.budget.renew();
    let value: Value;
    try {
      value = evaluateNode(node, scope);
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      // For a list, NULL would mean that it is empty, so a failure has to raise the error instead.
      if (ofList) throw new RangeError(unrepresentable);
      return null;
    }
    const result = typeof call.result === 'string' ? toSql(value, call.result) : listToSql(value, call.result.list);
    if (result === undefined) throw new RangeError(unrepresentable);
    return result;
  };
}

const keptValue = (sql: SqlScalar, kept: Kept, currency: string): Value =>
  typeof kept === 'string' ? fromSql(sql, kept, currency) : listFromSql(String(sql), kept.list, currency);

/** The expected type of the result, which determines the zero that an empty sum returns. */
function typeOf(result: Kept, currency: string): Type {
  if (result === 'money') return { kind: 'money', currency };
  return result === 'decimal' || result === 'duration' ? { kind: result } : anyType;
}

/** A context for functions that depend only on their arguments and the time zone. */
function nowhere(timeZone: string): EvaluationContext {
  const missing = (): never => {
    throw new Error('a function inside SQL looks at its arguments only');
  };
  return {
    // If the budget is exceeded, the store uses the evaluator, whose operation has its own budget.
    budget: new Budget(() => new RangeError(unrepresentable)),
    me: null,
    now: new Timestamp(0, 0),
    today: new PlainDate(0),
    timeZone,
    token: null,
    constant: missing,
    entity: missing,
    view: missing,
    random: missing,
  };
}
