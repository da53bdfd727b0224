import type { Span } from '../base/span.ts';
import { applyEdits, type TextEdit } from '../base/text-edit.ts';
import { survey } from '../check/analysis/survey.ts';
import { Watch } from '../check/analysis/watch.ts';
import type { Model } from '../model/model.ts';
import { readModel } from '../model/read.ts';
import type { Completion } from './complete/item.ts';
import { completionsAt } from './completion.ts';
import { expressionInWords, invariantInWords, ruleInWords } from './in-words.ts';

/** Text typed into an input field that writes to one place of the document. */
export interface Draft {
  readonly typed: string;
  /** The offset of the caret in `typed`. */
  readonly caret: number;
  /**
   * Edits of the document that write the text, one list per way of writing it, such as with and
   * without backticks. The first is the intended one.
   */
  readonly ways: (typed: string) => readonly (readonly TextEdit[])[];
}

export interface DraftAnswers {
  /** The part of the word typed so far, as offsets in `typed`; a completion replaces it. */
  readonly span: Span;
  /**
   * Completions at the caret, most likely first, including those that do not begin with the typed
   * word.
   */
  readonly items: readonly Completion[];
  /** The meaning in plain English; null if there is a mistake or nothing to describe. */
  readonly reads: string | null;
}

/**
 * Completions and a description in words for text that is not in the document yet. Reads the
 * document again with the text inserted.
 */
export function answersFor(model: Model, { typed, caret, ways }: Draft): DraftAnswers {
  const mark = unusedIn(model.tree.text + typed);
  const places = ways(typed.slice(0, caret) + mark + typed.slice(caret)).flatMap((edits) => {
    const marked = applyEdits(model.tree.text, edits);
    const offset = marked.indexOf(mark);
    return offset < 0 ? [] : [{ read: readModel(marked.slice(0, offset) + marked.slice(offset + mark.length)), offset }];
  });
  const found = places.map(({ read, offset }) => {
    const { span, items } = completionsAt(read, offset);
    return { length: Math.min(span.to - span.from, caret), items };
  });
  const length = Math.max(0, ...found.map((one) => (one.items.length === 0 ? 0 : one.length)));
  const seen = new Set<string>();
  const items = found
    .flatMap((one) => (one.length === length ? one.items : []))
    // The input itself adds the backticks.
    .filter(({ label, insert = label }) => insert !== '`' && !seen.has(label) && seen.add(label));
  const [first] = places;
  return { span: { from: caret - length, to: caret }, items, reads: first === undefined ? null : readingAt(first.read, first.offset) };
}

/** A character that does not occur in the text. */
function unusedIn(text: string): string {
  let code = 0xe000;
  while (text.includes(String.fromCharCode(code))) code++;
  return String.fromCharCode(code);
}

/** Describes the rule or expression at an offset in words. */
function readingAt(model: Model, offset: number): string | null {
  const at = ({ span }: { readonly span: Span }): boolean => span.from <= offset && offset <= span.to;
  const found = survey(new Watch(model))
    .expressions()
    .find(({ expression }) => at(expression));
  if (found !== undefined && (found.expression.node === null || found.expression.problems.length > 0)) return null;
  const rule = model.rules.find(at);
  if (rule !== undefined) return rule.must.kind === 'unknown' ? null : ruleInWords(rule);
  const invariant = model.invariants.find(at);
  if (invariant !== undefined) return invariantInWords(invariant);
  return found === undefined ? null : expressionInWords(found.expression);
}
