import { embeddedStores } from '../../../testing/postgres/postgres-embedded.ts';
import { storeSuite } from '../../../testing/store/store-suite.ts';
import { openStore } from '../sql/document-store.ts';

const makeStore = embeddedStores();

storeSuite('PGlite', (model) => openStore(makeStore(), model));
