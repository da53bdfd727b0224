import type { Span } from './span.ts';
import type { TextEdit } from './text-edit.ts';

export type Severity = 'error' | 'warning' | 'hint';

/** A way to fix a finding: a title and the text edits. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** True if no other fix could be meant, so it can be applied without confirmation. */
  readonly safe?: boolean;
}

/** A finding about the document, with its position. */
export interface Finding {
  /** Identifies the mistake; also the name of the rule's file and page. */
  readonly code: string;
  readonly severity: Severity;
  /** 1 to 9, or 0 for the document as a whole. */
  readonly section: number;
  readonly span: Span;
  /** What is wrong, why, and what to do, in the terms of the notation. */
  readonly message: string;
  readonly fixes: readonly Fix[];
}
