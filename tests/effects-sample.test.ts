import { beforeAll, expect, test } from 'vitest';
import { applyEdits } from '../src/base/text-edit.ts';
import { checkModel } from '../src/check/check.ts';
import { explore } from '../src/explorer/explore.ts';
import { openapiDocument } from '../src/export/exporters/openapi.ts';
import { completionsAt } from '../src/language/completion.ts';
import { formatDocument } from '../src/language/format.ts';
import { renameAt } from '../src/language/rename.ts';
import type { Model } from '../src/model/model.ts';
import { readModel } from '../src/model/read.ts';
import { createMemoryStore } from '../src/store/memory/memory-store.ts';
import { openSqliteStore } from '../src/store/sqlite/store.ts';
import type { Store } from '../src/store/store.ts';
import { runScenario } from '../src/verify/scenarios.ts';
import { machineGraph } from '../src/workbench/views/states/machine-graph.ts';
import { memoryDatabases } from '../testing/store/sqlite-database.ts';
import rent from './samples/rent.md?raw';

let makeSqlite: Awaited<ReturnType<typeof memoryDatabases>>;
beforeAll(async () => {
  makeSqlite = await memoryDatabases();
});

const model = readModel(rent);
const stores = [
  ['memory', createMemoryStore],
  ['SQLite', (of: Model): Store => openSqliteStore(makeSqlite(), of)],
] as const;

test.each(stores)('what happens at creation, on change, without states and by the calendar is true in scenarios in %s', (_, storeOf) => {
  const rows = model.scenarios.flatMap((scenario) =>
    runScenario(model, scenario, storeOf(model)).rows.map(({ line, passed, actual }) => (passed ? null : `${line}: ${actual}`)),
  );
  expect(rows.filter((row) => row !== null)).toEqual([]);
  expect(rows).toHaveLength(11);
});

test('the checker has nothing against any of it', () => {
  const found = checkModel(model).filter(({ severity, code }) => severity !== 'hint' && code !== 'hole');
  expect(found.map(({ code, span, message }) => `${code} at ${rent.slice(span.from, span.from + 30)}: ${message}`)).toEqual([]);
});

test('names are renamed in clauses, in changed(…) and under an entity without states; formatting changes no meaning', () => {
  const rename = (words: string, name: string, to: string): string => {
    const renamed = renameAt(model, rent.indexOf(words) + words.indexOf(name), to);
    return renamed.ok ? applyEdits(rent, renamed.edits) : renamed.why;
  };
  expect(rename('changed(rent) | refused', 'rent', 'price')).toContain('| open | changed(price) | | | | `total = price + sum');
  expect(rename('for c in charges:', 'c in', 'one')).toContain('for one in charges: create Task with {"contract": self, "text": one.text}');
  expect(rename('| | join(note', 'join', 'move in')).toContain('`move in Lena with {"note": "Hello"}`');
  expect(rename('| NOT_YOURS |\n| Contract.link', 'NOT_YOURS', 'OTHERS')).toContain('refused OTHERS');
  const formatted = applyEdits(rent, formatDocument(rent));
  expect(formatDocument(formatted)).toEqual([]);
  expect(readModel(formatted).machines.map(({ transitions }) => transitions.map(({ trigger }) => trigger.kind))).toEqual(
    model.machines.map(({ transitions }) => transitions.map(({ trigger }) => trigger.kind)),
  );
});

test('clauses and their names are offered', () => {
  const at = (words: string): string[] => {
    const text = rent.replace('`create Report with {"day": today, "contracts": Contract.size()}`', `\`${words}`);
    const offset = text.indexOf(`\`${words}`) + 1 + words.length;
    return completionsAt(readModel(text), offset).items.map(({ label }) => label);
  };
  expect(at('fo')).toContain('for');
  expect(at('for l in charges: up')).toContain('update');
  expect(at('when rent > 5: (up')).toContain('update');
});

test('the diagram draws a refusal and a change in their state, and nothing for what has no state', () => {
  const measure = (text: string) => text.length * 7;
  const [contract, person, product] = model.machines.map((machine) =>
    machineGraph(machine, model.labels, { unreachable: new Set(), wrong: new Set() }, measure),
  );
  expect(contract?.edges.map(({ source, target }) => `${source} ${target}`)).toContain('open open');
  expect(contract?.nodes.map(({ id }) => id)).not.toContain('refused');
  expect([person?.nodes.length, product?.nodes.length]).toEqual([1, 1]);
});

test('the explorer follows what it can and names the rest; OpenAPI names the errors', async () => {
  let time = 0;
  const { limits } = await explore(model, {
    bounds: { records: 1, perEntity: new Map(), create: true, examples: true, states: 60, seconds: 20 },
    now: () => time++,
  });
  expect(limits.filter((limit) => /Calendar|at a change/.test(limit))).toHaveLength(2);
  expect(JSON.stringify(openapiDocument(model))).toContain('NO_CHARGES');
});
