// A process of its own that works on a product until it is killed, and says after each step what it
// was promised: tests/faults/killed.ts starts it.
import { writeFileSync } from 'node:fs';
import { fixedPlatform, systemPlatform } from '../../src/base/platform.ts';
import { cheapHasher } from '../../src/engine/account/hasher.ts';
import { changeDocument } from '../../src/engine/document/change-document.ts';
import { openDocument } from '../../src/engine/document/open-document.ts';
import { textKey } from '../../src/engine/document/open-model.ts';
import { create } from '../../src/engine/operations/create.ts';
import { deleteRecord } from '../../src/engine/operations/delete.ts';
import { triggerEvent } from '../../src/engine/operations/trigger-event.ts';
import { createProduct } from '../../src/engine/product.ts';
import { nobody } from '../../src/engine/world/world.ts';
import { readModel } from '../../src/model/read.ts';
import { openPglite } from '../../testing/postgres/blocking.ts';
import { forms } from './document.ts';

const [folder = '', seed = '1', full = 'never'] = process.argv.slice(2);
const random = fixedPlatform(0, Number(seed));
const below = (limit: number): number => (random.randomBytes(1)[0] ?? 0) % limit;
const say = (...words: readonly string[]): void => void process.stdout.write(`${words.join(' ')}\n`);

const database = await openPglite(folder);
const store = database.store();
const model = openDocument({ store, text: forms[0], onLoss: 'refuse', keepDocument: true });
const product = createProduct({ model, store, platform: systemPlatform, hasher: cheapHasher });
const orders = product.store.query({ entity: 'Order', conditions: [] }).map(({ id, status }) => ({ id, status }));
say('ready');

for (let turn = 1; ; turn++) {
  // From now on the database is told so (full-disk.js).
  if (turn === Number(full) + 1) writeFileSync(process.env['FULL_DISK'] ?? '', '');
  const open = orders.filter(({ status }) => status === 'open');
  const some = open[below(Math.max(1, open.length))];
  const kind = below(10);
  if (kind < 5 || some === undefined) {
    const code = `${seed}-${turn}`;
    const outcome = product.perform(nobody, create, { entity: 'Order', values: new Map([['code', code]]), authority: 'person' });
    if (!outcome.ok) throw new Error(outcome.refusals[0]?.because);
    orders.push({ id: outcome.value.id, status: 'open' });
    say('made', outcome.value.id);
  } else if (kind < 8) {
    const input = { entity: 'Order', id: some.id, event: 'ship', parameters: new Map(), authority: 'person' as const };
    const outcome = product.perform(nobody, triggerEvent, input);
    if (!outcome.ok) throw new Error(outcome.refusals[0]?.because);
    Object.assign(some, { status: 'shipped' });
    say('shipped', some.id);
  } else if (kind === 8) {
    const outcome = product.perform(nobody, deleteRecord, { entity: 'Order', id: some.id, authority: 'person' });
    if (!outcome.ok) throw new Error(outcome.refusals[0]?.because);
    orders.splice(orders.indexOf(some), 1);
    say('deleted', some.id);
  } else {
    const to = product.store.meta(textKey) === forms[0] ? forms[1] : forms[0];
    const report = changeDocument(product, store, readModel(to), true);
    if (!report.applied) throw new Error('the document did not change');
    say('changed');
  }
  // The message must have left this process before the next action begins.
  await new Promise((resolve) => setImmediate(resolve));
}
