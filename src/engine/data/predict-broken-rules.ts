import { fixedPlatform } from '../../base/platform.ts';
import type { RunModel } from '../../model/run-model.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import type { Renamed } from '../../store/migration/renamed.ts';
import type { Snapshot } from '../../store/store.ts';
import { cheapHasher } from '../account/hasher.ts';
import { createProduct } from '../product.ts';
import { type BrokenRule, brokenRules } from './broken-rules.ts';

/**
 * The rules that records would newly break after a change of the document, determined on a copy in
 * memory. `now`: the time for the rules, in milliseconds since the epoch.
 */
export function predictBrokenRules(
  snapshot: Snapshot,
  before: RunModel,
  after: RunModel,
  renames: readonly Renamed[],
  now: number,
): readonly BrokenRule[] {
  const store = createMemoryStore(before);
  store.restore(before, snapshot);
  const product = createProduct({ model: before, store, platform: fixedPlatform(now), hasher: cheapHasher });
  const known = new Map(brokenRules(product).map((broken) => [keyOf(broken), broken.count]));
  store.migrate(after, store.plan(after, renames));
  product.become(after);
  return brokenRules(product).filter((broken) => broken.count > (known.get(keyOf(broken)) ?? 0));
}

const keyOf = ({ entity, rule }: BrokenRule): string => `${entity} ${rule}`;
