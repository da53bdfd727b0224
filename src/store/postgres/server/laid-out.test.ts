import { afterAll, beforeAll, describe } from 'vitest';
import { laidOutStores, runScript, standIn } from '../../../../testing/citus-stand-in.ts';
import { onPostgres } from '../../../../testing/postgres-stores.ts';
import { storeSuite } from '../../../../testing/store-suite.ts';
import type { Model } from '../../../model/model.ts';

/** The suite's document where nobody may change to whom a ticket belongs, without what hinders dividing it: visits that may belong to no ticket. */
const dividable = (model: Model): Model => ({
  ...model,
  permissions: [],
  entities: model.entities.filter(({ name }) => name.text !== 'Visit'),
  rules: model.rules.filter(({ entity }) => entity.text !== 'Visit'),
});

onPostgres((stores) => {
  const laidOut = laidOutStores(() => stores.server.address);
  let made = 0;
  beforeAll(() => runScript(stores.server.address, standIn), 60_000);
  afterAll(() => laidOut.close());

  describe('tables that are laid out for Citus, with a stand-in for it', () => {
    storeSuite('divided by User', (model) => laidOut.open(dividable(model), `laid out ${++made}`, 'User'), {
      'keeps apart what must not overlap': 'visits are divided in a document of their own',
    });
  });
});
