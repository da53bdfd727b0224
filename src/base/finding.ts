import type { Span } from './span.ts';
import type { TextEdit } from './text-edit.ts';

export type Severity = 'error' | 'warning' | 'hint';

/** A way to mend a finding: a title in words and the text edits that do it. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** It can only be what was meant: it may be applied unasked. */
  readonly safe?: boolean;
}

/** Something to say about the document, at a place in it. */
export interface Finding {
  /** Names the mistake; it is also the name of the rule's file and page. */
  readonly code: string;
  readonly severity: Severity;
  /** 1 to 9, or 0 for the document as a whole. */
  readonly section: number;
  readonly span: Span;
  /** What is wrong, why, and what to do, in the notation's own words. */
  readonly message: string;
  readonly fixes: readonly Fix[];
}
