import { expect, test } from 'vitest';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { PrintFault } from './faults.ts';
import { printService } from './service.ts';

/** The works with its people signed in, and helpers that lead orders on. */
async function works(fault: PrintFault | null = null, later = { days: 0 }) {
  const people = ['clara', 'cem', 'dora', 'dan', 'paul', 'olga', 'max'];
  const serviceAt = (now: () => number) => printService(() => now() + later.days * 86_400_000, fault);
  const { ask, done, refused } = await opened(serviceAt, people);
  await done('max', 'POST /papers', { code: 'MA135', name: 'Matt', grams: 135, price: 0.1, supplier: 'Mill' });
  await done('paul', 'POST /papers/MA135/restock', { sheets: 1000 });
  await done('max', 'POST /presses', { code: 'P1', kind: 'digital', capacity: 600 });
  const flyer = { title: 'Sale', kind: 'flyer', paper: 'MA135', due: day(10) };
  /** The number of an order that has a price of 75. */
  const quoted = async (more: Body = {}): Promise<unknown> => {
    const { number } = await done('clara', 'POST /orders', { ...flyer, ...more });
    await done('clara', `POST /orders/${number}/items`, { name: 'Front', copies: 500, pages: 1 });
    await done('olga', `POST /orders/${number}/quote`, { extra: 0 });
    return number;
  };
  /** The number of an accepted order that Dora designs. */
  const accepted = async (): Promise<unknown> => {
    const number = await quoted();
    await done('clara', `POST /orders/${number}/accept`);
    const { people: found } = await done('olga', 'GET /people?words=dora');
    await done('olga', `PUT /orders/${number}/designer`, { person: (found as Body[])[0]?.['number'] });
    return number;
  };
  const proofed = async (order: unknown, file: string): Promise<unknown> =>
    (await done('dora', `POST /orders/${order}/proofs`, { file }))['number'];
  const approved = async (): Promise<unknown> => {
    const number = await accepted();
    await done('clara', `POST /proofs/${await proofed(number, 'a.pdf')}/approve`);
    return number;
  };
  const delivered = async (): Promise<unknown> => {
    const number = await approved();
    await done('paul', `POST /orders/${number}/schedule`, { press: 'P1', printDay: day(0) });
    await done('paul', `POST /orders/${number}/start`);
    await done('paul', `POST /orders/${number}/finish`, { spoiled: 20 });
    await done('olga', `POST /orders/${number}/deliver`);
    return number;
  };
  const invoice = async (): Promise<unknown> => ((await done('olga', 'GET /invoices'))['invoices'] as Body[])[0]?.['number'];
  return { ask, done, refused, flyer, quoted, accepted, proofed, approved, delivered, invoice };
}

test('an order is printed, delivered and paid', async () => {
  const { done, refused, delivered, invoice } = await works();
  const number = await delivered();
  expect(await done('olga', 'GET /papers/MA135')).toMatchObject({ stock: 480, low: false, price: 0.1, supplier: 'Mill' });
  expect(await done('clara', `GET /orders/${number}`)).toEqual({
    ...{ number, customer: 'Clara Customer', title: 'Sale', kind: 'flyer', paper: 'MA135', due: day(10), rush: false, note: null },
    ...{ price: 75, discount: 0, refund: 0, validUntil: day(14), rounds: 1, printDay: day(0), deliveredOn: day(0), state: 'delivered' },
    ...{ designer: null, press: null, printer: null, reason: null, complaint: null, answer: null, sheets: 500, proofs: 1 },
    items: [expect.objectContaining({ name: 'Front', copies: 500, pages: 1, sheets: 500 })],
  });
  expect(await refused('paul', `GET /orders/${number}`)).toBe('404 NOT_FOUND');
  const bill = await invoice();
  expect(await refused('clara', `POST /invoices/${bill}/pay`, { payment: 75.01 })).toBe('422 BAD_PAYMENT');
  expect(await done('clara', `POST /invoices/${bill}/pay`, { payment: 74.5 })).toMatchObject({ owed: 0.5, state: 'open', due: day(14) });
  expect(await done('olga', `POST /invoices/${bill}/pay`, { payment: 0.5 })).toMatchObject({ owed: 0, state: 'paid', reason: null });
});

test('proofs are returned three times at most, and the second correction costs money', async () => {
  const { done, refused, accepted, proofed } = await works();
  const number = await accepted();
  const [first, second] = [await proofed(number, 'a.pdf'), 'b.pdf'];
  expect(await refused('dora', `POST /orders/${number}/proofs`, { file: 'b.pdf' })).toBe('409 NO_PROOF_NOW');
  expect(await refused('clara', `POST /proofs/${first}/return`, { remarks: ' ' })).toBe('422 BLANK');
  expect(await done('clara', `POST /proofs/${first}/return`, { remarks: 'Red' })).toMatchObject({ state: 'returned', designer: null });
  expect(await refused('dora', `POST /orders/${number}/proofs`, { file: 'a.pdf' })).toBe('409 SAME_FILE');
  expect(await refused('dan', `POST /orders/${number}/proofs`, { file: 'b.pdf' })).toBe('404 NOT_FOUND');
  await done('clara', `POST /proofs/${await proofed(number, second)}/return`, { remarks: 'Redder' });
  expect(await done('clara', `GET /orders/${number}`)).toMatchObject({ state: 'returned', price: 87, rounds: 2 });
  const third = await proofed(number, 'c.pdf');
  expect(await refused('clara', `POST /proofs/${third}/return`, { remarks: 'Blue' })).toBe('409 LAST_ROUND');
});

