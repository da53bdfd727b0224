import type { Model } from '../model/model.ts';
import type { DocumentStore } from '../store/store.ts';
import type { Product } from './product.ts';
import { seedNewExamples } from './seed.ts';
import type { ChangeReport } from './session.ts';

/**
 * Gives the product another document. The data comes along; where it cannot come along whole, nothing is done unless it is forced, and the report
 * says what would be lost. Examples that the text has now and the data never had become records.
 */
export function changeDocument(product: Product, store: DocumentStore, model: Model, force: boolean): ChangeReport {
  const plan = store.plan(model);
  const { changes, losses } = plan;
  if (losses.length > 0 && !force) return { applied: false, changes, losses };
  store.migrate(model, plan);
  product.become(model);
  seedNewExamples(product);
  return { applied: true, changes, losses };
}
