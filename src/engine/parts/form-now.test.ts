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
  test('is an input only while its condition holds', async () => {
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

  test('shows what is computed from the typed values', async () => {
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

describe('choices before anything is saved', () => {
  const rooms = `# Specification: Rooms

## 2. Screens and routes

| Screen | Route |
|---|---|
| New | / |
| All | /all |

### New

- form to create Booking: house, lines (room, nights, cost)

### All

- list of Booking: house
  - bulk place

## 3. Entities and their fields

### Person

| Field | Type |
|---|---|
| name | text |

| Example | name |
|---|---|
| Ana | Ana |

### House

| Field | Type |
|---|---|
| name | text |
| rate | integer |

| Example | name | rate |
|---|---|---|
| North | North | 2 |
| South | South | 3 |

### Room

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| house | House | yes |
| both | House | |

| Example | name | house | both |
|---|---|---|---|
| N1 | N1 | North | South |
| N2 | N2 | North | |
| S1 | S1 | South | North |

### Booking

| Field | Type | Default |
|---|---|---|
| house | House | |
| owner | Person | \`me\` |
| main | Room where \`house == self.house \\|\\| both == self.house\` | |
| status | state | |
| lines | list of Line by booking | |

| Example | house |
|---|---|
| InNorth | North |
| InSouth | South |

### Line

| Field | Type | Computed |
|---|---|---|
| booking | Booking | |
| room | Room where \`house == self.booking.house\` | |
| nights | integer | |
| cost | integer | \`nights * booking.house.rate\` |

## 4. States and transitions

### Booking.status

| From | Event | To |
|---|---|---|
| | | open |
| open | place(main) | placed |

## 6. Roles and permissions

| Role | Is |
|---|---|
| person | \`me != null\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | name |

| Permission | person |
|---|---|
| Person: read | yes |
| House: read | yes |
| Room: read | yes |
| Booking: create, read, place | \`owner == me \\|\\| owner == null\` |
| Line: create, read | \`booking.owner == me\` |
`;
  const signedIn = async () => {
    const { it, session } = opened(rooms);
    await session.actAs(it.id('Ana'));
    return { it, session };
  };

  test("a line's picker and its computed columns see the unsaved record", async () => {
    const { it, session } = await signedIn();
    const at = { address: { screen: 'New', parameters: {} }, part: '0' };
    const read = await session.part(at);
    const lines = read.ok && read.value.kind === 'form' ? read.value.inputs.find(({ name }) => name === 'lines')?.lines : undefined;
    expect(lines?.owner).toEqual({ entity: 'Booking', id: null, by: 'booking' });
    const choosing = lines?.columns.find(({ name }) => name === 'room')?.choosing;
    if (lines === undefined || choosing === undefined) throw new Error('the column offers no rooms');
    const named = async (house: string | null) => {
      const values: Record<string, string> = house === null ? {} : { house: it.id(house) };
      const owner = { ...lines.owner, values };
      return (await session.choices('Room', '', 50, { ...choosing, values: {}, owner })).map(({ label }) => label).sort();
    };
    expect(await named('North')).toEqual(['N1', 'N2']);
    expect(await named('South')).toEqual(['S1']);
    expect(await named(null)).toEqual([]);
    // The condition for reading a line also reads its record: “booking.owner == me”.
    const now = await session.formNow(at, { house: it.id('South'), lines: [{ nights: 4 }] });
    expect(now).toMatchObject({ ok: true, value: { lines: { lines: [{ cost: 12 }] } } });
  });

  test('a value chosen for several records must be allowed for each of them', async () => {
    const { it, session } = await signedIn();
    const read = await session.part({ address: { screen: 'All', parameters: {} }, part: '0' });
    const choosing = read.ok && read.value.kind === 'list' ? read.value.bulk[0]?.parameters[0]?.choosing : undefined;
    if (choosing === undefined) throw new Error('the event offers no rooms');
    const named = async (...bookings: readonly string[]) =>
      (await session.choices('Room', '', 50, { ...choosing, ids: bookings.map(it.id), values: {} })).map(({ label }) => label).sort();
    expect(await named('InNorth')).toEqual(['N1', 'N2', 'S1']);
    expect(await named('InNorth', 'InSouth')).toEqual(['N1', 'S1']);
  });
});
