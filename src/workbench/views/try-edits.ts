import type { Finding } from '../../base/finding.ts';
import { applyEdits, type TextEdit } from '../../base/text-edit.ts';
import { combineSteps } from '../../check/asking/write.ts';
import { checkModel } from '../../check/check.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import type { Analysis } from '../analysis/analysis.ts';

/** The resulting document. */
export interface Tried {
  readonly edits: readonly TextEdit[];
  readonly model: Model;
  /** The first new error of the resulting document. */
  readonly mistake: string | null;
}

/**
 * Tries edits before they are written. Adds a new error of section 8 to the calls that can raise
 * it.
 */
export function tryEdits({ model: now, text, findings }: Pick<Analysis, 'model' | 'text' | 'findings'>, edits: readonly TextEdit[]): Tried {
  const known = new Set(findings.map(({ message }) => message));
  const newFindings = (model: Model): readonly Finding[] => checkModel(model).filter(({ message }) => !known.has(message));
  const model = readModel(applyEdits(text, edits));
  const found = newFindings(model);
  const undeclared = found.filter(({ code }) => code === 'call-error-not-declared').flatMap(({ fixes }) => fixes[0]?.edits ?? []);
  if (undeclared.length > 0)
    return tryEdits(
      { model: now, text, findings },
      combineSteps(
        now,
        () => edits,
        () => undeclared,
      ),
    );
  return { edits, model, mistake: found.find(({ severity }) => severity === 'error')?.message ?? null };
}
