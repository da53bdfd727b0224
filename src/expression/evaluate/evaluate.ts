import type { Expression } from '../expression.ts';
import type { Node } from '../node.ts';
import type { RecordValue, Value } from '../values/value.ts';
import { compile } from './compile.ts';
import { type Compiled, Failure } from './failure.ts';
import { EvaluationError, type Scope } from './scope.ts';
import { costOf } from './weight.ts';

const known = new WeakMap<Expression, (scope: Scope) => Value>();

/**
 * An expression as a function of where it is, made once. It throws EvaluationError where there
 * is no value: null selected from, a constant that is a hole, an overflow, a division by zero;
 * always, when the expression does not parse.
 */
export function compileExpression(expression: Expression): (scope: Scope) => Value {
  const before = known.get(expression);
  if (before !== undefined) return before;
  const { node } = expression;
  const run = node === null ? unreadable(expression) : throwing(compile(node));
  known.set(expression, run);
  return run;
}

const unreadable = (expression: Expression) => (): never => {
  throw new EvaluationError('the expression cannot be read', 0, expression.source.length);
};

const throwing =
  (compiled: Compiled) =>
  (scope: Scope): Value => {
    const result = compiled(scope);
    if (result instanceof Failure) throw new EvaluationError(result.message, result.from, result.to);
    return result;
  };

/** The value of a node; throws EvaluationError. */
export function evaluateNode(node: Node, scope: Scope): Value {
  const result = compile(node)(scope);
  if (result instanceof Failure) throw new EvaluationError(result.message, result.from, result.to);
  return result;
}

/**
 * Is it exactly true? A condition that cannot be evaluated does not hold (NOTATION: Null); nor does
 * one that does not parse.
 */
export function holds(expression: Expression, scope: Scope): boolean {
  return expression.node !== null && compile(expression.node)(scope) === true;
}

/** The same of a record among many: it is a step of the operation. */
export function nodeHolds(node: Node, scope: Scope): boolean {
  scope.evaluationContext.budget.spend(1);
  return compile(node)(scope) === true;
}

/**
 * The condition of `RecordList.where` as a test of one record: for worlds that loop. It reuses one
 * scope, so it must not be called while it runs.
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

/** The condition of `list E where …` as a test of one record: the row. */
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
