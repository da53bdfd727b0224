// A process that creates records as fast as it can, at the same time as others;
// testing/contention/contention.ts starts it.
import { systemPlatform } from '../../src/base/platform.ts';
import { cheapHasher } from '../../src/engine/account/hasher.ts';
import { createProduct } from '../../src/engine/product.ts';
import { readModel } from '../../src/model/read.ts';
import { openStore } from '../../src/store/sql/document-store.ts';
import { openPostgres } from '../postgres/blocking.ts';
import { contendingCreates } from './contention-creates.ts';
import { contentionDocument } from './contention-document.ts';

const [address = '', schema = '', text = '0', seed = '1', all = '0'] = process.argv.slice(2);
const count = Number(text);
const model = readModel(contentionDocument.replace('1000000', all));
const store = await openPostgres(address, { schema });
openStore(store, model);
const product = createProduct({ model, store, platform: systemPlatform, hasher: cheapHasher });
const creates = contendingCreates(product, count, Number(seed));

process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const outcomes: Record<string, number> = {};
const times: number[] = [];
const began = performance.now();
for (let n = 0; n < count; n++) {
  const start = performance.now();
  const name = creates.next();
  outcomes[name] = (outcomes[name] ?? 0) + 1;
  times.push(performance.now() - start);
}
const seconds = (performance.now() - began) / 1000;
times.sort((a, b) => a - b);
const result = { outcomes, seconds, median: times[times.length >> 1] ?? 0, slowest: times.at(-1) ?? 0 };
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
