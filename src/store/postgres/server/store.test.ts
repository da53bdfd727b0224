import { afterAll } from 'vitest';
import { onPostgres } from '../../../../testing/postgres/postgres-stores.ts';
import { storeSuite } from '../../../../testing/store/store-suite.ts';
import { openStore } from '../../sql/document-store.ts';

// Whatever the server and this process think of the time and of how values are written: what is
// kept comes back.
const zone = process.env['TZ'];
process.env['TZ'] = 'Asia/Kathmandu';
afterAll(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});
const odd = ['timezone=America/St_Johns', 'datestyle=German', 'intervalstyle=sql_standard', 'bytea_output=escape', 'extra_float_digits=-5'];

onPostgres((stores) => storeSuite('Postgres server', async (model) => openStore(await stores.open(), model)), odd);
