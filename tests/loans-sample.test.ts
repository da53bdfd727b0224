import { beforeAll, expect, test } from 'vitest';
import { applyEdits } from '../src/base/text-edit.ts';
import { checkModel } from '../src/check/check.ts';
import { readCsv } from '../src/engine/data/csv-form.ts';
import type { InputData } from '../src/engine/form-data.ts';
import type { RecordData } from '../src/engine/record-data.ts';
import { SessionHost } from '../src/engine/session-host.ts';
import { openapiDocument } from '../src/export/exporters/openapi.ts';
import { completionsAt } from '../src/language/completion.ts';
import { formatDocument } from '../src/language/format.ts';
import { hoverAt } from '../src/language/hover.ts';
import { renameAt } from '../src/language/rename.ts';
import type { Model } from '../src/model/model.ts';
import { readModel } from '../src/model/read.ts';
import { createMemoryStore } from '../src/store/memory/memory-store.ts';
import { openStore } from '../src/store/sql/document-store.ts';
import { openSqliteStore } from '../src/store/sqlite/store.ts';
import type { Store } from '../src/store/store.ts';
import { runScenario } from '../src/verify/scenarios.ts';
import { postgresStores } from '../testing/postgres/test-databases.ts';
import { productOver } from '../testing/product.ts';
import { memoryDatabases } from '../testing/store/sqlite-database.ts';
import { collectData, listOf, writeCsv } from '../testing/whole-data.ts';
import loans from './samples/loans.md?raw';

/** What the parts of the sample's screens have, whatever their kind. */
interface Shown {
  readonly rows: readonly RecordData[];
  readonly points: unknown;
  readonly record: RecordData | null;
  readonly edit: readonly InputData[];
  readonly inputs: readonly InputData[];
}

let makeSqlite: Awaited<ReturnType<typeof memoryDatabases>>;
beforeAll(async () => {
  makeSqlite = await memoryDatabases();
});

const model = readModel(loans);
const makePostgres = postgresStores();
const stores: readonly (readonly [string, (of: Model) => Store])[] = [
  ['memory', createMemoryStore],
  ['Postgres', (of) => openStore(makePostgres(), of)],
  ['SQLite', (of: Model): Store => openSqliteStore(makeSqlite(), of)],
];

test.each(stores)('shares, amounts in their own currencies and computed lists are true in scenarios in %s', (_, storeOf) => {
  const rows = model.scenarios.flatMap((scenario) =>
    runScenario(model, scenario, storeOf(model)).rows.map(({ line, passed, actual }) => (passed ? null : `${line}: ${actual}`)),
  );
  expect(rows.filter((row) => row !== null)).toEqual([]);
  expect(rows).toHaveLength(12);
});

test.each(stores)('screens show, filter and sort them in %s', async (_, storeOf) => {
  const { product, id } = productOver(loans, storeOf);
  const host = new SessionHost(product);
  await host.actAs(id('Ana'));
  const part = async (screen: string, kind: string, options = {}) => {
    const one = product.index.screen(screen)?.parts.find((each) => each.kind === kind);
    const parameters: Record<string, string> = screen === 'Loan' ? { id: id('Boat') } : {};
    const address = { screen, parameters };
    const outcome = await host.part({ address, part: one?.id ?? '' }, options);
    if (!outcome.ok || outcome.value.kind !== kind) throw new Error(JSON.stringify(outcome));
    return outcome.value as unknown as Shown;
  };
  const rows = async (options = {}) =>
    (await part('Loans', 'list', options)).rows.map(({ values }) => [values['name'], values['amount'], values['rate']]);
  const [house, boat] = [
    ['House', '240000.00', '0.0375'],
    ['Boat', '9000.00 USD', '0.12'],
  ];
  expect(await rows()).toEqual([house, boat]);
  expect(await rows({ sort: [{ field: 'amount', descending: false }] })).toEqual([boat, house]);
  expect(await rows({ filters: { amount: { to: '9000' } } })).toEqual([boat]);
  expect(await rows({ filters: { rate: { from: '0.05' } } })).toEqual([boat]);
  expect(await part('Loans', 'figure')).toMatchObject({ value: '0.12', type: 'percent' });
  expect((await part('Loans', 'chart')).points).toMatchObject([{ label: 'open', value: 0.07875 }, { label: 'closed' }]);
  const { record, edit } = await part('Loan', 'details');
  expect(record?.values['yearly']).toBe('1080.00 USD');
  expect(record?.values['plan']).toMatchObject([
    { due: '2026-02-01', interest: '90.00 USD', rest: '6000.00 USD' },
    { due: '2026-03-01', interest: '60.00 USD', rest: '3000.00 USD' },
    {},
  ]);
  expect(edit.find(({ name }) => name === 'plan')).toBeUndefined();
  expect((await part('Loan', 'form')).inputs).toMatchObject([
    { value: '9000.00', ownCurrency: true },
    { type: 'percent', value: '0.12' },
    {},
  ]);
});

