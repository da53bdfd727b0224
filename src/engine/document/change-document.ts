import type { RunModel } from '../../model/run-model.ts';
import type { Renamed } from '../../store/migration/renamed.ts';
import type { DocumentStore } from '../../store/store.ts';
import { seedNewExamples } from '../change/seed.ts';
import type { ChangeReport } from '../host.ts';
import type { Product } from '../product.ts';
import { type LateText, textKey } from './open-model.ts';

/**
 * Switches the product to another document and migrates the data. If data would be lost, changes
 * nothing unless `force`, and reports the losses. `renames`: confirmed renames. Creates records for
 * new examples. `late`: set if the text may be stored later.
 */
export function changeDocument(
  product: Product,
  store: DocumentStore,
  model: RunModel,
  force: boolean,
  renames: readonly Renamed[] = [],
  late: LateText | null = null,
): ChangeReport {
  const plan = store.plan(model, renames);
  const { changes, losses, questions } = plan;
  if (losses.length > 0 && !force) return { applied: false, changes, losses, questions };
  // The document is stored with the data, so the next process uses it, also after a crash.
  const isLate = late !== null && plan.steps.length === 0;
  store.migrate(model, plan, isLate ? undefined : () => store.setMeta(textKey, model.text));
  if (isLate) late.wait(model.text);
  else late?.drop();
  product.become(model);
  seedNewExamples(product);
  return { applied: true, changes, losses, questions };
}
