import type { Model } from '../../model/model.ts';
import type { Renamed } from '../../store/migration/renamed.ts';
import type { DocumentStore } from '../../store/store.ts';
import { seedNewExamples } from '../change/seed.ts';
import type { Product } from '../product.ts';
import type { ChangeReport } from '../session.ts';
import { textKey } from './open-document.ts';

/**
 * Gives the product another document, which is kept beside the data from then on. The data comes along; where it cannot come along whole, nothing is done
 * unless it is forced, and the report says what would be lost. `told`: what a person says was renamed. Examples that the text has now and the data
 * never had become records.
 */
export function changeDocument(
  product: Product,
  store: DocumentStore,
  model: Model,
  force: boolean,
  told: readonly Renamed[] = [],
): ChangeReport {
  const plan = store.plan(model, told);
  const { changes, losses, questions } = plan;
  if (losses.length > 0 && !force) return { applied: false, changes, losses, questions };
  // Which document it is goes with the data: whoever opens it next, also after a crash, goes on with this one.
  store.migrate(model, plan, () => store.setMeta(textKey, model.tree.text));
  product.become(model);
  seedNewExamples(product);
  return { applied: true, changes, losses, questions };
}
