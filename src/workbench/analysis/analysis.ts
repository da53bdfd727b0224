import type { Finding } from '../../base/finding.ts';
import type { Question } from '../../check/asking/question.ts';
import type { Model } from '../../model/model.ts';

/** What was made of one version of the text. */
export interface Analysis {
  /** The editor's version: places in `model` and `findings` are places in that text. */
  readonly version: number;
  readonly text: string;
  readonly model: Model;
  readonly findings: readonly Finding[];
  /** What is left to be decided; worked out when it is first looked at. */
  readonly questions: readonly Question[];
  /** How long reading and checking took, without the pause between them. */
  readonly milliseconds: number;
}

/** The reader and the checker; parameters, so that tests need no document. */
export interface Reader {
  read(text: string): Model;
  check(model: Model): readonly Finding[];
  ask(model: Model): readonly Question[];
}

/**
 * Reads, lets the browser draw and take keys, then checks: each half is less than one frame's work
 * on a document of 2,000 lines. Null when `stale` says in between that the text has moved on.
 */
export async function analyse(reader: Reader, version: number, text: string, stale: () => boolean): Promise<Analysis | null> {
  const start = performance.now();
  const model = reader.read(text);
  const read = performance.now();
  await pause();
  if (stale()) return null;
  const again = performance.now();
  const findings = reader.check(model);
  let questions: readonly Question[] | null = null;
  return {
    version,
    text,
    model,
    findings,
    get questions() {
      questions ??= reader.ask(model);
      return questions;
    },
    milliseconds: read - start + performance.now() - again,
  };
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Findings that are mistakes; holes and assumptions have lists of their own. */
export const mistakes = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ code }) => code !== 'hole' && code !== 'assumption');

export interface Counts {
  readonly errors: number;
  readonly warnings: number;
  readonly hints: number;
}

/** How many mistakes there are in a section, or (null) in all. */
export function countMistakes(findings: readonly Finding[], section: number | null): Counts {
  const counts = { errors: 0, warnings: 0, hints: 0 };
  for (const finding of mistakes(findings)) {
    if (section !== null && finding.section !== section) continue;
    if (finding.severity === 'error') counts.errors++;
    else if (finding.severity === 'warning') counts.warnings++;
    else counts.hints++;
  }
  return counts;
}
