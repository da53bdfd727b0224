import { expect, test } from 'vitest';
import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { ToolFault } from './faults.ts';
import { toolService } from './service.ts';

/** The company with its people signed in, and helpers that lead hires on. */
async function company(fault: ToolFault | null = null) {
  let ahead = 0;
  const served = (now: () => number): Implementation => toolService(() => now() + ahead, fault);
  const { ask, done, refused } = await opened(served, ['mara', 'cleo', 'carl', 'mick', 'mona', 'bea', 'ben', 'tom', 'tina']);
  const digger = {
    code: 'EX1',
    name: 'Mini excavator',
    kind: 'machine',
    daily: 90,
    weekly: 400,
    deposit: 300,
    fuelled: true,
    note: 'Trailer',
  };
  await done('mara', 'POST /categories', digger);
  await done('mara', 'POST /machines', { serial: 'EX-100', code: 'EX1', depot: 'north', hours: 950, value: 18_000 });
  const numberOf = async (who: string, call: string, body: Body): Promise<unknown> => (await done(who, call, body))['number'];
  /** The number of a draft with one line. */
  const drafted = async (who: string, begins: number, ends: number, more: Body = {}): Promise<unknown> => {
    const hire = await numberOf(who, 'POST /hires', { depot: 'north', begins: day(begins), ends: day(ends), ...more });
    await done(who, `POST /hires/${hire}/lines`, { code: 'EX1' });
    return hire;
  };
  const reserved = async (who: string, begins: number, ends: number, more: Body = {}): Promise<unknown> => {
    const hire = await drafted(who, begins, ends, more);
    await done(who, `POST /hires/${hire}/reserve`);
    return hire;
  };
  const lineOf = async (hire: unknown): Promise<unknown> => {
    const { lines } = await done('mara', `GET /hires/${hire}`);
    return (lines as Body[])[0]?.['number'];
  };
  /** The number of the line of a hire that Tom has taken away. */
  const out = async (hire: unknown): Promise<unknown> => {
    const { deposit } = await done('mara', `GET /hires/${hire}`);
    if (deposit !== 0) await done('cleo', `POST /hires/${hire}/deposit`, { amount: deposit });
    const line = await lineOf(hire);
    await done('cleo', `POST /lines/${line}/assign`, { serial: 'EX-100' });
    await done('cleo', `POST /hires/${hire}/hand-out`);
    return line;
  };
  const pass = (hours: number): void => {
    ahead += hours * 3_600_000;
  };
  /** The token of a new session, for what happens after 30 days. */
  const again = async (name: string): Promise<string> => {
    const { body } = await ask(null, 'POST /session', { email: `${name}@example.com`, password: 'correct-horse' });
    return String(body['token']);
  };
  return { ask, done, refused, drafted, reserved, lineOf, out, pass, again };
}

test('an excavator comes back damaged, is paid for and repaired', async () => {
  const { done, refused, reserved, lineOf } = await company();
  const hire = await reserved('tom', 0, 9);
  expect(await done('tom', `GET /hires/${hire}`)).toMatchObject({ state: 'reserved', price: 580, deposit: 300, days: 9, firm: null });
  expect(await refused('cleo', `POST /hires/${hire}/hand-out`)).toBe('402 NO_DEPOSIT');
  expect(await refused('tom', `POST /hires/${hire}/deposit`, { amount: 300.01 })).toBe('422 BAD_AMOUNT');
  await done('tom', `POST /hires/${hire}/deposit`, { amount: '300.00' });
  expect(await refused('cleo', `POST /hires/${hire}/hand-out`)).toBe('409 NOT_ASSIGNED');
  expect(await refused('carl', `POST /hires/${hire}/hand-out`)).toBe('404 NOT_FOUND');
  const line = await lineOf(hire);
  await done('cleo', `POST /lines/${line}/assign`, { serial: 'EX-100' });
  expect(await done('cleo', `POST /hires/${hire}/hand-out`)).toMatchObject({ outOn: day(0), lines: [{ machine: 'EX-100', state: 'out' }] });
  expect(await done('tom', `GET /hires/${hire}`)).toMatchObject({ lines: [{ machine: null }] });
  expect(await refused('cleo', `POST /lines/${line}/back`, { hours: 949, tank: 100 })).toBe('422 HOURS_REVERSED');
  expect(await refused('cleo', `POST /hires/${hire}/close`)).toBe('409 NOT_ALL_BACK');
  const back = await done('cleo', `POST /lines/${line}/back`, { hours: 1030, tank: 80, damage: 'Bucket bent' });
  expect(back).toMatchObject({ ran: 80, charge: 254, damage: 'Bucket bent' });
  expect(await done('cleo', `POST /hires/${hire}/close`)).toMatchObject({ extras: 254, late: 0, state: 'closed' });
  expect(await done('tom', 'GET /invoices')).toMatchObject({ invoices: [{ amount: 534, due: day(14) }], owed: 534 });
  const { jobs } = await done('mick', 'GET /jobs?machine=EX-100');
  const job = (jobs as Body[])[0];
  expect(job).toMatchObject({ kind: 'repair', note: 'Bucket bent', mechanic: null });
  expect(await refused('mick', `POST /jobs/${job?.['number']}/finish`, { result: 'Straightened', cost: 120 })).toBe('403 FORBIDDEN');
  await done('mick', `POST /jobs/${job?.['number']}/take`);
  expect(await refused('mona', `POST /jobs/${job?.['number']}/take`)).toBe('409 TAKEN');
  await done('mick', `POST /jobs/${job?.['number']}/finish`, { result: 'Straightened', cost: 120 });
  const found = { serial: 'EX-100', hours: 1030, hoursLeft: 250, state: 'available' };
  expect(await done('mick', 'GET /machines')).toMatchObject({ machines: [found], total: 1 });
});

