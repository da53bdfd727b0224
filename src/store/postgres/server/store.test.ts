import { afterAll } from 'vitest';
import { onPostgres } from '../../../../testing/postgres/postgres-stores.ts';
import { storeSuite } from '../../../../testing/store/store-suite.ts';
import { openStore } from '../../sql/document-store.ts';

// Values are read back unchanged, whatever the time zones and formats of the server and this
// process.
const zone = process.env['TZ'];
process.env['TZ'] = 'Asia/Kathmandu';
afterAll(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});
const odd = ['timezone=America/St_Johns', 'datestyle=German', 'intervalstyle=sql_standard', 'bytea_output=escape', 'extra_float_digits=-5'];

onPostgres((stores) => storeSuite('Postgres server', async (model) => openStore(await stores.open(), model)), odd);
