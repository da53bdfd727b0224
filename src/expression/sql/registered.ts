import { evaluateNode } from '../evaluate.ts';
import type { BinaryOperator, Node } from '../node.ts';
import { EvaluationError, type Scope, type Surroundings } from '../scope.ts';
import { anyType } from '../type.ts';
import { PlainDate, Timestamp, type Value } from '../value.ts';
import type { SqlFragment } from './fragment.ts';
import type { Place } from './place.ts';
import { fromSql, type Representation, type SqlScalar, toSql } from './represent.ts';

/** One function or operator of the evaluator, used inside SQL so that it means the same there. */
export type RegisteredCall = { readonly args: readonly Representation[]; readonly result: Representation } & (
  | { readonly kind: 'call'; readonly name: string /** Is the first argument what stands before the dot? */; readonly target: boolean }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator }
  | { readonly kind: 'unary'; readonly operator: '-' }
);

/** The call as SQL, or null where the dialect has no functions of ours. Its NULL is a failure: none of these functions takes null. */
export function viaEvaluator(call: RegisteredCall, args: readonly SqlFragment[], place: Place): SqlFragment | null {
  const { currency } = place.catalog;
  return place.dialect.call(JSON.stringify({ ...call, currency, timeZone: place.scope.surroundings.timeZone }), args);
}

/** Said by a database function when SQL cannot hold the result: the store then asks the evaluator for the whole query. */
export const unrepresentable = 'ninefold: a result that SQL cannot hold';

/**
 * The other end: what a database calls. Made once for a connection; it keeps what it has compiled by description.
 * Arguments and result stand as in `represent.ts`.
 */
export function createRegistered(): (description: string, args: readonly SqlScalar[]) => SqlScalar {
  const known = new Map<string, (args: readonly SqlScalar[]) => SqlScalar>();
  return (description, args) => {
    let call = known.get(description);
    if (call === undefined) {
      call = compile(JSON.parse(description) as RegisteredCall & { currency: string; timeZone: string });
      known.set(description, call);
    }
    return call(args);
  };
}

function compile(
  call: RegisteredCall & { readonly currency: string; readonly timeZone: string },
): (args: readonly SqlScalar[]) => SqlScalar {
  const base = { from: 0, to: 0, type: anyType };
  const names = call.args.map((_, index): Node => ({ ...base, kind: 'name', name: `a${index}`, resolution: { kind: 'bound' } }));
  const node = ((): Node => {
    const [first, second] = names;
    if (call.kind === 'call') {
      return {
        ...base,
        kind: 'call',
        name: call.name,
        target: call.target ? (first ?? null) : null,
        args: call.target ? names.slice(1) : names,
      };
    }
    if (first === undefined) throw new TypeError(`${call.kind} ${call.operator} has no operand`);
    if (call.kind === 'unary') return { ...base, kind: 'unary', operator: call.operator, operand: first };
    if (second === undefined) throw new TypeError(`${call.operator} has one operand`);
    return { ...base, kind: 'binary', operator: call.operator, left: first, right: second };
  })();
  const surroundings = nowhere(call.timeZone);

  return (args) => {
    if (args.includes(null)) return null;
    const bound = new Map<string, Value>();
    for (const [index, as] of call.args.entries()) bound.set(`a${index}`, fromSql(args[index] ?? null, as, call.currency));
    const scope: Scope = { surroundings, self: null, row: null, old: null, bound };
    let value: Value;
    try {
      value = evaluateNode(node, scope);
    } catch (error) {
      if (error instanceof EvaluationError) return null;
      throw error;
    }
    const result = toSql(value, call.result);
    if (result === undefined) throw new RangeError(unrepresentable);
    return result;
  };
}

/** These functions look at their arguments and the time zone only. */
function nowhere(timeZone: string): Surroundings {
  const missing = (): never => {
    throw new Error('a function inside SQL looks at its arguments only');
  };
  return {
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