test('a quote ends after two weeks, and can be asked for again', async () => {
  const later = { days: 0 };
  const { done, refused, quoted } = await works(null, later);
  const number = await quoted({ due: day(60) });
  later.days = 14;
  expect(await refused('clara', `POST /orders/${number}/accept`)).toBe('409 CONFLICT');
  expect(await done('clara', `GET /orders/${number}`)).toMatchObject({ state: 'expired', price: 75 });
  expect(await done('clara', `POST /orders/${number}/ask-again`)).toMatchObject({ state: 'asked', price: null, validUntil: null });
});

test('an order is cancelled before the cut-off only, and costs a fee', async () => {
  const { done, refused, approved } = await works();
  const number = await approved();
  await done('paul', `POST /orders/${number}/schedule`, { press: 'P1', printDay: day(1) });
  expect(await refused('clara', `POST /orders/${number}/cancel`)).toBe('409 TOO_LATE');
  await done('max', `POST /orders/${number}/unschedule`);
  await done('paul', `POST /orders/${number}/schedule`, { press: 'P1', printDay: day(2) });
  await done('clara', `POST /orders/${number}/cancel`);
  expect(await done('clara', 'GET /invoices')).toMatchObject({ invoices: [{ amount: 25, owed: 25 }], total: 1, owed: 25 });
  expect(await done('paul', 'GET /papers/MA135')).toMatchObject({ stock: 1000 });
});

test('a press that is down or full takes no order', async () => {
  const { done, refused, approved } = await works();
  const number = await approved();
  await done('max', 'PATCH /presses/P1', { capacity: 499 });
  const today = { press: 'P1', printDay: day(0) };
  expect(await refused('paul', `POST /orders/${number}/schedule`, today)).toBe('409 PRESS_FULL');
  expect(await refused('paul', 'PATCH /presses/P1', { capacity: 500 })).toBe('403 FORBIDDEN');
  await done('max', 'PATCH /presses/P1', { capacity: 500 });
  await done('paul', `POST /orders/${number}/schedule`, today);
  expect(await done('paul', 'GET /presses')).toMatchObject({ presses: [{ code: 'P1', today: 500, down: false }] });
  await done('paul', `POST /orders/${number}/start`);
  expect(await done('paul', `POST /orders/${number}/break-off`)).toMatchObject({ state: 'approved', press: null, printer: null });
  expect(await refused('paul', `POST /orders/${number}/schedule`, today)).toBe('409 PRESS_DOWN');
});

test('the manager refunds more than the office may, and the invoice shrinks', async () => {
  const { done, refused, delivered } = await works();
  const number = await delivered();
  await done('clara', `POST /orders/${number}/complain`, { complaint: 'Green faces' });
  const settle = `POST /orders/${number}/settle`;
  expect(await refused('olga', settle, { refund: 100.01, answer: 'Sorry' })).toBe('403 NEEDS_MANAGER');
  expect(await refused('max', settle, { refund: 100.01, answer: 'Sorry' })).toBe('422 BAD_REFUND');
  expect(await done('olga', settle, { refund: 75, answer: 'Sorry' })).toMatchObject({
    state: 'settled',
    refund: 75,
    complaint: 'Green faces',
  });
  expect(await done('clara', 'GET /invoices')).toMatchObject({ invoices: [{ credited: 75, owed: 0, state: 'paid' }] });
});

test('reminders cost money, and the third one suspends the customer', async () => {
  const { done, refused, accepted, flyer, invoice } = await works();
  const [{ number: clara } = {}] = (await done('olga', 'GET /people?words=clara'))['people'] as Body[];
  await done('olga', `PATCH /people/${clara}`, { paymentDays: 0 });
  await done('clara', `POST /orders/${await accepted()}/cancel`);
  const remind = `POST /invoices/${await invoice()}/remind`;
  for (const owed of [25, 30, 35]) expect(await done('olga', remind)).toMatchObject({ owed });
  expect(await refused('olga', remind)).toBe('409 REMINDED_ENOUGH');
  expect(await refused('clara', 'POST /orders', flyer)).toBe('403 SUSPENDED');
  expect(await refused('olga', `PATCH /people/${clara}`, { credit: 900 })).toBe('403 FORBIDDEN');
});

test('what is retired or hidden is not found', async () => {
  const { ask, done, quoted } = await works();
  const number = await quoted();
  expect((await ask(null, 'GET /papers/MA135')).body).toEqual({ code: 'MA135', name: 'Matt', grams: 135, retired: false });
  await done('olga', 'PATCH /papers/MA135', { retired: true });
  expect((await ask('clara', 'GET /papers/MA135')).status).toBe(404);
  expect(await done('clara', `GET /orders/${number}`)).toMatchObject({ paper: null });
  expect(await done('olga', 'GET /orders?paper=MA135&most=75')).toMatchObject({ total: 1 });
  expect(await done('clara', 'GET /orders?paper=MA135')).toEqual({ orders: [], total: 0 });
  expect(await done('paul', 'GET /papers?least=1000')).toMatchObject({ total: 1 });
  expect(await done('clara', 'GET /papers?least=0')).toMatchObject({ total: 0 });
});

test('a fault is one switch', async () => {
  const again = async (fault: PrintFault | null): Promise<string> => {
    const { refused, quoted, flyer } = await works(fault);
    await quoted();
    return refused('clara', 'POST /orders', flyer);
  };
  expect(await again(null)).toBe('409 ALREADY_ASKED');
  expect(await again('quotedTitleMayRepeat')).toBe('201 undefined');
});
