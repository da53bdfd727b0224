import { describe, test as once } from 'vitest';
import type { Model } from '../../src/model/model.ts';
import type { Store } from '../../src/store/store.ts';
import { computedTests } from './suite-computed.ts';
import { storeKit } from './suite-kit.ts';
import { outboxTests } from './suite-outbox.ts';
import { ownTableTests } from './suite-own-tables.ts';
import { queryTests } from './suite-queries.ts';
import { writeTests } from './suite-writes.ts';

/**
 * The requirements for every store, whatever its storage. `makeStore` creates an empty store for a
 * model. `without`: tests to leave out, with the reason.
 */
export function storeSuite(
  name: string,
  makeStore: (model: Model) => Store | Promise<Store>,
  without: Readonly<Record<string, string>> = {},
): void {
  const test = (title: string, body: () => Promise<void>, timeout?: number): void => {
    const why = without[title];
    if (why === undefined) once(title, body, timeout);
    else once.skip(`${title} (${why})`, body);
  };
  const kit = storeKit(makeStore);
  describe(`store: ${name}`, () => {
    queryTests(kit, test);
    writeTests(kit, test);
    ownTableTests(kit, test);
    outboxTests(kit, test);
    computedTests(kit, test);
  });
}
