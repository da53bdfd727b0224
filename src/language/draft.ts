import type { Span } from '../base/span.ts';
import { applyEdits, type TextEdit } from '../base/text-edit.ts';
import { survey } from '../check/analysis/survey.ts';
import { Watch } from '../check/analysis/watch.ts';
import type { Model } from '../model/model.ts';
import { readModel } from '../model/read.ts';
import type { Completion } from './complete/item.ts';
import { completionsAt } from './completion.ts';
import { expressionInWords, invariantInWords, ruleInWords } from './in-words.ts';

/** What is typed into an input that writes one place of the document. */
export interface Draft {
  readonly typed: string;
  /** Between which characters of `typed` the caret is. */
  readonly caret: number;
  /**
   * The edits of the model's text that write it, one for each way to write it, such as with and
   * without backticks; the first is the one that is meant.
   */
  readonly ways: (typed: string) => readonly (readonly TextEdit[])[];
}

export interface DraftAnswers {
  /** What has been typed of the word so far, in `typed`: a completion replaces it. */
  readonly span: Span;
  /** What may be written at the caret, the likeliest first, also what begins otherwise. */
  readonly items: readonly Completion[];
  /** How it reads in plain English; null where it has a mistake, or nothing to read. */
  readonly reads: string | null;
}

/**
 * Completions and a reading in words for what is not in the document yet: the document is read once
 * more with it.
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
    // The backticks are written by the input itself.
    .filter(({ label, insert = label }) => insert !== '`' && !seen.has(label) && seen.add(label));
  const [first] = places;
  return { span: { from: caret - length, to: caret }, items, reads: first === undefined ? null : readingAt(first.read, first.offset) };
}

/** A character that the text does not have. */
function unusedIn(text: string): string {
  let code = 0xe000;
  while (text.includes(String.fromCharCode(code))) code++;
  return String.fromCharCode(code);
}

/** The rule or the expression at an offset, in words. */
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
