// A process of its own that creates records as fast as it can, beside others like it: testing/contention.ts starts them.
import { fixedPlatform, systemPlatform } from '../src/base/platform.ts';
import { cheapHasher } from '../src/engine/hasher.ts';
import type { Given } from '../src/engine/operation.ts';
import { create } from '../src/engine/operations/create.ts';
import { createProduct } from '../src/engine/product.ts';
import { nobody } from '../src/engine/world.ts';
import { Timestamp } from '../src/expression/value.ts';
import { readModel } from '../src/model/read.ts';
import { openPostgres } from '../src/store/postgres/server/open-postgres.ts';
import { openStore } from '../src/store/sql/document-store.ts';
import { contentionDocument } from './contention-document.ts';

const [address = '', schema = '', text = '0', seed = '1', all = '0'] = process.argv.slice(2);
const count = Number(text);
const model = readModel(contentionDocument.replace('1000000', all));
const store = await openPostgres(address, { schema });
openStore(store, model);
const product = createProduct({ model, store, platform: systemPlatform, hasher: cheapHasher });
const random = fixedPlatform(0, Number(seed));
const below = (limit: number): number => {
  const [a = 0, b = 0, c = 0] = random.randomBytes(3);
  return ((a << 16) | (b << 8) | c) % limit;
};
const moment = (hour: number): Timestamp => new Timestamp(1_767_600_000 + hour * 3600, 0);

/** Half of them members, half of them bookings; about every third meets one that is there. */
function next(n: number): { readonly entity: string; readonly values: Given } {
  if (n % 2 === 0) return { entity: 'Member', values: new Map([['email', `member${below(count * 4)}@example.com`]]) };
  const hour = below(count * 8);
  const room = ['red', 'green', 'blue'][below(3)] ?? 'red';
  return {
    entity: 'Booking',
    values: new Map<string, string | Timestamp>([
      ['room', room],
      ['starts', moment(hour)],
      ['ends', moment(hour + 1 + below(3))],
    ]),
  };
}

process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const outcomes: Record<string, number> = {};
const times: number[] = [];
const began = performance.now();
for (let n = 0; n < count; n++) {
  const start = performance.now();
  const { entity, values } = next(n);
  const outcome = product.perform(nobody, create, { entity, values, authority: 'product' });
  const name = outcome.ok ? entity : (outcome.refusals[0]?.error ?? 'refused');
  outcomes[name] = (outcomes[name] ?? 0) + 1;
  times.push(performance.now() - start);
}
const seconds = (performance.now() - began) / 1000;
times.sort((a, b) => a - b);
const result = { outcomes, seconds, median: times[times.length >> 1] ?? 0, slowest: times.at(-1) ?? 0 };
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
