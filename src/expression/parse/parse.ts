import { Environment as CelEnvironment } from '@marcbachmann/cel-js';
import type { Span } from '../../base/span.ts';
import type { Expression, Problem, Reads } from '../expression.ts';
import type { Node } from '../node.ts';
import { anyType } from '../types/type.ts';
import { convert, Unreadable } from '../values/convert.ts';
import { explainSyntax, syntaxProblem, tooDeep } from './syntax-message.ts';
import { nesting, tokenize } from './tokens.ts';

/** The reads of an unchecked expression. */
export const noReads: Reads = {
  self: [],
  row: [],
  old: [],
  fields: [],
  constants: [],
  entities: [],
  bound: [],
  me: false,
  now: false,
};

/**
 * The parser recurses for nested brackets and for runs of `!` or `-`, so both are limited to
 * protect its stack.
 */
const maximumNesting = 100;
const maximumPrefixes = 50;
const maximumLength = 1_000_000;

const reader = new CelEnvironment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  // The source's length already bounds these counts.
  limits: { maxAstNodes: 1e9, maxDepth: 400, maxListElements: 1e9, maxMapEntries: 1e9, maxCallArguments: 1e9 },
});

/**
 * Parses an expression without checking it: every type is `any`, and `reads` is empty until
 * `checkExpression`. `span` is its place in the document; `at` converts offsets in `source` to
 * document offsets. Never throws: an unreadable expression has no node and one problem of kind
 * `syntax`.
 */
export function parseExpression(source: string, span: Span, at: (offset: number) => number): Expression {
  const read = readNode(source);
  const problems = 'problem' in read ? [read.problem] : [];
  return { source, span, at, node: 'node' in read ? read.node : null, problems, type: anyType, reads: noReads };
}

/**
 * Parses an expression that belongs to no document, for tests and for expressions that the product
 * adds.
 */
export const parseText = (source: string): Expression => parseExpression(source, { from: 0, to: source.length }, (offset) => offset);

function readNode(source: string): { readonly node: Node } | { readonly problem: Problem } {
  if (source.length > maximumLength) return { problem: tooDeep(0, source.length) };
  const tokens = tokenize(source);
  if (tokens.length === 0) return { problem: syntaxProblem(0, source.length, 'There is no expression here.') };
  const { depth, deepest, prefixes } = nesting(tokens);
  if (depth > maximumNesting || prefixes > maximumPrefixes) return { problem: tooDeep(deepest?.from ?? 0, deepest?.to ?? source.length) };
  try {
    return { node: convert(source, reader.parse(source).ast) };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem };
    // The available stack may be smaller than the limits above assume.
    if (error instanceof RangeError) return { problem: tooDeep(0, source.length) };
    if (error instanceof Error && error.name === 'ParseError') return { problem: explainSyntax(source, raw(error)) };
    throw error;
  }
}

function raw(error: Error) {
  const given = error as Error & { readonly code?: string; readonly summary?: string; readonly range?: { start: number; end: number } };
  return {
    code: given.code ?? 'parse_error',
    summary: given.summary ?? given.message,
    from: given.range?.start ?? 0,
    to: given.range?.end ?? 0,
  };
}
