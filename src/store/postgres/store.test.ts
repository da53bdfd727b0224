import { openEmbedded, postgresStores } from '../../../testing/postgres/test-databases.ts';
import { storeSuite } from '../../../testing/store/store-suite.ts';
import { openStore } from '../sql/document-store.ts';

const makeStore = postgresStores(openEmbedded);

storeSuite('PGlite', (model) => openStore(makeStore(), model));
