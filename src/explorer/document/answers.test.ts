import { expect, test } from 'vitest';
import { type OrderParts, orders } from '../../../testing/orders.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { cheapHasher } from '../../engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../../engine/change/seed.ts';
import { createProduct } from '../../engine/product.ts';
import { readSent } from '../../engine/services/sent.ts';
import { nobody } from '../../engine/world/world.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { doOutside, outboxOf } from '../../verify/outside.ts';
import { runScenarios } from '../../verify/scenarios.ts';
import { explore } from '../explore.ts';
import { scenarioOf } from '../steps/trace.ts';
import { Walk } from '../walk.ts';

const services = `
## 7. Program interface

| Service | Address | Secret |
|---|---|---|
| Bank | https://bank.example.com | BANK |
`;

const pays = 'open | pay | paying | clerk | | | `send Bank "POST /charges" then charged` | ';
const charged = (to: string, guard: string, more = ''): string =>
  `paying | charged(status: integer, body: json) | ${to} | | ${guard} | | | ${more}`;
const byNoPerson = { charged: 'no | no', 'charged failed': 'no | no' };
const shopWith = (parts: OrderParts): string => orders({ ...parts, cells: byNoPerson }) + services;
const shop = (...rows: readonly string[]): string => shopWith({ rows: [pays, ...rows] });
const usual = [
  charged('paid', '`status == 201 && body.state == "done"`', 'final'),
  charged('open', '`has(body.error)`'),
  charged('lost', '', 'final'),
  'paying | charged failed | open | | | | | ',
  'open, paying | quit | lost | clerk | | | | ',
];

const bounds = { records: 2, reduced: false };
const found = (text: string, more = {}) => explore(readModel(text), { bounds, now: () => 0, behaviours: true, ...more });

