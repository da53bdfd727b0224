import type { ASTNode } from '@marcbachmann/cel-js';
import type { Problem } from '../expression.ts';
import type { BinaryOperator, Node } from '../node.ts';
import { syntaxProblem, tooDeep } from '../parse/syntax-message.ts';
import { anyType } from '../types/type.ts';
import { Decimal, maximumInteger, normalInteger, parseDecimal } from './decimal.ts';
import type { Value } from './value.ts';

/** Thrown only inside this layer; `parseExpression` turns it into a problem. */
export class Unreadable extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The maximum depth of a tree, which makes it safe to traverse trees recursively. */
const maximumDepth = 500;

const macros = new Map<string, 'all' | 'exists' | 'exists_one' | 'filter' | 'map'>([
  ['all', 'all'],
  ['exists', 'exists'],
  ['exists_one', 'exists_one'],
  ['existsOne', 'exists_one'],
  ['filter', 'filter'],
  ['map', 'map'],
]);

/**
 * Converts the library's tree to ours: separates macros from calls and makes numbers exact. Names
 * are not resolved yet.
 */
export function convert(source: string, ast: ASTNode, depth = 0): Node {
  if (depth > maximumDepth) throw new Unreadable(tooDeep(0, source.length));
  const place = { from: ast.start, to: ast.end, type: anyType };
  const inner = (node: ASTNode): Node => convert(source, node, depth + 1);
  switch (ast.op) {
    case 'value':
      return { kind: 'literal', ...place, value: literal(source, ast, ast.args) };
    case 'id':
      return { kind: 'name', ...place, name: ast.args, resolution: { kind: 'unknown' } };
    case '.':
      return { kind: 'select', ...place, operand: inner(ast.args[0]), field: ast.args[1], fieldFrom: ast.pos, test: false };
    case '[]':
      return { kind: 'index', ...place, operand: inner(ast.args[0]), index: inner(ast.args[1]) };
    case '!_':
      return { kind: 'unary', ...place, operator: '!', operand: inner(ast.args) };
    case '-_': {
      const number = ast.args.op === 'value' ? ast.args.args : undefined;
      if (typeof number === 'bigint') return { kind: 'literal', ...place, value: integer(ast, -number) };
      if (typeof number === 'number') return { kind: 'literal', ...place, value: decimal(source, ast.args).times(-1) };
      return { kind: 'unary', ...place, operator: '-', operand: inner(ast.args) };
    }
    case '?:': {
      const [test, then, otherwise] = ast.args;
      return { kind: 'conditional', ...place, test: inner(test), then: inner(then), otherwise: inner(otherwise) };
    }
    case 'list':
      return { kind: 'list', ...place, items: ast.args.map(inner) };
    case 'map':
      return { kind: 'map', ...place, entries: ast.args.map(([key, value]) => ({ key: inner(key), value: inner(value) })) };
    case 'call': {
      const [name, args] = ast.args;
      if (name === 'has') return presence(ast, args.map(inner));
      if (name === 'series') return series(ast, args, inner);
      return { kind: 'call', ...place, name, target: null, args: args.map(inner) };
    }
    case 'rcall': {
      const [name, target, args] = ast.args;
      if (target.op === 'id' && target.args === 'strings' && name === 'quote') {
        return { kind: 'call', ...place, name: 'strings.quote', target: null, args: args.map(inner) };
      }
      const macro = macros.get(name);
      if (macro === undefined) return { kind: 'call', ...place, name, target: inner(target), args: args.map(inner) };
      const [variable, first, second] = args;
      const filtered = macro === 'map' && args.length === 3;
      if (variable === undefined || first === undefined || (args.length !== 2 && !filtered)) throw new Unreadable(wrongMacro(ast, name));
      if (variable.op !== 'id') throw new Unreadable(wrongMacro(ast, name));
      const body = filtered && second !== undefined ? second : first;
      return {
        kind: 'macro',
        ...place,
        macro,
        target: inner(target),
        variable: variable.args,
        filter: filtered ? inner(first) : null,
        body: inner(body),
      };
    }
    case '.?':
    case '[?]':
      throw new Unreadable(
        syntaxProblem(
          ast.start,
          ast.end,
          'Optional selection with “?” is not part of the notation. Use has(x.field) or compare with null.',
        ),
      );
    case '&&':
    case '||': {
      const operands = chain(ast, ast.op);
      if (operands.length > longChain) return joined(ast.op, operands.map(inner));
      const [left, right] = ast.args;
      return { kind: 'binary', ...place, operator: ast.op, left: inner(left), right: inner(right) };
    }
    default: {
      const [left, right] = ast.args;
      return { kind: 'binary', ...place, operator: ast.op as BinaryOperator, left: inner(left), right: inner(right) };
    }
  }
}