test('a firm orders within its ceiling, and its buyers see one another’s hires', async () => {
  const { done, refused, reserved, drafted } = await company();
  expect(await refused('bea', 'POST /hires', { depot: 'north', begins: day(0), ends: day(3) })).toBe('422 NO_ORDER');
  const hire = await reserved('bea', 0, 5, { order: '4711' });
  expect(await done('ben', `GET /hires/${hire}`)).toMatchObject({ customer: 'Bea Buyer', firm: 'BRICK', price: 360, deposit: 0 });
  expect(await done('ben', 'GET /firms/BRICK')).toMatchObject({ owed: 360, ceiling: 500, buyers: 2 });
  const next = await drafted('ben', 10, 12, { order: '4712' });
  expect(await refused('ben', `POST /hires/${next}/reserve`)).toBe('402 OVER_LIMIT');
  await done('mara', 'PATCH /firms/BRICK', { ceiling: 522 });
  expect(await done('ben', `POST /hires/${next}/reserve`)).toMatchObject({ price: 162 });
  await done('mara', 'DELETE /firms/BRICK/buyers/6');
  expect(await refused('bea', `GET /hires/${hire}`)).toBe('404 NOT_FOUND');
  expect(await done('ben', `GET /hires/${hire}`)).toMatchObject({ customer: null });
});

test('machines are held for the days of a hire only', async () => {
  const { done, refused, reserved, drafted } = await company();
  const hire = await reserved('tom', 2, 5);
  const other = await drafted('tina', 4, 8);
  expect(await refused('tina', `POST /hires/${other}/reserve`)).toBe('409 NONE_LEFT');
  await done('tina', `PATCH /hires/${other}`, { begins: day(5) });
  await done('tina', `POST /hires/${other}/reserve`);
  expect(await refused('mara', `PATCH /hires/${hire}`, { ends: day(6) })).toBe('409 NONE_LEFT');
  expect(await done('mara', `PATCH /hires/${hire}`, { begins: day(1) })).toMatchObject({ price: 360, lines: [{ price: 360, free: 1 }] });
  expect(await done('tom', `POST /hires/${hire}/cancel`, {})).toMatchObject({ fee: 144, refund: 0 });
  expect(await done('tina', `POST /hires/${other}/cancel`, { reason: 'Rain' })).toMatchObject({ fee: 0, reason: 'Rain' });
});

test('drafts are cancelled, reservations lapse, and reminders follow', async () => {
  const { done, refused, reserved, drafted, pass, again } = await company();
  const draft = await drafted('tina', 3, 4);
  const hire = await reserved('tom', 0, 3);
  pass(14);
  expect(await done('tom', `GET /hires/${hire}`)).toMatchObject({ state: 'lapsed', fee: 90, refund: 0 });
  expect(await done('tom', 'GET /me')).toMatchObject({ misses: 1, blocked: false });
  pass(10);
  expect(await done('tina', `GET /hires/${draft}`)).toMatchObject({ state: 'cancelled', reason: 'Not reserved in time' });
  pass(15 * 24);
  expect(await done('tom', 'GET /invoices')).toMatchObject({ invoices: [{ amount: 95, due: day(15), state: 'overdue' }] });
  pass(14 * 24);
  const tom = await again('tom');
  expect(await done(tom, 'GET /invoices')).toMatchObject({ invoices: [{ amount: 95, state: 'collection' }] });
  expect(await refused(tom, 'POST /hires', { depot: 'north', begins: day(40), ends: day(42) })).toBe('403 BLOCKED');
});

