import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installed, laidOutStores, realCitus } from '../../../../testing/postgres/citus-stand-in.ts';
import { onPostgres } from '../../../../testing/postgres/postgres-stores.ts';
import { storeSuite } from '../../../../testing/store/store-suite.ts';
import type { Model } from '../../../model/model.ts';
import { readModel } from '../../../model/read.ts';
import { runScenario } from '../../../verify/scenarios.ts';

/**
 * The suite's document in a form that can be divided: no role may change the customer of a ticket,
 * and visits, which may belong to no ticket, are left out.
 */
const dividable = (model: Model): Model => ({
  ...model,
  permissions: [],
  entities: model.entities.filter(({ name }) => name.text !== 'Visit'),
  rules: model.rules.filter(({ entity }) => entity.text !== 'Visit'),
});

const spec = (name: string): Model => readModel(readFileSync(new URL(`../../../../specs/${name}.md`, import.meta.url), 'utf8'));

onPostgres(
  (stores) => {
    const laidOut = laidOutStores(() => stores.server.address);
    beforeAll(() => installed(stores.server.address), 60_000);
    afterAll(() => laidOut.close());

    describe(`tables that are laid out for Citus${realCitus === null ? ', with a stand-in for it' : ''}`, () => {
      storeSuite('divided by User', (model) => laidOut.open(dividable(model), 'laid out', 'User'), {
        'keeps apart what must not overlap': 'its visits may belong to no ticket, so that they cannot be divided',
        'refuses a text that is too long for the index of what must not overlap': 'its visits cannot be divided',
      });

      test.each(['school', 'inventory'])(
        '%s: its scenarios pass',
        async (name) => {
          const model = spec(name);
          for (const scenario of model.scenarios) {
            const store = await laidOut.open(model, `laid out ${name}`);
            expect(runScenario(model, scenario, store)).toMatchObject({ passed: true });
          }
          expect(model.scenarios.length).toBeGreaterThan(0);
        },
        120_000,
      );
    });
  },
  [],
  realCitus,
);
