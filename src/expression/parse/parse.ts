import { Environment as CelEnvironment } from '@marcbachmann/cel-js';
import type { Span } from '../../base/span.ts';
import type { Expression, Problem, Reads } from '../expression.ts';
import type { Node } from '../node.ts';
import { anyType } from '../types/type.ts';
import { convert, Unreadable } from '../values/convert.ts';
import { explainSyntax, syntaxProblem, tooDeep } from './syntax-message.ts';
import { nesting, tokenize } from './tokens.ts';

/** Nothing looked at. */
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

/** Nested brackets, and `!` or `-` in a row, each cost the reader some of its stack. */
const maximumNesting = 100;
const maximumPrefixes = 50;
const maximumLength = 1_000_000;

const reader = new CelEnvironment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  // The counts are bounded by the length of the source.
  limits: { maxAstNodes: 1e9, maxDepth: 400, maxListElements: 1e9, maxMapEntries: 1e9, maxCallArguments: 1e9 },
});

/**
 * Reads an expression; names and types are left to `checkExpression` (every type is `any`, nothing
 * is read). `span` is its place in the document, `at` turns offsets in `source` into offsets in the
 * document. Never throws: what cannot be read has no node and one problem of kind `syntax`.
 */
export function parseExpression(source: string, span: Span, at: (offset: number) => number): Expression {
  const read = readNode(source);
  const problems = 'problem' in read ? [read.problem] : [];
  return { source, span, at, node: 'node' in read ? read.node : null, problems, type: anyType, reads: noReads };
}

/**
 * Reads an expression that is nowhere in a document: for tests and for what the product itself
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
    // The stack of the place we run in may be smaller than the limits above take for granted.
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