/** Replays each way from the start, because a snapshot keeps no requests. */
function plainCount(orderCount: number, text = shop(...usual)): number {
  const names = Array.from({ length: orderCount }, (_, place) => `o${place}`);
  const answers = ['{"status": 201, "body": {"state": "done"}}', '{"status": 201, "body": {"error": "x"}}', '{"status": 200}', null];
  const people = names.flatMap((name) => [`create Order as ${name}`, `pay ${name}`, `quit ${name}`]);
  const outside = answers.map((answer) => (answer === null ? 'Bank fails' : `Bank answers ${answer}`));
  const rows = [...people, ...outside, 'Bank answers {"status": 503}'];
  const whole = `${text}\n### Scenario: steps\n\n| As | Do | Expect |\n|---|---|---|\n${rows.map((row) => `| Cleo | \`${row}\` | |`).join('\n')}\n`;
  const model = readModel(whole);
  const steps = new Map(rows.map((row, place) => [row, model.scenarios.at(-1)?.rows[place]?.do]));
  const worldAfter = (path: readonly string[]): string | null => {
    const product = createProduct({
      model,
      store: createMemoryStore(model),
      platform: fixedPlatform(),
      hasher: cheapHasher,
      placeholders: true,
    });
    seedExamples(product);
    const cleo = product.as(exampleRecords(product)['Cleo']?.id ?? '');
    const bound = new Map<string, RecordValue | null>();
    for (const row of path) {
      const action = steps.get(row);
      const [step] = action?.steps ?? [];
      if (action === undefined || step === undefined) throw new Error(row);
      if (step.kind === 'answer') {
        const scope = { ...product.world(nobody).scope(null), bound };
        const refused = doOutside({ product, delivered: new Set() }, step, scope);
        // A refused answer ends its request; an answer to no request does nothing.
        if (refused?.some(({ error }) => error === 'NOT_FOUND') === true) return null;
      } else if (!product.act(cleo, action, { bound, visibility: 'product' }).ok) return null;
      const world = product.world(nobody);
      const added = product.store
        .query({ entity: 'Order', conditions: [] })
        .find(({ id }) => ![...bound.values()].some((one) => one?.id === id));
      if (added !== undefined) bound.set(row.split(' ').at(-1) ?? '', world.record('Order', added.id));
    }
    const waiting = outboxOf(product.store).filter(({ status }) => status === 'waiting');
    return product.store
      .query({ entity: 'Order', conditions: [] })
      .map(({ id, status }) => `${String(status)} ${waiting.filter((job) => readSent(job).record === id).length}`)
      .sort()
      .join();
  };
  // Putting off a request changes which one is answered next, and nothing in the world.
  const seen = new Set<string>();
  const worlds = new Set<string>();
  const open: (readonly string[])[] = [[]];
  for (const path of open) {
    const world = worldAfter(path);
    if (world === null) continue;
    worlds.add(world);
    const putOff = path.filter((row) => row.includes('503')).length % 2;
    const made = path.filter((row) => row.startsWith('create')).length;
    const key = `${world} ${putOff}`;
    if (seen.has(key)) continue;
    seen.add(key);
    // The orders are created one after another.
    const next = rows.filter((row) => !row.startsWith('create') || row === `create Order as o${made}`);
    open.push(...next.map((row) => [...path, row]));
  }
  return worlds.size;
}

test.each([1, 2])('the search finds as many worlds as a plain search, with %i orders', async (records) => {
  const { worlds, complete } = await found(shop(...usual), { bounds: { ...bounds, records } });
  expect(complete).toBe(true);
  expect(worlds).toBe(plainCount(records));
});

/** Answers that are refused: by a guard, by a rule, or because what follows is refused as well. */
const refusing: readonly (readonly [what: string, text: string])[] = [
  ['a guard', shop(charged('paid', '`status == 201`', 'final'), charged('lost', '`body.state == "gone"`', 'final'), ...usual.slice(3))],
  ['a rule', shopWith({ rows: [pays, ...usual], rules: ['unpaid | Order | `status != "paid"` | WRONG'] })],
  [
    'a guard of what follows, too',
    shop(
      charged('paid', '`status == 201 && has(body.state)`', 'final'),
      'paying | charged failed | open | | `LIMIT > 9` | | | ',
      ...usual.slice(4),
    ),
  ],
];

test.each(refusing)('an answer that %s refuses ends its request', async (_, text) => {
  const { worlds, complete, behaviours, findings } = await found(text, { bounds: { ...bounds, records: 1 } });
  expect(complete).toBe(true);
  expect(worlds).toBe(plainCount(1, text));
  const ways = [...(behaviours ?? []).map(({ trace }) => trace), ...findings.flatMap(({ trace }) => trace ?? [])];
  const scenarios = ways.map((way, place) => scenarioOf(`way ${place}`, way));
  expect(scenarios.join()).toContain('refused ');
  const failed = runScenarios(readModel(`${text}\n${scenarios.join('\n')}`)).filter(({ passed }) => !passed);
  expect(failed.map(({ title }) => title)).toEqual([]);
});

test('what a refused answer makes true is expected in a row of its own', async () => {
  const text = shopWith({
    rows: [pays, charged('paid', '`status == 201`', 'final'), 'paying | charged failed | lost | | | | | final'],
    rules: ['works | Order | never `status == "lost"` | '],
  });
  const { findings } = await found(text, { behaviours: false });
  const trace = findings.find(({ code }) => code === 'invariant-broken')?.trace ?? { rows: [] };
  expect(trace.rows.slice(-2).map((row) => [row.do, row.expect])).toEqual([
    ['`Bank answers {"status": 200, "body": "a"}`', 'refused CONFLICT'],
    ['', '`order1.status == "lost"`'],
  ]);
  expect(runScenarios(readModel(`${text}\n${scenarioOf('fails', trace)}`))).toMatchObject([{ passed: true }]);
});

test('every way passes as a scenario', async () => {
  const text = shop(...usual);
  const { behaviours, findings } = await found(text, { bounds: { ...bounds, records: 2 } });
  expect(findings).toEqual([]);
  const ways = (behaviours ?? []).map(({ words, trace }) => scenarioOf(words.replaceAll(/[“”]/g, ''), trace));
  expect(ways.join()).toContain('`Bank fails`');
  const replayed = readModel(`${text}\n${ways.join('\n')}`);
  const failed = runScenarios(replayed).filter(({ passed }) => !passed);
  expect(failed.map(({ title }) => title)).toEqual([]);
});

test('a scenario puts off the older of two requests, so that the newer one is answered first', async () => {
  const first = 'Order.filter(o, true)[0]';
  const inTurn = `\`${first}.id == id || ${first}.status == "paying"\``;
  const rows = [pays.replace('clerk | |', `clerk | ${inTurn} |`), ...usual.slice(0, 4)];
  const never = `never \`${first}.status == "paying" && Order.filter(o, true)[1].status == "paid"\``;
  const text = shopWith({ rows, rules: [`the first first | | ${never} | `] });
  const { findings } = await found(text, { behaviours: false });
  const trace = findings.find(({ code }) => code === 'invariant-broken')?.trace ?? null;
  expect(trace?.rows.map((row) => row.do)).toContain('`Bank answers {"status": 503}`');
  const replayed = readModel(`${text}\n${scenarioOf('newer first', trace ?? { rows: [] })}`);
  expect(runScenarios(replayed)).toMatchObject([{ passed: true }]);
});

test('an answer without a body has an empty one', () => {
  const text = shop(charged('lost', '`has(body.error)`', 'final'), charged('paid', '', 'final'));
  const rows = ['`create Order as o` | ', '`pay o` | ', '`Bank answers {"status": 204}` | `o.status == "paid"`'];
  const scenario = `### Scenario: empty\n\n| As | Do | Expect |\n|---|---|---|\n${rows.map((row) => `| Cleo | ${row} |`).join('\n')}\n`;
  expect(runScenarios(readModel(`${text}\n${scenario}`))).toMatchObject([{ passed: true }]);
});

