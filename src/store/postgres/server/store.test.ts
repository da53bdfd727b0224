import { onPostgres } from '../../../../testing/postgres-stores.ts';
import { storeSuite } from '../../../../testing/store-suite.ts';
import { openStore } from '../../sql/document-store.ts';

onPostgres((stores) => storeSuite('Postgres server', async (model) => openStore(await stores.open(), model)));
