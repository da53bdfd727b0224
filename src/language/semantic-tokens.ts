import type { Span } from '../base/span.ts';
import { tokenize } from '../expression/parse/tokens.ts';
import type { Part } from '../model/ast/screens.ts';
import type { Model } from '../model/model.ts';
import { actionWords, partWords } from '../model/vocabulary.ts';
import { occurrencesOf } from './names/occurrences.ts';
import type { SymbolKind } from './symbol.ts';

export type TokenKind = SymbolKind | 'keyword' | 'number' | 'string' | 'operator' | 'hole';

export interface SemanticToken {
  readonly kind: TokenKind;
  readonly span: Span;
  readonly declaration: boolean;
}

/**
 * The kinds of all pieces of a document, in order and without overlaps. A token may span a line
 * break.
 */
export function semanticTokens(model: Model): SemanticToken[] {
  const names = occurrencesOf(model).map(({ kind, span, declaration }): SemanticToken => ({ kind, span, declaration }));
  const holes = model.holes
    .filter(({ span, kind }) => kind !== 'section' && span.from < span.to)
    .map(({ span }): SemanticToken => ({ kind: 'hole', span, declaration: false }));
  return layered([names, holes, sourceTokens(model), partTokens(model)]);
}

/**
 * Merges layers of tokens. Earlier layers cover later ones, of which the uncovered parts remain.
 */
function layered(layers: readonly (readonly SemanticToken[])[]): SemanticToken[] {
  const done: SemanticToken[] = [];
  for (const layer of layers) {
    const above = [...done].sort(inOrder);
    const added: SemanticToken[] = [];
    let free = 0;
    let index = 0;
    for (const token of [...layer].sort(inOrder)) {
      let from = Math.max(token.span.from, free);
      while (index < above.length && (above[index]?.span.to ?? 0) <= from) index++;
      for (let at = index; from < token.span.to; at++) {
        const next = above[at];
        const to = Math.min(next?.span.from ?? token.span.to, token.span.to);
        if (from < to) added.push({ ...token, span: { from, to } });
        if (next === undefined || next.span.from >= token.span.to) break;
        from = Math.max(from, next.span.to);
      }
      free = Math.max(free, token.span.to);
    }
    done.push(...added);
  }
  return done.sort(inOrder);
}

const inOrder = (a: SemanticToken, b: SemanticToken): number => a.span.from - b.span.from || a.span.to - b.span.to;

const expressionWords = new Set(['true', 'false', 'null', 'in', 'self', 'old', 'me', 'now', 'today', 'token']);
const stepWords = new Set([
  ...actionWords.flatMap((words) => words.split(' ')),
  'as',
  'with',
  'where',
  'sort',
  'asc',
  'desc',
  'limit',
  'offset',
  'to',
  'from',
  'of',
  'else',
]);

/** Tokens for numbers, texts, operators and keywords in expressions and actions. */
function sourceTokens(model: Model): SemanticToken[] {
  const found: SemanticToken[] = [];
  const read = (source: { readonly source: string; at(offset: number): number }, words: ReadonlySet<string>): void => {
    for (const token of tokenize(source.source)) {
      const kind = token.kind === 'name' ? (words.has(token.text) ? 'keyword' : null) : plainKinds[token.kind];
      if (kind === null || kind === undefined) continue;
      found.push({ kind, span: { from: source.at(token.from), to: source.at(token.to - 1) + 1 }, declaration: false });
    }
  };
  for (const { action } of model.actions) read(action, new Set([...stepWords, ...expressionWords]));
  for (const { expression } of model.expressions) read(expression, expressionWords);
  return found;
}

const plainKinds: Readonly<Record<string, TokenKind>> = { number: 'number', string: 'string', operator: 'operator', assign: 'operator' };

/** Longest first, because `buttons` begins with `button`. */
const partBeginnings = partWords
  .map(({ begins }) => (begins === 'form to' ? 'form to (?:create|edit)' : begins))
  .toSorted((a, b) => b.length - a.length);
const partStart = new RegExp(`^[-*+]\\s+(${partBeginnings.join('|')})\\b`, 'i');

/** Tokens for the keywords that begin the parts of screens. */
function partTokens(model: Model): SemanticToken[] {
  const found: SemanticToken[] = [];
  const read = (parts: readonly Part[]): void => {
    for (const part of parts) {
      const words = partStart.exec(model.tree.text.slice(part.span.from, part.span.from + 60));
      if (words !== null && part.kind !== 'unread') {
        const to = part.span.from + words[0].length;
        found.push({ kind: 'keyword', span: { from: to - (words[1] ?? '').length, to }, declaration: false });
      }
      if ('parts' in part) read(part.parts);
    }
  };
  for (const screen of model.screens) if (!screen.assumed) read(screen.parts);
  return found;
}
