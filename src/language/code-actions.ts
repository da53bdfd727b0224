import type { Finding, Fix } from '../base/finding.ts';
import type { Span } from '../base/span.ts';

export interface CodeAction extends Fix {
  readonly finding: Finding;
  /** Whether it is the only fix for its finding. */
  readonly preferred: boolean;
}

/** The fixes for all findings that overlap a range, in document order. */
export const codeActionsAt = (findings: readonly Finding[], range: Span): CodeAction[] =>
  findings
    .filter(({ span }) => span.from <= range.to && range.from <= span.to)
    .flatMap((finding) => finding.fixes.map((fix) => ({ ...fix, finding, preferred: finding.fixes.length === 1 })));
