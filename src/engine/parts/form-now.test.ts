import { describe, expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import invoices from '../../../tests/samples/invoices.md?raw';
import { SessionHost } from '../session-host.ts';

const loans = `# Specification: Loans

## 2. Screens and routes

| Screen | Route |
|---|---|
| New loan | / |

### New loan

- form to create Loan: name, kind, starts when \`kind == "floating"\`, rate (when \`kind == "fixed"\`)

## 3. Entities and their fields

### Loan

| Field | Type | Required | Default |
|---|---|---|---|
| name | text | yes | |
| kind | enum fixed, floating | yes | fixed |
| starts | date | | |
| rate | decimal | | |
`;

const part = { address: { screen: 'New loan', parameters: {} }, part: '0' };
const opened = (text: string) => {
  const it = productInMemory(text);
  return { it, session: new SessionHost(it.product, { remembers: false }) };
};

describe('a field that depends on others', () => {
  test('is an input only while what it depends on holds', async () => {
    const { session } = opened(loans);
    expect(await session.part(part)).toMatchObject({ ok: true, value: { hidden: ['starts'] } });
    expect(await session.formNow(part, { kind: 'floating' })).toEqual({ ok: true, value: { hidden: ['rate'], lines: {} } });
    expect(await session.formNow(part, { kind: 'unknown' })).toEqual({ ok: true, value: { hidden: ['starts'], lines: {} } });
  });

  test('is refused at the field otherwise', async () => {
    const { session } = opened(loans);
    const create = (values: Record<string, string | number>) => session.run({ kind: 'create', part, entity: 'Loan', values });
    expect(await create({ name: 'a', kind: 'fixed', starts: '2026-01-01' })).toMatchObject({
      ok: false,
      refusals: [{ error: 'INVALID', field: 'starts', shown: { kind: 'at', field: 'starts' } }],
    });
    expect(await create({ name: 'a', kind: 'floating', starts: '2026-01-01' })).toMatchObject({ ok: true });
    expect(await create({ name: 'a', rate: 2 })).toMatchObject({ ok: true });
  });
});

describe('a form with lines', () => {
  const edit = { address: { screen: 'Invoice', parameters: { number: '1' } }, part: '0' };
  const fresh = { address: { screen: 'New invoice', parameters: {} }, part: '0' };

  test('says what is computed from what was typed', async () => {
    const { it, session } = opened(invoices);
    await session.actAs(it.id('Ana'));
    const now = await session.formNow(fresh, { lines: [{ text: 'a', quantity: 3, price: '1.50' }, { quantity: 2 }, { price: 'much' }] });
    expect(now).toEqual({ ok: true, value: { hidden: [], lines: { lines: [{ total: '4.50' }, { total: null }, { total: null }] } } });
  });

  test('shows only what the person may see and change', async () => {
    const { it, session } = opened(invoices);
    await session.actAs(it.id('Ana'));
    const lines = [
      { text: 'Fixed', price: 1 },
      { text: 'b', price: 2 },
    ];
    await session.run({ kind: 'create', part: fresh, entity: 'Invoice', values: { client: it.id('Acme'), lines } });
    const read = await session.part(edit);
    const form = read.ok && read.value.kind === 'form' ? read.value : null;
    const input = form?.inputs.find(({ name }) => name === 'lines');
    const rows = input?.value as readonly { readonly id: string; readonly text: string; readonly total: string }[];
    expect(rows.map(({ text, total }) => [text, total])).toEqual([
      ['Fixed', '1.00'],
      ['b', '2.00'],
    ]);
    expect(input?.lines).toMatchObject({
      computed: ['total'],
      sums: ['total'],
      adds: true,
      fixed: { [rows[0]?.id ?? '']: { columns: ['text', 'quantity', 'price', 'total'], stays: true } },
    });
    expect(await session.formNow(edit, { lines: [{ price: 3 }, { price: 3, secret: true }] })).toEqual({
      ok: true,
      value: { hidden: [], lines: { lines: [{ total: '3.00' }, {}] } },
    });
    await session.actAs(it.id('Bo'));
    expect(await session.formNow(edit, { lines: rows.map(({ id }) => ({ id })) })).toMatchObject({ ok: false });
    expect(await session.formNow(fresh, { lines: rows.map(({ id }) => ({ id })) })).toMatchObject({
      value: { lines: { lines: [{ total: null }, { total: null }] } },
    });
  });
});