test('files of cells write 12%, and read 12, 12 % and 12% back', () => {
  const { product } = productOver(loans, createMemoryStore);
  const table = writeCsv(product.index, collectData(product)).parts.find(({ path }) => path === 'Loan.csv');
  const text = new TextDecoder().decode(table?.bytes);
  expect(text).toContain(',3.75%,');
  for (const cell of ['12', '12 %', '12%']) {
    const bytes = new TextEncoder().encode(text.replace(',12%,', `,${cell},`));
    const read = readCsv(product.index, [{ path: 'Loan.csv', bytes }]);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    expect(listOf(read.data.rows).map(({ values }) => values.get('rate'))).toEqual([0.0375, 0.12]);
  }
});

test('the checker has nothing against any of it', () => {
  const found = checkModel(model).filter(({ severity, code }) => severity !== 'hint' && code !== 'hole');
  expect(found.map(({ code, span, message }) => `${code} at ${loans.slice(span.from, span.from + 30)}: ${message}`)).toEqual([]);
});

/** What is offered at ¦ when `before` has been replaced by what a person is typing. */
function offered(before: string, typed: string): readonly string[] {
  const at = loans.indexOf(before);
  if (at < 0) throw new Error(`“${before}” is not in the document`);
  const text = loans.replace(before, () => typed.replace('¦', ''));
  return completionsAt(readModel(text), at + typed.indexOf('¦')).items.map(({ label }) => label);
}

test.each<[string, string, string, readonly string[], readonly string[]]>([
  ['types', '| rate | percent |', '| rate | ¦ |', ['percent', 'money in', 'list of {…}'], ['amount']],
  ['currencies', '| money in currency | yes', '| money in ¦ | yes', ['currency', 'name'], ['rate', 'percent']],
  ['values of entries', '{due: date, ', '{due: ¦, ', ['date', 'percent'], ['file', 'Person']],
  ['series', '`sum(plan.map', '`ser¦(plan.map', ['series'], []],
  ['the previous entry', 'previous.rest * rate', 'prev¦ * rate', ['previous', 'amount'], []],
])('%s are offered', (_, before, typed, some, none) => {
  const labels = offered(before, typed);
  expect(labels).toEqual(expect.arrayContaining([...some]));
  for (const label of none) expect(labels).not.toContain(label);
});

test('names are renamed in types and in series; formatting changes no meaning', () => {
  const rename = (words: string, name: string, to: string): string => {
    const renamed = renameAt(model, loans.indexOf(words) + words.indexOf(name), to);
    return renamed.ok ? applyEdits(loans, renamed.edits) : renamed.why;
  };
  const currency = rename('| currency | enum', 'currency', 'coin');
  expect(currency).toContain('| amount | money in coin |');
  expect(currency).toContain('| cost | money in coin |');
  expect(rename('money in currency | yes', 'currency', 'coin')).toContain('| coin | enum EUR');
  expect(rename('previous, {"due"', 'previous', 'last')).toContain('last, {"due": last.due + months(1), "interest": last.rest * rate');
  expect(rename('| rate | percent', 'rate', 'share')).toContain('"interest": amount * share / 12');
  const formatted = applyEdits(loans, formatDocument(loans));
  expect(formatDocument(formatted)).toEqual([]);
  expect(readModel(formatted).entities.map(({ fields }) => fields.map(({ type }) => type.kind))).toEqual(
    model.entities.map(({ fields }) => fields.map(({ type }) => type.kind)),
  );
});

test('the pointer shows what they are', () => {
  const hovered = (words: string, name: string): string => hoverAt(model, loans.indexOf(words) + words.indexOf(name))?.markdown ?? '';
  expect(hovered('| rate | percent', 'rate')).toContain('percent');
  expect(hovered('money in currency | yes', 'currency')).toContain('**Loan.currency** · field');
  expect(hovered('`series(payments', 'series')).toContain('each entry is computed from the previous one');
  expect(hovered('previous.rest * rate', 'previous')).toContain('due: date');
});

test('other tools are told what calls take and give', () => {
  const { schemas } = (openapiDocument(model) as { components: object }).components as {
    schemas: Record<string, { properties: Record<string, unknown> }>;
  };
  expect(schemas['Loan']?.properties).toMatchObject({
    rate: { description: 'a year' },
    plan: { type: ['array', 'null'], readOnly: true, items: { type: 'object', properties: { due: { format: 'date' } } } },
  });
});

test.each([
  ['| rate | percent | yes | 4.5 % |', '| rate | percent | yes | much |', '“much” is not a valid default for Loan.rate'],
  ['money in currency | yes', 'money in rate | yes', 'it is of the type percent'],
  ['money in currency | yes', 'money in coin | yes', 'coin'],
  ['list of {due: date,', 'list of {due: Person,', '“Person” is not a type of a value in an entry'],
  ['list of {due: date,', 'list of {due: date, due: date,', '“due” appears twice'],
  ['"rest": previous.rest - amount / payments}', '"left": previous.rest}', 'The entries of a series have the same names'],
  ['`series(payments,', '`series(name,', 'The count of series() must be a whole number, but “name” is text'],
  ['interest: money, rest: money}', 'interest: date, rest: money}', 'must'],
  [', previous, {"due"', ', {"due"', 'series() takes how many entries'],
])('%s → %s is told', (right, wrong, message) => {
  const text = loans.replace(right, () => wrong);
  expect(text).not.toBe(loans);
  const said = checkModel(readModel(text)).filter(({ severity }) => severity !== 'hint');
  expect(said.map((one) => one.message).join('\n')).toContain(message);
});
