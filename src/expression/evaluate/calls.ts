import type { Node } from '../node.ts';
import { signaturesByName, takesCount } from '../types/signatures.ts';
import { isRecord, type Value } from '../values/value.ts';
import { maximumLength } from './arithmetic.ts';
import { type Compiled, Failure, type Result } from './failure.ts';
import { implementations } from './functions/all.ts';
import { type Implementation, Wrong } from './functions/implementation.ts';
import { countCharacters, textTests } from './functions/text.ts';
import { compilePattern, matchingCost } from './patterns.ts';
import { EvaluationError } from './scope.ts';
import { valueWords } from './value-words.ts';
import { weigh } from './weight.ts';

type CallNode = Extract<Node, { kind: 'call' }>;

export function compileCall(node: CallNode, args: readonly Compiled[]): Compiled {
  const run = implementations.get(node.name);
  if (run === undefined) {
    if (node.type.kind === 'view' || /^[A-Z]/.test(node.name)) return compileView(node, args);
    const missing = new Failure(`there is no function “${node.name}”`, node);
    return () => missing;
  }
  if (!signaturesByName.get(node.name)?.some((signature) => takesCount(signature, args.length))) {
    const miscounted = new Failure(`${node.name}() does not take ${args.length} values`, node);
    return () => miscounted;
  }
  const pattern = node.name === 'matches' ? literalPattern(node, args) : undefined;
  if (pattern !== undefined) return pattern;
  const ofNull = new Failure(`${node.name}() is called on null`, node);
  const [only] = args;
  if (args.length === 1 && only !== undefined) {
    const isSize = node.name === 'size';
    return (scope) => {
      const value = only(scope);
      if (isSize && typeof value === 'string') return countCharacters(weigh(value, scope));
      if (value === null && node.name !== 'dyn') return ofNull;
      return value instanceof Failure ? value : called(node, run, [value], scope);
    };
  }
  const test = textTests.get(node.name);
  const [first, second] = args;
  const general: Compiled = (scope) => {
    const values: Value[] = [];
    for (const arg of args) {
      const value = arg(scope);
      if (value instanceof Failure) return value;
      if (value === null) return ofNull;
      values.push(value);
    }
    return called(node, run, values, scope);
  };
  if (test === undefined || first === undefined || second === undefined) return general;
  return (scope) => {
    const text = first(scope);
    const other = second(scope);
    return typeof text === 'string' && typeof other === 'string' ? test(weigh(text, scope), other) : general(scope);
  };
}

function called(node: CallNode, run: Implementation, values: readonly Value[], scope: Parameters<Compiled>[0]): Result {
  try {
    for (const value of values) weigh(value, scope);
    const value = run(values, scope, node);
    if (value === undefined) return new Failure(`${node.name}() is not asked of ${values.map(valueWords).join(' and ')}`, node);
    if (typeof value === 'string' && value.length > maximumLength) return new Failure('the result is too long to store', node);
    return weigh(value, scope);
  } catch (error) {
    if (error instanceof Wrong) return new Failure(error.message, node);
    if (error instanceof EvaluationError) return new Failure(error.message, node);
    throw error;
  }
}

/** Compiles a literal pattern only once. RE2 matches in linear time for every pattern. */
function literalPattern(node: CallNode, args: readonly Compiled[]): Compiled | undefined {
  const written = node.target === null ? node.args[1] : node.args[0];
  const [text] = args;
  if (written?.kind !== 'literal' || typeof written.value !== 'string' || text === undefined || args.length !== 2) return undefined;
  let pattern: ReturnType<typeof compilePattern>;
  try {
    pattern = compilePattern(written.value);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    const unreadable = new Failure(error.message, written);
    return () => unreadable;
  }
  return (scope) => {
    const value = text(scope);
    if (typeof value === 'string') {
      scope.evaluationContext.budget.spend(matchingCost(value));
      return pattern.matcher(value).find();
    }
    return value instanceof Failure ? value : new Failure(`matches() is not asked of ${valueWords(value)}`, node);
  };
}

function compileView(node: CallNode, args: readonly Compiled[]): Compiled {
  const [record] = args;
  const { name } = node;
  return (scope) => {
    const value = record === undefined ? null : record(scope);
    if (value instanceof Failure) return value;
    if (!isRecord(value)) return new Failure(`the view ${name} is called with ${valueWords(value)}, not with a record`, node);
    try {
      return weigh(scope.evaluationContext.view(name, value), scope);
    } catch (error) {
      if (error instanceof EvaluationError) return new Failure(error.message, node);
      throw error;
    }
  };
}
