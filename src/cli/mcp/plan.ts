import { fixedPlatform, systemPlatform } from '../../base/platform.ts';
import { LineIndex } from '../../base/position.ts';
import { checkModel } from '../../check/check.ts';
import { cheapHasher } from '../../engine/account/hasher.ts';
import { seedExamples } from '../../engine/change/seed.ts';
import { createProduct } from '../../engine/product.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { renamedName } from '../../store/migration/renamed.ts';

/** The effects of a change of a document. */
export interface ChangePlan {
  /** Changes to existing data, tried on the example records. */
  readonly changes: readonly string[];
  readonly losses: readonly string[];
  /** Possible renames; a row in the table `Was | Is | How` would declare one. */
  readonly maybeRenamed: readonly { readonly was: string; readonly candidates: readonly string[] }[];
  /** Errors and warnings that the document did not have before. */
  readonly newFindings: readonly { readonly line: number; readonly severity: string; readonly code: string; readonly message: string }[];
  /** The number of findings that would be gone. */
  readonly settled: number;
}

export function planOf(before: string, after: string): ChangePlan {
  const model = readModel(before);
  const changed = readModel(after);
  const store = createMemoryStore(model);
  const product = createProduct({ model, store, platform: fixedPlatform(systemPlatform.now()), hasher: cheapHasher, placeholders: true });
  seedExamples(product);
  const { changes, losses, questions } = store.plan(changed);
  const key = ({ code, message }: { readonly code: string; readonly message: string }): string => `${code} ${message}`;
  const known = checkModel(model).map(key);
  const found = checkModel(changed);
  const left = [...known];
  const fresh = found.filter((finding) => {
    const at = left.indexOf(key(finding));
    if (at >= 0) left.splice(at, 1);
    return at < 0 && finding.severity !== 'hint';
  });
  const lines = new LineIndex(after);
  return {
    changes,
    losses,
    maybeRenamed: questions.map((question) => ({ was: renamedName(question), candidates: question.candidates })),
    newFindings: fresh.map(({ span, severity, code, message }) => ({ line: lines.position(span.from).line, severity, code, message })),
    settled: left.length,
  };
}