/**
 * Longer chains become a balanced tree, so that ten thousand conditions are 14 levels deep instead
 * of ten thousand.
 */
const longChain = 64;

/** Flattens `a && b && c && d`, a left-leaning tree in the library, to its four operands. */
function chain(ast: ASTNode, operator: '&&' | '||'): ASTNode[] {
  const operands: ASTNode[] = [];
  let first = ast;
  while (first.op === operator) {
    operands.push(first.args[1]);
    first = first.args[0];
  }
  operands.push(first);
  return operands.reverse();
}

/**
 * CEL's logic is associative, so the tree may be rebalanced. A short chain keeps its shape, so that
 * it prints as written.
 */
function joined(operator: '&&' | '||', operands: readonly Node[]): Node {
  const [only] = operands;
  if (only !== undefined && operands.length === 1) return only;
  const middle = operands.length >> 1;
  const left = joined(operator, operands.slice(0, middle));
  const right = joined(operator, operands.slice(middle));
  return { kind: 'binary', from: left.from, to: right.to, type: anyType, operator, left, right };
}

function presence(ast: ASTNode, args: readonly Node[]): Node {
  const [argument] = args;
  if (args.length !== 1 || argument?.kind !== 'select') {
    throw new Unreadable(syntaxProblem(ast.start, ast.end, 'has() asks whether a field says something. Write it as “has(x.field)”.'));
  }
  return { ...argument, from: ast.start, to: ast.end, test: true };
}

function series(ast: ASTNode, args: readonly ASTNode[], inner: (node: ASTNode) => Node): Node {
  const [count, first, variable, next] = args;
  if (args.length !== 4 || count === undefined || first === undefined || variable?.op !== 'id' || next === undefined) {
    const form = 'series(12, {"rest": amount}, previous, {"rest": previous.rest - rate})';
    throw new Unreadable(
      syntaxProblem(ast.start, ast.end, `series() takes how many entries, the first, a name for the one before, and the next: ${form}.`),
    );
  }
  const place = { from: ast.start, to: ast.end, type: anyType };
  return {
    kind: 'macro',
    ...place,
    macro: 'series',
    target: inner(count),
    variable: variable.args,
    filter: inner(first),
    body: inner(next),
  };
}

const wrongMacro = (ast: ASTNode, name: string): Problem =>
  syntaxProblem(
    ast.start,
    ast.end,
    `“${name}” needs a name for each element and what to ask of it, as in “comments.${name}(c, c.body != "")”.`,
  );

function literal(source: string, ast: ASTNode, value: unknown): Value {
  if (typeof value === 'bigint') return integer(ast, value);
  if (typeof value === 'number') return decimal(source, ast);
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (value instanceof Uint8Array) return bytes(source, ast, value);
  throw new Unreadable(syntaxProblem(ast.start, ast.end, 'Numbers have no “u” at their end here: an integer is an integer.'));
}

function integer(ast: ASTNode, value: bigint): number | bigint {
  const normal = normalInteger(value);
  if (normal !== undefined) return normal;
  // 9223372036854775808 is valid only after a minus, which was folded in before.
  throw new Unreadable(
    syntaxProblem(ast.start, ast.end, `This integer is too large: the largest is ${maximumInteger}. Write it with a point for a decimal.`),
  );
}

/** Parsed from the source, because the library's own number is binary floating point. */
function decimal(source: string, ast: ASTNode) {
  const value = parseDecimal(source.slice(ast.start, ast.end));
  if (value === undefined)
    throw new Unreadable(syntaxProblem(ast.start, ast.end, 'This number cannot be read exactly. Write it without an exponent.'));
  return new Decimal(value);
}

/** The library truncates non-ASCII characters to one byte; CEL requires their UTF-8 encoding. */
function bytes(source: string, ast: ASTNode, value: Uint8Array): Uint8Array {
  const text = source.slice(ast.start, ast.end);
  const raw = /^[bB](["'])([^\\]*)\1$/s.exec(text)?.[2];
  return raw === undefined || raw.startsWith('"') || raw.startsWith("'") ? value : new TextEncoder().encode(raw);
}