const codes = async (text: string): Promise<readonly string[]> =>
  (await found(text, { behaviours: false })).findings.map(({ code }) => code);

test('a guard that no answer meets is reported', async () => {
  const refused = charged('lost', '`status == 503`');
  const rest = [charged('paid', '', 'final'), 'paying | charged failed | open | | | | | ', 'lost | quit | open | | | | | '];
  expect(await codes(shop(refused, ...rest))).toContain('guard-never-holds');
  expect(await codes(shop(refused.replace('503', '409'), ...rest))).toEqual([]);
});

test('an order is stuck if its request is given up and no row handles that', async () => {
  expect(await codes(shop(charged('paid', '', 'final')))).toEqual(['stuck-record']);
  expect(await codes(shop(charged('paid', '', 'final'), 'paying | charged failed | open | | | | | '))).toEqual([]);
});

test('an answer or a failure always comes in the end', async () => {
  const rules = ['comes | Order | `status == "paying"` leads to `status == "paid"` | '];
  const failed = (to: string): string =>
    shopWith({ rows: [pays, charged('paid', '', 'final'), `paying | charged failed | ${to} | | | | | `], rules });
  expect(await codes(failed('paid'))).toEqual([]);
  expect(await codes(failed('open'))).toEqual(['may-never-follow']);
});

test('time that passes again and again does not keep an answer away', async () => {
  const rules = ['comes | Order | `status == "paying"` leads to `status == "paid"` | '];
  const noon = 'every day at `time("12:00")`';
  const shopWhere = (...rows: readonly string[]): string => shopWith({ rows: [pays, charged('paid', '', 'final'), ...rows], rules });
  const charge = '`send Bank "POST /charges" then charged`';
  const comes = shopWhere('paying | charged failed | paid | | | | | ', `open | ${noon} | paying | | | | ${charge} | `);
  expect(await codes(comes)).toEqual([]);
  // It is not enough that another order gets its answers again and again.
  const over = ['over | Order | `status == "paying"` leads to `status != "paying"` | '];
  const again = [pays, charged('open', ''), 'paying | charged failed | open | | | | | ', `open | ${noon} | open | | | | | `];
  expect(await codes(shopWith({ rows: again, rules: over }))).toEqual([]);
  // The bank may fail each day.
  const fails = shopWhere('paying | charged failed | open | | | | | ', `open | ${noon} | paying | | | | ${charge} | `);
  expect(await codes(fails)).toEqual(['may-never-follow']);
});

test('expressions that read an answer in another way are not judged, and neither are services without an event', async () => {
  const looking = await found(
    shop(charged('paid', '`size(body.items) > 3`', 'final'), charged('open', ''), 'paying | charged failed | open | | | | | '),
  );
  expect(looking.findings).toEqual([]);
  expect(looking.limits.join()).toContain('it looks into the answer of a service');
  const silent = await found(shop(charged('paid', '', 'final'), 'open | tell | open | clerk | | | `send Bank "POST /news"` | '));
  expect(silent.findings).toEqual([]);
  expect(silent.limits.join()).toContain('Other services never call on their own here: “charged” of Order');
});

test('a request whose answer is refused is given up, as in the running product', async () => {
  const text = shopWith({
    rows: [pays, charged('paid', '`status == 200`', 'final'), 'paying | charged failed | open | | | | | '],
    rules: ['unpaid | Order | `status != "paid"` | WRONG'],
  });
  const replays = (...rows: readonly string[]): readonly boolean[] =>
    runScenarios(
      readModel(
        `${text}\n### Scenario: refused\n\n| As | Do | Expect |\n|---|---|---|\n${rows.map((row) => `| Cleo | ${row} |`).join('\n')}\n`,
      ),
    ).flatMap((scenario) => scenario.rows.map(({ passed }) => passed));
  const pay = ['`create Order as o` | ', '`pay o` | '];
  expect(replays(...pay, '`Bank answers {"status": 200}` | refused WRONG', '`Bank fails` | refused NOT_FOUND')).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(replays(...pay, '`Bank answers {"status": 200}` | refused WRONG', '`pay o` | `o.status == "paying"`')).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(await codes(text)).toEqual(['effect-always-refused', 'state-never-reached']);
});

test('a walk offers the answers, the oldest request first', () => {
  const walk = new Walk(readModel(shop(...usual)), { records: 2 });
  const as = 'Cleo';
  const way = ['create Order as order1', 'create Order as order2', 'pay order2', 'pay order1'].map((row) => ({ as, do: `\`${row}\`` }));
  const { rows, steps } = walk.to(way);
  expect(rows).toHaveLength(4);
  const fails = steps.filter(({ row }) => row.do === '`Bank fails`');
  expect(fails).toHaveLength(1);
  const { records } = walk.to([...way, { as: 'nobody', do: '`Bank fails`' }]);
  expect(records.map(({ states }) => states[0]?.state)).toEqual(['paying', 'open']);
});