test('a machine is lost, and the invoice is disputed', async () => {
  const { done, refused, reserved, out, pass } = await company();
  const hire = await reserved('tom', 0, 1);
  const line = await out(hire);
  expect(await refused('mara', `POST /lines/${line}/lose`)).toBe('409 NOT_OVERDUE');
  pass(2 * 24);
  expect(await done('tom', `GET /hires/${hire}`)).toMatchObject({ state: 'overdue' });
  expect(await refused('tom', `POST /hires/${hire}/extend`, { ends: day(9) })).toBe('409 CONFLICT');
  await done('mara', `POST /lines/${line}/lose`);
  expect(await done('mick', 'GET /machines?state=written%20off')).toMatchObject({ machines: [{ reason: 'Lost' }] });
  expect(await done('cleo', `POST /hires/${hire}/close`)).toMatchObject({ extras: 18_000, late: 135 });
  const { invoices } = await done('tom', 'GET /invoices');
  const { number, amount } = (invoices as Body[])[0] ?? {};
  expect(amount).toBe(17_925);
  expect(await refused('tom', `POST /invoices/${number}/dispute`, { reason: ' ' })).toBe('422 BLANK');
  await done('tom', `POST /invoices/${number}/dispute`, { reason: 'It was stolen' });
  expect(await done('mara', `POST /invoices/${number}/grant`, { credit: 17_000 })).toMatchObject({
    amount: 925,
    due: day(16),
    state: 'open',
  });
  expect(await done('tom', `POST /invoices/${number}/pay`, { amount: 925 })).toMatchObject({ state: 'settled', settledOn: day(2) });
});

test('inspections fall due, and old jobs are urgent', async () => {
  const { done, pass, again } = await company();
  pass(90 * 24);
  const [mick, cleo] = [await again('mick'), await again('cleo')];
  expect(await done(cleo, 'GET /board')).toEqual({ leaving: 0, out: 0, overdue: 0, jobs: 0, ready: 1 });
  pass(14);
  const job = { machine: 'EX-100', kind: 'inspection', urgent: false };
  expect(await done(mick, 'GET /jobs')).toMatchObject({ jobs: [job], total: 1 });
  expect(await done(cleo, 'GET /jobs')).toMatchObject({ total: 0 });
  pass(10 * 24);
  expect(await done(mick, 'GET /jobs?urgent=true')).toMatchObject({ jobs: [{ ...job, urgent: true }] });
});

test('visitors see what is listed, without notes and numbers', async () => {
  const { ask, done, refused } = await company();
  const { body } = await ask(null, 'GET /categories?most=90&kind=machine');
  const shown = { code: 'EX1', name: 'Mini excavator', kind: 'machine', daily: 90, weekly: 400, deposit: 300, fuelled: true, listed: true };
  expect(body).toEqual({ categories: [{ ...shown, machines: 0 }], total: 1 });
  expect(await refused('mara', 'DELETE /categories/EX1')).toBe('403 FORBIDDEN');
  await done('mara', 'PATCH /categories/EX1', { listed: false });
  expect((await ask(null, 'GET /categories')).body).toEqual({ categories: [], total: 0 });
  expect(await done('cleo', 'GET /categories')).toMatchObject({ categories: [{ note: 'Trailer', machines: 1 }] });
  expect(await refused('mara', 'DELETE /categories/EX1')).toBe('409 CONFLICT');
});

test('a session ends after 30 days', async () => {
  const { done, refused, pass } = await company();
  pass(719);
  await done('tom', 'GET /me');
  pass(1);
  expect(await refused('tom', 'GET /me')).toBe('401 UNAUTHORIZED');
});

test('a fault is one switch', async () => {
  const again = async (fault: ToolFault | null): Promise<string> => {
    const { refused } = await company(fault);
    return refused('mara', 'POST /firms', { code: 'BRICKS', name: 'Brickworks', ceiling: 100 });
  };
  expect(await again(null)).toBe('409 NAME_TAKEN');
  expect(await again('firmNamesMayRepeat')).toBe('201 undefined');
});
