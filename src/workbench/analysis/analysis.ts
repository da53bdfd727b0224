import type { Finding } from '../../base/finding.ts';
import type { Question } from '../../check/asking/question.ts';
import type { Model } from '../../model/model.ts';

/** The results for one version of the text. */
export interface Analysis {
  /** The editor's version; positions in `model` and `findings` refer to its text. */
  readonly version: number;
  readonly text: string;
  readonly model: Model;
  readonly findings: readonly Finding[];
  /** The open questions; computed on first access. */
  readonly questions: readonly Question[];
  /** The duration of reading and checking, excluding the pause between them. */
  readonly milliseconds: number;
}

/** The reader and the checker; parameters, so that tests need no real document. */
export interface Reader {
  read(text: string): Model;
  check(model: Model): readonly Finding[];
  ask(model: Model): readonly Question[];
}

/**
 * Reads, lets the browser draw and handle keys, then checks. Each half takes less than one frame
 * for a document of 2,000 lines. Returns null if `stale` reports in between that the text has
 * changed.
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

/** Returns the findings that are mistakes; holes and assumptions have lists of their own. */
export const mistakes = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ code }) => code !== 'hole' && code !== 'assumption');

export interface Counts {
  readonly errors: number;
  readonly warnings: number;
  readonly hints: number;
}

/** Counts the mistakes in a section, or in all sections if null. */
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
