import type { Finding, Fix } from '../base/finding.ts';
import type { Span } from '../base/span.ts';

export interface CodeAction extends Fix {
  readonly finding: Finding;
  /** The only way to mend its finding. */
  readonly preferred: boolean;
}

/** The ways to mend what was found in a range, in the order of the text. */
export const codeActionsAt = (findings: readonly Finding[], range: Span): CodeAction[] =>
  findings
    .filter(({ span }) => span.from <= range.to && range.from <= span.to)
    .flatMap((finding) => finding.fixes.map((fix) => ({ ...fix, finding, preferred: finding.fixes.length === 1 })));
