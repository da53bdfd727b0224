import type { Expression } from '../expression.ts';
import type { Node } from '../node.ts';
import type { RecordValue, Value } from '../values/value.ts';
import { compile } from './compile.ts';
import { type Compiled, Failure } from './failure.ts';
import { EvaluationError, type Scope } from './scope.ts';
import { costOf } from './weight.ts';

const known = new WeakMap<Expression, (scope: Scope) => Value>();

/**
 * Compiles an expression to a function of its scope; returns the same function each time. The
 * function throws EvaluationError if there is no value (a field of null, a constant that is a hole,
 * overflow, division by zero), and always if the expression does not parse.
 */
export function compileExpression(expression: Expression): (scope: Scope) => Value {
  const before = known.get(expression);
  if (before !== undefined) return before;
  const { node } = expression;
  const run = node === null ? unreadable(expression) : throwing(node, compile(node));
  known.set(expression, run);
  return run;
}

const unreadable = (expression: Expression) => (): never => {
  throw new EvaluationError('the expression cannot be read', 0, expression.source.length);
};

const throwing =
  (root: Node, compiled: Compiled) =>
  (scope: Scope): Value => {
    scope.evaluationContext.watch?.(root, scope);
    const result = compiled(scope);
    if (result instanceof Failure) throw new EvaluationError(result.message, result.from, result.to);
    return result;
  };

/** Evaluates a node. Throws EvaluationError. */
export function evaluateNode(node: Node, scope: Scope): Value {
  const result = compile(node)(scope);
  if (result instanceof Failure) throw new EvaluationError(result.message, result.from, result.to);
  return result;
}

/**
 * Whether a condition is exactly true. One that cannot be evaluated (NOTATION: Null) or parsed
 * counts as false.
 */
export function isTrue(expression: Expression, scope: Scope): boolean {
  const { node } = expression;
  if (node === null) return false;
  scope.evaluationContext.watch?.(node, scope);
  return compile(node)(scope) === true;
}

/** Like `isTrue`, for one of many records; spends one step of the operation's budget. */
export function nodeIsTrue(node: Node, scope: Scope): boolean {
  scope.evaluationContext.budget.spend(1);
  return compile(node)(scope) === true;
}

/**
 * The condition of `RecordList.where` as a predicate, for memory stores that loop over records. It
 * reuses one scope, so it must not be called recursively.
 */
export function recordPredicate(predicate: Node, variable: string, scope: Scope): (record: RecordValue) => boolean {
  const compiled = compile(predicate);
  const bound = new Map(scope.bound);
  const inner: Scope = { ...scope, bound };
  const cost = costOf(predicate);
  return (record) => {
    scope.evaluationContext.budget.spend(cost);
    bound.set(variable, record);
    return compiled(inner) === true;
  };
}

/** The condition of `list E where …` as a predicate on the row. */
export function rowPredicate(expression: Expression, scope: Scope): (record: RecordValue) => boolean {
  const { node } = expression;
  if (node === null) return () => false;
  const compiled = compile(node);
  const cost = costOf(node);
  return (row) => {
    scope.evaluationContext.budget.spend(cost);
    return compiled({ ...scope, row }) === true;
  };
}
