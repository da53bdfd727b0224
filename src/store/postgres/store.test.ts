import { afterAll } from 'vitest';
import { emptiedStores, openEmbedded } from '../../../testing/postgres/test-databases.ts';
import { storeSuite } from '../../../testing/store/store-suite.ts';

const database = await openEmbedded();
const stores = emptiedStores(database);
afterAll(() => database.close());

storeSuite('PGlite', stores.open);
